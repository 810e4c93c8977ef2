import type { Config } from "../../config.ts";
import type { Cause } from "../../verdict/cause.ts";

/** One word for a cause behind the rate of the latest turn: English, Chinese. */
const LABELS: Readonly<Record<Cause, readonly [en: string, zh: string]>> = {
  "cold-start": ["cold", "冷启动"],
  "tools-changed": ["tools", "工具"],
  "system-changed": ["system", "系统提示"],
  "history-rewritten": ["history", "历史"],
  "thinking-changed": ["thinking", "思考"],
  "params-changed": ["params", "参数"],
  "model-changed": ["model", "模型"],
  "endpoint-changed": ["endpoint", "端点"],
  compacted: ["compacted", "压缩"],
  navigated: ["moved", "移动"],
  resumed: ["resumed", "重开"],
  expired: ["expired", "过期"],
  evicted: ["evicted", "清除"],
  "provider-side": ["provider", "提供方"],
  "below-minimum": ["short", "太短"],
  "not-reported": ["silent", "无数字"],
  "lookback-exceeded": ["lookback", "回看"],
  "markers-moved": ["markers", "标记"],
  "retention-changed": ["retention", "保留"],
  concurrent: ["concurrent", "并发"],
  "malformed-usage": ["usage", "用量"],
  unknown: ["unknown", "不明"],
};

/** The word for a cause, in the reader's language. */
export function causeLabel(cause: Cause, language: Config["language"]): string {
  return LABELS[cause][language === "zh" ? 1 : 0];
}

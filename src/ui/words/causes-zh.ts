import type { VerdictWords } from "./verdict-words.ts";

/** 各种原因的中文名称。Every cause in Chinese: on its own, and in sentences about evidence. */
export const causesZh: VerdictWords["causes"] = {
  "cold-start": "冷启动",
  "tools-changed": "工具变了",
  "system-changed": "系统提示变了",
  "history-rewritten": "历史被改写",
  "thinking-changed": "思考级别变了",
  "params-changed": "参数变了",
  "model-changed": "换了模型",
  "endpoint-changed": "换了端点",
  compacted: "已压缩",
  navigated: "在会话树中移动",
  resumed: "会话重新打开",
  expired: "缓存过期",
  evicted: "被提供方清除",
  "provider-side": "提供方一侧",
  "below-minimum": "太短，不缓存",
  "not-reported": "没有缓存数字",
  "lookback-exceeded": "距上一个标记的块太多",
  "markers-moved": "缓存标记消失或移动",
  "retention-changed": "请求的保留时间变了",
  concurrent: "同时有另一个请求",
  "malformed-usage": "用量数据不可靠",
  unknown: "原因不明",
};

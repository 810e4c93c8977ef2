import { formatDuration } from "../../duration.ts";
import type { Divergence } from "../../prefix/divergence.ts";
import type { Evidence } from "../../verdict/evidence.ts";
import type { PromptChange } from "../../verdict/prompt-records.ts";
import { causesZh } from "./causes-zh.ts";
import { prefixWords } from "./prefix-zh.ts";

const RETENTION = { short: "短", long: "长" } as const;

/** 一条依据,写成一句话。One fact in a sentence, in Chinese. */
export function evidenceZh(evidence: Evidence): string {
  switch (evidence.kind) {
    case "place":
      return `请求变了：${placeZh(evidence.divergence)}`;
    case "other-protocol":
      return "请求使用了与之前不同的协议";
    case "unchanged":
      return "请求接续上一个，没有变化";
    case "shortened":
      return "请求是上一个去掉了结尾";
    case "harmless":
      return `${evidence.path} 变了，提供方文档说明这不影响缓存`;
    case "contradicted":
      return "读取的比变化之前的部分还多：命中了另一个条目，或之后又被别的扩展改回";
    case "late":
      return "变化靠后：之前的部分已读取";
    case "not-enough":
      return "这个变化不能解释为何之前的部分也没有读到";
    case "flap":
      return "这个头部以前出现过：来回变化";
    case "repeated":
      return `连续 ${evidence.turns} 个测得的轮次都如此`;
    case "idle":
      return evidence.lifetimeSeconds === null
        ? `距上一个请求开始 ${durationZh(evidence.seconds)}；未声明对应的缓存寿命`
        : `距上一个请求开始 ${durationZh(evidence.seconds)}；寿命 ${durationZh(evidence.lifetimeSeconds)}`;
    case "no-time":
      return "两个请求的时间无法比较";
    case "model":
      return `模型由 ${evidence.from} 变为 ${evidence.to}`;
    case "answered-by":
      return `由 ${evidence.model} 回答`;
    case "endpoint":
      return "请求发往另一个端点";
    case "thinking":
      return `思考级别由 ${evidence.from ?? "无"} 变为 ${evidence.to ?? "无"}`;
    case "recorded":
      return `其间 Pi 记录了：${recordedZh(evidence.change)}`;
    case "compacted":
      return "对话已压缩：重新开始";
    case "navigated":
      return "你在会话树中移动了";
    case "resumed":
      return `会话重新打开（${evidence.reason}）：没有更早的请求可比较`;
    case "not-seen":
      return evidence.reason === null
        ? "这个请求没有被观察，或观察结果已不再保留"
        : `这个请求没有与更早的请求比较（${prefixWords.reasons[evidence.reason] ?? evidence.reason}）`;
    case "first":
      return "这里第一个可以缓存的请求";
    case "minimum":
      return `短于此模型缓存所需的 ${evidence.tokens} 个 token${evidence.assumed ? "(假定)" : ""}`;
    case "silent":
      return "此模型至今没有报告缓存数字";
    case "no-markers":
      return `请求没有缓存标记${evidence.before > 0 ? `,上一个进入缓存的请求有 ${evidence.before} 个` : ""}`;
    case "markers-earlier":
      return "上一个标记的位置及其后都没有缓存标记";
    case "blocks":
      return `距上一个标记 ${evidence.blocks} 块；提供方只回看 ${evidence.limit} 块`;
    case "retention":
      return `请求的保留时间由${RETENTION[evidence.from]}变为${RETENTION[evidence.to]}`;
    case "refreshing":
      return `${durationZh(evidence.seconds)} 前发出过保温请求，没有记录到回答`;
    case "diagnosis":
      return `提供方报告：${causesZh[evidence.cause]}${evidence.seen === null ? "" : `；这里看到的是：${causesZh[evidence.seen]}`}`;
    case "head-only":
      return "读取量约等于工具和提示的长度：历史一点没读";
    case "router":
      return "此提供方会转发请求：也许到了另一台主机";
    case "later-extensions":
      return "这里看不到更晚加载的扩展是否还改动了请求";
    case "bad-usage":
      return `用量数据不可靠（${evidence.flag}）`;
  }
}

function recordedZh({ toolsAdded, toolsRemoved, sections }: PromptChange): string {
  const parts: string[] = [];
  if (toolsAdded > 0) parts.push(`新增 ${toolsAdded} 个工具`);
  if (toolsRemoved > 0) parts.push(`移除 ${toolsRemoved} 个工具`);
  if (sections.length > 0) parts.push(`提示的 ${sections.map((name) => `<${name}>`).join("、")} 变了`);
  return parts.join(",");
}

function placeZh({ path, section, tag, kind }: Divergence): string {
  return `${path ?? prefixWords.sections[section]}${tag === null ? "" : ` <${tag}>`} ${prefixWords.kinds[kind]}`;
}

/** 时间跨度。A time span, in Chinese. */
export function durationZh(seconds: number): string {
  return formatDuration(seconds, { day: "天", hour: "小时", minute: "分", second: "秒" });
}

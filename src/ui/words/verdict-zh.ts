import { formatDuration } from "../../duration.ts";
import type { Divergence } from "../../prefix/divergence.ts";
import type { Evidence } from "../../verdict/evidence.ts";
import type { PromptChange } from "../../verdict/prompt-records.ts";
import { causeLabel } from "../footer/cause-label.ts";
import { prefixWords } from "./prefix-zh.ts";
import type { VerdictWords } from "./verdict-words.ts";

const causes: VerdictWords["causes"] = {
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

/** What the commands say about verdicts, in Chinese. */
export const verdictWords: VerdictWords = {
  causes,
  causeLabel: (cause) => causeLabel(cause, "zh"),
  outcomes: {
    hit: "命中",
    partial: "部分未命中",
    miss: "未命中",
    "expected-rebuild": "预期的重建",
    unmeasured: "未测得",
  },
  certainties: { observed: "亲眼所见", likely: "很可能", "provider-reported": "提供方报告", unknown: "不确定" },
  origins: {
    prompt: "你的提示",
    time: "时间",
    provider: "提供方",
    session: "会话进程",
    measurement: "测量",
    unknown: "不明",
  },
  evidence: evidenceZh,
  advice: {
    "cold-start": "无需处理：第一个请求没有可读的缓存",
    "tools-changed": "查看是哪个扩展或 MCP 服务器注册的：同样的工具、同样的顺序才能保住缓存",
    "system-changed": "找出改写提示的来源；经常变化的内容应放进消息里",
    "history-rewritten": "查找修改旧消息的扩展（context 钩子）：应改为追加",
    "thinking-changed": "长会话前先选好级别；尽快切回可能还能命中旧条目",
    "params-changed": "查找在请求之间改变此参数的扩展或设置",
    "model-changed": "在任务开始或压缩之后再换模型；尽快切回可能还能命中旧条目",
    "endpoint-changed": "固定使用一个端点：每个端点各有缓存",
    compacted: "无需处理：压缩后重新开始",
    navigated: "无需处理：另一分支只共享开头",
    resumed: "没有已知的问题：没有更早的请求可比较",
    expired: "缩短停顿，或使用 Pi 的 cacheWarming 设置，或在模型支持时用 PI_CACHE_RETENTION=long",
    evicted: "提示无需修改：保留多久由提供方决定",
    "provider-side": "提示无需修改；若经常发生，请询问提供方",
    "below-minimum": "无需处理：这么短的提示不会缓存",
    "not-reported": "没有依据可判断；若经过中转，请与直连比较",
    "lookback-exceeded": "减少一次回答中的工具调用，使上一个标记仍可到达",
    "markers-moved": "查找删除或移动 cache_control 的扩展",
    "retention-changed": "同一会话内保持 PI_CACHE_RETENTION 不变",
    concurrent: "提示无需修改：另一个请求正在写入这次想读的内容",
    "malformed-usage": "请告知提供方或网关的维护者：它的计数对不上",
    unknown: "没有已知的问题：这个请求没有与上一个比较",
  },
  changeTooAdvice: "处理上面“另有”一项；其余损失在提供方",
  contradictedAdvice: "没有已知的问题：读取量与看到的变化不符",
  toolGoneAdvice: "查看是什么移除了它：改变可用工具的扩展或设置",
  toolAdvice: (owner) => `查看 ${owner}：让它从一开始就以同样的顺序注册同样的工具`,
  tagAdvice: (tag) => `找出写入 <${tag}> 的来源：经常变化的内容应放进消息，而不是提示`,
  hitAdvice: "无需处理",
  unmeasuredAdvice: "无需处理：没有数字可供判断",
  verdictOf: (turn, outcome) => `第 ${turn} 轮：${outcome}`,
  where: "位置",
  tokensRead: "读取",
  because: "依据",
  also: "另有",
  next: "建议",
  readOf: (read, prompt, rate) => `${prompt} 个提示 token 中的 ${read} 个（${rate}）`,
  missed: (tokens) => `未命中 ${tokens}`,
  missedPrice: (amount) => `多付 ${amount}`,
  notional: "名义金额：订阅",
  latestIs: (turn, outcome) => `最新的第 ${turn} 轮：${outcome}（why ${turn} 查看详情）。最近一次中断：`,
  noBreak: (turns) => `${turns.toLocaleString("en-US")} 轮中没有中断。/cache-stats why N 解释第 N 轮。`,
  noSuchTurn: (word, first, last) => `${word} 不是本分支的轮次；请给出 ${first} 到 ${last} 的数字。`,
  breaks: "中断",
  breakCount: (count, tokens) => `${count.toLocaleString("en-US")} 次，未命中 ${tokens} 个 token`,
  breakOf: (cause, count, tokens) => `${cause} × ${count.toLocaleString("en-US")}，共 ${tokens} 个 token`,
  clock: "时钟",
  duration: durationZh,
  warmUntil: (time, rest) => `${time} 前有效（还有 ${rest}）`,
  coldSince: (time) => `很可能自 ${time} 起已冷`,
  ifCold: (tokens) => `若变冷需重付 ${tokens} 个 token`,
  saved: "节省",
  savedAmount: (amount, net) => `读缓存节省 ${amount}，净额 ${net}`,
};

const RETENTION = { short: "短", long: "长" } as const;

function evidenceZh(evidence: Evidence): string {
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
      return `提供方报告：${causes[evidence.cause]}${evidence.seen === null ? "" : `；这里看到的是：${causes[evidence.seen]}`}`;
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

function durationZh(seconds: number): string {
  return formatDuration(seconds, { day: "天", hour: "小时", minute: "分", second: "秒" });
}

import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ContextUse, Host, SelectedModel } from "../../host.ts";
import type { Monitor } from "../../monitor.ts";
import { causeLabel } from "./cause-label.ts";
import type { FooterFacts } from "./facts.ts";

/** The part of Pi's footer data that is used here. */
export interface FooterData {
  getGitBranch(): string | null;
  getExtensionStatuses(): ReadonlyMap<string, string>;
  getAvailableProviderCount(): number;
}

const SETTINGS_FRESH_MS = 500;

/**
 * Takes the footer's facts from Pi, anew for each frame, so nothing on the screen is stale. What costs Pi a walk over
 * the session is taken again only when leaf, session or model has changed: it cannot differ otherwise.
 */
export class FooterReader {
  readonly #host: Host;
  readonly #monitor: Monitor;
  readonly #data: FooterData;
  readonly #clock: () => number;
  #leafId: string | null | undefined;
  #sessionId: string | undefined;
  #modelName: string | undefined;
  #sessionName: string | null = null;
  #context: ContextUse | null = null;
  #autoCompaction = true;
  #settingsTakenAt = Number.NEGATIVE_INFINITY;

  /** `clock` is milliseconds of a monotonic clock. */
  constructor(host: Host, monitor: Monitor, data: FooterData, clock: () => number) {
    this.#host = host;
    this.#monitor = monitor;
    this.#data = data;
    this.#clock = clock;
  }

  read(): FooterFacts {
    const host = this.#host;
    const model = host.model();
    this.#monitor.scan.update(host);
    this.#refresh(model);
    const { scan, run } = this.#monitor;
    const { lastSpeed } = run;
    const { usage, cost } = scan.file.everything;
    const latest = scan.latest;
    const routed = model?.virtual ? scan.answer : null;
    return {
      folder: shortFolder(host.cwd(), host.home()),
      branch: this.#data.getGitBranch(),
      sessionName: this.#sessionName,
      input: usage.input,
      output: usage.output,
      cacheRead: usage.cacheRead,
      cacheWrite: usage.cacheWrite,
      cost: cost ?? 0,
      subscription: host.subscription(),
      experimental: host.experimental(),
      sessionRate: scan.window.ledger.aggregate().hitRate,
      latestRate: latest === null ? null : scan.window.ledger.rateOf(latest),
      breakLabel: this.#breakLabel(),
      contextPercent: this.#context?.percent ?? null,
      contextWindow: this.#context?.contextWindow ?? model?.contextWindow ?? 0,
      autoCompaction: this.#takeAutoCompaction(),
      speed: lastSpeed?.tokensPerSecond,
      speedOfRequest: lastSpeed?.basis === "request",
      provider: model?.provider ?? "",
      model: model?.id || "no-model",
      thinkingLevel: model?.reasoning ? (host.thinkingLevel() ?? "off") : null,
      routedModel: routed?.model ?? null,
      routedLevel: routed?.thinkingLevel ?? null,
      showProvider: model !== null && this.#data.getAvailableProviderCount() > 1,
      statuses: this.#statuses(),
    };
  }

  #breakLabel(): string {
    const { session, config } = this.#monitor;
    const cause = session.latestBreak();
    return cause === null ? "" : causeLabel(cause, config.language);
  }

  #refresh(model: SelectedModel | null): void {
    const sessionId = this.#host.sessionId();
    const leafId = this.#host.leafId();
    const modelName = model === null ? "" : `${model.provider}/${model.id}/${model.contextWindow}`;
    if (leafId === this.#leafId && sessionId === this.#sessionId && modelName === this.#modelName) return;
    this.#sessionName = this.#host.sessionName();
    this.#context = this.#host.contextUse();
    this.#leafId = leafId;
    this.#sessionId = sessionId;
    this.#modelName = modelName;
  }

  /** Pi copies all settings to answer this, and they can change at any time: taken at most twice a second. */
  #takeAutoCompaction(): boolean {
    const now = this.#clock();
    if (now - this.#settingsTakenAt >= SETTINGS_FRESH_MS) {
      this.#autoCompaction = this.#host.autoCompaction();
      this.#settingsTakenAt = now;
    }
    return this.#autoCompaction;
  }

  #statuses(): string {
    const statuses = this.#data.getExtensionStatuses();
    if (statuses.size === 0) return "";
    const sorted = [...statuses].sort(([a], [b]) => a.localeCompare(b));
    // As Pi joins them: line breaks and runs of blanks become one blank; colours stay.
    return sorted
      .map(([, text]) => text.replace(/[\r\n\t ]+/g, " ").trim())
      .filter(Boolean)
      .join(" ");
  }
}

/** The folder with `~` for the home folder, as Pi's footer shows it. */
function shortFolder(cwd: string, home: string | null): string {
  if (home === null || home === "") return cwd;
  const inside = relative(resolve(home), resolve(cwd));
  if (inside === "") return "~";
  const outside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return outside ? cwd : `~${sep}${inside}`;
}

// pi-cache-stats 0.1.0, the whole extension in one file. License: MIT.
// GENERATED from src by `npm run bundle`: do not edit, change src and run it again.
// Needs nothing but Node and the packages that Pi itself gives to its extensions.

import { VERSION, getAgentDir } from "@earendil-works/pi-coding-agent";
import { sliceByColumn, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { mkdir, open, rm } from "node:fs/promises";
// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
// src/config.ts
var SWITCH = {
	"1": true,
	true: true,
	on: true,
	yes: true,
	"0": false,
	false: false,
	off: false,
	no: false
};
/** Reads the configuration. Unset and empty mean the default; anything not listed is the default and is named. */
function readConfig(env) {
	const invalid = [];
	const choose = (name, fallback, choices) => {
		const value = env[name]?.trim().toLowerCase();
		if (value === void 0 || value === "") return fallback;
		if (Object.hasOwn(choices, value)) return choices[value] ?? fallback;
		invalid.push(name);
		return fallback;
	};
	return {
		footer: choose("PI_CACHE_STATS_FOOTER", "full", {
			"1": "full",
			true: "full",
			full: "full",
			status: "status",
			"0": "off",
			false: "off",
			off: "off",
			no: "off"
		}),
		prefixDiagnostics: choose("PI_CACHE_STATS_PREFIX_DIAGNOSTICS", "all", {
			all: "all",
			"1": "all",
			true: "all",
			on: "all",
			yes: "all",
			head: "head",
			"0": "off",
			false: "off",
			off: "off",
			no: "off"
		}),
		verbose: choose("PI_CACHE_STATS_VERBOSE", false, SWITCH),
		language: choose("PI_CACHE_STATS_LANG", localeLanguage(env), {
			en: "en",
			zh: "zh"
		}),
		ascii: choose("PI_CACHE_STATS_ASCII", false, SWITCH),
		color: (env.NO_COLOR ?? "") === "",
		invalid
	};
}
function localeLanguage(env) {
	const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
	return /^zh(?![a-z])/i.test(locale) ? "zh" : "en";
}
// src/deliver.ts
/**
* Shows a command's answer as one message. In print and JSON mode Pi keeps standard output for itself and drops
* notifications, so the answer goes to standard error there.
*/
function deliver(answer, ctx) {
	if (ctx.mode === "tui" || ctx.mode === "rpc") ctx.ui.notify(answer.text, answer.level);
	else process.stderr.write(`${answer.text}\n`);
}
// src/guard.ts
/**
* Wraps a handler so that nothing it does can reach Pi: a fault is counted and swallowed, and no value is ever returned,
* since several of Pi's events take a returned value as a change.
*/
function guard(handler, onFault) {
	return (...args) => {
		try {
			handler(...args);
		} catch {
			onFault();
		}
	};
}
// src/unknown.ts
/**
* Reading values whose shape nobody promised: session files written by other versions and tools, messages that
* other extensions replaced, host objects of an older Pi. Each reader answers with the value or with nothing; none throws.
*/
/** A non-null object that is not an array, seen as a bag of unknown fields. */
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** The field `key` of `value`, or undefined when `value` is not a record. */
function field(value, key) {
	return isRecord(value) ? value[key] : void 0;
}
/** The string itself, or null for anything else. */
function textOrNull(value) {
	return typeof value === "string" ? value : null;
}
/** The number itself when it is finite, or null for anything else (NaN, infinities, numeric strings). */
function finiteOrNull(value) {
	return typeof value === "number" && Number.isFinite(value) ? value : null;
}
/** A function found on a host object, callable with unknown arguments: the way to use what an older Pi may lack. */
function isFunction(value) {
	return typeof value === "function";
}
var init_unknown = __esmMin((() => {}));
// src/speed/speed.ts
init_unknown();
/**
* Tokens per second of one response. `output` and `reasoning` are the response's own token counts (`reasoning` is part
* of `output`). When thinking and text both streamed and the provider counted reasoning tokens, the thinking is taken
* out, tokens and time; if that cannot be done cleanly the answer is null, not a guess.
*/
function speedOf(marks, output, reasoning) {
	const basis = marks.firstDeltaAt === null ? "request" : "stream";
	const timeToFirstTokenMs = marks.requestAt === null || marks.firstDeltaAt === null ? null : Math.max(0, marks.firstDeltaAt - marks.requestAt);
	return {
		tokensPerSecond: rate(marks, output, reasoning),
		timeToFirstTokenMs,
		basis
	};
}
function rate(marks, output, reasoning) {
	const { firstDeltaAt, answerAt, lastThinkingAt, sawText, endedAt } = marks;
	const start = firstDeltaAt ?? marks.requestAt;
	if (start === null) return null;
	if (!(sawText && lastThinkingAt !== null && reasoning > 0)) return quotient(output, endedAt - start);
	if (!(answerAt !== null && lastThinkingAt <= answerAt) || reasoning >= output) return null;
	return quotient(output - reasoning, endedAt - answerAt);
}
function quotient(tokens, windowMs) {
	if (!Number.isFinite(tokens) || tokens <= 0 || windowMs < 100) return null;
	const perSecond = tokens * 1e3 / windowMs;
	return perSecond <= 1e4 ? perSecond : null;
}
// src/speed/meter.ts
/**
* Watches one response at a time. Each delta costs a few comparisons and keeps two numbers, however long the response
* gets. `now` is milliseconds of a monotonic clock.
*/
var SpeedMeter = class {
	/** Whether this response was seen to begin. Switched on in mid-stream, a response cannot be measured. */
	#begun = false;
	#requestAt = null;
	#firstDeltaAt = null;
	#lastThinkingAt = null;
	#answerAt = null;
	#sawText = false;
	/** A request is about to be sent. A retry replaces the request before it. */
	requestStarted(now) {
		this.clear();
		this.#begun = true;
		this.#requestAt = now;
	}
	/** The assistant's message begins. Covers adapters that do not announce the request. */
	responseStarted() {
		this.#begun = true;
	}
	/** One event of Pi's `message_update`, of whatever shape. Empty deltas and everything that is no delta are ignored. */
	update(event, now) {
		if (!this.#begun) return;
		const type = field(event, "type");
		if (type !== "text_delta" && type !== "thinking_delta" && type !== "toolcall_delta") return;
		const delta = textOrNull(field(event, "delta"));
		if (delta === null || delta.length === 0) return;
		this.#firstDeltaAt ??= now;
		if (type === "thinking_delta") {
			this.#lastThinkingAt = now;
			return;
		}
		this.#answerAt ??= now;
		if (type === "text_delta") this.#sawText = true;
	}
	/**
	* The response has ended: its speed, and the meter is ready for the next one. `usage` is null when the response
	* carried none; `complete` is false for failed and aborted ones, whose output count is not final.
	*/
	finish(usage, complete, now) {
		const marks = {
			requestAt: this.#requestAt,
			firstDeltaAt: this.#firstDeltaAt,
			lastThinkingAt: this.#lastThinkingAt,
			answerAt: this.#answerAt,
			sawText: this.#sawText,
			endedAt: now
		};
		this.clear();
		const speed = speedOf(marks, usage?.output ?? 0, usage?.reasoning ?? 0);
		return complete ? speed : {
			...speed,
			tokensPerSecond: null
		};
	}
	clear() {
		this.#begun = false;
		this.#requestAt = null;
		this.#firstDeltaAt = null;
		this.#lastThinkingAt = null;
		this.#answerAt = null;
		this.#sawText = false;
	}
};
// src/unclassified-400.ts
var AT_START = /^\s*400(?=$|[\s:])/;
var AFTER_ERROR = /\berror \(400\):/i;
/** Whether an error turn's message reports status 400. A number elsewhere in the text is not a status. */
function reports400(errorMessage) {
	if (errorMessage === null) return false;
	return AT_START.test(errorMessage) || AFTER_ERROR.test(errorMessage.slice(0, 200));
}
/**
* The bounded list of refused requests. A refusal can be seen twice, in the response and in the error turn that
* follows; it is recorded once per request. Bodies and messages are never kept.
*/
var Unclassified400s = class {
	#refusals = [];
	#recorded = false;
	/** Oldest first. */
	get list() {
		return this.#refusals;
	}
	/** What follows is about another request. */
	nextRequest() {
		this.#recorded = false;
	}
	record(refusal) {
		if (this.#recorded) return;
		this.#recorded = true;
		this.#refusals = [...this.#refusals, refusal].slice(-50);
	}
	clear() {
		this.#refusals = [];
		this.#recorded = false;
	}
};
// src/usage/details.ts
/** Turns whose details stay in memory; the oldest are dropped first. Totals are kept elsewhere and lose nothing. */
var DETAILS_KEPT = 2e3;
/**
* What only the live stream knew about a turn and the session file does not hold, by entry id. Bounded, so that a run of
* any length stays small.
*/
var TurnDetails = class {
	#speeds = /* @__PURE__ */ new Map();
	#kept;
	constructor(kept = DETAILS_KEPT) {
		this.#kept = kept;
	}
	add(entryId, speed) {
		this.#speeds.delete(entryId);
		this.#speeds.set(entryId, speed);
		if (this.#speeds.size <= this.#kept) return;
		for (const oldest of this.#speeds.keys()) {
			this.#speeds.delete(oldest);
			return;
		}
	}
	/** Null for turns of earlier processes and for turns dropped since. */
	speed(entryId) {
		return entryId === null ? null : this.#speeds.get(entryId) ?? null;
	}
	get size() {
		return this.#speeds.size;
	}
	clear() {
		this.#speeds.clear();
	}
};
// src/usage/cost.ts
/**
* Reads the `cost` object of a usage row. Null when it is missing or has no finite `total` and no finite part, so that
* an unknown cost is never shown as $0. A missing part counts as 0, a missing total is the sum of the parts.
*/
function readCost(raw) {
	if (!isRecord(raw)) return null;
	const parts = [
		raw.input,
		raw.output,
		raw.cacheRead,
		raw.cacheWrite
	].map(amountOrNull);
	const [input, output, cacheRead, cacheWrite] = parts.map((part) => part ?? 0);
	const total = amountOrNull(raw.total);
	if (total === null && parts.every((part) => part === null)) return null;
	return {
		input: input ?? 0,
		output: output ?? 0,
		cacheRead: cacheRead ?? 0,
		cacheWrite: cacheWrite ?? 0,
		total: total ?? (input ?? 0) + (output ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0)
	};
}
function amountOrNull(value) {
	const amount = finiteOrNull(value);
	return amount !== null && Math.abs(amount) <= LARGEST_AMOUNT ? amount : null;
}
/** Sum of costs in which an unknown one adds nothing; null only when none is known. */
function addCost(sum, cost) {
	if (cost === null) return sum;
	return (sum ?? 0) + cost.total;
}
var LARGEST_AMOUNT;
var init_cost = __esmMin((() => {
	init_unknown();
	LARGEST_AMOUNT = 0xe8d4a51000;
}));
// src/usage/usage.ts
/** Field-wise sum. */
function addUsage(a, b) {
	return {
		input: a.input + b.input,
		output: a.output + b.output,
		cacheRead: a.cacheRead + b.cacheRead,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
		reasoning: a.reasoning + b.reasoning
	};
}
/** Prompt tokens: everything the provider read, whatever it charged for it. */
function promptTokens(usage) {
	return usage.input + usage.cacheRead + usage.cacheWrite;
}
/** Whether the provider said anything about its cache. Both zero may mean "nothing cached" or "does not report". */
function hasCacheActivity(usage) {
	return usage.cacheRead + usage.cacheWrite > 0;
}
var NO_USAGE;
var init_usage = __esmMin((() => {
	NO_USAGE = Object.freeze({
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		cacheWrite1h: 0,
		reasoning: 0
	});
}));
// src/usage/hit-rate.ts
/**
* cacheRead over prompt tokens, 0..1: the formula of Pi's own `CH`. Null when there were no prompt tokens; a rate that
* was not measured is null everywhere, never 0.
*/
function hitRate(usage) {
	const prompt = promptTokens(usage);
	return prompt > 0 ? usage.cacheRead / prompt : null;
}
/**
* A rate as people read it, with 0 or 1 decimals, rounded down: 100% only when every prompt token was read, `<0.1%` for
* the smallest reads, `n/a` for what was not measured.
*/
function formatHitRate(rate, decimals) {
	if (rate === null) return "n/a";
	if (rate > 0 && rate < .001) return "<0.1%";
	if (decimals === 0) return `${Math.floor(rate * 100 + ROUNDING_SLACK)}%`;
	return `${(Math.floor(rate * 1e3 + ROUNDING_SLACK) / 10).toFixed(1)}%`;
}
var ROUNDING_SLACK;
var init_hit_rate = __esmMin((() => {
	init_usage();
	ROUNDING_SLACK = 1e-11;
}));
// src/usage/inclusive-input.ts
/**
* Suspects a provider that counts cached tokens inside `input`, which about halves every rate. Returns the rate that
* would then be true (0..1), or null where there is no reason to suspect. The numbers themselves are never changed.
*
* Two signs, either is enough:
* - the row's own total is `input + output` although something was read from the cache;
* - against the previous turn of the same model, `input` stayed about the same (the request hardly grew), the cache read
*   grew and fits inside `input`, and the sum of the buckets is about twice what was sent. A static head that is read
*   while all the rest misses does not look like this: its read does not grow.
*/
function inclusiveInputRate(row, previous) {
	const { usage, totalTokens } = row;
	if (usage === null || usage.cacheRead === 0 || usage.input < usage.cacheRead) return null;
	const alternative = usage.cacheRead / usage.input;
	if (totalTokens !== null && totalTokens === usage.input + usage.output) return alternative;
	if (previous === null || previous.input === 0) return null;
	const growth = usage.input / previous.input;
	const hardlyGrew = growth >= 1 && growth < GROWTH_LIMIT;
	const readGrew = usage.cacheRead > previous.cacheRead && usage.cacheRead <= previous.input;
	const doubled = promptTokens(usage) >= DOUBLING * previous.input;
	return hardlyGrew && readGrew && doubled ? alternative : null;
}
var GROWTH_LIMIT, DOUBLING;
var init_inclusive_input = __esmMin((() => {
	init_usage();
	GROWTH_LIMIT = 1.05;
	DOUBLING = 1.8;
}));
// src/usage/row.ts
/**
* Reads a usage object of unknown origin. A missing, non-numeric or non-finite field counts as 0 and flags the row
* `usage-malformed`; a negative `input` is clamped to 0 and flagged `input-negative`; any other negative count is
* malformed, and so is one beyond what a sum can hold. The two optional fields may be absent without a flag.
*/
function readRow(raw, price = () => null) {
	if (!isRecord(raw)) return {
		usage: null,
		cost: null,
		totalTokens: null,
		flags: ["usage-missing"]
	};
	const flags = /* @__PURE__ */ new Set();
	const count = (name, optional = false) => {
		const value = raw[name];
		if (optional && value === void 0) return 0;
		const number = finiteOrNull(value);
		if (number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number;
		flags.add(name === "input" && number !== null && number < 0 ? "input-negative" : "usage-malformed");
		return 0;
	};
	const usage = {
		input: count("input"),
		output: count("output"),
		cacheRead: count("cacheRead"),
		cacheWrite: count("cacheWrite"),
		cacheWrite1h: count("cacheWrite1h", true),
		reasoning: count("reasoning", true)
	};
	const own = readCost(raw.cost);
	if (own === null) flags.add("cost-missing");
	return {
		usage,
		cost: own ?? price(usage),
		totalTokens: finiteOrNull(raw.totalTokens),
		flags: [...flags]
	};
}
/** `readRow` for a row that names its model, priced by the model where the row has no cost of its own. */
function readPricedRow(raw, provider, model, price) {
	return readRow(raw, (usage) => price(provider, model, usage));
}
var init_row = __esmMin((() => {
	init_unknown();
	init_cost();
}));
// src/usage/turn.ts
/** A key for one provider+api+model. Injective: no two different triples share it. */
function modelKey(id) {
	return JSON.stringify([
		id.provider,
		id.api,
		id.model
	]);
}
/**
* Reads an assistant message of unknown origin; null when it is no assistant message. A missing name becomes the empty
* string, a missing usage a row without usage.
*/
function readTurn(message, price) {
	if (!isRecord(message) || message.role !== "assistant") return null;
	const provider = textOrNull(message.provider) ?? "";
	const model = textOrNull(message.model) ?? "";
	return {
		provider,
		api: textOrNull(message.api) ?? "",
		model,
		at: finiteOrNull(message.timestamp),
		thinkingLevel: textOrNull(message.thinkingLevel),
		stopReason: textOrNull(message.stopReason) ?? "",
		errorMessage: textOrNull(message.errorMessage),
		row: readPricedRow(field(message, "usage"), provider, model, price)
	};
}
var init_turn = __esmMin((() => {
	init_unknown();
	init_row();
}));
// src/usage/ledger.ts
var Ledger;
var init_ledger = __esmMin((() => {
	init_cost();
	init_hit_rate();
	init_inclusive_input();
	init_turn();
	init_usage();
	Ledger = class {
		#tallies = /* @__PURE__ */ new Map();
		#flags = /* @__PURE__ */ new Set();
		/** Adds one turn and returns its flags, the suspicion that needs the turn before it included. */
		add(turn) {
			const tally = this.#tally(turn);
			const { usage, cost } = turn.row;
			tally.turns += 1;
			tally.cost = addCost(tally.cost, cost);
			const flags = [...turn.row.flags];
			if (usage !== null) {
				tally.usage = addUsage(tally.usage, usage);
				if (promptTokens(usage) > 0) {
					tally.measuredTurns += 1;
					const alternative = inclusiveInputRate(turn.row, tally.previous);
					if (alternative !== null) {
						tally.inclusiveRate = alternative;
						flags.push("inclusive-input-suspected");
					}
					tally.previous = usage;
					tally.reporting ||= hasCacheActivity(usage);
				}
			}
			for (const flag of flags) this.#flags.add(flag);
			return flags;
		}
		/** Per model, in the order of first appearance. */
		get models() {
			return [...this.#tallies.values()].map((tally) => ({
				provider: tally.provider,
				api: tally.api,
				model: tally.model,
				turns: tally.turns,
				measuredTurns: tally.measuredTurns,
				hitRate: tally.reporting ? hitRate(tally.usage) : null,
				usage: tally.usage,
				rated: tally.reporting ? tally.usage : NO_USAGE,
				cost: tally.cost,
				reporting: tally.reporting,
				inclusiveRate: tally.inclusiveRate
			}));
		}
		/** Whether the model of this turn has shown cache activity in this range. */
		isReporting(id) {
			return this.#tallies.get(modelKey(id))?.reporting ?? false;
		}
		/** The rate of one turn, by the rule of its model in this range: null until the model has shown cache activity. */
		rateOf(turn) {
			return turn.row.usage !== null && this.isReporting(turn) ? hitRate(turn.row.usage) : null;
		}
		/** Everything in the range. The rate is sum(cacheRead) / sum(prompt) of the reporting models. */
		aggregate() {
			let turns = 0;
			let measuredTurns = 0;
			let usage = NO_USAGE;
			let rated = NO_USAGE;
			let cost = null;
			for (const tally of this.#tallies.values()) {
				turns += tally.turns;
				measuredTurns += tally.measuredTurns;
				usage = addUsage(usage, tally.usage);
				if (tally.reporting) rated = addUsage(rated, tally.usage);
				if (tally.cost !== null) cost = (cost ?? 0) + tally.cost;
			}
			return {
				turns,
				measuredTurns,
				hitRate: hitRate(rated),
				usage,
				rated,
				cost
			};
		}
		/** All flags seen in the range, `not-reporting` when a measured model has shown no cache activity. */
		get flags() {
			return [...this.#tallies.values()].some((tally) => tally.measuredTurns > 0 && !tally.reporting) ? [...this.#flags, "not-reporting"] : [...this.#flags];
		}
		#tally(id) {
			const key = modelKey(id);
			const known = this.#tallies.get(key);
			if (known !== void 0) return known;
			const { provider, api, model } = id;
			const fresh = {
				provider,
				api,
				model,
				turns: 0,
				measuredTurns: 0,
				usage: NO_USAGE,
				cost: null,
				reporting: false,
				inclusiveRate: null,
				previous: null
			};
			this.#tallies.set(key, fresh);
			return fresh;
		}
	};
}));
// src/usage/entry.ts
/**
* Reads a session entry of any type, version or origin. Null for entries that carry no usage, that are foreign, newer or
* corrupt. Text in the entry is not looked at.
*/
function readEntry(entry, price) {
	if (!isRecord(entry)) return null;
	switch (entry.type) {
		case "message": return readMessage(entry.message, price);
		case "usage": return {
			kind: "refresh",
			row: readPricedRow(entry.usage, textOrNull(entry.provider) ?? "", textOrNull(entry.model) ?? "", price)
		};
		case "compaction": return side("compaction", entry.usage);
		case "branch_summary": return side("branchSummary", entry.usage);
		default: return null;
	}
}
function readMessage(message, price) {
	const turn = readTurn(message, price);
	if (turn !== null) return {
		kind: "turn",
		turn
	};
	if (!isRecord(message) || message.role !== "toolResult") return null;
	return side("nested", message.usage);
}
function side(side, usage) {
	return isRecord(usage) ? {
		kind: "side",
		side,
		row: readRow(usage)
	} : null;
}
/** The entry's id, or null when it has none. */
function entryId(entry) {
	return isRecord(entry) ? textOrNull(entry.id) : null;
}
/** The id of the entry before this one on its branch, or null at a root. */
function parentId(entry) {
	return isRecord(entry) ? textOrNull(entry.parentId) : null;
}
var init_entry = __esmMin((() => {
	init_unknown();
	init_row();
	init_turn();
}));
// src/usage/totals.ts
init_cost();
init_entry();
init_ledger();
init_usage();
/** Totals of a range of session entries: its turns by model, and apart from them everything that is not a turn. */
var Totals = class {
	ledger = new Ledger();
	#refreshes = {
		count: 0,
		usage: NO_USAGE,
		cost: null
	};
	#side = {
		compaction: NO_USAGE,
		branchSummary: NO_USAGE,
		nested: NO_USAGE
	};
	#everything = {
		usage: NO_USAGE,
		cost: 0
	};
	/** Adds what one entry says; entries without usage add nothing. Returns the turn's flags when it was a turn. */
	add(entry, price) {
		const fact = readEntry(entry, price);
		return fact === null ? null : this.addFact(fact);
	}
	addFact(fact) {
		if (fact.kind === "turn") {
			this.#addToAll(fact.turn.row);
			return this.ledger.add(fact.turn);
		}
		this.#addToAll(fact.row);
		const usage = fact.row.usage ?? NO_USAGE;
		if (fact.kind === "refresh") {
			const { count, usage: sum, cost } = this.#refreshes;
			this.#refreshes = {
				count: count + 1,
				usage: addUsage(sum, usage),
				cost: addCost(cost, fact.row.cost)
			};
		} else this.#side = {
			...this.#side,
			[fact.side]: addUsage(this.#side[fact.side], usage)
		};
		return null;
	}
	get refreshes() {
		return this.#refreshes;
	}
	get side() {
		return this.#side;
	}
	/** Every token and dollar of the range, as Pi's own footer sums them: turns, refreshes, summaries, nested usage. */
	get everything() {
		return this.#everything;
	}
	#addToAll(row) {
		this.#everything = {
			usage: addUsage(this.#everything.usage, row.usage ?? NO_USAGE),
			cost: this.#everything.cost + (row.cost?.total ?? 0)
		};
	}
};
// src/usage/session-scan.ts
init_entry();
/**
* The session scope: totals of all entries of the file, and of those appended after the reset mark. Incremental: when
* the leaf has moved, only entries it has not seen are read; when nothing moved, nothing is read. Derived from Pi's own
* entries, so it is right after resume, fork and reload without any state of its own.
*/
var SessionScan = class {
	#price;
	#sessionId = null;
	#leafId = null;
	#entryCount = null;
	#scanned = 0;
	#lastId = null;
	/** Entries before this index do not count in the window; null without a reset. */
	#mark = null;
	#file = new Totals();
	#window = this.#file;
	#newest = null;
	#latest = null;
	constructor(price) {
		this.#price = price;
	}
	/** Whether `reset` has moved the start of the window. */
	get isReset() {
		return this.#mark !== null;
	}
	/** All entries of the file. */
	get file() {
		return this.#file;
	}
	/** The session scope: the whole file, or what came after the reset mark. */
	get window() {
		return this.#window;
	}
	/** The newest turn of the active branch inside the window, failed and aborted ones included; null without one. */
	get latest() {
		return this.#latest;
	}
	/** The newest turn of the active branch, whether before or after the reset mark; null without one. */
	get newest() {
		return this.#newest;
	}
	/** Brings the totals up to date. Returns whether anything had changed since the last call. */
	update(view) {
		const sessionId = view.sessionId();
		const leafId = view.leafId();
		const entryCount = view.entryCount();
		if (sessionId === this.#sessionId && leafId === this.#leafId && entryCount === this.#entryCount) return false;
		const entries = view.entries();
		if (this.#sessionId !== null && sessionId !== this.#sessionId) this.#mark = null;
		if (sessionId !== this.#sessionId || !this.#continues(entries)) this.#startOver();
		this.#sessionId = sessionId;
		this.#readUpTo(entries);
		const found = this.#findNewest(view);
		this.#newest = found?.turn ?? null;
		const inWindow = this.#mark === null || entries.lastIndexOf(found?.entry) >= this.#mark;
		this.#latest = inWindow ? this.#newest : null;
		this.#leafId = leafId;
		this.#entryCount = entryCount;
		return true;
	}
	/** Starts the window after the last entry of now. A session that is shorter than the mark has an empty window. */
	reset(view) {
		this.update(view);
		this.#mark = this.#scanned;
		this.#window = new Totals();
		this.#latest = null;
	}
	/** The entries of the active branch that lie in the window, with their position on the branch among all turns. */
	branchEntries(view) {
		const branch = view.branch();
		if (!this.isReset) return {
			entries: branch,
			turnsBefore: 0
		};
		const inWindow = new Set(view.entries().slice(this.#mark ?? 0));
		const start = branch.findIndex((entry) => inWindow.has(entry));
		const turnsBefore = (start < 0 ? branch : branch.slice(0, start)).filter((entry) => readEntry(entry, this.#price)?.kind === "turn").length;
		return {
			entries: start < 0 ? [] : branch.slice(start),
			turnsBefore
		};
	}
	#continues(entries) {
		return entries.length >= this.#scanned && (this.#scanned === 0 || entryId(entries[this.#scanned - 1]) === this.#lastId);
	}
	#startOver() {
		this.#scanned = 0;
		this.#lastId = null;
		this.#file = new Totals();
		this.#window = this.#mark === null ? this.#file : new Totals();
	}
	#readUpTo(entries) {
		while (this.#scanned < entries.length) {
			const index = this.#scanned;
			const entry = entries[index];
			const fact = readEntry(entry, this.#price);
			this.#scanned += 1;
			this.#lastId = entryId(entry);
			if (fact === null) continue;
			this.#file.addFact(fact);
			if (this.#mark !== null && index >= this.#mark) this.#window.addFact(fact);
		}
	}
	/**
	* Walks up from the leaf to the nearest turn. The walk is over entry links, not over the file, so that after moving in
	* the tree it is the newest turn the user looks at.
	*/
	#findNewest(view) {
		const seen = /* @__PURE__ */ new Set();
		let id = view.leafId();
		while (id !== null && !seen.has(id)) {
			seen.add(id);
			const entry = view.entry(id);
			const fact = readEntry(entry, this.#price);
			if (fact?.kind === "turn") return {
				turn: fact.turn,
				entry
			};
			id = parentId(entry);
		}
		return null;
	}
};
// src/monitor.ts
init_ledger();
init_turn();
/**
* The state of one instance: the current run, the session scope, speed, refused requests and the switches. It takes
* facts and times, and knows neither Pi's events nor any view. `now` is milliseconds since the epoch, `clock`
* milliseconds of a monotonic clock.
*/
var Monitor = class {
	config;
	price;
	#meter = new SpeedMeter();
	#refusals = new Unclassified400s();
	#details = new TurnDetails();
	#run = new Ledger();
	#scan;
	#enabled = true;
	#lastSpeed;
	#pendingSpeed;
	#internalErrors = 0;
	constructor(config, price) {
		this.config = config;
		this.price = price;
		this.#scan = new SessionScan(price);
	}
	get enabled() {
		return this.#enabled;
	}
	get scan() {
		return this.#scan;
	}
	/** The current run: turns since the session was opened or reset, while enabled. */
	get run() {
		return this.#run;
	}
	get details() {
		return this.#details;
	}
	get refusals() {
		return this.#refusals.list;
	}
	/** Speed of the last response of this run; undefined before any. */
	get lastSpeed() {
		return this.#lastSpeed;
	}
	get internalErrors() {
		return this.#internalErrors;
	}
	/** A fault of this package was caught. Its text is dropped: it may quote a prompt. */
	countInternalError() {
		this.#internalErrors += 1;
	}
	/** A session begins, whatever the reason: the run starts from nothing, the session scope from the session's file. */
	sessionStarted() {
		this.#scan = new SessionScan(this.price);
		this.#clearRun();
	}
	requestStarted(clock) {
		if (!this.#enabled) return;
		this.#meter.requestStarted(clock);
		this.#refusals.nextRequest();
	}
	responseStarted() {
		if (this.#enabled) this.#meter.responseStarted();
	}
	/** Constant work: this runs for every streamed delta. */
	streamed(event, clock) {
		if (this.#enabled) this.#meter.update(event, clock);
	}
	/** A response came with status 400, where the adapter reports it. */
	refused(provider, model, now) {
		if (this.#enabled) this.#refusals.record({
			at: now,
			provider,
			model
		});
	}
	/** The response is complete; tools have not run yet, so their time is not in the speed. */
	responseEnded(message, clock) {
		const turn = this.#enabled ? readTurn(message, this.price) : null;
		if (turn === null) return;
		const complete = turn.stopReason !== "error" && turn.stopReason !== "aborted";
		this.#pendingSpeed = this.#meter.finish(turn.row.usage, complete, clock);
	}
	/** The turn is over and its message is final and saved under `entryId` (null on a Pi that does not say). */
	turnEnded(message, entryId, now) {
		const turn = this.#enabled ? readTurn(message, this.price) : null;
		if (turn === null) return;
		this.#run.add(turn);
		if (this.#pendingSpeed !== void 0) {
			this.#lastSpeed = this.#pendingSpeed;
			if (entryId !== null) this.#details.add(entryId, this.#pendingSpeed);
			this.#pendingSpeed = void 0;
		}
		if (turn.stopReason === "error" && reports400(turn.errorMessage)) this.#refusals.record({
			at: now,
			provider: turn.provider,
			model: turn.model
		});
		this.#refusals.nextRequest();
	}
	enable() {
		this.#enabled = true;
	}
	/** Nothing is measured until `enable`; what was measured stays. */
	disable() {
		this.#enabled = false;
		this.#meter.clear();
		this.#pendingSpeed = void 0;
	}
	/** Run totals, refused requests and speed start from nothing, the session scope from the entry of now. */
	reset(host) {
		this.#clearRun();
		this.#scan.reset(host);
	}
	#clearRun() {
		this.#run = new Ledger();
		this.#refusals.clear();
		this.#details.clear();
		this.#meter.clear();
		this.#lastSpeed = void 0;
		this.#pendingSpeed = void 0;
	}
};
// src/pi-host.ts
init_unknown();
var VIRTUAL_API = "pi-virtual";
/**
* Pi, as the package asks it. Everything is taken at the moment of the call; what an older Pi lacks answers as Pi itself
* would without the feature.
*/
function createHost(pi, ctx) {
	const session = ctx.sessionManager;
	return {
		mode: ctx.mode,
		sessionId: () => session.getSessionId(),
		leafId: () => session.getLeafId(),
		entryCount: () => entryCount(session),
		entries: () => session.getEntries(),
		entry: (id) => session.getEntry(id),
		branch: () => session.getBranch(),
		sessionFile: () => session.getSessionFile() ?? null,
		sessionName: () => session.getSessionName() ?? null,
		cwd: () => session.getCwd(),
		home: () => process.env.HOME || process.env.USERPROFILE || null,
		model: () => selectedModel(ctx.model),
		thinkingLevel: () => textOrNull(pi.getThinkingLevel()),
		contextUse: () => contextUse(ctx.getContextUsage()),
		autoCompaction: () => autoCompaction(pi),
		subscription: () => usesSubscription(ctx),
		experimental: () => process.env.PI_EXPERIMENTAL === "1"
	};
}
/** There at run time since Pi 1.6, though not in the type that extensions see. */
function entryCount(session) {
	if (!isRecord(session)) return null;
	const { getEntryCount } = session;
	return isFunction(getEntryCount) ? finiteOrNull(getEntryCount.call(session)) : null;
}
function selectedModel(model) {
	if (!isRecord(model)) return null;
	return {
		provider: textOrNull(model.provider) ?? "",
		id: textOrNull(model.id) ?? "",
		reasoning: model.reasoning === true,
		contextWindow: finiteOrNull(model.contextWindow) ?? 0,
		virtual: model.api === VIRTUAL_API
	};
}
function contextUse(usage) {
	if (!isRecord(usage)) return null;
	return {
		percent: finiteOrNull(usage.percent),
		contextWindow: finiteOrNull(usage.contextWindow) ?? 0
	};
}
/** Pi compacts by itself unless the setting says otherwise. Before Pi 1.0.3 the setting cannot be asked. */
function autoCompaction(pi) {
	return field(field(isFunction(pi.getSettings) ? pi.getSettings() : void 0, "compaction"), "enabled") !== false;
}
/** As Pi's footer decides `(sub)`: Kimi Coding, or a login that its provider marks as a subscription. */
function usesSubscription(ctx) {
	const { model, modelRegistry } = ctx;
	if (model === void 0) return false;
	if (model.provider === "kimi-coding") return true;
	if (!modelRegistry.isUsingOAuth(model)) return false;
	return field(field(field(isFunction(modelRegistry.getProvider) ? modelRegistry.getProvider(model.provider) : void 0, "auth"), "oauth"), "isSubscription") === true;
}
// src/pi-price.ts
init_cost();
/**
* Prices rows that carry no cost from Pi's model catalogue, as Pi would have: dollars per million tokens, the tier whose
* threshold the prompt exceeds, one-hour writes at twice the input price (Anthropic). Null for models Pi does not know.
*/
function createPricer(models) {
	return (provider, model, usage) => {
		const rates = ratesOf(models(), provider, model);
		if (rates === void 0) return null;
		const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
		return priced([...rates.tiers ?? []].sort((a, b) => b.inputTokensAbove - a.inputTokensAbove).find((tier) => prompt > tier.inputTokensAbove) ?? rates, usage);
	};
}
function ratesOf(models, provider, model) {
	try {
		return models?.find(provider, model)?.cost;
	} catch {
		return;
	}
}
function priced(rates, usage) {
	const shortWrite = Math.max(0, usage.cacheWrite - usage.cacheWrite1h);
	return readCost({
		input: rates.input * usage.input / 1e6,
		output: rates.output * usage.output / 1e6,
		cacheRead: rates.cacheRead * usage.cacheRead / 1e6,
		cacheWrite: (rates.cacheWrite * shortWrite + rates.input * 2 * usage.cacheWrite1h) / 1e6
	});
}
// src/ui/footer/facts.ts
/** Whether two frames would look the same. */
function sameFacts(a, b) {
	for (const key in a) if (!Object.is(a[key], b[key])) return false;
	return true;
}
// src/ui/numbers.ts
/** Token counts for a footer, worded as Pi's own footer words them: 950, 1.2k, 45k, 1.2M, 12M. */
function compactTokens(count) {
	if (count < 1e3) return String(count);
	if (count < 1e4) return `${(count / 1e3).toFixed(1)}k`;
	if (count < 1e6) return `${Math.round(count / 1e3)}k`;
	if (count < 1e7) return `${(count / 1e6).toFixed(1)}M`;
	return `${Math.round(count / 1e6)}M`;
}
/** Token counts for a report, in full with grouped thousands: 10,207. */
function fullTokens(count) {
	return Math.round(count).toLocaleString("en-US");
}
/** US dollars: three decimals as in Pi's footer, more where three would hide the amount. */
function dollars(amount) {
	if (amount !== 0 && Math.abs(amount) < .001) return `$${amount.toFixed(6)}`;
	return `$${amount.toFixed(3)}`;
}
/** Output tokens per second, whole above 10. */
function tokensPerSecond(rate) {
	return `${rate >= 9.95 ? Math.round(rate) : rate.toFixed(1)} t/s`;
}
var init_numbers = __esmMin((() => {}));
// src/ui/safe-text.ts
var safe_text_exports = /* @__PURE__ */ __exportAll({
	displayName: () => displayName,
	oneLine: () => oneLine
});
/** Text of outside origin on one line: control characters and direction marks become one space. */
function oneLine(text) {
	return text.replace(UNPRINTABLE, " ").trim();
}
/**
* A provider or model name for display: one line, at most 40 columns. For display only: names are compared raw. An empty
* name reads `?`.
*/
function displayName(name) {
	const text = oneLine(name.slice(0, 400));
	if (text === "") return "?";
	return visibleWidth(text) <= NAME_COLUMNS ? text : `${sliceByColumn(text, 0, 39, true)}…`;
}
var UNPRINTABLE, NAME_COLUMNS;
var init_safe_text = __esmMin((() => {
	UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
	NAME_COLUMNS = 40;
}));
// src/ui/footer/layout.ts
init_hit_rate();
init_numbers();
init_safe_text();
/** Columns between the left and the right part of a row. */
var GAP = 2;
/** A model name cut shorter than this says nothing. */
var SHORTEST_MODEL = 6;
/**
* Lays the footer out in `width` columns (1 and up); no line is wider. Everything stands on two lines where they hold
* it, otherwise the counters move up beside the folder or onto a line of their own. What still does not fit goes in the
* order model, speed, context; the hit rates go last.
*/
function layoutFooter(facts, width, paint, glyphs) {
	const place = paint.dim(placeText(facts, glyphs));
	const counters = countersText(facts, paint, glyphs);
	const models = modelTexts(facts, glyphs);
	const measured = [
		rateText(facts, paint, glyphs),
		contextText(facts, paint, glyphs),
		speedText(facts, paint, glyphs)
	];
	const allLeft = [counters, ...measured].filter(Boolean).join(" ");
	const rows = [];
	const shortest = models.at(-1) ?? "";
	if (visibleWidth(allLeft) + GAP + visibleWidth(shortest) <= width) rows.push(place, spread(allLeft, models, width, paint.dim));
	else {
		const together = visibleWidth(place) + GAP + visibleWidth(counters) <= width;
		rows.push(...together ? [spread(place, [counters], width, (text) => text)] : [place, counters]);
		rows.push(fitMeasured(measured, models, width, paint));
	}
	if (facts.statuses !== "") rows.push(facts.statuses);
	return rows.filter((row) => row !== "").map((row) => truncateToWidth(row, width, paint.dim(glyphs.ellipsis)));
}
/** `left`, and at the right edge the first of `rights` that fits; the last one is cut if none does. */
function spread(left, rights, width, paintRight) {
	const room = width - visibleWidth(left) - GAP;
	const right = rights.map(paintRight).find((right) => visibleWidth(right) <= room) ?? paintRight(cut(rights.at(-1) ?? "", room));
	if (visibleWidth(right) === 0) return left;
	return left + " ".repeat(Math.max(0, room + GAP - visibleWidth(right))) + right;
}
/** Cut to `room` columns, without a separator left hanging; nothing when what remains says nothing. */
function cut(text, room) {
	if (room < SHORTEST_MODEL) return "";
	return sliceByColumn(text, 0, room, true).replace(/[^\p{L}\p{N})\]]+$/u, "");
}
function fitMeasured(measured, models, width, paint) {
	const all = measured.filter(Boolean).join(" ");
	if (visibleWidth(all) <= width) return spread(all, models, width, paint.dim);
	return [measured.slice(0, 2), measured.slice(0, 1)].map((parts) => parts.filter(Boolean).join(" ")).find((left) => visibleWidth(left) <= width) ?? measured[0] ?? "";
}
function placeText({ folder, branch, sessionName }, glyphs) {
	const name = sessionName === null ? "" : ` ${glyphs.dot} ${sessionName}`;
	return oneLine(`${folder}${branch === null ? "" : ` (${branch})`}${name}`);
}
function countersText(facts, paint, glyphs) {
	const parts = [];
	if (facts.input > 0) parts.push(`${glyphs.up}${compactTokens(facts.input)}`);
	if (facts.output > 0) parts.push(`${glyphs.down}${compactTokens(facts.output)}`);
	if (facts.cacheRead > 0) parts.push(`R${compactTokens(facts.cacheRead)}`);
	if (facts.cacheWrite > 0) parts.push(`W${compactTokens(facts.cacheWrite)}`);
	if (facts.cost !== 0 || facts.subscription) parts.push(`$${facts.cost.toFixed(3)}${facts.subscription ? " (sub)" : ""}`);
	const text = parts.length === 0 ? "" : paint.dim(parts.join(" "));
	return facts.experimental ? [text, paint.warning("xp")].filter(Boolean).join(" ") : text;
}
function rateText(facts, paint, glyphs) {
	const session = `${glyphs.session} ${formatHitRate(facts.sessionRate, 0)}`;
	const latest = `${glyphs.latest} ${formatHitRate(facts.latestRate, 0)}`;
	return [facts.sessionRate === null ? paint.dim(session) : session, facts.latestRate === null ? paint.dim(latest) : paint.warning(latest)].join(" ");
}
function contextText(facts, paint, glyphs) {
	const { contextPercent: percent } = facts;
	const value = percent === null ? "?" : `${percent.toFixed(1)}%`;
	const auto = facts.autoCompaction ? " (auto)" : "";
	const text = `${glyphs.context} ${value}/${compactTokens(facts.contextWindow)}${auto}`;
	if (percent !== null && percent > 90) return paint.error(text);
	if (percent !== null && percent > 70) return paint.warning(text);
	return text;
}
function speedText(facts, paint, glyphs) {
	if (facts.speed === void 0) return "";
	if (facts.speed === null) return paint.dim(`${glyphs.speed} n/a`);
	return paint.dim(`${glyphs.speed} ${facts.speedOfRequest ? "~" : ""}${tokensPerSecond(facts.speed)}`);
}
/** Unpainted: the model with its provider, where several are in use, and without: the second is for when the first is too wide. */
function modelTexts(facts, glyphs) {
	const level = facts.thinkingLevel === "off" ? "thinking off" : facts.thinkingLevel;
	const thinking = level === null ? "" : ` ${glyphs.dot} ${level}`;
	const routedLevel = facts.routedLevel === null ? "" : ` ${glyphs.dot} ${facts.routedLevel}`;
	const routed = facts.routedModel === null ? "" : ` ${glyphs.arrow} ${facts.routedModel}${routedLevel}`;
	const name = oneLine(`${facts.model}${thinking}${routed}`);
	const short = `${glyphs.model} ${name}`;
	return facts.showProvider ? [`${glyphs.model} (${oneLine(facts.provider)}) ${name}`, short] : [short];
}
// src/ui/footer/footer.ts
/**
* The footer as Pi draws it. Each frame takes the facts of now; lines are laid out again only when a fact or the width
* has changed.
*/
function createFooter(parts) {
	let facts = null;
	let width = 0;
	let lines = [];
	return {
		render(columns) {
			try {
				const now = parts.read();
				if (now !== null && (facts === null || width !== columns || !sameFacts(facts, now))) {
					lines = [...layoutFooter(now, columns, parts.paint, parts.glyphs)];
					facts = now;
					width = columns;
				}
			} catch {
				parts.onFault();
			}
			if (width === columns) return lines;
			facts = null;
			return [];
		},
		invalidate() {
			facts = null;
		},
		dispose() {
			parts.onDispose();
		}
	};
}
// src/ui/footer/reader.ts
var SETTINGS_FRESH_MS = 500;
/**
* Takes the footer's facts from Pi, anew for each frame, so nothing on the screen is stale. What costs Pi a walk over
* the session is taken again only when leaf, session or model has changed: it cannot differ otherwise.
*/
var FooterReader = class {
	#host;
	#monitor;
	#data;
	#clock;
	#leafId;
	#sessionId;
	#modelName;
	#sessionName = null;
	#context = null;
	#autoCompaction = true;
	#settingsTakenAt = Number.NEGATIVE_INFINITY;
	/** `clock` is milliseconds of a monotonic clock. */
	constructor(host, monitor, data, clock) {
		this.#host = host;
		this.#monitor = monitor;
		this.#data = data;
		this.#clock = clock;
	}
	read() {
		const host = this.#host;
		const model = host.model();
		this.#monitor.scan.update(host);
		this.#refresh(model);
		const { scan, lastSpeed } = this.#monitor;
		const { usage, cost } = scan.file.everything;
		const latest = scan.latest;
		const routed = model?.virtual ? scan.newest : null;
		return {
			folder: shortFolder(host.cwd(), host.home()),
			branch: this.#data.getGitBranch(),
			sessionName: this.#sessionName,
			input: usage.input,
			output: usage.output,
			cacheRead: usage.cacheRead,
			cacheWrite: usage.cacheWrite,
			cost,
			subscription: host.subscription(),
			experimental: host.experimental(),
			sessionRate: scan.window.ledger.aggregate().hitRate,
			latestRate: latest === null ? null : scan.window.ledger.rateOf(latest),
			contextPercent: this.#context?.percent ?? null,
			contextWindow: this.#context?.contextWindow ?? model?.contextWindow ?? 0,
			autoCompaction: this.#takeAutoCompaction(),
			speed: lastSpeed?.tokensPerSecond,
			speedOfRequest: lastSpeed?.basis === "request",
			provider: model?.provider ?? "",
			model: model?.id || "no-model",
			thinkingLevel: model?.reasoning ? host.thinkingLevel() ?? "off" : null,
			routedModel: routed?.model ?? null,
			routedLevel: routed?.thinkingLevel ?? null,
			showProvider: model !== null && this.#data.getAvailableProviderCount() > 1,
			statuses: this.#statuses()
		};
	}
	#refresh(model) {
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
	#takeAutoCompaction() {
		const now = this.#clock();
		if (now - this.#settingsTakenAt >= SETTINGS_FRESH_MS) {
			this.#autoCompaction = this.#host.autoCompaction();
			this.#settingsTakenAt = now;
		}
		return this.#autoCompaction;
	}
	#statuses() {
		const statuses = this.#data.getExtensionStatuses();
		if (statuses.size === 0) return "";
		return [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([, text]) => text.replace(/[\r\n\t ]+/g, " ").trim()).filter(Boolean).join(" ");
	}
};
/** The folder with `~` for the home folder, as Pi's footer shows it. */
function shortFolder(cwd, home) {
	if (home === null || home === "") return cwd;
	const inside = relative(resolve(home), resolve(cwd));
	if (inside === "") return "~";
	return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? cwd : `~${sep}${inside}`;
}
// src/ui/footer/slot.ts
/**
* Holds the footer slot while it is ours. Pi disposes a footer when another takes the slot, so that is how we know; a
* footer that we did not set is never cleared.
*/
var FooterSlot = class {
	#owner = null;
	#screen = null;
	get held() {
		return this.#owner !== null;
	}
	/** Takes the slot. `create` gets a callback to run on disposal. */
	show(ui, create) {
		const owner = Symbol("footer");
		ui.setFooter((screen, theme, data) => {
			this.#owner = owner;
			this.#screen = screen;
			return create(screen, theme, data, () => {
				if (this.#owner === owner) this.release();
			});
		});
	}
	/** Gives Pi its own footer back, if the slot is still ours. */
	hide(ui) {
		if (this.held) ui.setFooter(void 0);
		this.release();
	}
	/** Forgets the slot without touching the screen. */
	release() {
		this.#owner = null;
		this.#screen = null;
	}
	/** Asks Pi for a frame. Plain: a forced one would erase the user's scrollback. */
	requestRender() {
		this.#screen?.requestRender();
	}
};
// src/ui/glyphs.ts
var DRAWN = {
	session: "◆",
	latest: "◇",
	context: "▲",
	speed: "▸",
	model: "■",
	up: "↑",
	down: "↓",
	dot: "•",
	arrow: "→",
	ellipsis: "…"
};
var PLAIN$1 = {
	session: "S",
	latest: "L",
	context: "C",
	speed: ">",
	model: "#",
	up: "in:",
	down: "out:",
	dot: "-",
	arrow: "->",
	ellipsis: "..."
};
function glyphs(ascii) {
	return ascii ? PLAIN$1 : DRAWN;
}
// src/ui/paint.ts
var PLAIN = {
	dim: (text) => text,
	warning: (text) => text,
	error: (text) => text
};
/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
function paint(theme, color) {
	if (!color) return PLAIN;
	return {
		dim: (text) => theme.fg("dim", text),
		warning: (text) => theme.fg("warning", text),
		error: (text) => theme.fg("error", text)
	};
}
// src/ui/status.ts
/** The status key. Other packages use `cache-stats` and `pi-cache-stats`. */
var STATUS_KEY = "cache-hit-rate";
/** One short status text beside any footer. It is pushed only when it differs from the last one pushed. */
var StatusLine = class {
	#shown;
	show(ui, text) {
		if (text === this.#shown) return;
		this.#shown = text;
		ui.setStatus(STATUS_KEY, text);
	}
	/** Takes our text away, if there is one. */
	clear(ui) {
		if (this.#shown === void 0) return;
		this.#shown = void 0;
		ui.setStatus(STATUS_KEY, void 0);
	}
	/** Forgets what was shown, without touching the screen: the session is gone. */
	forget() {
		this.#shown = void 0;
	}
};
// src/ui/status-text.ts
init_hit_rate();
/** The latest turn's rate in at most 14 columns, such as `hit 97%`: it shares its line with other statuses. */
function statusText(scan, language) {
	const { latest, window } = scan;
	const rate = formatHitRate(latest === null ? null : window.ledger.rateOf(latest), 0);
	return language === "zh" ? `命中 ${rate}` : `hit ${rate}`;
}
// src/views.ts
/** The views that live on the screen: the footer or the status line, as configured and switched. */
var Views = class {
	#monitor;
	#slot = new FooterSlot();
	#status = new StatusLine();
	#ui = null;
	#host = null;
	#wantsFooter = false;
	constructor(monitor) {
		this.#monitor = monitor;
	}
	/** Whether we had the footer and another extension has taken it. */
	get footerTaken() {
		return this.#wantsFooter && !this.#slot.held;
	}
	/** A session is there to be shown. */
	open(ui, host) {
		this.#ui = ui;
		this.#host = host;
		this.#status.forget();
		this.apply();
	}
	/** Shows or takes away, as configuration, mode and switches say. */
	apply() {
		const ui = this.#ui;
		const host = this.#host;
		if (ui === null || host === null) return;
		const { footer } = this.#monitor.config;
		this.#wantsFooter = this.#monitor.enabled && footer === "full" && host.mode === "tui";
		if (this.#wantsFooter) this.#showFooter(ui, host);
		else this.#slot.hide(ui);
		if (this.#monitor.enabled && footer === "status") this.refresh();
		else this.#status.clear(ui);
	}
	/** Something measured has changed: asks for a frame, pushes the status if its text changed. */
	refresh() {
		this.#slot.requestRender();
		const { config, enabled, scan } = this.#monitor;
		if (!enabled || this.#ui === null || this.#host === null) return;
		scan.update(this.#host);
		if (config.footer !== "status") return;
		this.#status.show(this.#ui, statusText(scan, config.language));
	}
	/** The session is gone: nothing of it may be touched again. */
	close() {
		this.#ui = null;
		this.#host = null;
		this.#wantsFooter = false;
		this.#slot.release();
		this.#status.forget();
	}
	#showFooter(ui, host) {
		const { config } = this.#monitor;
		this.#slot.show(ui, (screen, theme, data, onDispose) => {
			const reader = new FooterReader(host, this.#monitor, data, () => performance.now());
			const unsubscribe = data.onBranchChange(() => screen.requestRender());
			return createFooter({
				read: () => this.#host === host ? reader.read() : null,
				paint: paint(theme, config.color),
				glyphs: glyphs(config.ascii),
				onFault: () => this.#monitor.countInternalError(),
				onDispose: () => {
					unsubscribe();
					onDispose();
				}
			});
		});
	}
};
// src/ui/words/zh.ts
var zh_exports = /* @__PURE__ */ __exportAll({ words: () => words$1 });
var words$1;
var init_zh = __esmMin((() => {
	words$1 = {
		title: "提示缓存",
		session: "会话",
		sinceReset: "重置以来",
		run: "本次运行",
		branch: "当前分支",
		latest: "最近一轮",
		speed: "速度",
		cost: "费用",
		models: "按模型",
		refreshes: "缓存刷新",
		compaction: "压缩",
		branchSummary: "分支摘要",
		nested: "子代理",
		refused: "被拒请求",
		notice: "注意",
		turns: (count) => `${count.toLocaleString("en-US")} 轮`,
		fromCache: (read, prompt) => `${prompt} 个提示 token 中有 ${read} 个来自缓存`,
		turnNumber: (turn) => `第 ${turn} 轮`,
		promptParts: (prompt, fresh, read, written) => `提示 ${prompt} = 新 ${fresh} + 缓存 ${read} + 写入 ${written}`,
		noPromptTokens: (stopReason) => `没有提示 token(${stopReason})`,
		noTurns: "还没有轮次",
		withoutUsage: (count) => `${count} 轮没有用量(失败或中止),不计入命中率`,
		notReporting: "该模型至今没有报告缓存数字",
		overWholeRequest: "按整个请求计算",
		firstToken: (seconds) => `${seconds} 秒后收到第一个 token`,
		refreshCount: (count, tokens) => `对话之外的 ${count} 次请求,读取 ${tokens} token`,
		sideTokens: (prompt, output) => `提示 ${prompt},输出 ${output} token;不是轮次`,
		refusedList: (count, newest) => `${count} 次请求返回 400,未分类;最近一次 ${newest}`,
		inclusive: (model, rate) => `${model} 似乎把缓存 token 也算进 input;真实命中率可能是 ${rate}`,
		flags: {
			"usage-missing": "有响应没有用量",
			"usage-malformed": "用量字段缺失或不是数字,按 0 计",
			"input-negative": "input 为负数,按 0 计",
			"inclusive-input-suspected": "某个提供方可能把缓存 token 算进 input",
			"not-reporting": "有模型不报告缓存数字,其轮次不计入命中率",
			"cost-missing": "有用量没有费用;模型有价格时按其价格计算"
		},
		invalidConfig: (names) => `无法识别的取值,已用默认值:${names}`,
		internalErrors: (count) => `内部错误:${count}`,
		disabledNotice: "已关闭:本次运行不计轮次;/cache-stats enable 可开启",
		footerTaken: "页脚由其他扩展占用;PI_CACHE_STATS_FOOTER=status 可在旁边显示简短状态",
		columns: [
			"轮",
			"时间",
			"命中率",
			"提示",
			"缓存",
			"写入",
			"新",
			"输出",
			"速度",
			""
		],
		earlierTurns: (count) => `还有更早的 ${count} 轮未显示;/cache-stats turns N 显示最近 N 轮`,
		enabled: "cache-stats 已开启。",
		alreadyEnabled: "cache-stats 本来就是开启的。",
		disabled: "cache-stats 已关闭:不统计、不显示页脚,直到 /cache-stats enable。",
		alreadyDisabled: "cache-stats 本来就是关闭的;/cache-stats enable 可开启。",
		reset: "统计从这里重新开始。会话文件没有改动。",
		reportWritten: (path) => `报告已写入 ${path}`,
		reportNotWritten: (path, code) => `无法把报告写入 ${path}(${code})。`,
		usage: (word, commands) => `${word === null ? "" : `未知:${word}。`}用法:/cache-stats [${commands}]`,
		notACount: (word) => `${word} 不是轮数;请给出从 1 开始的整数。`,
		failed: "cache-stats 未能回答;该故障已计入内部错误。",
		describe: {
			summary: "会话、本次运行和最近一轮的命中率",
			turns: "轮次表;turns N 显示最近 N 轮",
			json: "机器可读报告;json N 只含最近 N 轮",
			enable: "重新开始统计",
			disable: "停止统计并移除页脚",
			reset: "从这里重新统计"
		}
	};
}));
// src/ui/words/en.ts
var en_exports = /* @__PURE__ */ __exportAll({ words: () => words });
var plural, words;
var init_en = __esmMin((() => {
	plural = (count, one, many) => `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
	words = {
		title: "Prompt cache",
		session: "session",
		sinceReset: "since reset",
		run: "current run",
		branch: "this branch",
		latest: "latest turn",
		speed: "speed",
		cost: "cost",
		models: "by model",
		refreshes: "refreshes",
		compaction: "compaction",
		branchSummary: "branch summary",
		nested: "subagents",
		refused: "refused",
		notice: "note",
		turns: (count) => plural(count, "turn", "turns"),
		fromCache: (read, prompt) => `${read} of ${prompt} prompt tokens from cache`,
		turnNumber: (turn) => `turn ${turn}`,
		promptParts: (prompt, fresh, read, written) => `prompt ${prompt} = ${fresh} new + ${read} cached + ${written} written`,
		noPromptTokens: (stopReason) => `no prompt tokens reported (${stopReason})`,
		noTurns: "no turn yet",
		withoutUsage: (count) => `${plural(count, "turn", "turns")} without usage (failed or aborted), not in any rate`,
		notReporting: "no cache numbers from this model so far",
		overWholeRequest: "over the whole request",
		firstToken: (seconds) => `first token after ${seconds} s`,
		refreshCount: (count, tokens) => `${plural(count, "request", "requests")} outside the conversation, ${tokens} tokens read`,
		sideTokens: (prompt, output) => `prompt ${prompt}, output ${output} tokens; not a turn`,
		refusedList: (count, newest) => `${plural(count, "request", "requests")} answered 400, unclassified; newest ${newest}`,
		inclusive: (model, rate) => `${model} seems to count cached tokens inside input; its true rate may be ${rate}`,
		flags: {
			"usage-missing": "a response came without usage",
			"usage-malformed": "a usage field was missing or no number; it counts as 0",
			"input-negative": "a negative input count; it counts as 0",
			"inclusive-input-suspected": "a provider may count cached tokens inside input",
			"not-reporting": "a model reports no cache numbers; its turns are in no rate",
			"cost-missing": "a row without cost; priced from the model where it has a price"
		},
		invalidConfig: (names) => `value not understood, default used: ${names}`,
		internalErrors: (count) => `internal errors: ${count}`,
		disabledNotice: "disabled: turns are not counted in the run; /cache-stats enable",
		footerTaken: "another extension owns the footer; PI_CACHE_STATS_FOOTER=status shows a short status beside it",
		columns: [
			"turn",
			"time",
			"rate",
			"prompt",
			"cached",
			"written",
			"new",
			"output",
			"speed",
			""
		],
		earlierTurns: (count) => `${plural(count, "earlier turn", "earlier turns")} not shown; /cache-stats turns N shows the last N`,
		enabled: "cache-stats is on.",
		alreadyEnabled: "cache-stats is on already.",
		disabled: "cache-stats is off: no statistics, no footer, until /cache-stats enable.",
		alreadyDisabled: "cache-stats is off already; /cache-stats enable turns it on.",
		reset: "Statistics start from here. The session file is unchanged.",
		reportWritten: (path) => `Report written to ${path}`,
		reportNotWritten: (path, code) => `The report could not be written to ${path} (${code}).`,
		usage: (word, commands) => `${word === null ? "" : `Unknown: ${word}. `}Usage: /cache-stats [${commands}]`,
		notACount: (word) => `${word} is no count of turns; give a whole number from 1.`,
		failed: "cache-stats could not answer; the fault is counted under internal errors.",
		describe: {
			summary: "Hit rates of session, run and latest turn",
			turns: "Table of turns; turns N for the last N",
			json: "Machine report; json N for the last N turns",
			enable: "Measure again",
			disable: "Stop measuring and take the footer away",
			reset: "Start the statistics from here"
		}
	};
}));
// src/ui/words/load.ts
/** The catalogue of one language, read when a command first needs it: start-up does not pay for it. */
async function loadWords(language) {
	return (language === "zh" ? await Promise.resolve().then(() => (init_zh(), zh_exports)) : await Promise.resolve().then(() => (init_en(), en_exports))).words;
}
var init_load = __esmMin((() => {}));
// src/commands/command.ts
function info(text) {
	return {
		text,
		level: "info"
	};
}
function warning(text) {
	return {
		text,
		level: "warning"
	};
}
/** A count of turns from an argument: null when nothing was given, undefined when it is no whole number from 1. */
function readCount(args) {
	if (args === "") return null;
	return /^[1-9]\d{0,8}$/.test(args) ? Number(args) : void 0;
}
var init_command = __esmMin((() => {}));
// src/usage/branch.ts
/** Reads the active branch. O(depth), so for commands, not for frames. */
function readBranch(scan, view, price) {
	const { entries, turnsBefore } = scan.branchEntries(view);
	const ledger = new Ledger();
	const turns = [];
	for (const entry of entries) {
		const fact = readEntry(entry, price);
		if (fact?.kind !== "turn") continue;
		const flags = ledger.add(fact.turn);
		turns.push({
			number: turnsBefore + turns.length + 1,
			entryId: entryId(entry),
			turn: fact.turn,
			flags
		});
	}
	return {
		turns,
		ledger
	};
}
var init_branch = __esmMin((() => {
	init_entry();
	init_ledger();
}));
// src/version.ts
var VERSION$1, REPORT_SCHEMA;
var init_version = __esmMin((() => {
	VERSION$1 = "0.1.0";
	REPORT_SCHEMA = "pi-cache-stats/report@1";
}));
// src/report/cause.ts
var CAUSES;
var init_cause = __esmMin((() => {
	CAUSES = [
		"cold-start",
		"tools-changed",
		"system-changed",
		"history-rewritten",
		"thinking-changed",
		"params-changed",
		"model-changed",
		"endpoint-changed",
		"compacted",
		"navigated",
		"resumed",
		"expired",
		"evicted",
		"provider-side",
		"below-minimum",
		"not-reported",
		"lookback-exceeded",
		"markers-moved",
		"retention-changed",
		"concurrent",
		"malformed-usage",
		"unknown"
	];
}));
// src/report/build.ts
/** Builds the report. `lastTurns` bounds the turn list; what is not a count of at least 1 means the default. */
function buildReport(source, lastTurns = 500) {
	const { scan, branch, run, session } = source;
	const { ledger } = scan.window;
	const asked = Number.isInteger(lastTurns) && lastTurns >= 1 ? lastTurns : 500;
	const shown = branch.turns.slice(-Math.min(asked, 500));
	const newest = branch.turns.at(-1);
	return {
		schema: REPORT_SCHEMA,
		generatedAt: new Date(source.now).toISOString(),
		versions: {
			piCacheStats: VERSION$1,
			pi: source.piVersion
		},
		enabled: source.enabled,
		session,
		run: run.aggregate(),
		window: {
			...ledger.aggregate(),
			scope: scan.isReset ? "since-reset" : "session"
		},
		branch: branch.ledger.aggregate(),
		latest: {
			turn: newest?.number ?? null,
			hitRate: newest === void 0 ? null : ledger.rateOf(newest.turn)
		},
		models: [...ledger.models],
		turns: shown.map((turn) => turnReport(turn, ledger, source.details)),
		breaks: noBreaks(),
		money: {
			readSavings: null,
			writePremium: null,
			warmingCost: null,
			compactionCost: null,
			net: null
		},
		refreshes: scan.window.refreshes,
		side: scan.window.side,
		clock: {
			observed: false,
			lastStart: null,
			lifetimeSeconds: null,
			expiresAt: null,
			warm: null,
			tokensIfCold: null,
			costIfCold: null
		},
		prefix: null,
		unclassified400: source.refusals.map(({ at, provider, model }) => ({
			at: isoTime(at) ?? "",
			provider,
			model
		})),
		flags: [...ledger.flags],
		invalidConfig: [...source.invalidConfig],
		internalErrors: source.internalErrors
	};
}
/** One turn of the contract. Its rate follows the window: null until its model has shown cache activity there. */
function turnReport(branchTurn, window, details) {
	const { number, entryId, turn, flags } = branchTurn;
	const speed = details.speed(entryId);
	return {
		turn: number,
		entryId,
		at: isoTime(turn.at),
		provider: turn.provider,
		api: turn.api,
		model: turn.model,
		thinkingLevel: turn.thinkingLevel,
		stopReason: turn.stopReason,
		usage: turn.row.usage,
		promptTokens: turn.row.usage === null ? null : promptTokens(turn.row.usage),
		hitRate: window.rateOf(turn),
		cost: turn.row.cost?.total ?? null,
		prefix: null,
		verdict: unmeasured(),
		tokensPerSecond: speed?.tokensPerSecond ?? null,
		timeToFirstTokenMs: speed?.timeToFirstTokenMs ?? null,
		speedBasis: speed?.basis ?? null,
		flags: [...flags]
	};
}
function noBreaks() {
	const none = () => ({
		count: 0,
		missedTokens: 0,
		missedCost: null
	});
	const byCause = CAUSES.map((cause) => [cause, none()]);
	return {
		...none(),
		byCause: Object.fromEntries(byCause)
	};
}
/** ISO 8601, or null for a time that is missing or outside what a date can hold. */
function isoTime(ms) {
	if (ms === null || Number.isNaN(new Date(ms).getTime())) return null;
	return new Date(ms).toISOString();
}
var unmeasured;
var init_build = __esmMin((() => {
	init_usage();
	init_version();
	init_cause();
	unmeasured = () => ({
		outcome: "unmeasured",
		cause: null,
		also: [],
		certainty: "unknown",
		evidence: [],
		missedTokens: 0,
		missedCost: null
	});
}));
// src/report/report-now.ts
/**
* The report of a running instance. Apart from the monitor, so that start-up does not pay for it. `now` is milliseconds
* since the epoch; `lastTurns` bounds the list of turns.
*/
function reportNow(monitor, host, piVersion, now, lastTurns) {
	monitor.scan.update(host);
	return buildReport({
		now,
		piVersion,
		enabled: monitor.enabled,
		session: {
			id: host.sessionId(),
			file: host.sessionFile()
		},
		run: monitor.run,
		scan: monitor.scan,
		branch: readBranch(monitor.scan, host, monitor.price),
		details: monitor.details,
		refusals: monitor.refusals,
		invalidConfig: monitor.config.invalid,
		internalErrors: monitor.internalErrors
	}, lastTurns);
}
var init_report_now = __esmMin((() => {
	init_branch();
	init_build();
}));
// src/ui/text/columns.ts
/** Pads to `width` terminal columns: CJK characters take two. Text that is wider stays as it is. */
function padEnd(text, width) {
	return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}
/** As `padEnd`, with the text at the right. */
function padStart(text, width) {
	return " ".repeat(Math.max(0, width - visibleWidth(text))) + text;
}
/** Rows of equal length as aligned lines, two blanks between columns; `left` names the columns aligned to the left. */
function alignColumns(rows, left) {
	const widths = [];
	for (const row of rows) row.forEach((cell, index) => {
		widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
	});
	return rows.map((row) => row.map((cell, index) => (left.has(index) ? padEnd : padStart)(cell, widths[index] ?? 0)).join("  ").trimEnd());
}
var init_columns = __esmMin((() => {}));
// src/ui/text/turns.ts
/** `/cache-stats turns`: the newest turns of the active branch, oldest first. Times are local. */
function turnsText(report, words, shown) {
	const turns = report.turns.slice(-shown);
	if (turns[0] === void 0) return words.noTurns;
	const severalModels = new Set(turns.map((turn) => `${turn.provider}/${turn.model}`)).size > 1;
	const rows = turns.map((turn) => turnRow(turn, severalModels));
	const lines = alignColumns([words.columns, ...rows], /* @__PURE__ */ new Set([9]));
	const earlier = report.branch.turns - turns.length;
	return earlier > 0 ? [words.earlierTurns(earlier), ...lines].join("\n") : lines.join("\n");
}
function turnRow(turn, withModel) {
	const { usage } = turn;
	const count = (value) => value === void 0 ? "n/a" : fullTokens(value);
	const notes = [
		...turn.stopReason === "error" || turn.stopReason === "aborted" ? [turn.stopReason] : [],
		...withModel ? [displayName(turn.model)] : [],
		...turn.flags
	];
	return [
		String(turn.turn),
		turn.at === null ? "n/a" : new Date(turn.at).toTimeString().slice(0, 8),
		formatHitRate(turn.hitRate, 1),
		turn.promptTokens === null ? "n/a" : fullTokens(turn.promptTokens),
		count(usage?.cacheRead),
		count(usage?.cacheWrite),
		count(usage?.input),
		count(usage?.output),
		turn.tokensPerSecond === null ? "n/a" : tokensPerSecond(turn.tokensPerSecond),
		notes.join(" ")
	];
}
var init_turns$1 = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_safe_text();
	init_columns();
}));
// src/commands/turns.ts
var turns_exports = /* @__PURE__ */ __exportAll({ run: () => run$3 });
var run$3;
var init_turns = __esmMin((() => {
	init_report_now();
	init_safe_text();
	init_turns$1();
	init_command();
	run$3 = ({ monitor, host, words, piVersion, now }, args) => {
		const count = readCount(args);
		if (count === void 0) return warning(words.notACount(displayName(args)));
		return info(turnsText(reportNow(monitor, host, piVersion, now()), words, count ?? 20));
	};
}));
// src/export/write.ts
var write_exports = /* @__PURE__ */ __exportAll({ writeExport: () => writeExport });
/**
* Writes a report below Pi's agent folder, in a folder of the session's own, never in the project. The name holds the
* time, so no earlier file is overwritten. A failed write leaves nothing half-written behind.
*/
async function writeExport(agentDir, sessionId, now, extension, content) {
	const folder = join(agentDir, "cache-stats", sessionId.replace(/[^\w-]/g, "_").slice(0, 100) || "session");
	const name = `report-${new Date(now).toISOString().replace(/[:.]/g, "-")}`;
	let path = join(folder, `${name}.${extension}`);
	try {
		await mkdir(folder, { recursive: true });
		for (let attempt = 2;; attempt++) try {
			await writeNew(path, content);
			return {
				ok: true,
				path
			};
		} catch (error) {
			if (codeOf(error) !== "EEXIST" || attempt > 100) throw error;
			path = join(folder, `${name}-${attempt}.${extension}`);
		}
	} catch (error) {
		return {
			ok: false,
			path,
			code: codeOf(error)
		};
	}
}
/** Writes a file that must not exist yet, whole or not at all. */
async function writeNew(path, content) {
	const file = await open(path, "wx");
	try {
		await file.writeFile(content);
		await file.close();
	} catch (error) {
		await file.close().catch(() => void 0);
		await rm(path, { force: true }).catch(() => void 0);
		throw error;
	}
}
function codeOf(error) {
	return textOrNull(field(error, "code")) ?? "unknown";
}
var init_write = __esmMin((() => {
	init_unknown();
}));
// src/commands/json.ts
var json_exports = /* @__PURE__ */ __exportAll({ run: () => run$2 });
var run$2;
var init_json = __esmMin((() => {
	init_report_now();
	init_safe_text();
	init_command();
	run$2 = async ({ monitor, host, words, piVersion, now, agentDir }, args) => {
		const count = readCount(args);
		if (count === void 0) return warning(words.notACount(displayName(args)));
		const time = now();
		const report = reportNow(monitor, host, piVersion, time, count ?? void 0);
		if (host.mode !== "tui") return info(JSON.stringify(report));
		const { writeExport } = await Promise.resolve().then(() => (init_write(), write_exports));
		const written = await writeExport(agentDir(), report.session.id, time, "json", `${JSON.stringify(report, null, 2)}\n`);
		return written.ok ? info(words.reportWritten(written.path)) : warning(words.reportNotWritten(written.path, written.code));
	};
}));
// src/commands/switches.ts
var switches_exports = /* @__PURE__ */ __exportAll({
	disable: () => disable,
	enable: () => enable,
	reset: () => reset
});
var enable, disable, reset;
var init_switches = __esmMin((() => {
	init_command();
	enable = ({ monitor, words, views }) => {
		if (monitor.enabled) return info(words.alreadyEnabled);
		monitor.enable();
		views.apply();
		return info(words.enabled);
	};
	disable = ({ monitor, words, views }) => {
		if (!monitor.enabled) return info(words.alreadyDisabled);
		monitor.disable();
		views.apply();
		return info(words.disabled);
	};
	reset = ({ monitor, host, words, views }) => {
		monitor.reset(host);
		views.refresh();
		return info(words.reset);
	};
}));
// src/commands/table.ts
var SUBCOMMANDS;
var init_table = __esmMin((() => {
	SUBCOMMANDS = [
		{
			name: "turns",
			args: " [n]",
			load: async () => (await Promise.resolve().then(() => (init_turns(), turns_exports))).run
		},
		{
			name: "json",
			args: " [n]",
			load: async () => (await Promise.resolve().then(() => (init_json(), json_exports))).run
		},
		{
			name: "enable",
			args: "",
			load: async () => (await Promise.resolve().then(() => (init_switches(), switches_exports))).enable
		},
		{
			name: "disable",
			args: "",
			load: async () => (await Promise.resolve().then(() => (init_switches(), switches_exports))).disable
		},
		{
			name: "reset",
			args: "",
			load: async () => (await Promise.resolve().then(() => (init_switches(), switches_exports))).reset
		}
	];
}));
// src/ui/text/summary.ts
/** `/cache-stats`: both scopes, the latest turn, then only what there is to say. */
function summaryText(report, words, notes) {
	const rows = [
		...scopeRows(report, words),
		...latestRows(report, words),
		...costRows(report, words),
		...sideRows(report, words),
		...refusedRows(report, words),
		...noticeRows(report, words, notes)
	];
	return [
		`${words.title} · pi-cache-stats ${report.versions.piCacheStats}`,
		...alignColumns(rows, /* @__PURE__ */ new Set([0, 2])),
		...modelLines(report, words)
	].join("\n");
}
function scopeRows(report, words) {
	const { window, run, branch } = report;
	const rows = [scopeRow(window.scope === "session" ? words.session : words.sinceReset, window, words), scopeRow(words.run, run, words)];
	if (branch.turns !== window.turns) rows.push(scopeRow(words.branch, branch, words));
	return rows;
}
function scopeRow(label, scope, words) {
	if (scope.turns === 0) return [
		label,
		formatHitRate(null, 1),
		words.noTurns
	];
	const prompt = promptTokens(scope.rated);
	const parts = [words.turns(scope.turns)];
	if (prompt > 0) parts.push(words.fromCache(fullTokens(scope.rated.cacheRead), fullTokens(prompt)));
	return [
		label,
		formatHitRate(scope.hitRate, 1),
		parts.join(" · ")
	];
}
function latestRows(report, words) {
	const turn = report.turns.at(-1);
	if (turn === void 0) return [];
	const parts = [words.turnNumber(turn.turn)];
	if (turn.usage === null || promptTokens(turn.usage) === 0) parts.push(words.noPromptTokens(displayName(turn.stopReason)));
	else {
		const { input, cacheRead, cacheWrite } = turn.usage;
		const prompt = fullTokens(promptTokens(turn.usage));
		parts.push(words.promptParts(prompt, fullTokens(input), fullTokens(cacheRead), fullTokens(cacheWrite)));
	}
	return [[
		words.latest,
		formatHitRate(turn.hitRate, 1),
		parts.join(" · ")
	], ...speedRows(turn, words)];
}
function speedRows(turn, words) {
	const { tokensPerSecond: speed, timeToFirstTokenMs: wait } = turn;
	if (speed === null) return [];
	const parts = [tokensPerSecond(speed) + (turn.speedBasis === "request" ? ` (${words.overWholeRequest})` : "")];
	if (wait !== null) parts.push(words.firstToken((wait / 1e3).toFixed(1)));
	return [[
		words.speed,
		"",
		parts.join(" · ")
	]];
}
function costRows(report, words) {
	const { window, run } = report;
	if (window.cost === null || window.cost === 0) return [];
	const text = `${window.scope === "session" ? words.session : words.sinceReset} ${dollars(window.cost)}${run.cost === null ? "" : ` · ${words.run} ${dollars(run.cost)}`}`;
	return [[
		words.cost,
		"",
		text
	]];
}
function sideRows(report, words) {
	const rows = [];
	const { refreshes, side } = report;
	if (refreshes.count > 0) {
		const text = words.refreshCount(refreshes.count, fullTokens(refreshes.usage.cacheRead));
		rows.push([
			words.refreshes,
			"",
			refreshes.cost === null ? text : `${text} · ${dollars(refreshes.cost)}`
		]);
	}
	for (const [label, usage] of [
		[words.compaction, side.compaction],
		[words.branchSummary, side.branchSummary],
		[words.nested, side.nested]
	]) if (promptTokens(usage) + usage.output > 0) rows.push([
		label,
		sideRate(usage),
		sideText(usage, words)
	]);
	return rows;
}
function sideRate(usage) {
	return usage.cacheRead === 0 ? "" : formatHitRate(usage.cacheRead / promptTokens(usage), 1);
}
function sideText(usage, words) {
	return words.sideTokens(fullTokens(promptTokens(usage)), fullTokens(usage.output));
}
function refusedRows(report, words) {
	const newest = report.unclassified400.at(-1);
	if (newest === void 0) return [];
	const name = `${displayName(newest.provider)}/${displayName(newest.model)} ${newest.at}`;
	return [[
		words.refused,
		"",
		words.refusedList(report.unclassified400.length, name)
	]];
}
function noticeRows(report, words, notes) {
	const texts = [];
	if (!report.enabled) texts.push(words.disabledNotice);
	if (notes.footerTaken) texts.push(words.footerTaken);
	const unmeasured = report.window.turns - report.window.measuredTurns;
	if (unmeasured > 0) texts.push(words.withoutUsage(unmeasured));
	for (const model of report.models) {
		if (model.inclusiveRate === null) continue;
		texts.push(words.inclusive(displayName(model.model), formatHitRate(model.inclusiveRate, 1)));
	}
	const covered = /* @__PURE__ */ new Set(["inclusive-input-suspected", "usage-missing"]);
	if (report.models.length > 1) covered.add("not-reporting");
	texts.push(...report.flags.filter((flag) => !covered.has(flag)).map((flag) => words.flags[flag]));
	if (report.invalidConfig.length > 0) texts.push(words.invalidConfig(report.invalidConfig.join(", ")));
	if (report.internalErrors > 0) texts.push(words.internalErrors(report.internalErrors));
	return texts.map((text) => [
		words.notice,
		"",
		text
	]);
}
function modelLines(report, words) {
	if (report.models.length < 2) return [];
	const rows = report.models.map((model) => {
		const name = `${displayName(model.provider)}/${displayName(model.model)}`;
		const text = model.measuredTurns > 0 && !model.reporting ? `${words.turns(model.turns)} · ${words.notReporting}` : scopeRow("", model, words)[2];
		return [
			`  ${name}`,
			formatHitRate(model.hitRate, 1),
			text
		];
	});
	return [words.models, ...alignColumns(rows, /* @__PURE__ */ new Set([0, 2]))];
}
var init_summary$1 = __esmMin((() => {
	init_hit_rate();
	init_usage();
	init_numbers();
	init_safe_text();
	init_columns();
}));
// src/commands/summary.ts
var summary_exports = /* @__PURE__ */ __exportAll({ run: () => run$1 });
var run$1;
var init_summary = __esmMin((() => {
	init_report_now();
	init_summary$1();
	init_command();
	run$1 = ({ monitor, host, words, piVersion, now, views }) => info(summaryText(reportNow(monitor, host, piVersion, now()), words, { footerTaken: views.footerTaken }));
}));
// src/commands/dispatch.ts
var dispatch_exports = /* @__PURE__ */ __exportAll({
	complete: () => complete,
	dispatch: () => dispatch
});
/**
* Answers `/cache-stats ARGS` with one message, always. Unknown words get a usage line. A fault, also one in `context`, is
* reported to `onFault` and answered without its text.
*/
async function dispatch(args, config, context, onFault) {
	const words = await loadWords(config.language);
	let answer;
	try {
		answer = await run(args, {
			...context(),
			words
		});
	} catch {
		onFault();
		answer = {
			text: words.failed,
			level: "error"
		};
	}
	return config.ascii ? {
		...answer,
		text: plainMarks(answer.text)
	} : answer;
}
async function run(args, context) {
	const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(args) ?? [];
	if (word === "") return (await Promise.resolve().then(() => (init_summary(), summary_exports))).run(context, "");
	const subcommand = SUBCOMMANDS.find(({ name }) => name === word.toLowerCase());
	if (subcommand === void 0) return unknownWord(word, context.words);
	if (rest !== "" && subcommand.args === "") return unknownWord(rest, context.words);
	return (await subcommand.load())(context, rest);
}
/** Our own marks as plain ones; words stay in their language. */
function plainMarks(text) {
	return text.replaceAll("·", "-").replaceAll("…", "...");
}
async function unknownWord(word, words) {
	const { displayName } = await Promise.resolve().then(() => (init_safe_text(), safe_text_exports));
	return warning(words.usage(displayName(word), SUBCOMMANDS.map(({ name, args }) => name + args).join(" | ")));
}
/**
* Tab completion of the first word; null when nothing fits, as Pi wants it. Also null for a word that is typed in full:
* with a menu open the Enter key would take the word again instead of running the command.
*/
async function complete(prefix, language) {
	const typed = prefix.trimStart().toLowerCase();
	const fitting = SUBCOMMANDS.filter(({ name }) => name.startsWith(typed));
	if (fitting.every(({ name }) => name === typed)) return null;
	const words = await loadWords(language);
	return fitting.map(({ name }) => ({
		value: name,
		label: name,
		description: words.describe[name]
	}));
}
var init_dispatch = __esmMin((() => {
	init_load();
	init_command();
	init_table();
}));
// src/extension.ts
init_unknown();
/**
* The door to Pi: the only file that subscribes. One call is one instance with its own state. No handler returns a
* value or throws, and nothing is done at load but subscribing.
*/
function cacheStats(pi) {
	const config = readConfig(process.env);
	let models = null;
	let host = null;
	const monitor = new Monitor(config, createPricer(() => models));
	const views = new Views(monitor);
	const clock = () => performance.now();
	const guarded = (handler) => guard(handler, () => monitor.countInternalError());
	pi.on("session_start", guarded((_event, ctx) => {
		host = createHost(pi, ctx);
		models = ctx.modelRegistry;
		monitor.sessionStarted();
		views.open(ctx.ui, host);
	}));
	pi.on("session_shutdown", guarded(() => {
		views.close();
		host = null;
		models = null;
	}));
	pi.on("before_provider_request", guarded(() => monitor.requestStarted(clock())));
	pi.on("after_provider_response", guarded((event) => {
		if (event.status !== 400 || host === null) return;
		const model = host.model();
		monitor.refused(model?.provider ?? "", model?.id ?? "", Date.now());
	}));
	pi.on("message_start", guarded(({ message }) => {
		if (message.role === "assistant") monitor.responseStarted();
	}));
	pi.on("message_update", guarded((event) => monitor.streamed(event.assistantMessageEvent, clock())));
	pi.on("message_end", guarded(({ message }) => monitor.responseEnded(message, clock())));
	pi.on("turn_end", guarded((event) => {
		monitor.turnEnded(event.message, textOrNull(event.messageEntryId), Date.now());
		views.refresh();
	}));
	const refresh = guarded(() => views.refresh());
	pi.on("tool_execution_start", refresh);
	pi.on("tool_execution_end", refresh);
	pi.on("agent_end", refresh);
	pi.on("model_select", refresh);
	pi.on("thinking_level_select", refresh);
	pi.on("session_tree", refresh);
	pi.on("session_compact", refresh);
	pi.on("session_info_changed", refresh);
	pi.registerCommand("cache-stats", {
		description: config.language === "zh" ? "提示缓存命中率" : "Prompt cache hit rates",
		getArgumentCompletions: async (prefix) => (await commands()).complete(prefix, config.language),
		handler: async (args, ctx) => {
			const context = () => {
				const view = host ?? createHost(pi, ctx);
				return {
					monitor,
					host: view,
					views,
					piVersion: VERSION,
					now: Date.now,
					agentDir: getAgentDir
				};
			};
			const { dispatch } = await commands();
			const answer = await dispatch(args, config, context, () => monitor.countInternalError());
			guarded(() => deliver(answer, ctx))();
		}
	});
}
/** Loaded at the first command or completion: start-up does not pay for it. */
function commands() {
	return Promise.resolve().then(() => (init_dispatch(), dispatch_exports));
}
export { cacheStats as default };

// pi-cache-stats 0.1.0, the whole extension in one file. License: MIT.
// GENERATED from src by `npm run bundle`: do not edit, change src and run it again.
// Needs nothing but Node and the packages that Pi itself gives to its extensions.

import { hash, randomBytes } from "node:crypto";
import { sliceByColumn, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { types } from "node:util";
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
			on: "full",
			yes: "full",
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
* since several of Pi's events take a returned value as a change. A handler may be asynchronous; Pi then waits for it.
*/
function guard(handler, onFault) {
	return (...args) => {
		try {
			const result = handler(...args);
			if (result instanceof Promise) return result.then(() => void 0, () => onFault());
		} catch {
			onFault();
		}
	};
}
// src/request-watch.ts
/**
* The requests of one session: what was seen of them, and which response belongs to which. Without an observer, which is
* loaded when it is first needed, nothing is seen.
*/
var RequestWatch = class {
	#observer = null;
	#pending = null;
	/** Requests are observed from now on with this observer, which belongs to the present session; null for none yet. */
	use(observer) {
		this.#observer = observer;
	}
	get isObserving() {
		return this.#observer !== null;
	}
	/** The newest observation of a request; null before any. */
	get last() {
		return this.#observer?.last ?? null;
	}
	/** The last difference that was seen, with its texts: for the user's own screen, on request. */
	get lastChange() {
		return this.#observer?.lastChange ?? null;
	}
	/** A request is about to be sent; `awaited`: a turn waits for its response. */
	observe(payload, awaited, context) {
		if (this.#observer === null || !awaited) return;
		this.#pending = this.#observer.request(payload, context);
	}
	/** The awaited response has come: its request is what the next one is compared with. */
	answered() {
		this.#observer?.answered();
	}
	/** The user has moved in the tree or compacted: the next request of each scope may branch off. */
	moved() {
		this.#observer?.moved();
	}
	/** The observation of the turn that ends, once. */
	take() {
		const observation = this.#pending;
		this.#pending = null;
		return observation;
	}
	/** Everything starts anew: the next request has nothing to be compared with. */
	clear() {
		this.#observer?.clear();
		this.#pending = null;
	}
};
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
	/** A request that a response is awaited to is about to be sent. A retry replaces the request before it. */
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
// src/turn-phase.ts
/**
* Where a turn is, by Pi's events: it begins, its request goes out, the response streams, is complete, and the turn ends.
* Requests also go out at other times (cache-warming replays), and statistics can be switched off in the middle.
*/
var TurnPhase = class {
	#phase = "between";
	#watched = true;
	#counted = false;
	/** A response is awaited and has not begun. */
	get isAwaiting() {
		return this.#phase === "awaiting";
	}
	get isResponding() {
		return this.#phase === "responding";
	}
	/** Whether the turn has been measured from its start. */
	get isWatched() {
		return this.#watched;
	}
	/** A session or turn begins; `enabled`: it is measured. */
	begin(phase, enabled) {
		this.#phase = phase;
		this.#watched = enabled;
		this.#counted = false;
	}
	respond() {
		this.#phase = "responding";
	}
	/** The response is complete; tools may follow. */
	complete() {
		this.#phase = "between";
	}
	/** Switched off in the middle: this turn is not measured, also if it is switched on again before it ends. */
	stopWatching() {
		this.#watched = false;
	}
	/** Answers once per turn that its response is to be counted. */
	countOnce() {
		const first = !this.#counted;
		this.#counted = true;
		return first;
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
var NOTHING_KNOWN = Object.freeze({
	speed: null,
	observation: null
});
/** Turns whose details stay in memory; the oldest are dropped first. Totals are kept elsewhere and lose nothing. */
var DETAILS_KEPT = 2e3;
/** The details of the newest turns, by entry id. Bounded, so that a run of any length stays small. */
var TurnDetails = class {
	#byEntry = /* @__PURE__ */ new Map();
	#kept;
	constructor(kept = DETAILS_KEPT) {
		this.#kept = kept;
	}
	add(entryId, detail) {
		this.#byEntry.delete(entryId);
		this.#byEntry.set(entryId, detail);
		if (this.#byEntry.size <= this.#kept) return;
		for (const oldest of this.#byEntry.keys()) {
			this.#byEntry.delete(oldest);
			return;
		}
	}
	/** Nothing for turns of earlier processes and for turns dropped since. */
	of(entryId) {
		return (entryId === null ? void 0 : this.#byEntry.get(entryId)) ?? NOTHING_KNOWN;
	}
	get size() {
		return this.#byEntry.size;
	}
	clear() {
		this.#byEntry.clear();
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
var VIRTUAL_API;
var init_turn = __esmMin((() => {
	init_unknown();
	init_row();
	VIRTUAL_API = "pi-virtual";
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
				ratedTurns: tally.reporting ? tally.measuredTurns : 0,
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
			let ratedTurns = 0;
			let usage = NO_USAGE;
			let rated = NO_USAGE;
			let cost = null;
			for (const tally of this.#tallies.values()) {
				turns += tally.turns;
				measuredTurns += tally.measuredTurns;
				usage = addUsage(usage, tally.usage);
				if (tally.reporting) {
					rated = addUsage(rated, tally.usage);
					ratedTurns += tally.measuredTurns;
				}
				if (tally.cost !== null) cost = (cost ?? 0) + tally.cost;
			}
			return {
				turns,
				measuredTurns,
				ratedTurns,
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
		cost: null
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
			cost: addCost(this.#everything.cost, row.cost)
		};
	}
};
// src/usage/session-scan.ts
init_entry();
init_turn();
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
	#answer = null;
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
	/** The newest answer of a physical model on the active branch, before or after the reset mark; null without one. */
	get answer() {
		return this.#answer;
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
		const newest = this.#walkUp(view, () => true);
		const inWindow = this.#mark === null || entries.lastIndexOf(newest?.entry) >= this.#mark;
		this.#latest = inWindow ? newest?.turn ?? null : null;
		this.#answer = newest !== null && isAnswer(newest.turn) ? newest.turn : this.#walkUp(view, isAnswer)?.turn ?? null;
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
	* Walks up from the leaf to the nearest turn that fits. The walk is over entry links, not over the file, so that after
	* moving in the tree it is the newest turn the user looks at.
	*/
	#walkUp(view, fits) {
		const seen = /* @__PURE__ */ new Set();
		let id = view.leafId();
		while (id !== null && !seen.has(id)) {
			seen.add(id);
			const entry = view.entry(id);
			const fact = readEntry(entry, this.#price);
			if (fact?.kind === "turn" && fits(fact.turn)) return {
				turn: fact.turn,
				entry
			};
			id = parentId(entry);
		}
		return null;
	}
};
/** As Pi decides which response a virtual model was routed to: neither failed nor aborted, and by a physical model. */
function isAnswer({ stopReason, api }) {
	return stopReason !== "error" && stopReason !== "aborted" && api !== "pi-virtual";
}
// src/monitor.ts
init_ledger();
init_turn();
init_usage();
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
	#turn = new TurnPhase();
	requests = new RequestWatch();
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
		this.requests.use(null);
		this.#scan = new SessionScan(this.price);
		this.#turn.begin("between", this.#enabled);
		this.#clearRun();
	}
	turnStarted() {
		this.#turn.begin("awaiting", this.#enabled);
	}
	/**
	* A request is about to be sent. Returns whether a response to it is awaited: Pi's cache-warming replays also come this
	* way, between turns and while a response streams, and belong to no turn.
	*/
	requestStarted(clock) {
		if (!this.#turn.isAwaiting) return false;
		if (this.#enabled) this.#meter.requestStarted(clock);
		this.#refusals.nextRequest();
		return true;
	}
	/** The payload of a request, read while it is about to be sent. `awaited` is what `requestStarted` answered. */
	observe(payload, awaited, context) {
		if (this.#enabled) this.requests.observe(payload, awaited, context);
	}
	responseStarted() {
		this.#turn.respond();
		if (this.#enabled) this.#meter.responseStarted();
	}
	/** Constant work: this runs for every streamed delta. */
	streamed(event, clock) {
		if (this.#enabled) this.#meter.update(event, clock);
	}
	/** A response came with status 400, where the adapter reports it. */
	refused(provider, model, now) {
		if (this.#enabled && !this.#turn.isResponding) this.#refusals.record({
			at: now,
			provider,
			model
		});
	}
	/** The response is complete; tools have not run yet, so their time is not in the speed. */
	responseEnded(message, clock) {
		const turn = readTurn(message, this.price);
		if (turn === null) return;
		this.#turn.complete();
		if (!this.#isCounting) return;
		const complete = turn.stopReason !== "error" && turn.stopReason !== "aborted";
		this.#pendingSpeed = this.#meter.finish(turn.row.usage, complete, clock);
		const billed = turn.row.usage !== null && promptTokens(turn.row.usage) > 0;
		if (complete || billed) this.requests.answered();
		this.#count(turn);
	}
	/** The turn is over and its message is saved under `entryId` (null on a Pi that does not say). */
	turnEnded(message, entryId, now) {
		const turn = readTurn(message, this.price);
		if (turn === null) return;
		if (this.#isCounting) this.#finishTurn(turn, entryId, now);
		this.#refusals.nextRequest();
		this.#turn.begin("between", this.#enabled);
	}
	enable() {
		this.#enabled = true;
	}
	/** Nothing is measured until `enable`; what was measured stays. */
	disable() {
		this.#enabled = false;
		this.#turn.stopWatching();
		this.#meter.clear();
		this.#pendingSpeed = void 0;
		this.requests.clear();
		this.#lastSpeed = void 0;
	}
	/** Run totals, refused requests and speed start from nothing, the session scope from the entry of now. */
	reset(host) {
		this.#clearRun();
		this.#scan.reset(host);
	}
	get #isCounting() {
		return this.#enabled && this.#turn.isWatched;
	}
	#finishTurn(turn, entryId, now) {
		this.#count(turn);
		const [speed, observation] = [this.#pendingSpeed, this.requests.take()];
		if (speed !== void 0) this.#lastSpeed = speed;
		if (entryId !== null && (speed !== void 0 || observation !== null)) this.#details.add(entryId, {
			speed: speed ?? null,
			observation
		});
		this.#pendingSpeed = void 0;
		if (turn.stopReason === "error" && reports400(turn.errorMessage)) this.#refusals.record({
			at: now,
			provider: turn.provider,
			model: turn.model
		});
	}
	/** Into the run, once per turn: with the response, so that a report during the tools agrees with the session's. */
	#count(turn) {
		if (this.#turn.countOnce()) this.#run.add(turn);
	}
	#clearRun() {
		this.#run = new Ledger();
		this.#refusals.clear();
		this.#details.clear();
		this.#meter.clear();
		this.#lastSpeed = void 0;
		this.#pendingSpeed = void 0;
		this.requests.clear();
	}
};
// src/pi-host.ts
init_unknown();
init_turn();
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
		toolOwner: (tool) => toolOwner(pi, tool),
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
		api: textOrNull(model.api) ?? "",
		baseUrl: model.baseUrl,
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
/** A package by its source, an extension by its file or folder; `builtin` for Pi's own. */
function toolOwner(pi, tool) {
	const info = pi.getAllTools().find(({ name }) => name === tool)?.sourceInfo;
	const [path, source] = [textOrNull(field(info, "path")), textOrNull(field(info, "source"))];
	if (path?.startsWith("builtin:")) return "builtin";
	if (field(info, "origin") === "package" && source !== null) return lastPart(source);
	if (path === null) return source;
	const file = lastPart(path);
	return /^index\.\w+$/.test(file) ? lastPart(path.slice(0, -file.length - 1)) : file;
}
function lastPart(path) {
	return path.split(/[\\/]/).at(-1) ?? path;
}
// src/pi-price.ts
init_cost();
init_usage();
/**
* Prices rows that carry no cost from Pi's model catalogue, as Pi would have: dollars per million tokens, the tier whose
* threshold the prompt exceeds, one-hour writes at twice the input price (Anthropic). Null for models Pi does not know.
*/
function createPricer(models) {
	return (provider, model, usage) => {
		const rates = ratesOf(models(), provider, model);
		if (rates === void 0) return null;
		const prompt = promptTokens(usage);
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
// src/request-context.ts
/**
* What a request belongs to, as Pi says while it is sent. Under a virtual model Pi names the model that was selected, not
* the one that answers: then the payload says which. What Pi cannot say is left out, and the observation is `skipped`.
*/
function requestContext(host) {
	const model = answerOf(() => host.model());
	return {
		scope: {
			session: answerOf(() => host.sessionId()),
			provider: model?.provider,
			api: model?.api,
			model: model?.virtual ? null : model?.id ?? "",
			baseUrl: model?.baseUrl
		},
		ownerOf: (tool) => answerOf(() => host.toolOwner(tool))
	};
}
function answerOf(ask) {
	try {
		return ask();
	} catch {
		return null;
	}
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
	return parts.length === 0 ? "" : paint.dim(parts.join(" "));
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
	const fullness = percent ?? 0;
	const painted = fullness > 90 ? paint.error(text) : fullness > 70 ? paint.warning(text) : text;
	return facts.experimental ? `${painted} ${paint.dim(glyphs.dot)} ${paint.strongWarning("xp")}` : painted;
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
/** The marks to use. */
function glyphs(ascii) {
	return ascii ? PLAIN$1 : DRAWN;
}
var DRAWN, PLAIN$1;
var init_glyphs = __esmMin((() => {
	DRAWN = {
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
	PLAIN$1 = {
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
}));
// src/ui/paint.ts
init_glyphs();
var same$1 = (text) => text;
var PLAIN = {
	dim: same$1,
	warning: same$1,
	error: same$1,
	strongWarning: same$1
};
/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
function paint(theme, color) {
	if (!color) return PLAIN;
	return {
		dim: (text) => theme.fg("dim", text),
		warning: (text) => theme.fg("warning", text),
		error: (text) => theme.fg("error", text),
		strongWarning: (text) => theme.bold(theme.fg("warning", text))
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
		if (config.footer === "status" || this.#host.entryCount() === null) scan.update(this.#host);
		if (config.footer === "status") this.#status.show(this.#ui, statusText(scan, config.language));
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
// src/prefix/difference.ts
/** The first difference in sending order, or null when the values are the same. */
function firstDifference(before, after, path = "") {
	if (before.kind === "object" && after.kind === "object") return inObjects(before.fields, after.fields, path);
	if (before.kind === "array" && after.kind === "array") return inLists(before.items, after.items, path);
	if (same(before, after)) return null;
	return {
		kind: isCutShort(before, after) ? "truncated" : "changed",
		path,
		before,
		after
	};
}
function inObjects(before, after, path) {
	const old = new Map(before);
	const now = new Map(after);
	let moved = null;
	for (let at = 0; at < Math.max(before.length, after.length); at++) {
		const [oldKey] = before[at] ?? [];
		const [newKey, newValue] = after[at] ?? [];
		if (newKey !== void 0 && newValue !== void 0 && !old.has(newKey)) return {
			kind: "added",
			path: join$1(path, newKey),
			before: null,
			after: newValue
		};
		if (oldKey !== void 0 && !now.has(oldKey)) return {
			kind: "removed",
			path: join$1(path, oldKey),
			before: old.get(oldKey) ?? null,
			after: null
		};
		if (oldKey !== newKey) moved ??= newKey ?? oldKey ?? null;
		const oldValue = newKey === void 0 ? void 0 : old.get(newKey);
		const inner = oldValue && newValue ? firstDifference(oldValue, newValue, join$1(path, newKey ?? "")) : null;
		if (inner !== null) return inner;
	}
	if (moved === null) return null;
	return {
		kind: "key-order",
		path: join$1(path, moved),
		before: old.get(moved) ?? null,
		after: now.get(moved) ?? null
	};
}
/** Lists differ where an element was put in or taken out, or else inside the first element that differs. */
function inLists(before, after, path) {
	const shared = Math.min(before.length, after.length);
	let at = 0;
	while (at < shared && sameAt(before, at, after, at)) at += 1;
	const [old, now] = [before[at], after[at]];
	const here = `${path}[${at}]`;
	if (old === void 0 && now === void 0) return null;
	if (old === void 0) return {
		kind: "added",
		path: here,
		before: null,
		after: now ?? null
	};
	if (now === void 0) return {
		kind: "removed",
		path: here,
		before: old,
		after: null
	};
	if (after.length < before.length && sameAt(before, at + 1, after, at)) return {
		kind: "removed",
		path: here,
		before: old,
		after: null
	};
	if (after.length > before.length && sameAt(before, at, after, at + 1)) return {
		kind: "added",
		path: here,
		before: null,
		after: now
	};
	return firstDifference(old, now, here);
}
function sameAt(a, aAt, b, bAt) {
	const [left, right] = [a[aAt], b[bAt]];
	return left !== void 0 && right !== void 0 && same(left, right);
}
/** Whether two values are the same, order of fields included. */
function same(a, b) {
	if (a.kind === "leaf") return b.kind === "leaf" && a.value === b.value;
	if (a.kind === "bytes") return b.kind === "bytes" && a.size === b.size && a.digest === b.digest;
	if (a.kind === "array") return b.kind === "array" && a.items.length === b.items.length && a.items.every((_, at) => sameAt(a.items, at, b.items, at));
	if (b.kind !== "object" || a.fields.length !== b.fields.length) return false;
	return a.fields.every(([key, value], at) => {
		const [otherKey, otherValue] = b.fields[at] ?? [];
		return key === otherKey && otherValue !== void 0 && same(value, otherValue);
	});
}
/** Text of which only the beginning is left. */
function isCutShort(before, after) {
	const [old, now] = [textOf(before), textOf(after)];
	return old !== null && now !== null && now.length < old.length && old.startsWith(now);
}
/** The text of a leaf, or null for anything else. */
function textOf(node) {
	return node?.kind === "leaf" && typeof node.value === "string" ? node.value : null;
}
/** UTF-16 code units of a value as it would be read, field names included; binary counts nothing. */
function charsOf(node) {
	switch (node.kind) {
		case "leaf": return String(node.value).length;
		case "bytes": return 0;
		case "array": return node.items.reduce((sum, item) => sum + charsOf(item), 0);
		case "object": return node.fields.reduce((sum, [key, value]) => sum + key.length + charsOf(value), 0);
	}
}
/** A key as part of a path, bounded: `.name`, or `["a b"]` where that would be read wrong. */
function join$1(path, key) {
	const short = key.slice(0, 100);
	return /^[A-Za-z_$][\w$-]*$/.test(short) ? `${path}.${short}` : `${path}[${JSON.stringify(short)}]`;
}
var init_difference = __esmMin((() => {}));
// src/prefix/prompt-sections.ts
/**
* The outermost tagged parts of a text, in order: Pi's own (`<tools>`, `<rules>`, `<project_context>`, `<skills>`, `<cwd>`)
* and those of extensions. An opening tag without its closing tag is text.
*/
function promptSections(text) {
	const sections = [];
	const unclosed = /* @__PURE__ */ new Set();
	OPENING.lastIndex = 0;
	for (let looked = 0; looked < MOST_TAGS && unclosed.size < MOST_UNCLOSED; looked++) {
		const match = OPENING.exec(text);
		if (match === null) break;
		const [, tag = ""] = match;
		if (unclosed.has(tag)) continue;
		const closing = text.indexOf(`</${tag}>`, OPENING.lastIndex);
		if (closing < 0) {
			unclosed.add(tag);
			continue;
		}
		const end = closing + tag.length + 3;
		sections.push({
			tag,
			start: match.index,
			end
		});
		OPENING.lastIndex = end;
	}
	return sections;
}
/** The tagged part in which two prompts differ first, or null when the difference lies outside of all. */
function tagAt(before, after, offset) {
	const [old, now] = [promptSections(before), promptSections(after)];
	const oldTags = new Set(old.map(({ tag }) => tag));
	const newTags = new Set(now.map(({ tag }) => tag));
	const oldHere = sectionFrom(old, before, offset);
	const newHere = sectionFrom(now, after, offset);
	if (newHere !== null && !oldTags.has(newHere.tag)) return {
		tag: newHere.tag,
		kind: "added"
	};
	if (oldHere !== null && !newTags.has(oldHere.tag)) return {
		tag: oldHere.tag,
		kind: "removed"
	};
	const inside = newHere ?? oldHere;
	return inside === null ? null : {
		tag: inside.tag,
		kind: "changed"
	};
}
/** The part that contains the offset, or begins right after it but for blank space. */
function sectionFrom(sections, text, offset) {
	let at = offset;
	while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
	return sections.find(({ start, end }) => start < offset && offset < end) ?? sections.find(({ start, end }) => start <= at && at < end) ?? null;
}
/**
* Length of the inside of the one well-formed `<tag>…</tag>` of a text, in UTF-16 code units; null when there is none, or
* more than one opening or closing tag, or one in the wrong order or with another suffix. Attributes after ASCII white
* space are allowed where `attributes` says so. One scan, no backtracking.
*/
function soleBlockChars(text, tag, attributes) {
	const opening = soleIndex(text, `<${tag}`);
	const closing = soleIndex(text, `</${tag}`);
	if (opening === null || closing === null || closing < opening) return null;
	if (text[closing + tag.length + 2] !== ">") return null;
	const after = opening + tag.length + 1;
	const next = text[after] ?? "";
	if (next === ">") return closing - after - 1;
	if (!attributes || !" 	\n\r\f".includes(next) || next === "") return null;
	const inside = endOfTag(text, after);
	return inside === null || inside > closing ? null : closing - inside;
}
/** The index of the only occurrence, or null when there is none or a second one. */
function soleIndex(text, wanted) {
	const first = text.indexOf(wanted);
	if (first < 0) return null;
	return text.indexOf(wanted, first + wanted.length) < 0 ? first : null;
}
/** The index after the `>` that ends a tag; a `>` in a quoted attribute does not. */
function endOfTag(text, from) {
	let quoted = false;
	for (let at = from; at < text.length; at++) if (text[at] === "\"") quoted = !quoted;
	else if (text[at] === ">" && !quoted) return at + 1;
	return null;
}
var OPENING, MOST_TAGS, MOST_UNCLOSED;
var init_prompt_sections = __esmMin((() => {
	OPENING = /<([A-Za-z][\w.-]*)(?=[\s>])/g;
	MOST_TAGS = 1e4;
	MOST_UNCLOSED = 100;
}));
// src/prefix/shape.ts
/** Whether two tokens are shapes with the same field names. */
function sameShape(a, b) {
	return a instanceof Shape && b instanceof Shape && a.equals(b);
}
var Shape, SHAPES_KEPT, ShapeTable;
var init_shape = __esmMin((() => {
	Shape = class Shape {
		size;
		#before;
		#last;
		#next = /* @__PURE__ */ new Map();
		#table;
		constructor(table, before = null, last = "") {
			this.#table = table;
			this.#before = before;
			this.#last = last;
			this.size = before === null ? 0 : before.size + 1;
		}
		/** The shape with one more field at its end. */
		with(key) {
			const known = this.#next.get(key);
			if (known !== void 0) return known;
			const shape = new Shape(this.#table, this, key);
			if (this.#table.take()) this.#next.set(key, shape);
			return shape;
		}
		/** All names, in order. */
		get keys() {
			const keys = [];
			for (let shape = this; shape.#before !== null; shape = shape.#before) keys.push(shape.#last);
			return keys.reverse();
		}
		/** Whether the other one has the same names in the same order. */
		equals(other) {
			if (this.size !== other.size) return false;
			let [a, b] = [this, other];
			while (a !== b && a.#before !== null && b.#before !== null) {
				if (a.#last !== b.#last) return false;
				[a, b] = [a.#before, b.#before];
			}
			return true;
		}
	};
	SHAPES_KEPT = 5e3;
	ShapeTable = class {
		empty = new Shape(this);
		#kept = 0;
		take() {
			this.#kept += 1;
			return this.#kept <= SHAPES_KEPT;
		}
	};
}));
// src/prefix/snapshot.ts
/** Number of items in a section. */
function itemCount(section) {
	return section.unreadCount ?? section.items.length;
}
/** UTF-16 code units of a section. */
function sectionChars(section) {
	return (section.charsAt.at(-1) ?? 0) - (section.charsAt[0] ?? 0);
}
/** An item's index in the payload's own list. */
function itemIndex(section, item) {
	return section.first + item;
}
/** An item's path in the payload, such as `messages[3]`. */
function itemPath(section, item) {
	return section.paths?.[item] ?? `${section.base}[${itemIndex(section, item)}]`;
}
var SECTIONS;
var init_snapshot = __esmMin((() => {
	SECTIONS = [
		"tools",
		"system",
		"developer",
		"instructions",
		"params",
		"history"
	];
}));
// src/prefix/tape.ts
/** Reads a value back. The tokens must be whole, as the recorder leaves them; no tokens are null. */
function readNode(tape) {
	return readAt(tape, { at: 0 });
}
function readAt(tape, cursor) {
	const token = tape[cursor.at++];
	if (token instanceof Shape) return {
		kind: "object",
		fields: token.keys.map((key) => [key, readAt(tape, cursor)])
	};
	switch (token) {
		case ARRAY: {
			const length = Number(tape[cursor.at++]);
			return {
				kind: "array",
				items: Array.from({ length }, () => readAt(tape, cursor))
			};
		}
		case BYTES: return {
			kind: "bytes",
			size: Number(tape[cursor.at++]),
			digest: String(tape[cursor.at++])
		};
		case BIGINT: return {
			kind: "leaf",
			value: `${String(tape[cursor.at++])}n`
		};
		default: return {
			kind: "leaf",
			value: typeof token === "symbol" || token === void 0 ? null : token
		};
	}
}
/** Whether two values are the same, token by token. */
function sameTokens(a, b) {
	if (a.length !== b.length) return false;
	for (let at = a.length - 1; at >= 0; at--) if (a[at] !== b[at] && !sameShape(a[at], b[at])) return false;
	return true;
}
var ARRAY, NULL, BIGINT, BYTES;
var init_tape = __esmMin((() => {
	init_shape();
	ARRAY = Symbol("array");
	NULL = Symbol("null");
	BIGINT = Symbol("bigint");
	BYTES = Symbol("bytes");
}));
// src/prefix/text-place.ts
/** The first place where the texts differ; a text that continues another differs where that one ends. */
function firstTextDifference(before, after) {
	const shared = Math.min(before.length, after.length);
	let offset = 0;
	while (offset < shared && before.charCodeAt(offset) === after.charCodeAt(offset)) offset += 1;
	let line = 1;
	for (let at = before.indexOf("\n"); at >= 0 && at < offset; at = before.indexOf("\n", at + 1)) line += 1;
	return {
		offset,
		line,
		char: offset + 1
	};
}
var init_text_place = __esmMin((() => {}));
// src/prefix/divergence.ts
/** The path inside a history item, in the payload's own indexes. */
function historyPath({ old, now, oldSection, nowSection }, change) {
	const [snapshot, section] = change.inOld ? [old, oldSection] : [now, nowSection];
	const own = change.kind === "removed" && change.innerPath !== "" ? old : snapshot;
	if (!own.markersAreElements) return withoutContentKeys(change.innerPath);
	const index = itemIndex(section, change.item);
	const gaps = own.markers.filter((marker) => marker.section === "history" && marker.index === index);
	return withoutContentKeys(change.innerPath.replace(/^\.content\[(\d+)\]/, (_, at) => {
		return `.content[${gaps.reduce((sum, { block }) => block !== null && block <= sum ? sum + 1 : sum, Number(at))}]`;
	}));
}
/** What a model or a user wrote can be a field name too: a path goes no deeper than the arguments of a tool call. */
function withoutContentKeys(path) {
	return path.replace(/(\.(?:input|args|arguments|json|response|output))[.[].*$/s, "$1");
}
/** Describes a section's first change for people and programs. `ownerOf` answers which extension registered a tool. */
function describeChange(section, pair, change, ownerOf) {
	const record = change.inOld ? pair.oldSection : pair.nowSection;
	const name = record.names?.[change.item] ?? null;
	const item = readNode(record.items[change.item] ?? []);
	const path = itemPath(record, change.item);
	return {
		section,
		kind: change.kind,
		index: PROMPT_SECTIONS.has(section) && name !== null ? null : indexOf(record, change.item, path),
		name: name?.slice(0, LONGEST_NAME$1) ?? null,
		role: roleOf(section, record, item),
		path: path + (section === "history" ? historyPath(pair, change) : change.innerPath),
		tag: null,
		line: null,
		char: null,
		before: change.before === null ? null : { chars: charsOf(change.before) },
		after: change.after === null ? null : { chars: charsOf(change.after) },
		owner: section === "tools" && name !== null ? ownerOf(name) : null,
		shareBefore: shareBefore(section, pair, change),
		...textPlace(section, record, change)
	};
}
/** Index in the payload's own list: the number at the end of the item's path; null for what stands in no list. */
function indexOf(record, item, path) {
	if (record.paths?.[item] === void 0) return itemIndex(record, item);
	const number = /\[(\d+)\]$/.exec(path)?.[1];
	return number === void 0 ? null : Number(number);
}
function roleOf(section, record, item) {
	if (record.role !== null) return record.role;
	if (section !== "history" || item.kind !== "object") return null;
	const field = (key) => textOf(item.fields.find(([name]) => name === key)?.[1] ?? null);
	return (field("role") ?? field("type"))?.slice(0, LONGEST_NAME$1) ?? null;
}
/** For changed text: line and character, and in a prompt the tagged part it lies in. */
function textPlace(section, record, change) {
	const [before, after] = [textOf(change.before), textOf(change.after)];
	const ownName = PROMPT_SECTIONS.has(section) ? record.names?.[change.item]?.slice(0, LONGEST_NAME$1) ?? null : null;
	const isTextChange = change.kind === "changed" || change.kind === "truncated";
	if (before === null || after === null || !isTextChange) return { tag: ownName };
	const { offset, line, char } = firstTextDifference(before, after);
	if (!PROMPT_SECTIONS.has(section) || ownName !== null) return {
		line,
		char,
		tag: ownName
	};
	const tagged = tagAt(before, after, offset);
	if (tagged === null) return {
		line,
		char
	};
	const kind = tagged.kind === "changed" ? change.kind : tagged.kind;
	return {
		line,
		char,
		tag: tagged.tag.slice(0, LONGEST_NAME$1),
		kind
	};
}
/** Order on the wire, in which parameters take no room. */
function before(section) {
	return SECTIONS.slice(0, SECTIONS.indexOf(section)).filter((name) => name !== "params");
}
function charsOfAll(snapshot, sections) {
	return sections.reduce((sum, name) => {
		const record = snapshot.sections[name];
		return record === void 0 ? sum : sum + sectionChars(record);
	}, 0);
}
function shareBefore(section, pair, change) {
	const { now, nowSection, oldSection } = pair;
	const total = charsOfAll(now, SECTIONS.filter((name) => name !== "params"));
	if (total === 0) return 0;
	if (section === "params") {
		const name = nowSection.names?.[change.item] ?? null;
		return name === "model" || name === "modelId" ? 0 : Math.min(1, charsOfAll(now, before("history")) / total);
	}
	const start = nowSection.charsAt[Math.min(change.item, nowSection.charsAt.length - 1)] ?? 0;
	const upTo = charsOfAll(now, before(section)) + start - (nowSection.charsAt[0] ?? 0);
	const shared = change.inOld ? 0 : sharedChars(oldSection.items[change.item] ?? [], nowSection.items[change.item] ?? []);
	return Math.min(1, (upTo + shared) / total);
}
/** UTF-16 code units that two items have in common before they part. */
function sharedChars(a, b) {
	let chars = 0;
	for (let at = 0; at < Math.min(a.length, b.length); at++) {
		const [left, right] = [a[at], b[at]];
		if (left === right || sameShape(left, right)) chars += tokenChars(left);
		else if (typeof left !== "string" || typeof right !== "string") return chars;
		else return chars + firstTextDifference(left, right).offset;
	}
	return chars;
}
function tokenChars(token) {
	if (token instanceof Shape) return token.keys.reduce((sum, key) => sum + key.length, 0);
	return typeof token === "string" ? token.length : 0;
}
var LONGEST_NAME$1, PROMPT_SECTIONS;
var init_divergence$1 = __esmMin((() => {
	init_difference();
	init_prompt_sections();
	init_shape();
	init_snapshot();
	init_tape();
	init_text_place();
	LONGEST_NAME$1 = 200;
	PROMPT_SECTIONS = /* @__PURE__ */ new Set([
		"system",
		"developer",
		"instructions"
	]);
}));
// src/prefix/section-change.ts
/** Whether an item of the old section equals one of the new. */
function sameItem({ oldSection, nowSection }, oldItem, nowItem) {
	const [a, b] = [oldSection.items[oldItem], nowSection.items[nowItem]];
	return a !== void 0 && b !== void 0 && sameTokens(a, b);
}
/** Items at the start of both sections that are the same. */
function commonItems(pair) {
	const shared = Math.min(itemCount(pair.oldSection), itemCount(pair.nowSection));
	let item = 0;
	while (item < shared && sameItem(pair, item, item)) item += 1;
	return item;
}
/** An item read back from its tokens. */
function nodeOf(section, item) {
	return readNode(section.items[item] ?? []);
}
/** The change at a place where items are told apart by position: text blocks and history items. */
function changeByPosition(pair, at) {
	const { oldSection, nowSection } = pair;
	const [oldCount, nowCount] = [itemCount(oldSection), itemCount(nowSection)];
	if (at >= oldCount && at >= nowCount) return null;
	const others = differingAfter(pair, at);
	if (at >= oldCount || nowCount > oldCount && sameItem(pair, at, at + 1)) return added(nowSection, at, others);
	if (at >= nowCount || sameItem(pair, at + 1, at)) return removed(oldSection, at, others);
	return changeInside(pair, at, at, others);
}
/** The change where items are told apart by name: tools and parameters. A tool's place matters, a parameter's does not. */
function changeByName(pair, ordered) {
	const { oldSection, nowSection } = pair;
	const oldNames = namesOf(oldSection);
	const nowNames = namesOf(nowSection);
	const oldAt = new Map(oldNames.map((name, item) => [name, item]));
	const nowAt = new Map(nowNames.map((name, item) => [name, item]));
	const touched = (name) => {
		const [before, after] = [oldAt.get(name), nowAt.get(name)];
		return before === void 0 || after === void 0 || !sameItem(pair, before, after);
	};
	const differing = [.../* @__PURE__ */ new Set([...nowNames, ...oldNames])].filter(touched).length;
	const others = Math.max(0, differing - 1);
	for (let at = 0; at < Math.max(oldNames.length, nowNames.length); at++) {
		if (ordered && sameItem(pair, at, at)) continue;
		const [oldName, nowName] = [oldNames[at], nowNames[at]];
		if (nowName !== void 0 && !oldAt.has(nowName)) return added(nowSection, at, others);
		if (oldName !== void 0 && !nowAt.has(oldName)) return removed(oldSection, at, others);
		const before = nowName === void 0 ? void 0 : oldAt.get(nowName);
		if (before === void 0) continue;
		if (ordered && before !== at) {
			const node = nodeOf(nowSection, at);
			return {
				kind: "reordered",
				item: at,
				inOld: false,
				innerPath: "",
				before: node,
				after: node,
				others: differing
			};
		}
		if (!sameItem(pair, before, at)) return changeInside(pair, before, at, others);
	}
	return null;
}
function added(section, item, others) {
	return {
		kind: "added",
		item,
		inOld: false,
		innerPath: "",
		before: null,
		after: nodeOf(section, item),
		others
	};
}
function removed(section, item, others) {
	return {
		kind: "removed",
		item,
		inOld: true,
		innerPath: "",
		before: nodeOf(section, item),
		after: null,
		others
	};
}
function changeInside(pair, oldItem, nowItem, others) {
	const before = nodeOf(pair.oldSection, oldItem);
	const after = nodeOf(pair.nowSection, nowItem);
	const inner = firstDifference(before, after) ?? {
		kind: "changed",
		path: "",
		before,
		after
	};
	const { kind, path: innerPath } = inner;
	return {
		kind,
		item: nowItem,
		inOld: false,
		innerPath,
		before: inner.before,
		after: inner.after,
		others
	};
}
/** Items that differ behind the first, at their own place; what only the new section has is growth, not difference. */
function differingAfter(pair, first) {
	const oldCount = itemCount(pair.oldSection);
	let count = 0;
	for (let item = first + 1; item < oldCount; item++) if (!sameItem(pair, item, item)) count += 1;
	return count;
}
function namesOf(section) {
	const seen = /* @__PURE__ */ new Map();
	return Array.from({ length: itemCount(section) }, (_, item) => {
		const name = section.names?.[item] ?? itemPath(section, item);
		const count = (seen.get(name) ?? 0) + 1;
		seen.set(name, count);
		return count === 1 ? name : `${name}\u0000${count}`;
	});
}
/** Whether `after` is `before` with blocks appended to its list of content and nothing else changed. */
function isAppendedTo(before, after) {
	if (before.kind !== "object" || after.kind !== "object" || before.fields.length !== after.fields.length) return false;
	return before.fields.every(([key, value], at) => {
		const [otherKey, other] = after.fields[at] ?? [];
		if (key !== otherKey || other === void 0) return false;
		if (!(key === "content" || key === "parts") || value.kind !== "array" || other.kind !== "array") return same(value, other);
		return value.items.every((item, index) => {
			const counterpart = other.items[index];
			return counterpart !== void 0 && same(item, counterpart);
		});
	});
}
var init_section_change = __esmMin((() => {
	init_difference();
	init_snapshot();
	init_tape();
}));
// src/prefix/limits.ts
var LIMITS;
var init_limits = __esmMin((() => {
	LIMITS = {
		/** Nesting of one value. A value that refers to itself ends here, or at the limit on tokens. */
		depth: 100,
		/** Items of one section: tools, blocks, history items. */
		items: 5e4,
		/** Tokens of a whole payload: field names, values, brackets. */
		tokens: 15e5,
		/** UTF-16 code units of a whole payload, field names included. */
		chars: 134217728,
		/** Cache markers noted; providers take four. */
		markers: 100,
		/** UTF-16 code units of the head that are hashed; a longer head is compared but not recognised again later. */
		hashedChars: 16777216
	};
}));
// src/prefix/own-data.ts
/** The value of an own data property; undefined when there is none. An accessor is `Unreadable`. */
function ownValue(object, key) {
	return dataOf(Object.getOwnPropertyDescriptor(object, key));
}
/** The value of a data property. An accessor is not run to find out what it would say. */
function dataOf(property) {
	if (property?.get !== void 0 || property?.set !== void 0) throw new Unreadable("unreadable");
	return property?.value;
}
/** One element of an array that `arrayLength` has accepted; a hole is undefined. */
function ownElement(array, index) {
	return dataOf(Object.getOwnPropertyDescriptor(array, index));
}
/** Whether a value is a list. A proxy is refused: even asking what it stands for can throw. */
function isList(value) {
	if (isProxy$1(value)) throw new Unreadable("unreadable");
	return Array.isArray(value);
}
/** Whether a value is an object but no list, and worth a look by `assertPlain`. */
function isObject(value) {
	return typeof value === "object" && value !== null && !isList(value);
}
/** The length of a plain array within the limits; anything that could run code when read is `Unreadable`. */
function arrayLength(array) {
	if (isProxy$1(array)) throw new Unreadable("unreadable");
	if (Object.getPrototypeOf(array) !== Array.prototype || Object.hasOwn(array, "toJSON")) throw new Unreadable("unreadable");
	if (array.length > LIMITS.items) throw new Unreadable("too-many-items");
	return array.length;
}
/** Fields that JSON leaves out are not part of a request. */
function isSent(value) {
	return value !== void 0 && typeof value !== "function" && typeof value !== "symbol";
}
/**
* Refuses everything but plain objects. What a class instance sends is its own affair (`toJSON`, internal slots), so it
* counts as not read rather than as empty.
*/
function assertPlain(object) {
	if (isProxy$1(object)) throw new Unreadable("unreadable");
	const prototype = Object.getPrototypeOf(object);
	if (prototype !== Object.prototype && prototype !== null) throw new Unreadable("unreadable");
	if (Object.hasOwn(object, "toJSON")) throw new Unreadable("unreadable");
}
var isProxy$1, Unreadable;
var init_own_data = __esmMin((() => {
	init_limits();
	({isProxy: isProxy$1} = types);
	Unreadable = class extends Error {
		reason;
		constructor(reason) {
			super(reason);
			this.reason = reason;
		}
	};
}));
// src/prefix/section-writer.ts
/** A section without items. */
function emptyRecord(base, first, role) {
	return {
		base,
		first,
		role,
		items: [],
		charsAt: [0],
		paths: null,
		names: null,
		skipped: null,
		unreadCount: null
	};
}
var SectionWriter;
var init_section_writer = __esmMin((() => {
	init_limits();
	init_own_data();
	SectionWriter = class {
		recorder;
		#family;
		#sections = {};
		#markers = [];
		#historyDisabled;
		constructor(family, recorder, historyDisabled) {
			this.#family = family;
			this.recorder = recorder;
			this.#historyDisabled = historyDisabled;
		}
		/**
		* Writes a section of `count` items. `write` puts one item on the tape and may return its name and, where it does not
		* stand at `base[first + index]`, its path. An unreadable item makes the whole section `skipped`; the others go on.
		*/
		section(name, placement, count, write) {
			if (this.#sections[name]?.skipped) return;
			const { recorder } = this;
			const { base, first = 0, role = null } = placement;
			if (name === "history" && this.#historyDisabled) {
				this.#sections[name] = {
					...emptyRecord(base, first, role),
					unreadCount: count
				};
				return;
			}
			const before = {
				chars: recorder.chars,
				tokens: recorder.tokens,
				markers: this.#markers.length
			};
			const items = [];
			const charsAt = [];
			let paths = null;
			let names = null;
			try {
				if (count > LIMITS.items) throw new Unreadable("too-many-items");
				for (let item = 0; item < count; item++) {
					charsAt.push(recorder.chars);
					const label = write(item);
					items.push(recorder.take());
					if (label === void 0) continue;
					if (label.path !== void 0) {
						paths ??= [];
						paths[item] = label.path;
					}
					names ??= [];
					names[item] = label.name;
				}
				charsAt.push(recorder.chars);
				this.#sections[name] = {
					base,
					first,
					role,
					items,
					charsAt,
					paths,
					names,
					skipped: null,
					unreadCount: null
				};
			} catch (error) {
				if (!(error instanceof Unreadable)) throw error;
				recorder.rewind(before.chars, before.tokens);
				this.#markers.length = before.markers;
				this.#sections[name] = {
					...emptyRecord(base, first, role),
					skipped: error.reason
				};
			}
		}
		/** Runs a part of a family's reading; what is unreadable in it makes `sections` skipped and leaves the others alone. */
		attempt(sections, read) {
			try {
				read();
			} catch (error) {
				if (!(error instanceof Unreadable)) throw error;
				for (const name of sections) this.#sections[name] ??= {
					...emptyRecord(name, 0, null),
					skipped: error.reason
				};
			}
		}
		marker(section, index, block, ttl) {
			if (this.#markers.length >= LIMITS.markers) return;
			this.#markers.push({
				section,
				index,
				block,
				ttl
			});
		}
		snapshot() {
			return {
				shape: this.#family.shape,
				markersAreElements: this.#family.markersAreElements ?? false,
				tokens: this.recorder.tokens,
				sections: this.#sections,
				markers: this.#markers,
				chars: this.recorder.chars
			};
		}
	};
}));
// src/prefix/compare.ts
/** Compares a request with an earlier one. Differences are looked for in sending order: tools, prompt, parameters, history. */
function compareSnapshots(old, now, ownerOf) {
	const compared = SECTIONS.map((name) => [name, compareSection(name, old, now)]);
	const states = Object.fromEntries(compared.map(([name, { state }]) => [name, state]));
	const differing = compared.filter(([, { change }]) => change !== null);
	const otherDivergences = {};
	differing.forEach(([name, { change }], position) => {
		const count = (change?.others ?? 0) + (position === 0 ? 0 : 1);
		if (count > 0) otherDivergences[name] = count;
	});
	const [first] = differing;
	if (first !== void 0) {
		const [name, { pair, change }] = first;
		return {
			relation: "changed",
			reason: null,
			states,
			divergence: pair === null || change === null ? null : describeChange(name, pair, change, ownerOf),
			otherDivergences,
			changed: change === null ? null : {
				before: change.before,
				after: change.after
			}
		};
	}
	if (old.shape !== now.shape) return {
		relation: "changed",
		reason: "other-protocol",
		states,
		divergence: null,
		otherDivergences,
		changed: null
	};
	return {
		reason: null,
		relation: relationOf(compared.map(([, section]) => section)),
		states,
		divergence: null,
		otherDivergences,
		changed: null
	};
}
function relationOf(sections) {
	if (sections.some(({ state }) => state === "skipped" || state === "unknown")) return "skipped";
	if (sections.some(({ shortened }) => shortened === true)) return "shortened";
	return sections.some(({ state }) => state === "extended") ? "extended" : "identical";
}
function compareSection(name, old, now) {
	const [before, after] = [old.sections[name], now.sections[name]];
	const none = {
		pair: null,
		change: null
	};
	if (before?.skipped || after?.skipped) return {
		state: after?.skipped ? "skipped" : "unknown",
		...none
	};
	if ((before?.unreadCount ?? null) !== null || (after?.unreadCount ?? null) !== null) return {
		state: "disabled",
		...none
	};
	if (before === void 0 && after === void 0) return {
		state: "absent",
		...none
	};
	const pair = {
		old,
		now,
		oldSection: before ?? noItems(after),
		nowSection: after ?? noItems(before)
	};
	if (name === "history") return compareHistory(pair);
	const change = isSame(pair) ? null : changeOf(name, pair);
	if (change !== null) return {
		state: "changed",
		pair,
		change
	};
	return {
		state: after === void 0 ? "absent" : itemCount(after) === 0 ? "empty" : "stable",
		...none
	};
}
/** The usual case, and the cheapest to find out: nothing differs. */
function isSame(pair) {
	const count = itemCount(pair.oldSection);
	return count === itemCount(pair.nowSection) && commonItems(pair) === count;
}
function changeOf(name, pair) {
	if (name === "tools" || name === "params") return changeByName(pair, name === "tools");
	const { oldSection, nowSection } = pair;
	if ([oldSection, nowSection].every((section) => itemCount(section) === 0 || isNamed(section)) && itemCount(oldSection) + itemCount(nowSection) > 0) return changeByName(pair, true);
	const change = changeByPosition(pair, commonItems(pair));
	if (change === null || change.kind === "representation") return change;
	const [before, after] = [plainText(oldSection), plainText(nowSection)];
	return before !== null && before === after ? {
		...change,
		kind: "representation",
		innerPath: ""
	} : change;
}
function isNamed(section) {
	return section.names?.some((name) => name !== null) ?? false;
}
/** The text of a prompt section that holds nothing but text, in whatever blocks; null when there is more to it. */
function plainText(section) {
	const texts = Array.from({ length: itemCount(section) }, (_, item) => plainTextIn(nodeOf(section, item)));
	return texts.includes(null) ? null : texts.join("");
}
function plainTextIn(node) {
	if (node.kind === "leaf") return textOf(node);
	if (node.kind === "bytes") return null;
	if (node.kind === "array") {
		const texts = node.items.map(plainTextIn);
		return texts.includes(null) ? null : texts.join("");
	}
	const [, text] = node.fields.find(([key]) => TEXT_KEYS.has(key)) ?? [];
	const rest = node.fields.filter(([key]) => !TEXT_KEYS.has(key) && key !== "type" && key !== "role");
	return text === void 0 || rest.length > 0 ? null : plainTextIn(text);
}
/** The text of a prompt section, whatever blocks it comes in. */
function promptText(section) {
	return Array.from({ length: itemCount(section) }, (_, item) => textIn(nodeOf(section, item))).join("");
}
function textIn(node) {
	if (node.kind === "leaf") return textOf(node) ?? "";
	if (node.kind === "array") return node.items.map(textIn).join("");
	if (node.kind === "bytes") return "";
	return node.fields.map(([key, value]) => TEXT_KEYS.has(key) ? textIn(value) : "").join("");
}
function compareHistory(pair) {
	const { oldSection, nowSection } = pair;
	const [oldCount, nowCount, common] = [
		itemCount(oldSection),
		itemCount(nowSection),
		commonItems(pair)
	];
	const none = {
		pair: null,
		change: null
	};
	if (common === oldCount) {
		if (nowCount > oldCount) return {
			state: "extended",
			...none
		};
		return {
			state: nowCount === 0 ? "empty" : "stable",
			...none
		};
	}
	if (common === nowCount) return {
		state: "changed",
		...none,
		shortened: true
	};
	if (common === oldCount - 1 && isAppendedTo(nodeOf(oldSection, common), nodeOf(nowSection, common))) return {
		state: "extended",
		...none
	};
	return {
		state: "changed",
		pair,
		change: changeByPosition(pair, common)
	};
}
/** An empty section in the place of one that is absent on one side. */
function noItems(like) {
	return emptyRecord(like?.base ?? "", like?.first ?? 0, like?.role ?? null);
}
var TEXT_KEYS;
var init_compare = __esmMin((() => {
	init_difference();
	init_divergence$1();
	init_section_change();
	init_section_writer();
	init_snapshot();
	TEXT_KEYS = /* @__PURE__ */ new Set([
		"text",
		"content",
		"parts"
	]);
}));
// src/prefix/digest.ts
/** The digest of a text, lone surrogates included. */
function digestText(salt, text) {
	return sha(frame(salt) + frame(text));
}
/** The digest of binary content, by its bytes. */
function digestBytes(salt, bytes) {
	return sha(frame(salt) + frame(hash("sha256", bytes, "base64url")));
}
/** The digest of a value's tokens. */
function digestTokens(salt, tokens) {
	return sha(frame(salt) + tokens.map(frameToken).join(""));
}
/** The digest of digests, for instance of all sections of a head. */
function digestAll(salt, parts) {
	return sha(frame(salt) + parts.map(frame).join(""));
}
function sha(framed) {
	return hash("sha256", framed, "base64url").slice(0, DIGEST_CHARS);
}
function frameToken(token) {
	if (token instanceof Shape) return `o${token.size}:${token.keys.map(frame).join("")}`;
	switch (typeof token) {
		case "string": return frame(token);
		case "symbol": return `y${token.description};`;
		default: return `${typeof token}${String(token)};`;
	}
}
function frame(text) {
	if (text.isWellFormed()) return `s${text.length}:${text}`;
	return `u${text.length}:${Buffer.from(text, "utf16le").toString("base64")}`;
}
var DIGEST_CHARS;
var init_digest = __esmMin((() => {
	init_shape();
	DIGEST_CHARS = 16;
}));
// src/prefix/conversation.ts
/** Whether two requests begin alike: the same first history item, or the same head and no history on one side. */
function beginAlike(old, now) {
	const history = pairOf(old, now, "history");
	if (history !== null && sameItem(history, 0, 0)) return true;
	return kinship(old, now) >= 1;
}
/**
* How closely two requests are related, `moved` when the user has moved or compacted in between: the number of history
* items they share from the start; a half when they share only the head; a quarter when head and beginning differ but the
* end of the old history goes on in the new; 0 when they have nothing in common. Two without any history are one
* conversation when their heads agree.
*/
function kinship(old, now, moved = false) {
	const history = pairOf(old, now, "history");
	if (isUnread(old) || isUnread(now)) return 1;
	const shared = history === null ? 0 : commonItems(history);
	if (shared > 0) return shared;
	if (!sameHead(old, now)) return history !== null && continuesEnd(history) ? .25 : 0;
	if (history !== null && !moved && isNewStart(history)) return 0;
	return history === null || itemCount(history.oldSection) === 0 || itemCount(history.nowSection) === 0 ? 1 : .5;
}
/** Whether the last two items of the old history stand in the new one, next to each other: its beginning was rewritten. */
function continuesEnd(history) {
	const oldCount = itemCount(history.oldSection);
	if (oldCount < 2) return false;
	for (let item = itemCount(history.nowSection) - 1; item >= 1; item--) if (sameItem(history, oldCount - 1, item) && sameItem(history, oldCount - 2, item - 1)) return true;
	return false;
}
/** A short history after a longer one, and nothing of it was there: a side conversation that has just begun. */
function isNewStart(history) {
	const [oldCount, nowCount] = [itemCount(history.oldSection), itemCount(history.nowSection)];
	if (nowCount === 0 || nowCount > SHORT_HISTORY || nowCount >= oldCount) return false;
	for (let item = 0; item < nowCount; item++) for (let earlier = 0; earlier < oldCount; earlier++) if (sameItem(history, earlier, item)) return false;
	return true;
}
function isUnread({ sections }) {
	return (sections.history?.unreadCount ?? null) !== null;
}
function sameHead(old, now) {
	return HEAD.every((name) => {
		const pair = pairOf(old, now, name);
		if (pair === null) return old.sections[name] === void 0 && now.sections[name] === void 0;
		const count = itemCount(pair.oldSection);
		return count === itemCount(pair.nowSection) && commonItems(pair) === count;
	});
}
function pairOf(old, now, name) {
	const [oldSection, nowSection] = [old.sections[name], now.sections[name]];
	return oldSection === void 0 || nowSection === void 0 ? null : {
		old,
		now,
		oldSection,
		nowSection
	};
}
/** A digest of everything before the history; null when the head is too long to be worth it. */
function headDigest(salt, snapshot) {
	const parts = [];
	let chars = 0;
	for (const name of HEAD) {
		const section = snapshot.sections[name];
		if (section === void 0) continue;
		chars += sectionChars(section);
		if (chars > LIMITS.hashedChars) return null;
		parts.push(name, ...section.items.map((item) => digestTokens(salt, item)));
	}
	return digestAll(salt, parts);
}
var HEAD, SHORT_HISTORY;
var init_conversation = __esmMin((() => {
	init_digest();
	init_limits();
	init_section_change();
	init_snapshot();
	HEAD = SECTIONS.filter((name) => name !== "history");
	SHORT_HISTORY = 3;
}));
// src/prefix/chain.ts
var CONVERSATIONS, TOKENS_KEPT, CHARS_KEPT, Chain;
var init_chain = __esmMin((() => {
	init_compare();
	init_conversation();
	CONVERSATIONS = 4;
	TOKENS_KEPT = 1e5;
	CHARS_KEPT = 4e6;
	Chain = class {
		#salt;
		/** Most recently used last. */
		#conversations = [];
		#moved = false;
		constructor(salt) {
			this.#salt = salt;
		}
		/** The user has moved in the tree or compacted: a history that shares nothing with the last is the user's own. */
		moved() {
			this.#moved = true;
		}
		/** Places a request in its conversation and compares it with the last one answered there. */
		request(snapshot, ownerOf) {
			const moved = this.#moved;
			for (const conversation of this.#conversations) conversation.pending = null;
			const found = this.#find(snapshot, moved);
			const previous = found?.conversation.answered ?? null;
			const comparison = previous === null ? null : compareSnapshots(previous, snapshot, ownerOf);
			let flap = false;
			if (found === null || !found.sameStart) this.#use({
				answered: null,
				pending: snapshot,
				heads: []
			});
			else {
				const { conversation } = found;
				if (previous !== null && comparison?.relation === "changed") flap = this.#noteHead(conversation, previous, snapshot);
				conversation.pending = snapshot;
				this.#use(conversation);
			}
			return {
				previous,
				comparison,
				flap,
				moved
			};
		}
		/** The newest request was answered. */
		answered() {
			const current = this.#conversations.at(-1);
			if (current === void 0 || current.pending === null) return;
			current.answered = current.pending;
			current.pending = null;
			this.#moved = false;
		}
		/** Makes a conversation the one used last and drops the oldest past the limits, and those without an answer. */
		#use(conversation) {
			const others = this.#conversations.filter((other) => other !== conversation && other.answered !== null);
			const kept = [conversation];
			let tokens = conversation.pending?.tokens ?? 0;
			let chars = 0;
			for (const other of others.reverse()) {
				tokens += other.answered?.tokens ?? 0;
				chars += other.answered?.chars ?? 0;
				if (kept.length >= CONVERSATIONS || tokens > TOKENS_KEPT || chars > CHARS_KEPT) break;
				kept.unshift(other);
			}
			this.#conversations = kept;
		}
		/** The conversation that shares the most history, or else the head; of several the one used last. */
		#find(snapshot, moved) {
			const [only] = this.#conversations;
			if (this.#conversations.length === 1 && only?.answered && beginAlike(only.answered, snapshot)) return {
				conversation: only,
				sameStart: true
			};
			let best = null;
			let most = 0;
			for (const conversation of this.#conversations) {
				if (conversation.answered === null) continue;
				const shared = kinship(conversation.answered, snapshot, moved);
				if (shared === 0 || shared < most) continue;
				best = conversation;
				most = shared;
			}
			if (best !== null) return {
				conversation: best,
				sameStart: most >= 1
			};
			const last = this.#conversations.findLast(({ answered }) => answered !== null);
			const continues = moved || last?.answered?.shape !== snapshot.shape;
			return last === void 0 || !continues ? null : {
				conversation: last,
				sameStart: false
			};
		}
		#noteHead(conversation, previous, snapshot) {
			const [before, now] = [headDigest(this.#salt, previous), headDigest(this.#salt, snapshot)];
			if (before === null || now === null || before === now) return false;
			const known = conversation.heads.includes(now);
			conversation.heads = [...conversation.heads.filter((head) => head !== before), before].slice(-8);
			return known;
		}
	};
})), Chains;
var init_chains = __esmMin((() => {
	init_chain();
	Chains = class {
		#salt;
		/** In order of use. */
		#byScope = /* @__PURE__ */ new Map();
		constructor(salt) {
			this.#salt = salt;
		}
		/** The chain of a scope, which becomes the one used last. */
		of(scope) {
			const chain = this.#byScope.get(scope) ?? new Chain(this.#salt);
			this.#byScope.delete(scope);
			this.#byScope.set(scope, chain);
			for (const oldest of this.#byScope.keys()) {
				if (this.#byScope.size <= 8) break;
				this.#byScope.delete(oldest);
			}
			return chain;
		}
		/** The user has moved: the next request of every scope may branch off. */
		moved() {
			for (const chain of this.#byScope.values()) chain.moved();
		}
		/** Breaks one scope's chain: its next request is a baseline. */
		break(scope) {
			this.#byScope.delete(scope);
		}
		clear() {
			this.#byScope.clear();
		}
	};
}));
// src/prefix/observation.ts
/** An observation of a request that was not read. */
function unread(relation, reason) {
	const section = {
		state: relation,
		reason: null,
		count: 0,
		chars: 0
	};
	return {
		relation,
		reason,
		shape: null,
		sections: forAll(() => section),
		blocks: {
			project_instructions: null,
			available_skills: null
		},
		divergence: null,
		otherDivergences: {},
		markers: [],
		flap: false
	};
}
/** The observation of a request that was read, compared or not. `moved`: the user moved in the tree or compacted. */
function observationOf(snapshot, comparison, { moved, flap, blocks }) {
	const sections = forAll((name) => sectionReport(snapshot, comparison, name));
	const onlyHistory = comparison?.divergence?.section === "history";
	const branched = moved && onlyHistory;
	const relation = comparison === null ? firstRelation(sections) : branched ? "branched" : comparison.relation;
	const disabled = sections.history.state === "disabled" && (relation === "identical" || relation === "extended");
	return {
		relation: disabled ? "unknown" : relation,
		reason: disabled ? "history-not-read" : relation === "skipped" ? skipReason(sections) : comparison?.reason ?? null,
		shape: snapshot.shape,
		sections,
		blocks,
		divergence: branched ? null : comparison?.divergence ?? null,
		otherDivergences: branched ? {} : comparison?.otherDivergences ?? {},
		markers: snapshot.markers,
		flap
	};
}
function skipReason(sections) {
	return SECTIONS.map((name) => sections[name].reason).find((reason) => reason !== null) ?? null;
}
function firstRelation(sections) {
	return SECTIONS.some((name) => sections[name].state === "skipped") ? "skipped" : "baseline";
}
function sectionReport(snapshot, comparison, name) {
	const section = snapshot.sections[name];
	if (section === void 0) return {
		state: comparison?.states[name] ?? "absent",
		reason: null,
		count: 0,
		chars: 0
	};
	const count = itemCount(section);
	const chars = sectionChars(section);
	if (section.skipped) return {
		state: "skipped",
		reason: section.skipped,
		count: 0,
		chars: 0
	};
	if (section.unreadCount !== null) return {
		state: "disabled",
		reason: null,
		count,
		chars: 0
	};
	const fresh = count === 0 ? "empty" : "baseline";
	return {
		state: comparison?.states[name] ?? fresh,
		reason: null,
		count,
		chars
	};
}
/** Lengths of the two blocks of Pi's prompt that users fill themselves, where exactly one well-formed block exists. */
function blockLengths(snapshot) {
	const text = [
		"system",
		"developer",
		"instructions"
	].flatMap((name) => {
		const section = snapshot.sections[name];
		return section === void 0 ? [] : [promptText(section)];
	}).join("\n");
	return {
		project_instructions: soleBlockChars(text, "project_instructions", true),
		available_skills: soleBlockChars(text, "available_skills", false)
	};
}
function forAll(report) {
	return Object.fromEntries(SECTIONS.map((name) => [name, report(name)]));
}
var init_observation = __esmMin((() => {
	init_compare();
	init_prompt_sections();
	init_snapshot();
}));
// src/prefix/payloads/reading.ts
/** The value of an own data property; undefined when there is none. An accessor throws. */
function valueAt(object, key) {
	return Object.hasOwn(object, key) ? ownValue(object, key) : void 0;
}
/** The array at an own field: null when the field is absent or holds no array. A field that cannot be read throws. */
function listAt(object, key) {
	const value = valueAt(object, key);
	return isList(value) ? value : null;
}
/** The plain object at an own field: null when the field is absent or holds something else. */
function objectAt(object, key) {
	const value = valueAt(object, key);
	if (!isObject(value)) return null;
	assertPlain(value);
	return value;
}
/** The text at an own field, or null. */
function textAt(object, key) {
	const value = valueAt(object, key);
	return typeof value === "string" ? value : null;
}
/** An element of a list that must be a plain object; anything else is unreadable, not nothing. */
function objectIn(list, index) {
	const value = ownElement(list, index);
	if (!isObject(value)) throw new Unreadable("unreadable");
	assertPlain(value);
	return value;
}
/** Length of a list within the limits; 0 for no list. A list that could run code when read throws. */
function lengthOf(list) {
	return list === null ? 0 : arrayLength(list);
}
/** How many items from `start` on satisfy the test, which sees plain objects only, before the first that does not. */
function leading(list, fits, start = 0) {
	const length = arrayLength(list);
	let at = start;
	while (at < length) {
		const item = ownElement(list, at);
		if (!isObject(item)) break;
		assertPlain(item);
		if (!fits(item)) break;
		at += 1;
	}
	return at - start;
}
var init_reading = __esmMin((() => {
	init_own_data();
}));
// src/prefix/payloads/messages.ts
/** A message with content blocks: its cache markers are tracked apart, everything else is content. */
function writeMessage(writer, message, place) {
	const { recorder } = writer;
	recorder.openObject(message);
	for (const key of Object.keys(message)) if (key === "cache_control") writeMarker(writer, message, place, null);
	else if (key === "content") writeContent(writer, message, place);
	else recorder.field(message, key);
	recorder.closeObject();
}
/** One content block or other marked object: a tool, a system block. */
function writeMarked(writer, block, place, number) {
	const { recorder } = writer;
	recorder.openObject(block);
	for (const key of Object.keys(block)) if (key === "cache_control") writeMarker(writer, block, place, number);
	else if (key === "content" && textAt(block, "type") === "tool_result") writeContent(writer, block, place);
	else recorder.field(block, key);
	recorder.closeObject();
}
function writeContent(writer, holder, place) {
	const content = ownValue(holder, "content");
	if (content === void 0) return;
	writer.recorder.key("content");
	if (typeof content === "string" && place.textType !== null) writer.recorder.textBlock(place.textType, content);
	else if (isList(content)) writeBlocks(writer, content, place);
	else writer.recorder.value(content);
}
function writeBlocks(writer, blocks, place) {
	const { recorder } = writer;
	const length = lengthOf(blocks);
	recorder.openList(blocks, length);
	for (let index = 0; index < length; index++) {
		const block = ownElement(blocks, index);
		if (!isObject(block)) {
			recorder.value(block);
			continue;
		}
		assertPlain(block);
		writeMarked(writer, block, place, index);
	}
	recorder.closeList();
}
function writeMarker(writer, holder, place, block) {
	const control = objectAt(holder, "cache_control");
	if (control !== null) writer.marker(place.section, place.index, block, textAt(control, "ttl")?.slice(0, 16) ?? null);
}
var init_messages = __esmMin((() => {
	init_own_data();
	init_reading();
}));
// src/prefix/payloads/params.ts
/** Writes the parameters that are sent, one item each, named by their key. */
function writeParams(writer, sources) {
	const sent = sources.flatMap(({ object, path, keys }) => object === null ? [] : keys.filter((key) => Object.hasOwn(object, key)).map((key) => ({
		object,
		key,
		path
	}))).filter(({ object, key }) => isSentField(object, key));
	writer.section("params", { base: "" }, sent.length, (item) => {
		const param = sent[item];
		if (param === void 0) return void 0;
		writer.recorder.value(ownValue(param.object, param.key));
		return {
			name: param.key,
			path: param.path + param.key
		};
	});
}
function isSentField(object, key) {
	const descriptor = Object.getOwnPropertyDescriptor(object, key);
	return descriptor !== void 0 && (!("value" in descriptor) || isSent(descriptor.value));
}
var TOP_LEVEL_PARAMS;
var init_params = __esmMin((() => {
	init_own_data();
	TOP_LEVEL_PARAMS = [
		"model",
		"modelId",
		"thinking",
		"reasoning",
		"reasoning_effort",
		"reasoningEffort",
		"effort",
		"output_config",
		"verbosity",
		"text",
		"tool_choice",
		"toolChoice",
		"parallel_tool_calls",
		"response_format",
		"responseFormat",
		"betas",
		"anthropic_beta",
		"context_management",
		"mcp_servers",
		"container",
		"promptMode",
		"enable_thinking",
		"thinking_budget",
		"thinking_budget_tokens",
		"thinking_token_budget",
		"chat_template_kwargs",
		"chat_template_args",
		"provider",
		"providerOptions",
		"prompt_cache_key",
		"promptCacheKey",
		"prompt_cache_retention",
		"prompt_cache_options"
	];
}));
// src/prefix/payloads/tools.ts
/** The places of all elements of some lists. More of them than a section may have are refused before they are made. */
function placesIn(lists) {
	if (lists.reduce((sum, { list }) => sum + lengthOf(list), 0) > LIMITS.items) throw new Unreadable("too-many-items");
	return lists.flatMap(({ list, path }) => Array.from({ length: list.length }, (_, index) => ({
		list,
		index,
		path: `${path}[${index}]`
	})));
}
/** Writes the tools in a field of the payload: a list, or whatever stands in its place. Absent and null are no tools. */
function writeToolsAt(writer, holder, key, path) {
	const value = valueAt(holder, key);
	if (value === void 0 || value === null) return;
	if (isList(value)) writeTools(writer, placesIn([{
		list: value,
		path
	}]));
	else writeWhole(writer, "tools", value, path);
}
/** Writes as one item what is not the list that a section usually is. */
function writeWhole(writer, section, value, path) {
	writer.section(section, { base: path }, 1, () => {
		writer.recorder.value(value);
		return {
			name: null,
			path
		};
	});
}
/**
* Writes tools in the order sent. A tool's name stands in the tool itself or one level down (`function`, `toolSpec`), as
* the protocols have it.
*/
function writeTools(writer, places) {
	writer.section("tools", { base: "tools" }, places.length, (item) => {
		const place = places[item];
		return place === void 0 ? void 0 : writeTool(writer, place);
	});
}
function writeTool(writer, { list, index, path }) {
	const value = ownElement(list, index);
	if (!isObject(value)) {
		writer.recorder.value(value);
		return {
			name: null,
			path
		};
	}
	assertPlain(value);
	writeMarked(writer, value, {
		section: "tools",
		index,
		textType: null
	}, null);
	return {
		name: textAt(objectAt(value, "function") ?? objectAt(value, "toolSpec") ?? value, "name") ?? textAt(value, "type"),
		path
	};
}
var init_tools = __esmMin((() => {
	init_limits();
	init_own_data();
	init_messages();
	init_reading();
}));
// src/prefix/payloads/anthropic.ts
/** Tools that cannot be read say nothing about the protocol. */
function hasAnthropicTools(payload) {
	try {
		const tools = listAt(payload, "tools");
		return tools !== null && lengthOf(tools) > 0 && Object.hasOwn(objectIn(tools, 0), "input_schema");
	} catch {
		return false;
	}
}
function writeSystem$1(writer, system) {
	if (system === void 0 || system === null) return;
	if (!isList(system)) {
		writer.section("system", {
			base: "system",
			role: "system"
		}, 1, () => {
			writer.recorder.value(system);
			return {
				name: null,
				path: "system"
			};
		});
		return;
	}
	writer.section("system", {
		base: "system",
		role: "system"
	}, lengthOf(system), (index) => {
		const place = {
			section: "system",
			index,
			textType: null
		};
		const block = ownElement(system, index);
		if (isObject(block)) writeMarked(writer, objectIn(system, index), place, null);
		else writer.recorder.value(block);
	});
}
var anthropic;
var init_anthropic = __esmMin((() => {
	init_own_data();
	init_messages();
	init_params();
	init_reading();
	init_tools();
	anthropic = {
		shape: "anthropic",
		recognises(payload) {
			if (listAt(payload, "messages") === null) return false;
			if ([
				"system",
				"thinking",
				"betas",
				"anthropic_version"
			].some((key) => Object.hasOwn(payload, key))) return true;
			return hasAnthropicTools(payload);
		},
		write(payload, writer) {
			writer.attempt(["tools"], () => writeToolsAt(writer, payload, "tools", "tools"));
			writer.attempt(["system"], () => writeSystem$1(writer, valueAt(payload, "system")));
			writeParams(writer, [{
				object: payload,
				path: "",
				keys: TOP_LEVEL_PARAMS
			}]);
			writer.attempt(["history"], () => {
				const messages = listAt(payload, "messages") ?? [];
				writer.section("history", { base: "messages" }, lengthOf(messages), (index) => {
					writeMessage(writer, objectIn(messages, index), {
						section: "history",
						index,
						textType: "text"
					});
				});
			});
		}
	};
}));
// src/prefix/payloads/bedrock.ts
function writeToolsWithPoints(writer, toolConfig) {
	const tools = valueAt(toolConfig, "tools");
	if (tools === void 0 || tools === null) return;
	const path = "toolConfig.tools";
	if (!isList(tools)) {
		writeWhole(writer, "tools", tools, path);
		return;
	}
	writeTools(writer, withoutPoints(writer, tools, "tools", (at) => [at, null]).map((index) => ({
		list: tools,
		index,
		path: `${path}[${index}]`
	})));
}
function writeSystem(writer, system) {
	if (system === void 0 || system === null) return;
	if (!isList(system)) {
		writeWhole(writer, "system", system, "system");
		return;
	}
	const kept = withoutPoints(writer, system, "system", (at) => [at, null]);
	writer.section("system", {
		base: "system",
		role: "system"
	}, kept.length, (item) => {
		const index = kept[item] ?? 0;
		writer.recorder.value(ownElement(system, index));
		return {
			name: null,
			path: `system[${index}]`
		};
	});
}
function writeTurn(writer, message, index) {
	const { recorder } = writer;
	recorder.openObject(message);
	for (const key of Object.keys(message)) {
		const content = key === "content" ? listAt(message, key) : null;
		if (content === null) {
			recorder.field(message, key);
			continue;
		}
		const kept = withoutPoints(writer, content, "history", (at) => [index, at]);
		recorder.key(key);
		recorder.openList(content, kept.length);
		for (const at of kept) recorder.value(ownElement(content, at));
		recorder.closeList();
	}
	recorder.closeObject();
}
/** The indexes of what is no cache point; those are noted as markers at the place that `place` gives them. */
function withoutPoints(writer, list, section, place) {
	const kept = [];
	for (let at = 0; at < lengthOf(list); at++) {
		const element = ownElement(list, at);
		const point = isObject(element) && !ArrayBuffer.isView(element) ? objectAt(objectIn(list, at), "cachePoint") : null;
		if (point === null) kept.push(at);
		else writer.marker(section, ...place(at), textAt(point, "ttl")?.slice(0, 16) ?? null);
	}
	return kept;
}
var bedrock;
var init_bedrock = __esmMin((() => {
	init_own_data();
	init_params();
	init_reading();
	init_tools();
	bedrock = {
		shape: "bedrock",
		markersAreElements: true,
		recognises: (payload) => listAt(payload, "messages") !== null && [
			"modelId",
			"toolConfig",
			"inferenceConfig"
		].some((key) => Object.hasOwn(payload, key)),
		write(payload, writer) {
			let toolConfig = null;
			writer.attempt(["tools", "params"], () => {
				toolConfig = objectAt(payload, "toolConfig");
			});
			writer.attempt(["tools"], () => toolConfig !== null && writeToolsWithPoints(writer, toolConfig));
			writer.attempt(["system"], () => writeSystem(writer, valueAt(payload, "system")));
			writeParams(writer, [{
				object: payload,
				path: "",
				keys: [
					...TOP_LEVEL_PARAMS,
					"additionalModelRequestFields",
					"performanceConfig"
				]
			}, {
				object: toolConfig,
				path: "toolConfig.",
				keys: ["toolChoice"]
			}]);
			writer.attempt(["history"], () => {
				const messages = listAt(payload, "messages") ?? [];
				writer.section("history", { base: "messages" }, lengthOf(messages), (index) => {
					writeTurn(writer, objectIn(messages, index), index);
				});
			});
		}
	};
}));
// src/prefix/payloads/google.ts
/** Tools come in groups of function declarations; where another kind of group is among them, the groups are the items. */
function writeToolGroups(writer, config) {
	const groups = valueAt(config, "tools");
	if (groups === void 0 || groups === null) return;
	if (!isList(groups)) {
		writeWhole(writer, "tools", groups, "config.tools");
		return;
	}
	const lists = [];
	for (let index = 0; index < lengthOf(groups); index++) {
		const declarations = listAt(objectIn(groups, index), "functionDeclarations");
		if (declarations === null) {
			writeTools(writer, placesIn([{
				list: groups,
				path: "config.tools"
			}]));
			return;
		}
		lists.push({
			list: declarations,
			path: `config.tools[${index}].functionDeclarations`
		});
	}
	writeTools(writer, placesIn(lists));
}
function writeInstruction(writer, config) {
	const systemInstruction = valueAt(config, "systemInstruction");
	if (systemInstruction === void 0 || systemInstruction === null) return;
	writer.section("system", {
		base: "config.systemInstruction",
		role: "system"
	}, 1, () => {
		writer.recorder.value(systemInstruction);
		return {
			name: null,
			path: "config.systemInstruction"
		};
	});
}
var CONFIG_PARAMS, google;
var init_google = __esmMin((() => {
	init_own_data();
	init_params();
	init_reading();
	init_tools();
	CONFIG_PARAMS = [
		"thinkingConfig",
		"toolConfig",
		"responseMimeType",
		"responseSchema",
		"responseJsonSchema",
		"cachedContent"
	];
	google = {
		shape: "google",
		recognises: (payload) => listAt(payload, "contents") !== null,
		write(payload, writer) {
			let config = null;
			writer.attempt([
				"tools",
				"system",
				"params"
			], () => {
				config = objectAt(payload, "config");
			});
			writer.attempt(["tools"], () => config !== null && writeToolGroups(writer, config));
			writer.attempt(["system"], () => config !== null && writeInstruction(writer, config));
			writeParams(writer, [{
				object: payload,
				path: "",
				keys: ["model"]
			}, {
				object: config,
				path: "config.",
				keys: CONFIG_PARAMS
			}]);
			writer.attempt(["history"], () => {
				const contents = listAt(payload, "contents") ?? [];
				writer.section("history", { base: "contents" }, lengthOf(contents), (index) => {
					writer.recorder.value(objectIn(contents, index));
				});
			});
		}
	};
}));
// src/prefix/payloads/openai-chat.ts
function isPrompt$1(message) {
	const role = textAt(message, "role");
	return role === "system" || role === "developer";
}
/** The prompt messages at the start of a list, by the role that carries them. */
function writeHead$1(writer, list, base, end, start = 0) {
	for (const role of ["system", "developer"]) {
		const indexes = Array.from({ length: end - start }, (_, offset) => start + offset).filter((index) => textAt(objectIn(list, index), "role") === role);
		if (indexes.length === 0) continue;
		writer.section(role, {
			base,
			first: indexes[0] ?? 0,
			role
		}, indexes.length, (item) => {
			const index = indexes[item] ?? 0;
			writeMessage(writer, objectIn(list, index), {
				section: role,
				index,
				textType: null
			});
			return {
				name: null,
				path: `${base}[${index}]`
			};
		});
	}
}
var openaiChat;
var init_openai_chat = __esmMin((() => {
	init_messages();
	init_params();
	init_reading();
	init_tools();
	openaiChat = {
		shape: "openai-chat",
		recognises: (payload) => listAt(payload, "messages") !== null,
		write(payload, writer) {
			writer.attempt(["tools"], () => writeToolsAt(writer, payload, "tools", "tools"));
			writeParams(writer, [{
				object: payload,
				path: "",
				keys: TOP_LEVEL_PARAMS
			}]);
			writer.attempt([
				"system",
				"developer",
				"history"
			], () => {
				const messages = listAt(payload, "messages") ?? [];
				const head = leading(messages, isPrompt$1);
				writeHead$1(writer, messages, "messages", head);
				writer.section("history", {
					base: "messages",
					first: head
				}, lengthOf(messages) - head, (item) => {
					const index = head + item;
					writeMessage(writer, objectIn(messages, index), {
						section: "history",
						index,
						textType: "text"
					});
				});
			});
		}
	};
}));
// src/prefix/payloads/openai-responses.ts
function isPrompt(item) {
	const role = textAt(item, "role");
	const type = textAt(item, "type");
	return (role === "system" || role === "developer") && (type === null || type === "message");
}
function writeToolLists(writer, payload, input, toolItems) {
	const top = valueAt(payload, "tools");
	if (top !== void 0 && top !== null && !isList(top)) {
		writeWhole(writer, "tools", top, "tools");
		return;
	}
	const lists = isList(top) ? [{
		list: top,
		path: "tools"
	}] : [];
	for (let index = 0; index < toolItems; index++) {
		const list = listAt(objectIn(input, index), "tools");
		if (list !== null) lists.push({
			list,
			path: `input[${index}].tools`
		});
	}
	if (lists.length > 0) writeTools(writer, placesIn(lists));
}
/** A bare text where a list could stand. */
function writeText(writer, payload, key) {
	const text = valueAt(payload, key);
	if (text === void 0 || text === null) return;
	const section = key === "input" ? "history" : "instructions";
	writer.section(section, { base: key }, 1, () => {
		writer.recorder.value(text);
		return {
			name: null,
			path: key
		};
	});
}
var openaiResponses;
var init_openai_responses = __esmMin((() => {
	init_own_data();
	init_messages();
	init_openai_chat();
	init_params();
	init_reading();
	init_tools();
	openaiResponses = {
		shape: "openai-responses",
		recognises: (payload) => listAt(payload, "input") !== null || textAt(payload, "input") !== null || textAt(payload, "instructions") !== null,
		write(payload, writer) {
			writer.attempt(["instructions"], () => writeText(writer, payload, "instructions"));
			writeParams(writer, [{
				object: payload,
				path: "",
				keys: TOP_LEVEL_PARAMS
			}]);
			writer.attempt([
				"tools",
				"system",
				"developer",
				"history"
			], () => {
				const input = listAt(payload, "input") ?? [];
				const toolItems = leading(input, (item) => textAt(item, "type") === "additional_tools");
				writer.attempt(["tools"], () => writeToolLists(writer, payload, input, toolItems));
				const head = toolItems + leading(input, isPrompt, toolItems);
				writeHead$1(writer, input, "input", head, toolItems);
				if (textAt(payload, "input") !== null) return writeText(writer, payload, "input");
				writer.section("history", {
					base: "input",
					first: head
				}, lengthOf(input) - head, (item) => {
					const index = head + item;
					const message = objectIn(input, index);
					writeMessage(writer, message, {
						section: "history",
						index,
						textType: textAt(message, "role") === "assistant" ? "output_text" : "input_text"
					});
				});
			});
		}
	};
}));
// src/prefix/payloads/pi-messages.ts
function writeHead(writer, message) {
	const path = "context.messages[0]";
	writeToolsAt(writer, message, "toolsAdded", `${path}.toolsAdded`);
	const sections = objectAt(message, "sections") ?? {};
	const names = Object.keys(sections);
	const content = valueAt(message, "content");
	const before = content === void 0 || content === "" ? 0 : 1;
	writer.section("system", {
		base: path,
		role: "system"
	}, names.length + before, (item) => {
		const name = names[item - before];
		if (name === void 0) {
			writer.recorder.value(content);
			return {
				name: null,
				path: `${path}.content`
			};
		}
		writer.recorder.value(ownValue(sections, name));
		return {
			name,
			path: `${path}.sections.${name.slice(0, LONGEST_KEY)}`
		};
	});
}
function writeWithoutBookkeeping(writer, message) {
	const { recorder } = writer;
	recorder.openObject(message);
	for (const key of Object.keys(message)) {
		if (BOOKKEEPING.has(key)) continue;
		const text = key === "content" ? textAt(message, key) : null;
		if (text === null) recorder.field(message, key);
		else {
			recorder.key(key);
			recorder.textBlock("text", text);
		}
	}
	recorder.closeObject();
}
var LONGEST_KEY, BOOKKEEPING, piMessages;
var init_pi_messages = __esmMin((() => {
	init_own_data();
	init_params();
	init_reading();
	init_tools();
	LONGEST_KEY = 100;
	BOOKKEEPING = /* @__PURE__ */ new Set([
		"timestamp",
		"usage",
		"api",
		"provider",
		"model",
		"responseModel",
		"responseId",
		"providerThinkingLevel",
		"thinkingLevel",
		"diagnostics",
		"stopReason",
		"rawStopReason",
		"errorMessage",
		"endTurn",
		"durationMs",
		"details",
		"nestedCalls"
	]);
	piMessages = {
		shape: "pi-messages",
		recognises(payload) {
			const context = objectAt(payload, "context");
			return context !== null && listAt(context, "messages") !== null;
		},
		write(payload, writer) {
			let options = null;
			writer.attempt(["params"], () => {
				options = objectAt(payload, "options");
			});
			writeParams(writer, [{
				object: payload,
				path: "",
				keys: ["model"]
			}, {
				object: options,
				path: "options.",
				keys: [
					"reasoning",
					"toolChoice",
					"cacheRetention",
					"sessionId"
				]
			}]);
			writer.attempt([
				"tools",
				"system",
				"history"
			], () => {
				const context = objectAt(payload, "context");
				const messages = (context === null ? null : listAt(context, "messages")) ?? [];
				const head = Math.min(1, leading(messages, (message) => textAt(message, "role") === "system"));
				if (head === 1) writer.attempt(["tools", "system"], () => writeHead(writer, objectIn(messages, 0)));
				writer.section("history", {
					base: "context.messages",
					first: head
				}, lengthOf(messages) - head, (item) => {
					writeWithoutBookkeeping(writer, objectIn(messages, head + item));
				});
			});
		}
	};
}));
// src/prefix/recorder.ts
var isProxy, sizeOfBytes, Recorder;
var init_recorder = __esmMin((() => {
	init_digest();
	init_limits();
	init_own_data();
	init_tape();
	({isProxy} = types);
	sizeOfBytes = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "byteLength")?.get;
	Recorder = class {
		/** UTF-16 code units written so far, field names included. */
		chars = 0;
		/** Tokens of all finished items. */
		tokens = 0;
		#salt;
		#ancestors = [];
		/** The item being written. Items are copied out of it: one array that grows to the size of a payload costs far more. */
		#item = [];
		#length = 0;
		#bytes = 0;
		#shapes;
		/** Of the objects that are open: their shape so far, and where it goes when it is complete. */
		#openShapes = [];
		#openAt = [];
		constructor(salt, shapes) {
			this.#salt = salt;
			this.#shapes = shapes;
		}
		/** The tokens written since the last item was taken. */
		take() {
			const item = this.#item.slice(0, this.#length);
			this.tokens += this.#length;
			this.#length = 0;
			return item;
		}
		/** Takes back what a section wrote that turned out to be unreadable. */
		rewind(chars, tokens) {
			this.chars = chars;
			this.tokens = tokens;
			this.#length = 0;
			this.#ancestors.length = 0;
			this.#openShapes.length = 0;
			this.#openAt.length = 0;
		}
		token(token) {
			if (this.tokens + this.#length >= LIMITS.tokens) throw new Unreadable("too-large");
			this.#item[this.#length++] = token;
		}
		text(text) {
			this.#addChars(text.length);
			this.token(text);
		}
		/** Any value, as JSON would send it. */
		value(value) {
			if (typeof value === "string") this.text(value);
			else if (typeof value === "object" && value !== null) this.#object(value);
			else if (typeof value === "boolean") this.token(value);
			else if (typeof value === "number" && Number.isFinite(value)) this.token(value);
			else if (typeof value === "bigint") {
				this.token(BIGINT);
				this.text(String(value));
			} else this.token(NULL);
		}
		/** Opens an object: `key` and a value for each of its fields follow, then `closeObject`. */
		openObject(object) {
			this.#enter(object);
			this.#openAt.push(this.#length);
			this.#openShapes.push(this.#shapes.empty);
			this.token(NULL);
		}
		/** The name of the field whose value follows. */
		key(name) {
			this.#addChars(name.length);
			const top = this.#openShapes.length - 1;
			this.#openShapes[top] = (this.#openShapes[top] ?? this.#shapes.empty).with(name);
		}
		closeObject() {
			this.#item[this.#openAt.pop() ?? 0] = this.#openShapes.pop() ?? this.#shapes.empty;
			this.#ancestors.pop();
		}
		/** Opens a list: exactly `length` values follow, then `closeList`. */
		openList(list, length) {
			this.#enter(list);
			this.token(ARRAY);
			this.token(length);
		}
		closeList() {
			this.#ancestors.pop();
		}
		/** One field of an open object; what JSON leaves out is left out. */
		field(object, key) {
			const value = ownValue(object, key);
			if (!isSent(value)) return;
			this.key(key);
			this.value(value);
		}
		/** A bare text as the list of one block that it stands for. */
		textBlock(type, text) {
			this.token(ARRAY);
			this.token(1);
			this.token(this.#shapes.empty.with("type").with("text"));
			this.#addChars(8);
			this.text(type);
			this.text(text);
		}
		#object(value) {
			if (isProxy(value)) throw new Unreadable("unreadable");
			if (types.isUint8Array(value)) {
				this.#writeBytes(value);
				return;
			}
			if (Array.isArray(value)) {
				const length = arrayLength(value);
				this.openList(value, length);
				for (let index = 0; index < length; index++) this.value(ownElement(value, index));
				this.closeList();
			} else {
				assertPlain(value);
				this.openObject(value);
				for (const key of Object.keys(value)) this.field(value, key);
				this.closeObject();
			}
		}
		#enter(container) {
			if (this.#ancestors.length >= LIMITS.depth) throw new Unreadable(this.#ancestors.includes(container) ? "cycle" : "too-deep");
			this.#ancestors.push(container);
		}
		#addChars(count) {
			this.chars += count;
			if (this.chars > LIMITS.chars) throw new Unreadable("too-large");
		}
		#writeBytes(bytes) {
			const size = Number(sizeOfBytes?.call(bytes));
			this.#bytes += size;
			if (this.#bytes > LIMITS.chars) throw new Unreadable("too-large");
			this.token(BYTES);
			this.token(size);
			this.text(digestBytes(this.#salt, bytes));
		}
	};
}));
// src/prefix/read-payload.ts
/** Reads a payload of any origin. Never throws, runs no code of the payload, changes nothing. */
function readPayload(payload, { salt, shapes, headOnly }) {
	try {
		if (!isObject(payload)) return {
			outcome: "unknown",
			reason: "not-an-object"
		};
		assertPlain(payload);
		if (CARRIERS.filter((keys) => keys.some((key) => Object.hasOwn(payload, key))).length > 1) return {
			outcome: "unknown",
			reason: "mixed-protocols"
		};
		const family = FAMILIES.find((candidate) => candidate.recognises(payload));
		if (family === void 0) return {
			outcome: "unknown",
			reason: "no-known-protocol"
		};
		const writer = new SectionWriter(family, new Recorder(salt, shapes), headOnly);
		family.write(payload, writer);
		return {
			outcome: "read",
			snapshot: writer.snapshot()
		};
	} catch (error) {
		return {
			outcome: "skipped",
			reason: error instanceof Unreadable ? error.reason : "unreadable"
		};
	}
}
var FAMILIES, CARRIERS;
var init_read_payload = __esmMin((() => {
	init_own_data();
	init_anthropic();
	init_bedrock();
	init_google();
	init_openai_chat();
	init_openai_responses();
	init_pi_messages();
	init_recorder();
	init_section_writer();
	FAMILIES = [
		piMessages,
		google,
		openaiResponses,
		bedrock,
		anthropic,
		openaiChat
	];
	CARRIERS = [
		["messages"],
		["input", "instructions"],
		["contents"],
		["context"]
	];
}));
// src/prefix/scope.ts
/** A key for the scope, or null when a part is missing, empty or not a bounded string. Injective but for the digest. */
function scopeKey(parts, payload, salt) {
	const { session, provider, api, baseUrl } = parts;
	const names = [
		session,
		provider,
		api,
		parts.model === null ? modelOf(payload) : parts.model
	];
	if (!names.every(isName) || typeof baseUrl !== "string" || baseUrl.length > LONGEST_URL) return null;
	return JSON.stringify([...names, digestText(salt, baseUrl)]);
}
/** The model that a payload names, read without running anything of it; null when it names none. */
function modelOf(payload) {
	try {
		if (typeof payload !== "object" || payload === null) return null;
		assertPlain(payload);
		return textAt(payload, "model") ?? textAt(payload, "modelId");
	} catch {
		return null;
	}
}
function isName(value) {
	return typeof value === "string" && value.length > 0 && value.length <= LONGEST_NAME;
}
var LONGEST_NAME, LONGEST_URL;
var init_scope = __esmMin((() => {
	init_digest();
	init_own_data();
	init_reading();
	LONGEST_NAME = 1e3;
	LONGEST_URL = 1e4;
}));
// src/prefix/observer.ts
var observer_exports = /* @__PURE__ */ __exportAll({ Observer: () => Observer });
var Observer, PROMPTS, UNCHANGED;
var init_observer = __esmMin((() => {
	init_chains();
	init_observation();
	init_read_payload();
	init_scope();
	init_shape();
	init_snapshot();
	Observer = class {
		#salt;
		#mode;
		#chains;
		#shapes = new ShapeTable();
		#awaiting = null;
		#last = null;
		#lastChange = null;
		#blocksOf = /* @__PURE__ */ new WeakMap();
		/** `salt` is random per session; digests made with different salts have nothing in common. */
		constructor(salt, mode) {
			this.#salt = salt;
			this.#mode = mode;
			this.#chains = new Chains(salt);
		}
		/** The newest observation of a request that was to be answered; null before any. */
		get last() {
			return this.#last;
		}
		get lastChange() {
			return this.#lastChange;
		}
		/** Observes a request about to be sent. The payload is read, never kept and never changed. */
		request(payload, context) {
			this.#awaiting = null;
			if (this.#mode === "off") return this.#keep(unread("disabled", "switched-off"));
			const scope = scopeKey(context.scope, payload, this.#salt);
			if (scope === null) {
				this.#chains.clear();
				return this.#keep(unread("skipped", "no-scope"));
			}
			const reading = readPayload(payload, {
				salt: this.#salt,
				shapes: this.#shapes,
				headOnly: this.#mode === "head"
			});
			if (reading.outcome !== "read") {
				this.#chains.break(scope);
				return this.#keep(unread(reading.outcome, reading.reason));
			}
			return this.#compare(scope, reading.snapshot, context);
		}
		/** The user has moved in the tree or compacted: until the next answer, each conversation may have branched off. */
		moved() {
			this.#chains.moved();
		}
		/** The awaited response has come: its request is what the next one is compared with. */
		answered() {
			if (this.#awaiting !== null) this.#chains.of(this.#awaiting).answered();
			this.#awaiting = null;
		}
		/** Everything starts anew: the next request of each scope is a baseline. */
		clear() {
			this.#chains.clear();
			this.#awaiting = null;
			this.#last = null;
			this.#lastChange = null;
		}
		#compare(scope, snapshot, { ownerOf }) {
			const link = this.#chains.of(scope).request(snapshot, ownerOf);
			const { comparison, flap, moved } = link;
			const observation = observationOf(snapshot, comparison, {
				moved,
				flap,
				blocks: this.#blocks(snapshot, link)
			});
			if (SECTIONS.some((name) => snapshot.sections[name]?.skipped)) this.#chains.break(scope);
			this.#awaiting = scope;
			if (observation.divergence !== null && comparison?.changed) this.#lastChange = {
				observation,
				changed: comparison.changed
			};
			return this.#keep(observation);
		}
		#keep(observation) {
			this.#last = observation;
			return observation;
		}
		/** Looking for the blocks walks the prompt, so an unchanged prompt is not walked again. */
		#blocks(snapshot, { previous, comparison }) {
			const known = previous === null ? void 0 : this.#blocksOf.get(previous);
			const blocks = PROMPTS.every((name) => UNCHANGED.has(comparison?.states[name] ?? "unknown")) && known !== void 0 ? known : blockLengths(snapshot);
			this.#blocksOf.set(snapshot, blocks);
			return blocks;
		}
	};
	PROMPTS = [
		"system",
		"developer",
		"instructions"
	];
	UNCHANGED = /* @__PURE__ */ new Set([
		"stable",
		"absent",
		"empty"
	]);
}));
// src/ui/words/prefix-zh.ts
var prefixWords$1;
var init_prefix_zh = __esmMin((() => {
	prefixWords$1 = {
		prefix: "前缀",
		relations: {
			baseline: "第一次请求,没有可比较的",
			identical: "与上一次请求相同",
			extended: "接续上一次请求",
			shortened: "上一次请求去掉了结尾",
			branched: "对话的另一分支(你移动或压缩了对话)",
			changed: "有改动",
			unknown: "无法比较",
			skipped: "未读取",
			disabled: "观察已关闭"
		},
		sections: {
			tools: "工具",
			system: "系统提示",
			developer: "开发者提示",
			instructions: "指令",
			params: "参数",
			history: "历史"
		},
		kinds: {
			added: "新增",
			removed: "移除",
			reordered: "换了位置",
			"key-order": "内容相同,字段顺序不同",
			representation: "文字相同,形式不同",
			changed: "有改动",
			truncated: "被截短"
		},
		sectionColumns: [
			"部分",
			"状态",
			"项数",
			"字符"
		],
		states: {
			baseline: "首次出现",
			stable: "未变",
			extended: "有追加",
			changed: "有改动",
			absent: "没有",
			empty: "为空",
			unknown: "未知",
			skipped: "未读取",
			disabled: "已关闭"
		},
		reasons: {
			"not-an-object": "请求内容不是对象",
			"mixed-protocols": "一个请求里有两种协议的字段",
			"no-known-protocol": "不是已知的协议",
			"no-scope": "会话、提供方、API、模型或端点未知",
			"other-protocol": "请求换了一种协议",
			"switched-off": "已由 PI_CACHE_STATS_PREFIX_DIAGNOSTICS 关闭",
			"history-not-read": "不读取历史(PI_CACHE_STATS_PREFIX_DIAGNOSTICS=head)",
			"too-deep": "嵌套过深",
			"too-many-items": "项数过多",
			"too-large": "过大",
			cycle: "引用了自身",
			unreadable: "不运行代码就无法读取"
		},
		noRequest: "还没有看到请求",
		firstDifference: "第一处不同",
		otherDifferences: "其余不同",
		flap: "这个开头以前出现过:它在来回变化",
		owner: (name) => `来自 ${name}`,
		inTag: (tag) => `位于 <${tag}>`,
		atLine: (line, char) => `第 ${line} 行,第 ${char} 个字符`,
		lengths: (before, after) => `${before} → ${after} 个字符`,
		shareBefore: (percent) => `它之前约占请求的 ${percent}`,
		markers: (count) => `${count} 个缓存标记`,
		blocks: "区块",
		chars: (count) => `${count} 个字符`,
		limits: "这是本扩展在处理链中所见:后面的扩展仍可能改动请求。它不是 HTTP 正文,也不能单独证明命中或未命中。长度按字符计,不是 token。",
		noDifference: "自会话打开以来没有看到两次请求之间的不同。",
		diffHeading: "只有这个命令会显示请求的文字;它只出现在你的屏幕上。",
		moreLines: (count) => `… 还有 ${count.toLocaleString("en-US")} 行`,
		orderOnly: "内容相同,只是顺序不同。",
		diffNeedsScreen: "diff 会显示对话文字,只在屏幕上回答:终端或 RPC。",
		notShown: "[不显示]"
	};
}));
// src/ui/words/zh.ts
var zh_exports = /* @__PURE__ */ __exportAll({ words: () => words$1 });
var words$1;
var init_zh = __esmMin((() => {
	init_prefix_zh();
	words$1 = {
		...prefixWords$1,
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
		turnsOfWhichUnrated: (count, unrated) => `${count.toLocaleString("en-US")} 轮,其中 ${unrated} 轮没有缓存数字`,
		fromCache: (read, prompt) => `${prompt} 个提示 token 中有 ${read} 个来自缓存`,
		turnNumber: (turn) => `第 ${turn} 轮`,
		promptParts: (prompt, fresh, read, written) => `提示 ${prompt} = 新 ${fresh} + 缓存 ${read} + 写入 ${written}`,
		noPromptTokens: (stopReason) => `没有提示 token(${stopReason})`,
		noTurns: "此范围内没有轮次",
		withoutUsage: (count) => `${count} 轮没有用量(失败或中止),不计入命中率`,
		notReporting: "至今没有缓存数字",
		silentModel: (model) => `${model} 至今没有报告缓存数字,其轮次不计入命中率`,
		costOfTurns: (amount) => `轮次 ${amount}`,
		costInAll: (amount) => `连同此处列出的其他请求 ${amount}`,
		overWholeRequest: "按整个请求计算",
		firstToken: (seconds) => `${seconds} 秒后收到第一个 token`,
		refreshCount: (count, tokens) => `对话之外的 ${count} 次请求,读取 ${tokens} token`,
		sideTokens: (prompt, output) => `提示 ${prompt},输出 ${output} token;不是轮次`,
		refusedList: (count, newest) => `${count} 次请求返回 400,未分类;最近一次 ${newest}`,
		inclusive: (model, rate) => `${model} 似乎把缓存 token 也算进 input;最近一轮的真实命中率可能是 ${rate}`,
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
		footerTaken: "其他扩展后来设置了页脚;/cache-stats enable 可取回",
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
		earlierTurns: (count) => `还有更早的 ${count} 轮未显示`,
		enabled: "cache-stats 已开启。",
		alreadyEnabled: "cache-stats 本来就是开启的。",
		disabled: "cache-stats 已关闭:不统计、不显示页脚,直到 /cache-stats enable 或下一次会话。",
		alreadyDisabled: "cache-stats 本来就是关闭的;/cache-stats enable 可开启。",
		reset: "统计从这里重新开始,直到会话再次打开。会话文件没有改动。",
		reportWritten: (path) => `报告已写入 ${path}`,
		reportNotWritten: (path, code) => `无法把报告写入 ${path}(${code})。`,
		usage: (word, commands) => `未知:${word}。用法:/cache-stats [${commands}]`,
		notACount: (word) => `${word} 不是轮数;请给出从 1 开始的整数。`,
		failed: "cache-stats 未能回答;该故障已计入内部错误。",
		describe: {
			turns: "当前分支的轮次表;turns n 显示最近 n 轮",
			prefix: "最近一次请求的各部分",
			diff: "改动的文字,仅在你的屏幕上",
			json: "机器可读报告;json n 只含最近 n 轮",
			enable: "重新开始统计",
			disable: "停止统计并移除页脚",
			reset: "从这里重新统计"
		}
	};
}));
// src/ui/words/prefix-en.ts
var prefixWords;
var init_prefix_en = __esmMin((() => {
	prefixWords = {
		prefix: "prefix",
		relations: {
			baseline: "first request here, nothing to compare with",
			identical: "the same request as before",
			extended: "continues the request before",
			shortened: "the request before without its end",
			branched: "another branch of the conversation, as you moved or compacted",
			changed: "changed",
			unknown: "not comparable",
			skipped: "not read",
			disabled: "observation is off"
		},
		sections: {
			tools: "tools",
			system: "system prompt",
			developer: "developer prompt",
			instructions: "instructions",
			params: "parameters",
			history: "history"
		},
		kinds: {
			added: "added",
			removed: "removed",
			reordered: "moved to another place",
			"key-order": "same content, fields in another order",
			representation: "same text in another form",
			changed: "changed",
			truncated: "cut short"
		},
		sectionColumns: [
			"section",
			"state",
			"items",
			"characters"
		],
		states: {
			baseline: "first seen",
			stable: "stable",
			extended: "extended",
			changed: "changed",
			absent: "absent",
			empty: "empty",
			unknown: "unknown",
			skipped: "not read",
			disabled: "off"
		},
		reasons: {
			"not-an-object": "the payload is no object",
			"mixed-protocols": "fields of two protocols in one payload",
			"no-known-protocol": "no protocol that is known",
			"no-scope": "session, provider, API, model or endpoint unknown",
			"other-protocol": "the request is in another protocol than before",
			"switched-off": "switched off by PI_CACHE_STATS_PREFIX_DIAGNOSTICS",
			"history-not-read": "the history is not read (PI_CACHE_STATS_PREFIX_DIAGNOSTICS=head)",
			"too-deep": "nested too deep",
			"too-many-items": "too many items",
			"too-large": "too large",
			cycle: "refers to itself",
			unreadable: "cannot be read without running code"
		},
		noRequest: "no request seen yet",
		firstDifference: "first difference",
		otherDifferences: "further differences",
		flap: "this head was there before: it changes back and forth",
		owner: (name) => `from ${name}`,
		inTag: (tag) => `in <${tag}>`,
		atLine: (line, char) => `line ${line}, character ${char}`,
		lengths: (before, after) => `${before} → ${after} characters`,
		shareBefore: (percent) => `about ${percent} of the request comes before it`,
		markers: (count) => `${count} cache ${count === 1 ? "marker" : "markers"}`,
		blocks: "blocks",
		chars: (count) => `${count} characters`,
		limits: "Seen at this extension's place among the handlers: a later extension can still change the request. It is not the HTTP body and no proof of a hit or a miss. Lengths are characters, not tokens.",
		noDifference: "No difference between two requests was seen since the session was opened.",
		diffHeading: "This is the only command that shows text of a request; it goes to your screen and nowhere else.",
		moreLines: (count) => `… ${count.toLocaleString("en-US")} more lines`,
		orderOnly: "The content is the same; only its order differs.",
		diffNeedsScreen: "diff shows text of your conversation and answers on a screen only: in the terminal or over RPC.",
		notShown: "[not shown]"
	};
}));
// src/ui/words/en.ts
var en_exports = /* @__PURE__ */ __exportAll({ words: () => words });
var plural, words;
var init_en = __esmMin((() => {
	init_prefix_en();
	plural = (count, one, many) => `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
	words = {
		...prefixWords,
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
		turnsOfWhichUnrated: (count, unrated) => `${plural(count, "turn", "turns")}, ${unrated} without cache numbers`,
		fromCache: (read, prompt) => `${read} of ${prompt} prompt tokens from cache`,
		turnNumber: (turn) => `turn ${turn}`,
		promptParts: (prompt, fresh, read, written) => `prompt ${prompt} = ${fresh} new + ${read} cached + ${written} written`,
		noPromptTokens: (stopReason) => `no prompt tokens reported (${stopReason})`,
		noTurns: "no turns in this range",
		withoutUsage: (count) => `${plural(count, "turn", "turns")} without usage (failed or aborted), not in any rate`,
		notReporting: "no cache numbers so far",
		silentModel: (model) => `${model} has reported no cache numbers so far; its turns are in no rate`,
		costOfTurns: (amount) => `turns ${amount}`,
		costInAll: (amount) => `with everything else in this list ${amount}`,
		overWholeRequest: "over the whole request",
		firstToken: (seconds) => `first token after ${seconds} s`,
		refreshCount: (count, tokens) => `${plural(count, "request", "requests")} outside the conversation, ${tokens} tokens read`,
		sideTokens: (prompt, output) => `prompt ${prompt}, output ${output} tokens; not a turn`,
		refusedList: (count, newest) => `${plural(count, "request", "requests")} answered 400, unclassified; newest ${newest}`,
		inclusive: (model, rate) => `${model} seems to count cached tokens inside input; the true rate of its newest turn may be ${rate}`,
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
		disabledNotice: "off: turns are not counted in the current run; /cache-stats enable",
		footerTaken: "another extension has set the footer since; /cache-stats enable takes it back",
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
		earlierTurns: (count) => `${plural(count, "earlier turn", "earlier turns")} not shown`,
		enabled: "cache-stats is on.",
		alreadyEnabled: "cache-stats is on already.",
		disabled: "cache-stats is off: it measures nothing and shows no footer, until /cache-stats enable or the next session.",
		alreadyDisabled: "cache-stats is off already; /cache-stats enable turns it on.",
		reset: "Statistics start from here, until the session is opened again. Its file is unchanged.",
		reportWritten: (path) => `Report written to ${path}`,
		reportNotWritten: (path, code) => `The report could not be written to ${path} (${code}).`,
		usage: (word, commands) => `Unknown: ${word}. Usage: /cache-stats [${commands}]`,
		notACount: (word) => `${word} is no count of turns; give a whole number from 1.`,
		failed: "cache-stats could not answer; the fault is counted under internal errors.",
		describe: {
			turns: "Table of the branch's turns; turns n for the last n",
			prefix: "The last request, part by part",
			diff: "The changed text, on your screen",
			json: "Machine report; json n for the last n turns",
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
/** An answer to a command that did what was asked. */
function info(text) {
	return {
		text,
		level: "info"
	};
}
/** An answer to a command that was not understood or could not do it. */
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
var VERSION, REPORT_SCHEMA;
var init_version = __esmMin((() => {
	VERSION = "0.1.0";
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
			piCacheStats: VERSION,
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
		totalCost: scan.window.everything.cost,
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
		prefix: observationReport(source.prefix),
		unclassified400: source.refusals.map(({ at, provider, model }) => ({
			at: new Date(at).toISOString(),
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
	const { speed, observation } = details.of(entryId);
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
		prefix: observationReport(observation),
		verdict: unmeasured(),
		tokensPerSecond: speed?.tokensPerSecond ?? null,
		timeToFirstTokenMs: speed?.timeToFirstTokenMs ?? null,
		speedBasis: speed?.basis ?? null,
		flags: [...flags]
	};
}
/** A copy: what a report hands out is the reader's. */
function observationReport(observation) {
	if (observation === null) return null;
	const { markers, otherDivergences, ...rest } = observation;
	return {
		...rest,
		markers: [...markers],
		otherDivergences: { ...otherDivergences }
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
		prefix: monitor.requests.last,
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
/**
* Rows of equal length, each as aligned lines with two blanks between columns; `left` names the columns aligned to the
* left. Where a line would be too long, its last cell goes on below itself, or below the row where there is too little room.
*/
function alignRows(rows, left) {
	const widths = [];
	for (const row of rows) row.forEach((cell, index) => {
		widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
	});
	const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
	const room = 78 - indent;
	return rows.map((row) => {
		const cells = row.map((cell, index) => (left.has(index) ? padEnd : padStart)(cell, widths[index] ?? 0));
		const line = cells.join("  ").trimEnd();
		if (visibleWidth(line) <= 78) return [line];
		const before = cells.slice(0, -1).join("  ");
		const last = row.at(-1) ?? "";
		if (room < NARROWEST_CELL) {
			const below = wrapTextWithAnsi(last, 72);
			return [before.trimEnd(), ...below.map((part) => " ".repeat(HANGING) + part)];
		}
		const [first = "", ...more] = wrapTextWithAnsi(last, room);
		return [`${before}  ${first}`, ...more.map((part) => " ".repeat(indent) + part)];
	});
}
/** `alignRows` as one list of lines. */
function alignColumns(rows, left) {
	return alignRows(rows, left).flat();
}
var NARROWEST_CELL, HANGING;
var init_columns = __esmMin((() => {
	NARROWEST_CELL = 28;
	HANGING = 6;
}));
// src/ui/text/turns.ts
/** `/cache-stats turns`: the newest turns of the active branch, oldest first. Times are local. */
function turnsText(report, words, shown) {
	const turns = report.turns.slice(-shown);
	if (turns[0] === void 0) return words.noTurns;
	const [heading = [], ...rows] = alignRows([words.columns, ...turns.map(turnRow)], /* @__PURE__ */ new Set([9]));
	const table = [...heading, ...withModelLines(turns, rows)];
	const earlier = report.branch.turns - turns.length;
	return (earlier > 0 ? [words.earlierTurns(earlier), ...table] : table).join("\n");
}
/** Where several models answered, a line names the model whose turns follow: a column for it would not fit 80 columns. */
function withModelLines(turns, rows) {
	const name = (turn) => `${turn?.provider}/${turn?.model}`;
	if (new Set(turns.map(name)).size === 1) return rows.flat();
	return rows.flatMap((row, index) => {
		const turn = turns[index];
		if (turn === void 0 || name(turn) === name(turns[index - 1])) return row;
		return [`  ${displayName(turn.provider)}/${displayName(turn.model)}`, ...row];
	});
}
function turnRow(turn) {
	const { usage } = turn;
	const count = (value) => value === void 0 ? "n/a" : fullTokens(value);
	const notes = [...turn.stopReason === "error" || turn.stopReason === "aborted" ? [turn.stopReason] : [], ...turn.flags];
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
// src/ui/text/divergence.ts
/** Where and how a request differs from the one before, in a few words: no text of it. */
function divergenceText(divergence, words) {
	const { section, kind, name, path, tag, line, char, before, after, owner, shareBefore } = divergence;
	const place = path === null ? words.sections[section] : oneLine(path.slice(0, PATH_CHARS));
	const parts = [name === null || place.endsWith(name) ? place : `${place} ${displayName(name)}`];
	if (tag !== null) parts.push(words.inTag(displayName(tag)));
	parts.push(words.kinds[kind]);
	if (owner !== null) parts.push(words.owner(displayName(owner)));
	const details = [];
	if (line !== null && char !== null) details.push(words.atLine(fullTokens(line), fullTokens(char)));
	if (before !== null && after !== null && kind !== "reordered") details.push(words.lengths(fullTokens(before.chars), fullTokens(after.chars)));
	details.push(words.shareBefore(formatHitRate(shareBefore, 0)));
	return `${parts.join(" ")}: ${details.join(", ")}`;
}
/** An observation in one line, for the summary. */
function observationText(observation, words) {
	const { relation, reason, divergence, flap } = observation;
	const parts = [words.relations[relation]];
	if (reason !== null) parts.push(`(${words.reasons[reason] ?? reason})`);
	if (divergence !== null) parts.push(divergenceText(divergence, words));
	if (flap) parts.push(`(${words.flap})`);
	return parts.join(" ");
}
var PATH_CHARS;
var init_divergence = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_safe_text();
	PATH_CHARS = 120;
}));
// src/ui/text/diff.ts
/** `/cache-stats diff`: the lines that differ at the first difference, old with `-`, new with `+`; bounded, no binary. */
function diffText(change, words) {
	const divergence = change?.observation.divergence ?? null;
	if (change === null || divergence === null) return words.noDifference;
	const heading = [divergenceText(divergence, words), words.diffHeading].flatMap((line) => wrapTextWithAnsi(line, 78));
	if (divergence.section === "params" && SECRET_PARAMS.test(divergence.path ?? "")) return [...heading, words.notShown].join("\n");
	if (divergence.kind === "reordered" || divergence.kind === "key-order") return [...heading, words.orderOnly].join("\n");
	const before = change.changed.before === null ? [] : linesOf(change.changed.before);
	const after = change.changed.after === null ? [] : linesOf(change.changed.after);
	return [...heading, ...changedLines(before, after, words)].join("\n");
}
function changedLines(before, after, words) {
	const shared = Math.min(before.length, after.length);
	let start = 0;
	while (start < shared && before[start] === after[start]) start += 1;
	let tail = 0;
	while (tail < shared - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
	const around = after.slice(Math.max(0, start - LINES_AROUND), start);
	const behind = tail === 0 ? [] : after.slice(after.length - tail, after.length - tail + LINES_AROUND);
	const [old, now] = aroundDifference(before[start] ?? "", after[start] ?? "");
	return [
		...around.map((line) => `  ${shown(line)}`),
		...bounded(before.slice(start, before.length - tail), "- ", old, words),
		...bounded(after.slice(start, after.length - tail), "+ ", now, words),
		...behind.map((line) => `  ${shown(line)}`)
	];
}
/** `first` stands for the first line: it is shown around the place where it differs. */
function bounded(lines, mark, first, words) {
	const some = lines.slice(0, LINES_SHOWN).map((line, index) => mark + (index === 0 ? first : shown(line)));
	return lines.length > LINES_SHOWN ? [...some, mark + words.moreLines(lines.length - LINES_SHOWN)] : some;
}
/** Two lines around the place where they part: in a long line that may be far from its beginning. */
function aroundDifference(before, after) {
	const at = firstTextDifference(before, after).offset;
	const base = Math.max(before.length, after.length) > SEARCHED_CHARS ? Math.max(0, at - LINE_CHARS) : 0;
	const [old, now] = [clean(before.slice(base)), clean(after.slice(base))];
	const from = Math.max(0, firstTextDifference(old, now).offset - CHARS_BEFORE);
	return [excerpt(old, from, base > 0), excerpt(now, from, base > 0)];
}
function shown(line) {
	return excerpt(clean(line), 0, false);
}
/** A line without control characters and base64. */
function clean(line) {
	return withoutBase64(line.slice(0, SEARCHED_CHARS)).replace(CONTROLS, " ");
}
/** Part of a clean line; what is left out at either end is marked. A character is never cut in two. */
function excerpt(line, from, isCut) {
	const start = line.length <= LINE_CHARS ? 0 : Math.min(from, line.length - LINE_CHARS);
	const end = start + LINE_CHARS;
	const text = line.slice(start, end).toWellFormed();
	return `${start > 0 || isCut ? "…" : ""}${text}${line.length > end ? "…" : ""}`;
}
function withoutBase64(text) {
	return text.replace(DATA_URL, (run) => `[base64, ${run.length} characters]`).replace(BASE64, (run) => looksEncoded(run) ? `[base64, ${run.length} characters]` : run);
}
/** Encoded bytes mix cases and digits; long names and paths seldom do. */
function looksEncoded(run) {
	return run.length >= 200 || /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
}
/** A value as lines: text as it is, anything else by field. */
function linesOf(node, indent = "") {
	switch (node.kind) {
		case "leaf": return String(node.value).split(/\r\n|\n|\r/).map((line) => indent + line);
		case "bytes": return [`${indent}[binary, ${node.size} bytes, ${node.digest.slice(0, 6)}]`];
		case "array": return node.items.flatMap((item) => linesOf(item, `${indent}  `));
		case "object": return node.fields.flatMap(([key, value]) => {
			const [first = "", ...more] = isPicture(node) && key === "data" ? [hidden(value)] : linesOf(value, "");
			return [`${indent}${key}: ${first}`, ...more.map((line) => `${indent}  ${line}`)];
		});
	}
}
/** An object that carries encoded bytes beside their type, as every protocol writes pictures. */
function isPicture(node) {
	const names = [
		"media_type",
		"mimeType",
		"mime_type",
		"format"
	];
	return node.kind === "object" && node.fields.some(([key]) => names.includes(key));
}
function hidden(value) {
	return value.kind === "bytes" ? linesOf(value)[0] ?? "" : `[base64, ${charsOf(value)} characters]`;
}
var LINES_SHOWN, LINES_AROUND, LINE_CHARS, CHARS_BEFORE, DATA_URL, BASE64, SEARCHED_CHARS, CONTROLS, SECRET_PARAMS;
var init_diff = __esmMin((() => {
	init_difference();
	init_text_place();
	init_columns();
	init_divergence();
	LINES_SHOWN = 20;
	LINES_AROUND = 2;
	LINE_CHARS = 240;
	CHARS_BEFORE = 60;
	DATA_URL = /data:[\w/+.;=-]*;base64,[\w+/=-]*/g;
	BASE64 = /[\w+/-]{40,}={0,2}/g;
	SEARCHED_CHARS = 1e6;
	CONTROLS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
	SECRET_PARAMS = /cache_?key|sessionId/i;
}));
// src/ui/text/prefix.ts
/** `/cache-stats prefix`: the last request, section by section, without a word of its text. */
function prefixText(observation, words) {
	if (observation === null) return words.noRequest;
	const { relation, reason, shape, divergence, markers, flap } = observation;
	const why = reason === null ? "" : ` (${words.reasons[reason] ?? reason})`;
	const head = wrapTextWithAnsi(`${words.prefix}: ${words.relations[relation]}${why}`, 78);
	if (shape === null) return head.join("\n");
	const facts = [];
	if (divergence !== null) facts.push([words.firstDifference, divergenceText(divergence, words)]);
	const others = SECTIONS.flatMap((name) => {
		const count = observation.otherDivergences[name];
		return count === void 0 ? [] : [`${words.sections[name]} ${count}`];
	});
	if (others.length > 0) facts.push([words.otherDifferences, others.join(", ")]);
	if (flap) facts.push([words.notice, words.flap]);
	facts.push([shape, markerText(markers, words)]);
	const blocks = Object.entries(observation.blocks).flatMap(([name, chars]) => chars === null ? [] : [`<${name}> ${words.chars(fullTokens(chars))}`]);
	if (blocks.length > 0) facts.push([words.blocks, blocks.join(", ")]);
	return [
		...head,
		...alignColumns(facts, /* @__PURE__ */ new Set([0, 1])),
		...sectionLines(observation, words),
		...wrapTextWithAnsi(words.limits, 78)
	].join("\n");
}
function sectionLines({ sections }, words) {
	const rows = SECTIONS.filter((name) => sections[name].state !== "absent").map((name) => {
		const { state, reason, count, chars } = sections[name];
		const why = reason === null ? "" : ` (${words.reasons[reason] ?? reason})`;
		return [
			words.sections[name],
			`${words.states[state] ?? state}${why}`,
			fullTokens(count),
			fullTokens(chars)
		];
	});
	return alignColumns([words.sectionColumns, ...rows], /* @__PURE__ */ new Set([0, 1]));
}
function markerText(markers, words) {
	const places = markers.slice(0, MARKERS_LISTED).map(({ section, index, ttl }) => `${section}[${index}]${ttl === null ? "" : ` ${oneLine(ttl)}`}`);
	const more = markers.length > MARKERS_LISTED ? ", …" : "";
	return places.length === 0 ? words.markers(0) : `${words.markers(markers.length)}: ${places.join(", ")}${more}`;
}
var MARKERS_LISTED;
var init_prefix$1 = __esmMin((() => {
	init_snapshot();
	init_numbers();
	init_safe_text();
	init_columns();
	init_divergence();
	MARKERS_LISTED = 6;
}));
// src/commands/prefix.ts
var prefix_exports = /* @__PURE__ */ __exportAll({
	diff: () => diff,
	prefix: () => prefix
});
var prefix, diff;
var init_prefix = __esmMin((() => {
	init_diff();
	init_prefix$1();
	init_command();
	prefix = ({ monitor, words }) => info(prefixText(monitor.requests.last, words));
	diff = ({ monitor, host, words }) => host.mode === "tui" || host.mode === "rpc" ? info(diffText(monitor.requests.lastChange, words)) : warning(words.diffNeedsScreen);
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
		if (monitor.enabled && !views.footerTaken) return info(words.alreadyEnabled);
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
			name: "prefix",
			args: "",
			load: async () => (await Promise.resolve().then(() => (init_prefix(), prefix_exports))).prefix
		},
		{
			name: "diff",
			args: "",
			load: async () => (await Promise.resolve().then(() => (init_prefix(), prefix_exports))).diff
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
		...scopeRows(report, words, notes.glyphs),
		...latestRows(report, words, notes.glyphs),
		...costRows(report, words),
		...prefixRows(report, words),
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
function scopeRows(report, words, { session }) {
	const { window, run, branch } = report;
	const rows = [scopeRow(`${session} ${window.scope === "session" ? words.session : words.sinceReset}`, window, words), scopeRow(`  ${words.run}`, run, words)];
	if (branch.turns !== window.turns) rows.push(scopeRow(`  ${words.branch}`, branch, words));
	return rows;
}
function scopeRow(label, scope, words) {
	if (scope.turns === 0) return [
		label,
		formatHitRate(null, 1),
		words.noTurns
	];
	const prompt = promptTokens(scope.rated);
	const unrated = scope.measuredTurns - scope.ratedTurns;
	const parts = [unrated === 0 ? words.turns(scope.turns) : words.turnsOfWhichUnrated(scope.turns, unrated)];
	if (prompt > 0) parts.push(words.fromCache(fullTokens(scope.rated.cacheRead), fullTokens(prompt)));
	return [
		label,
		formatHitRate(scope.hitRate, 1),
		parts.join(" · ")
	];
}
function latestRows(report, words, glyphs) {
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
		`${glyphs.latest} ${words.latest}`,
		formatHitRate(turn.hitRate, 1),
		parts.join(" · ")
	], ...speedRows(turn, words, glyphs)];
}
function speedRows(turn, words, glyphs) {
	const { tokensPerSecond: speed, timeToFirstTokenMs: wait } = turn;
	if (speed === null) return [];
	const parts = [tokensPerSecond(speed) + (turn.speedBasis === "request" ? ` (${words.overWholeRequest})` : "")];
	if (wait !== null) parts.push(words.firstToken((wait / 1e3).toFixed(1)));
	return [[
		`${glyphs.speed} ${words.speed}`,
		"",
		parts.join(" · ")
	]];
}
function costRows(report, words) {
	const { window, totalCost } = report;
	if (totalCost === null || totalCost === 0) return [];
	const parts = window.cost === null ? [] : [words.costOfTurns(dollars(window.cost))];
	const rest = totalCost - (window.cost ?? 0);
	if (Math.abs(rest) >= 5e-7) parts.push(words.costInAll(dollars(totalCost)));
	return [[
		`  ${words.cost}`,
		"",
		parts.join(" · ")
	]];
}
function prefixRows({ prefix }, words) {
	return prefix === null ? [] : [[
		`  ${words.prefix}`,
		"",
		observationText(prefix, words)
	]];
}
function sideRows(report, words) {
	const rows = [];
	const { refreshes, side } = report;
	if (refreshes.count > 0) {
		const text = words.refreshCount(refreshes.count, fullTokens(refreshes.usage.cacheRead));
		rows.push([
			`  ${words.refreshes}`,
			"",
			refreshes.cost === null ? text : `${text} · ${dollars(refreshes.cost)}`
		]);
	}
	for (const [label, usage] of [
		[words.compaction, side.compaction],
		[words.branchSummary, side.branchSummary],
		[words.nested, side.nested]
	]) if (promptTokens(usage) + usage.output > 0) rows.push([
		`  ${label}`,
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
		`  ${words.refused}`,
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
	const covered = /* @__PURE__ */ new Set([
		"inclusive-input-suspected",
		"usage-missing",
		"not-reporting"
	]);
	for (const model of report.models.length > 1 ? [] : report.models) if (model.measuredTurns > 0 && !model.reporting) texts.push(words.silentModel(displayName(model.model)));
	texts.push(...report.flags.filter((flag) => !covered.has(flag)).map((flag) => words.flags[flag]));
	if (report.invalidConfig.length > 0) texts.push(words.invalidConfig(report.invalidConfig.join(", ")));
	if (report.internalErrors > 0) texts.push(words.internalErrors(report.internalErrors));
	return texts.map((text) => [
		`  ${words.notice}`,
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
	init_divergence();
}));
// src/commands/summary.ts
var summary_exports = /* @__PURE__ */ __exportAll({ run: () => run$1 });
var run$1;
var init_summary = __esmMin((() => {
	init_report_now();
	init_glyphs();
	init_summary$1();
	init_command();
	run$1 = ({ monitor, host, words, piVersion, now, views }) => info(summaryText(reportNow(monitor, host, piVersion, now()), words, {
		footerTaken: views.footerTaken,
		glyphs: glyphs(monitor.config.ascii)
	}));
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
	let answer = {
		text: "cache-stats could not answer.",
		level: "error"
	};
	try {
		const words = await loadWords(config.language);
		answer = {
			text: words.failed,
			level: "error"
		};
		answer = await run(args, {
			...await context(),
			words
		});
	} catch {
		onFault();
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
	const differ = once(() => Promise.resolve().then(() => (init_observer(), observer_exports)));
	const commands = once(() => Promise.resolve().then(() => (init_dispatch(), dispatch_exports)));
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
		if (config.prefixDiagnostics !== "off") observing().catch(() => monitor.countInternalError());
	}));
	pi.on("session_shutdown", guarded(() => {
		views.close();
		host = null;
		models = null;
	}));
	pi.on("turn_start", guarded(() => monitor.turnStarted()));
	pi.on("before_provider_request", guarded((event) => {
		const awaited = monitor.requestStarted(clock());
		const view = host;
		if (view === null) return void 0;
		const observe = () => monitor.observe(event.payload, awaited, requestContext(view));
		return monitor.requests.isObserving ? observe() : observing().then(observe);
	}));
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
	/** The observer of this session, loaded when first needed. */
	const observing = async () => {
		const started = host;
		const { Observer } = await differ();
		if (host === started && !monitor.requests.isObserving) monitor.requests.use(new Observer(randomBytes(16).toString("hex"), config.prefixDiagnostics));
	};
	const moved = guarded(() => {
		monitor.requests.moved();
		views.refresh();
	});
	pi.on("session_tree", moved);
	pi.on("session_compact", moved);
	const refresh = guarded(() => views.refresh());
	pi.on("tool_execution_start", refresh);
	pi.on("tool_execution_end", refresh);
	pi.on("agent_end", refresh);
	pi.on("model_select", refresh);
	pi.on("thinking_level_select", refresh);
	pi.on("session_info_changed", refresh);
	pi.registerCommand("cache-stats", {
		description: config.language === "zh" ? "提示缓存命中率" : "Prompt cache hit rates",
		getArgumentCompletions: (prefix) => commands().then(({ complete }) => complete(prefix, config.language), () => null),
		handler: async (args, ctx) => {
			const context = async () => {
				const { getAgentDir, VERSION } = await import("@earendil-works/pi-coding-agent");
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
			await guarded(async () => {
				const { dispatch } = await commands();
				deliver(await dispatch(args, config, context, () => monitor.countInternalError()), ctx);
			})();
		}
	});
}
/**
* Imports when first asked, and once: a second import that comes while the first is under way can get a module that is
* only half there from Pi's TypeScript loader.
*/
function once(load) {
	let loading;
	return () => {
		loading ??= load();
		return loading;
	};
}
export { cacheStats as default };

// pi-cache-stats 0.1.0, the whole extension in one file. License: MIT.
// GENERATED from src by `npm run bundle`: do not edit, change src and run it again.
// Needs nothing but Node and the packages that Pi itself gives to its extensions; only metrics and the exports to CSV and HTML need more.

import { createRequire } from "node:module";
import { createHash, hash, randomBytes, randomUUID } from "node:crypto";
import { types } from "node:util";
import { matchesKey, sliceByColumn, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
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
		record: choose("PI_CACHE_STATS_RECORD", true, SWITCH),
		otel: choose("PI_CACHE_STATS_OTEL", false, SWITCH),
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
// src/otel/export-tally.ts
/** Counts of one instance, read by the report. */
var ExportTally = class {
	state = "off";
	/** Variables of OpenTelemetry that were not understood. */
	invalid = [];
	/** Exports that the collector took. */
	exported = 0;
	/** Exports that it did not take. Counters are cumulative unless asked otherwise: the next export carries them. */
	dropped = 0;
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
// src/usage/cost.ts
/**
* Reads the `cost` object of a usage row. Null when it is missing or has no finite `total` and no finite part, so that
* an unknown cost is never shown as $0. A missing part counts as 0, a missing total is the sum of the parts.
*/
function readCost(raw) {
	if (!isRecord(raw)) return null;
	const [input, output] = [amountOrNull(raw.input), amountOrNull(raw.output)];
	const [cacheRead, cacheWrite] = [amountOrNull(raw.cacheRead), amountOrNull(raw.cacheWrite)];
	const total = amountOrNull(raw.total);
	if ((total ?? input ?? output ?? cacheRead ?? cacheWrite) === null) return null;
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
	return addDollars(sum, cost?.total ?? null);
}
/** Sum of amounts of which either may be unknown; null only when both are. */
function addDollars(a, b) {
	return b === null ? a : (a ?? 0) + b;
}
var LARGEST_AMOUNT;
var init_cost = __esmMin((() => {
	init_unknown();
	LARGEST_AMOUNT = 0xe8d4a51000;
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
	const flags = [];
	const usage = {
		input: inputCount(raw.input, flags),
		output: count$1(raw.output, flags),
		cacheRead: count$1(raw.cacheRead, flags),
		cacheWrite: count$1(raw.cacheWrite, flags),
		cacheWrite1h: raw.cacheWrite1h === void 0 ? 0 : count$1(raw.cacheWrite1h, flags),
		reasoning: raw.reasoning === void 0 ? 0 : count$1(raw.reasoning, flags)
	};
	const own = readCost(raw.cost);
	if (own === null) flags.push("cost-missing");
	return {
		usage,
		cost: own ?? price(usage),
		totalTokens: finiteOrNull(raw.totalTokens),
		flags
	};
}
function inputCount(value, flags) {
	const number = finiteOrNull(value);
	if (number === null || number >= 0) return count$1(value, flags);
	flags.push("input-negative");
	return 0;
}
function count$1(value, flags) {
	const number = finiteOrNull(value);
	if (number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number;
	if (!flags.includes("usage-malformed")) flags.push("usage-malformed");
	return 0;
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
/** A key for one provider+api+model. Injective: the lengths say where a name ends, so no two different triples share it. */
function modelKey({ provider, api, model }) {
	return `${provider.length}:${provider}${api.length}:${api}${model}`;
}
/** Whether two turns were answered by one provider+api+model. */
function isSameModel(a, b) {
	return a.model === b.model && a.provider === b.provider && a.api === b.api;
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
		responseModel: textOrNull(message.responseModel),
		stopReason: textOrNull(message.stopReason) ?? "",
		errorMessage: textOrNull(message.errorMessage),
		row: readPricedRow(message.usage, provider, model, price)
	};
}
var VIRTUAL_API, ModelKeys;
var init_turn = __esmMin((() => {
	init_unknown();
	init_row();
	VIRTUAL_API = "pi-virtual";
	ModelKeys = class {
		#last = null;
		of(id) {
			if (this.#last === null || !isSameModel(this.#last.id, id)) {
				const { provider, api, model } = id;
				this.#last = {
					id: {
						provider,
						api,
						model
					},
					key: modelKey(id)
				};
			}
			return this.#last.key;
		}
	};
}));
// src/request-watch.ts
init_turn();
/**
* The requests of one session: what was seen of them, and which response belongs to which. Without an observer, which is
* loaded when it is first needed, nothing is seen.
*/
var RequestWatch = class {
	#observer = null;
	#pending = null;
	/** The last refresh of which no answer was seen. */
	#refresh = null;
	/** The response that the pending facts belong to, once it is complete. */
	#response = null;
	/** Requests are observed from now on with this observer, which belongs to the present session; null for none yet. */
	use(observer) {
		this.#observer = observer;
	}
	get isObserving() {
		return this.#observer !== null;
	}
	/** What its digests are salted with; null while nothing is observed. */
	get salt() {
		return this.#observer?.salt ?? null;
	}
	/** The last request that was answered, for the record; null before any. */
	get lastAnswered() {
		return this.#observer?.lastAnswered ?? null;
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
		const observation = this.#observer.request(payload, context);
		const endpoint = this.#observer.endpointOf(context);
		const { provider, model } = context.scope;
		const refreshSentAt = this.#refresh?.model === JSON.stringify([provider, model]) ? this.#refresh?.at ?? null : null;
		this.#pending = {
			observation,
			endpoint,
			diagnosis: null,
			refreshSentAt
		};
		this.#response = null;
		this.#refresh = null;
	}
	/** A cache-warming refresh is sent to an endpoint at `now`, in milliseconds since the epoch. */
	refreshSent(now, { scope: { provider, model } }) {
		this.#refresh = {
			at: now,
			model: JSON.stringify([provider, model])
		};
	}
	/** The provider has begun to answer the refresh, or refused it. */
	refreshAnswered() {
		this.#refresh = null;
	}
	/** The provider itself has said why the awaited response's prompt was not read from the cache. */
	diagnosed(cause) {
		const unseen = {
			observation: null,
			endpoint: null,
			refreshSentAt: null
		};
		this.#pending = {
			...this.#pending ?? unseen,
			diagnosis: cause
		};
	}
	/** The awaited response is complete; its turn goes on while tools run. */
	completed(turn) {
		this.#response = {
			model: modelKey(turn),
			at: turn.at
		};
	}
	/** What was seen of the request of the turn that has not ended yet; null for any other turn. */
	factsOf(turn) {
		const response = this.#response;
		return response !== null && response.model === modelKey(turn) && response.at === turn.at ? this.#pending : null;
	}
	/** The awaited response has come: its request is what the next one is compared with. */
	answered() {
		this.#observer?.answered();
	}
	/** The user has moved in the tree or compacted: the next request of each scope may branch off. */
	moved() {
		this.#observer?.moved();
	}
	/** What was seen of the request of the turn that ends, once. */
	take() {
		const facts = this.#pending;
		this.#pending = null;
		this.#response = null;
		return facts;
	}
	/** Everything starts anew: the next request has nothing to be compared with. */
	clear() {
		this.#observer?.clear();
		this.#pending = null;
		this.#refresh = null;
		this.#response = null;
	}
};
/**
* Tokens per second of one response. `output` and `reasoning` are the response's own token counts (`reasoning` is part
* of `output`). When thinking and text both streamed and the provider counted reasoning tokens, the thinking is taken
* out, tokens and time; if that cannot be done cleanly the answer is null, not a guess.
*/
function speedOf$1(marks, output, reasoning) {
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
init_unknown();
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
		const speed = speedOf$1(marks, usage?.output ?? 0, usage?.reasoning ?? 0);
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
};
// src/usage/details.ts
var NOTHING_KNOWN = Object.freeze({
	speed: null,
	live: null
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
};
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
// src/usage/ledger.ts
/** The sums of all models together. The rate is sum(cacheRead) / sum(prompt) of the reporting ones. */
function aggregateOf(models) {
	let [turns, measuredTurns, ratedTurns] = [
		0,
		0,
		0
	];
	let [usage, rated] = [NO_USAGE, NO_USAGE];
	let cost = null;
	for (const model of models) {
		turns += model.turns;
		measuredTurns += model.measuredTurns;
		ratedTurns += model.ratedTurns;
		usage = addUsage(usage, model.usage);
		rated = addUsage(rated, model.rated);
		cost = addDollars(cost, model.cost);
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
var Ledger;
var init_ledger = __esmMin((() => {
	init_cost();
	init_hit_rate();
	init_inclusive_input();
	init_turn();
	init_usage();
	Ledger = class {
		#tallies = /* @__PURE__ */ new Map();
		#keys = new ModelKeys();
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
			return this.#tallies.get(this.#keys.of(id))?.reporting ?? false;
		}
		/** The rate of one turn, by the rule of its model in this range: null until the model has shown cache activity. */
		rateOf(turn) {
			return turn.row.usage !== null && this.isReporting(turn) ? hitRate(turn.row.usage) : null;
		}
		/** Everything in the range. The rate is sum(cacheRead) / sum(prompt) of the reporting models. */
		aggregate() {
			return aggregateOf(this.models);
		}
		/** All flags seen in the range, `not-reporting` when a measured model has shown no cache activity. */
		get flags() {
			return [...this.#tallies.values()].some((tally) => tally.measuredTurns > 0 && !tally.reporting) ? [...this.#flags, "not-reporting"] : [...this.#flags];
		}
		#tally(id) {
			const key = this.#keys.of(id);
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
// src/run-state.ts
init_ledger();
/** What is known of the current run: everything in it starts anew with a session and with a reset. */
var RunState = class {
	ledger = new Ledger();
	refusals = new Unclassified400s();
	details = new TurnDetails();
	meter = new SpeedMeter();
	#last;
	/** Of the response that is complete while its turn goes on. */
	#pending;
	/** Speed of the last turn that ended; undefined before any. */
	get lastSpeed() {
		return this.#last;
	}
	/** A response is complete. `clock` is milliseconds of a monotonic clock. */
	responseEnded(usage, complete, clock) {
		this.#pending = this.meter.finish(usage, complete, clock);
	}
	/** Its turn is over: its speed is the last one from now on. Undefined when nothing was measured. */
	turnEnded() {
		const speed = this.#pending;
		if (speed !== void 0) this.#last = speed;
		this.#pending = void 0;
		return speed;
	}
	/** A turn that failed with status 400 is recorded as refused. `now` is milliseconds since the epoch. */
	noteFailure({ stopReason, errorMessage, provider, model }, now) {
		if (stopReason === "error" && reports400(errorMessage)) this.refusals.record({
			at: now,
			provider,
			model
		});
	}
	forgetSpeed() {
		this.meter.clear();
		this.#last = void 0;
		this.#pending = void 0;
	}
};
// src/record/unrecorded.ts
init_usage();
/** Turns that have ended and are not in a record yet. */
var Unrecorded = class {
	#turns = [];
	#hasActivity = false;
	add(entry, { row, provider, model }) {
		this.#turns.push({
			entry,
			provider,
			model
		});
		this.#hasActivity ||= row.usage !== null && hasCacheActivity(row.usage);
	}
	/**
	* Those turns, once. None where no turn had any cache activity, unless `withoutActivity` asks for them: a
	* provider that reports nothing leaves nothing to explain.
	*/
	take(withoutActivity) {
		const turns = this.#hasActivity || withoutActivity ? this.#turns : [];
		this.#turns = [];
		this.#hasActivity = false;
		return turns;
	}
};
// src/usage/entry.ts
/**
* Reads a session entry of any type, version or origin. Null for entries that carry no usage, that are foreign, newer or
* corrupt. Text in the entry is not looked at.
*/
function readEntry(entry, price) {
	if (!isRecord(entry)) return null;
	switch (entry.type) {
		case "message": return readMessage(entry.message, price);
		case "usage": return readRefresh(entry, price);
		case "compaction": return side("compaction", entry.usage);
		case "branch_summary": return side("branchSummary", entry.usage);
		default: return null;
	}
}
function readRefresh(entry, price) {
	const provider = textOrNull(entry.provider) ?? "";
	const model = textOrNull(entry.model) ?? "";
	const warms = entry.kind === "cache_warm" ? {
		provider,
		model,
		at: entryTime(entry)
	} : null;
	return {
		kind: "refresh",
		row: readPricedRow(entry.usage, provider, model, price),
		warms
	};
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
/** Whether an entry is a turn: what counts when turns are numbered. */
function isTurnEntry(entry) {
	return isRecord(entry) && entry.type === "message" && isRecord(entry.message) && entry.message.role === "assistant";
}
/** When the entry was written, in milliseconds since the epoch: for a response the time of its end. Null when unreadable. */
function entryTime(entry) {
	const text = isRecord(entry) ? textOrNull(entry.timestamp) : null;
	return text === null ? null : finiteOrNull(Date.parse(text));
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
	#follower = null;
	#answer = null;
	#latest = null;
	#latestId = null;
	#revision = 0;
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
	/** The entry of `latest`. */
	get latestId() {
		return this.#latestId;
	}
	/** The newest answer of a physical model on the active branch, before or after the reset mark; null without one. */
	get answer() {
		return this.#answer;
	}
	/** Grows with every change that an update found and with every reset: who remembers it need not ask what changed. */
	get revision() {
		return this.#revision;
	}
	/** From the next update on, `follower` reads along, from the first entry. */
	follow(follower) {
		this.#follower = follower;
		this.readAgain();
	}
	/** The next update reads everything again. */
	readAgain() {
		this.#startOver();
		this.#leafId = null;
		this.#entryCount = -1;
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
		this.#latestId = this.#latest === null ? null : entryId(newest?.entry);
		this.#answer = newest !== null && isAnswer(newest.turn) ? newest.turn : this.#walkUp(view, isAnswer)?.turn ?? null;
		this.#revision += 1;
		this.#leafId = leafId;
		this.#entryCount = entryCount;
		return true;
	}
	/** Starts the window after the last entry of now. A session that is shorter than the mark has an empty window. */
	reset(view) {
		this.update(view);
		this.#revision += 1;
		this.#mark = this.#scanned;
		this.#window = new Totals();
		this.#follower?.startWindow();
		this.#latest = null;
		this.#latestId = null;
	}
	/** All entries of the file in its order, and the index of the first that lies in the window. */
	fileEntries(view) {
		return {
			entries: view.entries(),
			windowStart: this.#mark ?? 0
		};
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
		this.#follower?.startOver();
	}
	#readUpTo(entries) {
		while (this.#scanned < entries.length) {
			const index = this.#scanned;
			const entry = entries[index];
			const fact = readEntry(entry, this.#price);
			this.#scanned += 1;
			this.#lastId = entryId(entry);
			const isAfterMark = this.#mark !== null && index >= this.#mark;
			if (fact !== null) {
				this.#file.addFact(fact);
				if (isAfterMark) this.#window.addFact(fact);
			}
			this.#follower?.entry(entry, fact, this.#mark === null || isAfterMark);
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
// src/session-state.ts
/** What is known of the session of one instance: its totals, and the verdicts once their judge is loaded. */
var SessionState = class {
	scan;
	/** What was there when this process opened the session; null for one that began empty. */
	opened;
	/** Turns that have ended and are not recorded yet. */
	unrecorded = new Unrecorded();
	#verdicts = null;
	#records = null;
	constructor(price, opened) {
		this.scan = new SessionScan(price);
		this.opened = opened;
	}
	/** Null until the judge is loaded. */
	get verdicts() {
		return this.#verdicts;
	}
	/** What earlier processes recorded in the session; null until it was read, and in one that began empty. */
	get records() {
		return this.#records;
	}
	remember(records) {
		this.#records = records;
	}
	/** What is known of a turn: what this process saw, if it saw anything, or what an earlier one recorded. */
	detailOf(entryId, own) {
		if (entryId === null || own.live !== null || own.speed !== null) return own;
		return this.#records?.details.get(entryId) ?? own;
	}
	/** Turns are judged from now on, those of the session's file included. */
	judgeWith(verdicts) {
		this.#verdicts = verdicts;
		this.scan.follow(verdicts);
	}
	/** A turn has ended under this entry; `isSeen`: its live facts are known by the entry now. */
	turnEnded(entryId, turn, isSeen) {
		this.unrecorded.add(entryId, turn);
		if (isSeen && this.#verdicts?.wasUnseen(entryId)) this.scan.readAgain();
	}
	/** What broke the newest turn of the active branch; null for no break, and for one of which nothing can be said. */
	latestBreak() {
		const { latestId } = this.scan;
		return latestId === null ? null : this.#verdicts?.latestBreak(latestId) ?? null;
	}
	/** The session scope starts from the entry of now. */
	reset(host) {
		this.scan.reset(host);
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
	/** No response is awaited or streams: what comes from a provider belongs to no turn. */
	get isBetween() {
		return this.#phase === "between";
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
// src/verdict/diagnosis.ts
init_unknown();
/** Anthropic, `diagnostics.cache_miss_reason.type`. Others, such as `previous_message_not_found`, name no cause. */
var ANTHROPIC = {
	model_changed: "model-changed",
	system_changed: "system-changed",
	tools_changed: "tools-changed",
	messages_changed: "history-rewritten"
};
/** OpenAI, `prompt_cache_diagnostics.reason` of a `cache_miss`. */
var OPENAI = {
	model_changed: "model-changed",
	prompt_cache_key_changed: "params-changed",
	tools_changed: "tools-changed",
	text_format_changed: "params-changed",
	reasoning_effort_changed: "thinking-changed",
	verbosity_changed: "params-changed",
	context_compacted: "compacted",
	input_changed: "history-rewritten",
	service_tier_changed: "params-changed"
};
/**
* The provider's own word on a cache miss, if a parsed stream event carries one because something else asked for it. Null
* for every other event, for "unavailable", and for a reason that is not known. Constant work: it runs for each event.
*/
function readDiagnosis(event) {
	switch (field(event, "type")) {
		case "message_start": return causeIn(ANTHROPIC, field(field(field(field(event, "message"), "diagnostics"), "cache_miss_reason"), "type"));
		case "message_delta": return causeIn(ANTHROPIC, field(field(field(event, "diagnostics"), "cache_miss_reason"), "type"));
		case "response.completed":
		case "response.incomplete": {
			const diagnostics = field(field(event, "response"), "prompt_cache_diagnostics");
			return field(diagnostics, "type") === "cache_miss" ? causeIn(OPENAI, field(diagnostics, "reason")) : null;
		}
		default: return null;
	}
}
function causeIn(table, reason) {
	const name = textOrNull(reason);
	return name !== null && Object.hasOwn(table, name) ? table[name] ?? null : null;
}
// src/monitor.ts
init_turn();
init_usage();
/**
* The state of one instance: run, session and switches. It takes facts and times, and knows neither Pi's events nor any
* view. `now` is milliseconds since the epoch, `clock` milliseconds of a monotonic clock.
*/
var Monitor = class {
	config;
	price;
	#run = new RunState();
	#session;
	#enabled = true;
	#turn = new TurnPhase();
	requests = new RequestWatch();
	metrics = new ExportTally();
	#internalErrors = 0;
	constructor(config, price) {
		this.config = config;
		this.price = price;
		this.#session = new SessionState(price, null);
	}
	get enabled() {
		return this.#enabled;
	}
	get session() {
		return this.#session;
	}
	get scan() {
		return this.#session.scan;
	}
	/** The current run: turns since the session was opened or reset, while enabled. */
	get run() {
		return this.#run;
	}
	get internalErrors() {
		return this.#internalErrors;
	}
	/** A fault of this package was caught. Its text is dropped: it may quote a prompt. */
	countInternalError() {
		this.#internalErrors += 1;
	}
	/** What the live stream knew about a turn, in this process or a recorded one; null for one that was not watched. */
	live = (entryId, turn) => this.detailOf(entryId).live ?? this.requests.factsOf(turn);
	/** What is known of a turn beside the session's own entries. */
	detailOf(entryId) {
		return this.#session.detailOf(entryId, this.#run.details.of(entryId));
	}
	/**
	* A session begins, whatever the reason: the run starts from nothing, the session scope from the session's file.
	* `opened` says what was there already; null for a session that begins empty.
	*/
	sessionStarted(opened = null) {
		this.requests.use(null);
		this.#session = new SessionState(this.price, opened);
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
		if (this.#enabled) this.#run.meter.requestStarted(clock);
		this.#run.refusals.nextRequest();
		return true;
	}
	/** A request is sent that no turn waits for. */
	refreshSent(now, context) {
		if (this.#enabled) this.requests.refreshSent(now, context);
	}
	/** The head of a response has come: between turns it is a refresh's. */
	responseHead() {
		if (this.#turn.isBetween) this.requests.refreshAnswered();
	}
	/** The payload of a request, read while it is about to be sent. `awaited` is what `requestStarted` answered. */
	observe(payload, awaited, context) {
		if (this.#enabled) this.requests.observe(payload, awaited, context);
	}
	responseStarted() {
		this.#turn.respond();
		if (this.#enabled) this.#run.meter.responseStarted();
	}
	/** Constant work: this runs for every streamed delta. */
	streamed(event, clock) {
		if (this.#enabled) this.#run.meter.update(event, clock);
	}
	/** A parsed event of the provider's stream came by. Constant work, as for a delta. */
	providerSaid(event) {
		const cause = this.#enabled && !this.#turn.isBetween ? readDiagnosis(event) : null;
		if (cause !== null) this.requests.diagnosed(cause);
	}
	/** A response came with status 400, where the adapter reports it. */
	refused(provider, model, now) {
		if (this.#enabled && !this.#turn.isResponding) this.#run.refusals.record({
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
		if (!this.#enabled || !this.#turn.isWatched) return;
		this.requests.completed(turn);
		const complete = turn.stopReason !== "error" && turn.stopReason !== "aborted";
		this.#run.responseEnded(turn.row.usage, complete, clock);
		const billed = turn.row.usage !== null && promptTokens(turn.row.usage) > 0;
		if (complete || billed) this.requests.answered();
		this.#count(turn);
	}
	/** The turn is over and its message is saved under `entryId` (null on a Pi that does not say). */
	turnEnded(message, entryId, now) {
		const turn = readTurn(message, this.price);
		if (turn === null) return;
		if (this.#enabled && this.#turn.isWatched) this.#finishTurn(turn, entryId, now);
		this.#run.refusals.nextRequest();
		this.#turn.begin("between", this.#enabled);
	}
	enable() {
		this.#enabled = true;
	}
	/** Nothing is measured until `enable`; what was measured stays. */
	disable() {
		this.#enabled = false;
		this.#turn.stopWatching();
		this.#run.forgetSpeed();
		this.requests.clear();
	}
	/** Run totals, refused requests and speed start from nothing, the session scope from the entry of now. */
	reset(host) {
		this.#clearRun();
		this.#session.reset(host);
	}
	#finishTurn(turn, entryId, now) {
		this.#count(turn);
		const [speed = null, live] = [this.#run.turnEnded(), this.requests.take()];
		if (entryId !== null) {
			if (speed !== null || live !== null) this.#run.details.add(entryId, {
				speed,
				live
			});
			this.#session.turnEnded(entryId, turn, live !== null);
		}
		this.#run.noteFailure(turn, now);
	}
	/** Into the run, once per turn: with the response, so that a report during the tools agrees with the session's. */
	#count(turn) {
		if (this.#turn.countOnce()) this.#run.ledger.add(turn);
	}
	#clearRun() {
		this.#run = new RunState();
		this.requests.clear();
	}
};
// src/once.ts
/**
* Imports when first asked, and once; where that failed, again when asked again. One import after another in all of the process:
* one that comes while another is under way can get modules of it that are only half there from Pi's TypeScript loader, and a
* file that it shares with the other would keep names that are not there yet. `load` must not wait for another of these.
*/
function once(load) {
	let loading;
	return () => {
		if (loading === void 0) {
			loading = before$1.then(load);
			before$1 = loading.catch(() => {
				loading = void 0;
			});
		}
		return loading;
	};
}
var before$1;
var init_once = __esmMin((() => {
	before$1 = Promise.resolve();
}));
// src/pi-host.ts
init_once();
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
		columns: () => ctx.mode === "tui" ? finiteOrNull(process.stdout.columns) : null,
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
		subscription: () => isSubscription(ctx, ctx.model),
		paidBySubscription: (provider, model) => isSubscription(ctx, ctx.modelRegistry.find(provider, model)),
		toolOwner: (tool) => toolOwner(pi, tool),
		isCommandShared: () => isCommandShared(pi),
		experimental: () => process.env.PI_EXPERIMENTAL === "1"
	};
}
/** There at run time since Pi 1.0.3, though not in the type that extensions see. */
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
function isSubscription({ modelRegistry }, model) {
	if (model === void 0) return false;
	if (model.provider === "kimi-coding") return true;
	if (!modelRegistry.isUsingOAuth(model)) return false;
	return field(field(field(isFunction(modelRegistry.getProvider) ? modelRegistry.getProvider(model.provider) : void 0, "auth"), "oauth"), "isSubscription") === true;
}
/** Pi numbers commands of one name in the order in which it loads them. */
function isCommandShared(pi) {
	const commands = isFunction(pi.getCommands) ? pi.getCommands() : void 0;
	return Array.isArray(commands) && commands.some((one) => /^cache-stats:\d+$/.test(textOrNull(field(one, "name")) ?? ""));
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
// src/saved-entry.ts
init_unknown();
/** Results of a turn's tools and entries of other extensions that may stand behind its message. */
var FARTHEST = 500;
/**
* The entry under which the message of a turn that ends was saved, for a Pi that does not say (before 0.87.1). Such a Pi saves the very
* object that its event carries, so no other entry can be taken for it; null where none near the leaf is it.
*/
function savedEntry(message, session) {
	let id = session.leafId();
	for (let step = 0; id !== null && step < FARTHEST; step++) {
		const entry = session.entry(id);
		if (field(entry, "message") === message) return id;
		id = textOrNull(field(entry, "parentId"));
	}
	return null;
}
// src/record/record-entry.ts
/** Whether a session entry says that it is one of ours. */
function isRecordEntry(entry) {
	return isRecord(entry) && entry.type === "custom" && entry.customType === "cache-stats";
}
var RECORD_TYPE;
var init_record_entry = __esmMin((() => {
	init_unknown();
	RECORD_TYPE = "cache-stats";
}));
// src/prefix/difference.ts
/** The first difference in sending order, or null when the values are the same. */
function firstDifference(before, after, path = "") {
	if (before.kind === "object" && after.kind === "object") return inObjects(before.fields, after.fields, path);
	if (before.kind === "array" && after.kind === "array") return inLists(before.items, after.items, path);
	if (same$2(before, after)) return null;
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
	return left !== void 0 && right !== void 0 && same$2(left, right);
}
/** Whether two values are the same, order of fields included. */
function same$2(a, b) {
	if (a.kind === "leaf") return b.kind === "leaf" && a.value === b.value;
	if (a.kind === "bytes") return b.kind === "bytes" && a.size === b.size && a.digest === b.digest;
	if (a.kind === "array") return b.kind === "array" && a.items.length === b.items.length && a.items.every((_, at) => sameAt(a.items, at, b.items, at));
	if (b.kind !== "object" || a.fields.length !== b.fields.length) return false;
	return a.fields.every(([key, value], at) => {
		const [otherKey, otherValue] = b.fields[at] ?? [];
		return key === otherKey && otherValue !== void 0 && same$2(value, otherValue);
	});
}
/** Text of which only the beginning is left. */
function isCutShort(before, after) {
	const [old, now] = [textOf$1(before), textOf$1(after)];
	return old !== null && now !== null && now.length < old.length && old.startsWith(now);
}
/** The text of a leaf, or null for anything else. */
function textOf$1(node) {
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
	return sections.find(({ start, end }) => start <= at && at < end) ?? null;
}
/**
* The name of the context file, such as `AGENTS.md`, in whose part of Pi's prompt the offset lies: Pi writes each as
* `<project_instructions path="\u2026">`. Null outside of all, and in the path itself.
*/
function contextFileAt(text, offset) {
	const start = text.lastIndexOf(INSTRUCTIONS, offset);
	if (start < 0) return null;
	const from = start + 28;
	const end = text.indexOf("\">", from);
	const close = text.indexOf("</project_instructions>", from);
	if (end < 0 || end >= offset || end - from > LONGEST_PATH || close >= 0 && close < offset) return null;
	return text.slice(from, end).split(/[\\/]/).at(-1) || null;
}
/**
* Length of the inside of the one well-formed `<tag>\u2026</tag>` of a text, in UTF-16 code units; null when there is none, or
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
var OPENING, MOST_TAGS, MOST_UNCLOSED, INSTRUCTIONS, LONGEST_PATH;
var init_prompt_sections = __esmMin((() => {
	OPENING = /<([A-Za-z][\w.-]*)(?=[\s>])/g;
	MOST_TAGS = 1e4;
	MOST_UNCLOSED = 100;
	INSTRUCTIONS = "<project_instructions path=\"";
	LONGEST_PATH = 1e3;
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
var tape_exports = /* @__PURE__ */ __exportAll({
	ARRAY: () => ARRAY$1,
	BIGINT: () => BIGINT$1,
	BYTES: () => BYTES$1,
	NULL: () => NULL$1,
	readNode: () => readNode$1,
	sameTokens: () => sameTokens$1
});
/** Reads a value back. The tokens must be whole, as the recorder leaves them; no tokens are null. */
function readNode$1(tape) {
	return readAt(tape, { at: 0 });
}
function readAt(tape, cursor) {
	const token = tape[cursor.at++];
	if (token instanceof Shape) return {
		kind: "object",
		fields: token.keys.map((key) => [key, readAt(tape, cursor)])
	};
	switch (token) {
		case ARRAY$1: {
			const length = Number(tape[cursor.at++]);
			return {
				kind: "array",
				items: Array.from({ length }, () => readAt(tape, cursor))
			};
		}
		case BYTES$1: return {
			kind: "bytes",
			size: Number(tape[cursor.at++]),
			digest: String(tape[cursor.at++])
		};
		case BIGINT$1: return {
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
function sameTokens$1(a, b) {
	if (a.length !== b.length) return false;
	for (let at = a.length - 1; at >= 0; at--) if (a[at] !== b[at] && !sameShape(a[at], b[at])) return false;
	return true;
}
var ARRAY$1, NULL$1, BIGINT$1, BYTES$1;
var init_tape = __esmMin((() => {
	init_shape();
	ARRAY$1 = Symbol("array");
	NULL$1 = Symbol("null");
	BIGINT$1 = Symbol("bigint");
	BYTES$1 = Symbol("bytes");
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
	const item = readNode$1(record.items[change.item] ?? []);
	const path = itemPath(record, change.item);
	return {
		section,
		kind: change.kind,
		index: PROMPT_SECTIONS.has(section) && name !== null ? null : indexOf(record, change.item, path),
		name: name?.slice(0, LONGEST_NAME$2) ?? null,
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
	const field = (key) => textOf$1(item.fields.find(([name]) => name === key)?.[1] ?? null);
	return (field("role") ?? field("type"))?.slice(0, LONGEST_NAME$2) ?? null;
}
/** For changed text: line and character, and in a prompt the tagged part it lies in. */
function textPlace(section, record, change) {
	const [before, after] = [textOf$1(change.before), textOf$1(change.after)];
	const ownName = PROMPT_SECTIONS.has(section) ? record.names?.[change.item]?.slice(0, LONGEST_NAME$2) ?? null : null;
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
	const file = contextFileAt(after, offset) ?? contextFileAt(before, offset);
	return {
		line,
		char,
		tag: tagged.tag.slice(0, LONGEST_NAME$2),
		kind,
		name: file?.slice(0, LONGEST_NAME$2) ?? null
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
var LONGEST_NAME$2, PROMPT_SECTIONS;
var init_divergence$1 = __esmMin((() => {
	init_difference();
	init_prompt_sections();
	init_shape();
	init_snapshot();
	init_tape();
	init_text_place();
	LONGEST_NAME$2 = 200;
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
/** Every change of items that are told apart by name and whose place does not matter: the parameters. */
function changesByName(pair) {
	const { oldSection, nowSection } = pair;
	const oldNames = namesOf(oldSection);
	const nowNames = namesOf(nowSection);
	const others = changeByName(pair, false)?.others ?? 0;
	const inNew = nowNames.flatMap((name, item) => {
		const before = oldNames.indexOf(name);
		if (before < 0) return [added(nowSection, item, others)];
		return sameItem(pair, before, item) ? [] : [changeInside(pair, before, item, others)];
	});
	const gone = oldNames.flatMap((name, item) => nowNames.includes(name) ? [] : [removed(oldSection, item, others)]);
	return [...inNew, ...gone];
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
		if (!(key === "content" || key === "parts") || value.kind !== "array" || other.kind !== "array") return same$2(value, other);
		return value.items.every((item, index) => {
			const counterpart = other.items[index];
			return counterpart !== void 0 && same$2(item, counterpart);
		});
	});
}
var readNode, sameTokens;
var init_section_change = __esmMin((() => {
	init_difference();
	init_snapshot();
	init_tape();
	({readNode, sameTokens} = tape_exports);
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
var own_data_exports = /* @__PURE__ */ __exportAll({
	Unreadable: () => Unreadable$2,
	arrayLength: () => arrayLength$2,
	assertPlain: () => assertPlain$3,
	isList: () => isList$2,
	isObject: () => isObject$2,
	isSent: () => isSent$1,
	ownElement: () => ownElement$3,
	ownValue: () => ownValue$3
});
/** The value of an own data property; undefined when there is none. An accessor is `Unreadable`. */
function ownValue$3(object, key) {
	return dataOf(Object.getOwnPropertyDescriptor(object, key));
}
/** The value of a data property. An accessor is not run to find out what it would say. */
function dataOf(property) {
	if (property?.get !== void 0 || property?.set !== void 0) throw new Unreadable$2("unreadable");
	return property?.value;
}
/** One element of an array that `arrayLength` has accepted; a hole is undefined. */
function ownElement$3(array, index) {
	return dataOf(Object.getOwnPropertyDescriptor(array, index));
}
/** Whether a value is a list. A proxy is refused: even asking what it stands for can throw. */
function isList$2(value) {
	if (isProxy$1(value)) throw new Unreadable$2("unreadable");
	return Array.isArray(value);
}
/** Whether a value is an object but no list, and worth a look by `assertPlain`. */
function isObject$2(value) {
	return typeof value === "object" && value !== null && !isList$2(value);
}
/** The length of a plain array within the limits; anything that could run code when read is `Unreadable`. */
function arrayLength$2(array) {
	if (isProxy$1(array)) throw new Unreadable$2("unreadable");
	if (Object.getPrototypeOf(array) !== Array.prototype || Object.hasOwn(array, "toJSON")) throw new Unreadable$2("unreadable");
	if (array.length > MOST_ITEMS) throw new Unreadable$2("too-many-items");
	return array.length;
}
/** Fields that JSON leaves out are not part of a request. */
function isSent$1(value) {
	return value !== void 0 && typeof value !== "function" && typeof value !== "symbol";
}
/**
* Refuses everything but plain objects. What a class instance sends is its own affair (`toJSON`, internal slots), so it
* counts as not read rather than as empty.
*/
function assertPlain$3(object) {
	if (isProxy$1(object)) throw new Unreadable$2("unreadable");
	const prototype = Object.getPrototypeOf(object);
	if (prototype !== Object.prototype && prototype !== null) throw new Unreadable$2("unreadable");
	if (Object.hasOwn(object, "toJSON")) throw new Unreadable$2("unreadable");
}
var isProxy$1, MOST_ITEMS, Unreadable$2;
var init_own_data = __esmMin((() => {
	init_limits();
	({isProxy: isProxy$1} = types);
	({items: MOST_ITEMS} = LIMITS);
	Unreadable$2 = class extends Error {
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
				if (count > LIMITS.items) throw new Unreadable$2("too-many-items");
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
				if (!(error instanceof Unreadable$2)) throw error;
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
				if (!(error instanceof Unreadable$2)) throw error;
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
		const [, { change }] = first;
		const changed = change === null ? null : {
			before: change.before,
			after: change.after
		};
		return {
			relation: "changed",
			reason: null,
			states,
			divergences: differing.flatMap(([name, compared]) => describeAll(name, compared, ownerOf)),
			otherDivergences,
			changed
		};
	}
	if (old.shape !== now.shape) return {
		relation: "changed",
		reason: "other-protocol",
		states,
		divergences: [],
		otherDivergences,
		changed: null
	};
	return {
		reason: null,
		relation: relationOf(compared.map(([, section]) => section)),
		states,
		divergences: [],
		otherDivergences,
		changed: null
	};
}
function describeAll(name, { pair, change }, ownerOf) {
	if (pair === null || change === null) return [];
	return (name === "params" ? changesByName(pair).slice(0, PARAMS_DESCRIBED) : [change]).map((one) => describeChange(name, pair, one, ownerOf));
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
	const change = isSame$1(pair) ? null : changeOf(name, pair);
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
function isSame$1(pair) {
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
	const texts = Array.from({ length: itemCount(section) }, (_, item) => itemText(nodeOf(section, item)));
	return texts.includes(null) ? null : texts.join("");
}
/** The text of one item that holds nothing else, in whatever blocks; null when there is more to it. */
function itemText(node) {
	if (node.kind === "leaf") return textOf$1(node);
	if (node.kind === "bytes") return null;
	if (node.kind === "array") {
		const texts = node.items.map(itemText);
		return texts.includes(null) ? null : texts.join("");
	}
	const [, text] = node.fields.find(([key]) => TEXT_KEYS.has(key)) ?? [];
	const rest = node.fields.filter(([key]) => !TEXT_KEYS.has(key) && key !== "type" && key !== "role");
	return text === void 0 || rest.length > 0 ? null : itemText(text);
}
/** The text of a prompt section, whatever blocks it comes in. */
function promptText(section) {
	return Array.from({ length: itemCount(section) }, (_, item) => textIn(nodeOf(section, item))).join("");
}
function textIn(node) {
	if (node.kind === "leaf") return textOf$1(node) ?? "";
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
var PARAMS_DESCRIBED, TEXT_KEYS;
var init_compare = __esmMin((() => {
	init_difference();
	init_divergence$1();
	init_section_change();
	init_section_writer();
	init_snapshot();
	PARAMS_DESCRIBED = 8;
	TEXT_KEYS = /* @__PURE__ */ new Set([
		"text",
		"content",
		"parts"
	]);
}));
// src/prefix/digest.ts
/** A digest as a record keeps it. */
function shortDigest(digest) {
	return digest.slice(0, 11);
}
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
/** Whether everything before the history is the same in two requests. */
function sameHead(old, now) {
	return HEAD$1.every((name) => {
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
	for (const name of HEAD$1) {
		const section = snapshot.sections[name];
		if (section === void 0) continue;
		chars += sectionChars(section);
		if (chars > LIMITS.hashedChars) return null;
		parts.push(name, ...section.items.map((item) => digestTokens(salt, item)));
	}
	return digestAll(salt, parts);
}
var HEAD$1, SHORT_HISTORY;
var init_conversation = __esmMin((() => {
	init_digest();
	init_limits();
	init_section_change();
	init_snapshot();
	HEAD$1 = SECTIONS.filter((name) => name !== "history");
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
// src/prefix/caching.ts
/**
* Which of its model's lifetimes a request asks for. Pi's long retention is a marker with a lifetime of its own (Anthropic:
* `ttl: "1h"`) or a retention parameter (OpenAI: `24h`, or `prompt_cache_options.ttl`; pi-messages: `long`); without either
* it is the short one.
*/
function retentionAsked(snapshot) {
	if (snapshot.markers.some(({ ttl }) => ttl !== null && ttl !== "5m")) return "long";
	const params = snapshot.sections.params;
	if (params === void 0) return "short";
	return Array.from({ length: itemCount(params) }, (_, item) => item).some((item) => {
		const path = itemPath(params, item);
		if (path === "prompt_cache_retention") return leafOf(nodeOf(params, item)) === "24h";
		if (path === "options.cacheRetention") return leafOf(nodeOf(params, item)) === "long";
		return path === "prompt_cache_options.ttl" && leafOf(nodeOf(params, item)) !== null;
	}) ? "long" : "short";
}
/**
* Content blocks between the last marker in the history of `old` and the nearest marker at or behind that place in `now`,
* which must continue `old`. Null where either has none. A provider looks back from a marker over a limited number of blocks.
*/
function blocksSinceMarker(old, now) {
	const history = now.sections.history;
	const from = old.markers.findLast(({ section }) => section === "history");
	if (history === void 0 || from === void 0 || history.unreadCount !== null) return null;
	const to = now.markers.find((marker) => marker.section === "history" && isAtOrBehind(marker, from));
	if (to === void 0) return null;
	if (to.index === from.index) return (to.block ?? 0) - (from.block ?? 0);
	let blocks = blocksIn(history, from.index) - 1 - (from.block ?? 0) + (to.block ?? 0) + 1;
	for (let index = from.index + 1; index < to.index; index++) blocks += blocksIn(history, index);
	return blocks;
}
function isAtOrBehind(marker, from) {
	return marker.index > from.index || marker.index === from.index && (marker.block ?? 0) >= (from.block ?? 0);
}
/** Blocks of the item with this index in the payload's list. A string is one block, and so is an item without content. */
function blocksIn(history, index) {
	const content = fieldOf(nodeOf(history, index - history.first), "content");
	return content?.kind === "array" ? Math.max(1, content.items.length) : 1;
}
function fieldOf(node, key) {
	return node.kind === "object" ? node.fields.find(([name]) => name === key)?.[1] ?? null : null;
}
function leafOf(node) {
	return node.kind === "leaf" ? node.value : null;
}
var init_caching = __esmMin((() => {
	init_section_change();
	init_snapshot();
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
		divergences: [],
		branchPoint: null,
		otherDivergences: {},
		markers: [],
		flap: false,
		retention: null,
		blocksSinceMarker: null
	};
}
/** The observation of a request that was read, compared or not. */
function observationOf(snapshot, comparison, { moved, flap, blocks, previous }) {
	const sections = forAll((name) => sectionReport(snapshot, comparison, name));
	const divergences = comparison?.divergences ?? [];
	const onlyHistory = divergences[0]?.section === "history";
	const branched = moved && onlyHistory;
	const relation = comparison === null ? firstRelation(sections) : branched ? "branched" : comparison.relation;
	const disabled = sections.history.state === "disabled" && relation === "identical";
	return {
		relation: disabled ? "unknown" : relation,
		reason: disabled ? "history-not-read" : relation === "skipped" ? skipReason(sections) : comparison?.reason ?? null,
		shape: snapshot.shape,
		sections,
		blocks,
		divergence: branched ? null : divergences[0] ?? null,
		divergences: branched ? [] : divergences,
		branchPoint: branched ? divergences[0] ?? null : null,
		otherDivergences: branched ? {} : comparison?.otherDivergences ?? {},
		markers: snapshot.markers,
		flap,
		retention: retentionAsked(snapshot),
		blocksSinceMarker: previous === null ? null : blocksSinceMarker(previous, snapshot)
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
	init_caching();
	init_compare();
	init_prompt_sections();
	init_snapshot();
}));
// src/prefix/payloads/reading.ts
var reading_exports = /* @__PURE__ */ __exportAll({
	leading: () => leading,
	lengthOf: () => lengthOf$2,
	listAt: () => listAt$1,
	objectAt: () => objectAt$1,
	objectIn: () => objectIn$1,
	textAt: () => textAt$1,
	valueAt: () => valueAt$1
});
/** The value of an own data property; undefined when there is none. An accessor throws. */
function valueAt$1(object, key) {
	return Object.hasOwn(object, key) ? ownValue$2(object, key) : void 0;
}
/** The array at an own field: null when the field is absent or holds no array. A field that cannot be read throws. */
function listAt$1(object, key) {
	const value = valueAt$1(object, key);
	return isList$1(value) ? value : null;
}
/** The plain object at an own field: null when the field is absent or holds something else. */
function objectAt$1(object, key) {
	const value = valueAt$1(object, key);
	if (!isObject$1(value)) return null;
	assertPlain$2(value);
	return value;
}
/** The text at an own field, or null. */
function textAt$1(object, key) {
	const value = valueAt$1(object, key);
	return typeof value === "string" ? value : null;
}
/** An element of a list that must be a plain object; anything else is unreadable, not nothing. */
function objectIn$1(list, index) {
	const value = ownElement$2(list, index);
	if (!isObject$1(value)) throw new Unreadable$1("unreadable");
	assertPlain$2(value);
	return value;
}
/** Length of a list within the limits; 0 for no list. A list that could run code when read throws. */
function lengthOf$2(list) {
	return list === null ? 0 : arrayLength$1(list);
}
/** How many items from `start` on satisfy the test, which sees plain objects only, before the first that does not. */
function leading(list, fits, start = 0) {
	const length = arrayLength$1(list);
	let at = start;
	while (at < length) {
		const item = ownElement$2(list, at);
		if (!isObject$1(item)) break;
		assertPlain$2(item);
		if (!fits(item)) break;
		at += 1;
	}
	return at - start;
}
var arrayLength$1, isList$1, isObject$1, ownElement$2, ownValue$2, Unreadable$1, assertPlain$2;
var init_reading = __esmMin((() => {
	init_own_data();
	({arrayLength: arrayLength$1, isList: isList$1, isObject: isObject$1, ownElement: ownElement$2, ownValue: ownValue$2, Unreadable: Unreadable$1} = own_data_exports);
	assertPlain$2 = assertPlain$3;
}));
// src/prefix/payloads/messages.ts
var messages_exports = /* @__PURE__ */ __exportAll({
	writeMarked: () => writeMarked$1,
	writeMessage: () => writeMessage$1
});
/** A message with content blocks: its cache markers are tracked apart, everything else is content. */
function writeMessage$1(writer, message, place) {
	const { recorder } = writer;
	recorder.openObject(message);
	for (const key of Object.keys(message)) if (key === "cache_control") writeMarker(writer, message, place, null);
	else if (key === "content") writeContent(writer, message, place);
	else recorder.field(message, key);
	recorder.closeObject();
}
/** One content block or other marked object: a tool, a system block. */
function writeMarked$1(writer, block, place, number) {
	const { recorder } = writer;
	recorder.openObject(block);
	for (const key of Object.keys(block)) if (key === "cache_control") writeMarker(writer, block, place, number);
	else if (key === "content" && textAt(block, "type") === "tool_result") writeContent(writer, block, place);
	else recorder.field(block, key);
	recorder.closeObject();
}
function writeContent(writer, holder, place) {
	const content = ownValue$1(holder, "content");
	if (content === void 0) return;
	writer.recorder.key("content");
	if (typeof content === "string" && place.textType !== null) writer.recorder.textBlock(place.textType, content);
	else if (isList(content)) writeBlocks(writer, content, place);
	else writer.recorder.value(content);
}
function writeBlocks(writer, blocks, place) {
	const { recorder } = writer;
	const length = lengthOf$1(blocks);
	recorder.openList(blocks, length);
	for (let index = 0; index < length; index++) {
		const block = ownElement$1(blocks, index);
		if (!isObject(block)) {
			recorder.value(block);
			continue;
		}
		assertPlain$1(block);
		writeMarked$1(writer, block, place, index);
	}
	recorder.closeList();
}
function writeMarker(writer, holder, place, block) {
	const control = objectAt(holder, "cache_control");
	if (control !== null) writer.marker(place.section, place.index, block, textAt(control, "ttl")?.slice(0, 16) ?? null);
}
var isList, isObject, ownElement$1, ownValue$1, assertPlain$1, lengthOf$1, objectAt, textAt;
var init_messages = __esmMin((() => {
	init_own_data();
	init_reading();
	({isList, isObject, ownElement: ownElement$1, ownValue: ownValue$1} = own_data_exports);
	assertPlain$1 = assertPlain$3;
	({lengthOf: lengthOf$1, objectAt, textAt} = reading_exports);
}));
// src/prefix/payloads/params.ts
/** The parameters at the top of a payload; `more` are names that one protocol has beside the usual ones. */
function topLevelParams(payload, more = []) {
	const options = objectAt$1(payload, "prompt_cache_options");
	const whole = options === null ? ["prompt_cache_options"] : [];
	const fields = options === null ? [] : Object.keys(options).filter((key) => key !== COMPARED_WITH);
	return [{
		object: payload,
		path: "",
		keys: [
			...TOP_LEVEL_PARAMS,
			...more,
			...whole
		]
	}, {
		object: options,
		path: "prompt_cache_options.",
		keys: fields
	}];
}
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
		writer.recorder.value(ownValue$3(param.object, param.key));
		return {
			name: param.key,
			path: param.path + param.key
		};
	});
}
function isSentField(object, key) {
	const descriptor = Object.getOwnPropertyDescriptor(object, key);
	return descriptor !== void 0 && (!("value" in descriptor) || isSent$1(descriptor.value));
}
var TOP_LEVEL_PARAMS, COMPARED_WITH;
var init_params = __esmMin((() => {
	init_own_data();
	init_reading();
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
		"service_tier"
	];
	COMPARED_WITH = "comparison_response_id";
}));
// src/prefix/payloads/tools.ts
/** The places of all elements of some lists. More of them than a section may have are refused before they are made. */
function placesIn(lists) {
	if (lists.reduce((sum, { list }) => sum + lengthOf$2(list), 0) > LIMITS.items) throw new Unreadable$2("too-many-items");
	return lists.flatMap(({ list, path }) => Array.from({ length: list.length }, (_, index) => ({
		list,
		index,
		path: `${path}[${index}]`
	})));
}
/** Writes the tools in a field of the payload: a list, or whatever stands in its place. Absent and null are no tools. */
function writeToolsAt(writer, holder, key, path) {
	const value = valueAt$1(holder, key);
	if (value === void 0 || value === null) return;
	if (isList$2(value)) writeTools(writer, placesIn([{
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
	const value = ownElement$3(list, index);
	if (!isObject$2(value)) {
		writer.recorder.value(value);
		return {
			name: null,
			path
		};
	}
	assertPlain$3(value);
	writeMarked$1(writer, value, {
		section: "tools",
		index,
		textType: null
	}, null);
	return {
		name: textAt$1(objectAt$1(value, "function") ?? objectAt$1(value, "toolSpec") ?? value, "name") ?? textAt$1(value, "type"),
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
	if (!isList$2(system)) {
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
		const block = ownElement$3(system, index);
		if (isObject$2(block)) writeMarked(writer, objectIn(system, index), place, null);
		else writer.recorder.value(block);
	});
}
var writeMarked, writeMessage, lengthOf, listAt, objectIn, valueAt, anthropic;
var init_anthropic = __esmMin((() => {
	init_own_data();
	init_messages();
	init_params();
	init_reading();
	init_tools();
	({writeMarked, writeMessage} = messages_exports);
	({lengthOf, listAt, objectIn, valueAt} = reading_exports);
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
			writer.attempt(["params"], () => writeParams(writer, topLevelParams(payload)));
			writer.attempt(["history"], () => {
				const list = listAt(payload, "messages") ?? [];
				writer.section("history", { base: "messages" }, lengthOf(list), (index) => {
					writeMessage(writer, objectIn(list, index), {
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
	const tools = valueAt$1(toolConfig, "tools");
	if (tools === void 0 || tools === null) return;
	const path = "toolConfig.tools";
	if (!isList$2(tools)) {
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
	if (!isList$2(system)) {
		writeWhole(writer, "system", system, "system");
		return;
	}
	const kept = withoutPoints(writer, system, "system", (at) => [at, null]);
	writer.section("system", {
		base: "system",
		role: "system"
	}, kept.length, (item) => {
		const index = kept[item] ?? 0;
		writer.recorder.value(ownElement$3(system, index));
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
		const content = key === "content" ? listAt$1(message, key) : null;
		if (content === null) {
			recorder.field(message, key);
			continue;
		}
		const kept = withoutPoints(writer, content, "history", (at) => [index, at]);
		recorder.key(key);
		recorder.openList(content, kept.length);
		for (const at of kept) recorder.value(ownElement$3(content, at));
		recorder.closeList();
	}
	recorder.closeObject();
}
/** The indexes of what is no cache point; those are noted as markers at the place that `place` gives them. */
function withoutPoints(writer, list, section, place) {
	const kept = [];
	for (let at = 0; at < lengthOf$2(list); at++) {
		const element = ownElement$3(list, at);
		const point = isObject$2(element) && !ArrayBuffer.isView(element) ? objectAt$1(objectIn$1(list, at), "cachePoint") : null;
		if (point === null) kept.push(at);
		else writer.marker(section, ...place(at), textAt$1(point, "ttl")?.slice(0, 16) ?? null);
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
		recognises: (payload) => listAt$1(payload, "messages") !== null && [
			"modelId",
			"toolConfig",
			"inferenceConfig"
		].some((key) => Object.hasOwn(payload, key)),
		write(payload, writer) {
			let toolConfig = null;
			writer.attempt(["tools", "params"], () => {
				toolConfig = objectAt$1(payload, "toolConfig");
			});
			writer.attempt(["tools"], () => toolConfig !== null && writeToolsWithPoints(writer, toolConfig));
			writer.attempt(["system"], () => writeSystem(writer, valueAt$1(payload, "system")));
			writer.attempt(["params"], () => writeParams(writer, [...topLevelParams(payload, ["additionalModelRequestFields", "performanceConfig"]), {
				object: toolConfig,
				path: "toolConfig.",
				keys: ["toolChoice"]
			}]));
			writer.attempt(["history"], () => {
				const messages = listAt$1(payload, "messages") ?? [];
				writer.section("history", { base: "messages" }, lengthOf$2(messages), (index) => {
					writeTurn(writer, objectIn$1(messages, index), index);
				});
			});
		}
	};
}));
// src/prefix/payloads/google.ts
/** Tools come in groups of function declarations; where another kind of group is among them, the groups are the items. */
function writeToolGroups(writer, config) {
	const groups = valueAt$1(config, "tools");
	if (groups === void 0 || groups === null) return;
	if (!isList$2(groups)) {
		writeWhole(writer, "tools", groups, "config.tools");
		return;
	}
	const lists = [];
	for (let index = 0; index < lengthOf$2(groups); index++) {
		const declarations = listAt$1(objectIn$1(groups, index), "functionDeclarations");
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
	const systemInstruction = valueAt$1(config, "systemInstruction");
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
		recognises: (payload) => listAt$1(payload, "contents") !== null,
		write(payload, writer) {
			let config = null;
			writer.attempt([
				"tools",
				"system",
				"params"
			], () => {
				config = objectAt$1(payload, "config");
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
				const contents = listAt$1(payload, "contents") ?? [];
				writer.section("history", { base: "contents" }, lengthOf$2(contents), (index) => {
					writer.recorder.value(objectIn$1(contents, index));
				});
			});
		}
	};
}));
// src/prefix/payloads/openai-chat.ts
function isPrompt$1(message) {
	const role = textAt$1(message, "role");
	return role === "system" || role === "developer";
}
/** The prompt messages at the start of a list, by the role that carries them. */
function writeHead$1(writer, list, base, end, start = 0) {
	for (const role of ["system", "developer"]) {
		const indexes = Array.from({ length: end - start }, (_, offset) => start + offset).filter((index) => textAt$1(objectIn$1(list, index), "role") === role);
		if (indexes.length === 0) continue;
		writer.section(role, {
			base,
			first: indexes[0] ?? 0,
			role
		}, indexes.length, (item) => {
			const index = indexes[item] ?? 0;
			writeMessage$1(writer, objectIn$1(list, index), {
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
		recognises: (payload) => listAt$1(payload, "messages") !== null,
		write(payload, writer) {
			writer.attempt(["tools"], () => writeToolsAt(writer, payload, "tools", "tools"));
			writer.attempt(["params"], () => writeParams(writer, topLevelParams(payload)));
			writer.attempt([
				"system",
				"developer",
				"history"
			], () => {
				const messages = listAt$1(payload, "messages") ?? [];
				const head = leading(messages, isPrompt$1);
				writeHead$1(writer, messages, "messages", head);
				writer.section("history", {
					base: "messages",
					first: head
				}, lengthOf$2(messages) - head, (item) => {
					const index = head + item;
					writeMessage$1(writer, objectIn$1(messages, index), {
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
	const role = textAt$1(item, "role");
	const type = textAt$1(item, "type");
	return (role === "system" || role === "developer") && (type === null || type === "message");
}
function writeToolLists(writer, payload, input, toolItems) {
	const top = valueAt$1(payload, "tools");
	if (top !== void 0 && top !== null && !isList$2(top)) {
		writeWhole(writer, "tools", top, "tools");
		return;
	}
	const lists = isList$2(top) ? [{
		list: top,
		path: "tools"
	}] : [];
	for (let index = 0; index < toolItems; index++) {
		const list = listAt$1(objectIn$1(input, index), "tools");
		if (list !== null) lists.push({
			list,
			path: `input[${index}].tools`
		});
	}
	if (lists.length > 0) writeTools(writer, placesIn(lists));
}
/** A bare text where a list could stand. */
function writeText(writer, payload, key) {
	const text = valueAt$1(payload, key);
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
		recognises: (payload) => listAt$1(payload, "input") !== null || textAt$1(payload, "input") !== null || textAt$1(payload, "instructions") !== null,
		write(payload, writer) {
			writer.attempt(["instructions"], () => writeText(writer, payload, "instructions"));
			writer.attempt(["params"], () => writeParams(writer, topLevelParams(payload)));
			writer.attempt([
				"tools",
				"system",
				"developer",
				"history"
			], () => {
				const input = listAt$1(payload, "input") ?? [];
				const toolItems = leading(input, (item) => textAt$1(item, "type") === "additional_tools");
				writer.attempt(["tools"], () => writeToolLists(writer, payload, input, toolItems));
				const head = toolItems + leading(input, isPrompt, toolItems);
				writeHead$1(writer, input, "input", head, toolItems);
				if (textAt$1(payload, "input") !== null) return writeText(writer, payload, "input");
				writer.section("history", {
					base: "input",
					first: head
				}, lengthOf$2(input) - head, (item) => {
					const index = head + item;
					const message = objectIn$1(input, index);
					writeMessage$1(writer, message, {
						section: "history",
						index,
						textType: textAt$1(message, "role") === "assistant" ? "output_text" : "input_text"
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
	const sections = objectAt$1(message, "sections") ?? {};
	const names = Object.keys(sections);
	const content = valueAt$1(message, "content");
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
		writer.recorder.value(ownValue$3(sections, name));
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
		const text = key === "content" ? textAt$1(message, key) : null;
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
			const context = objectAt$1(payload, "context");
			return context !== null && listAt$1(context, "messages") !== null;
		},
		write(payload, writer) {
			let options = null;
			writer.attempt(["params"], () => {
				options = objectAt$1(payload, "options");
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
				const context = objectAt$1(payload, "context");
				const messages = (context === null ? null : listAt$1(context, "messages")) ?? [];
				const head = Math.min(1, leading(messages, (message) => textAt$1(message, "role") === "system"));
				if (head === 1) writer.attempt(["tools", "system"], () => writeHead(writer, objectIn$1(messages, 0)));
				writer.section("history", {
					base: "context.messages",
					first: head
				}, lengthOf$2(messages) - head, (item) => {
					writeWithoutBookkeeping(writer, objectIn$1(messages, head + item));
				});
			});
		}
	};
}));
// src/prefix/recorder.ts
var isProxy, isUint8Array, arrayLength, isSent, ownElement, ownValue, Unreadable, assertPlain, ARRAY, BIGINT, BYTES, NULL, MOST_CHARS, DEEPEST, MOST_TOKENS, sizeOfBytes, Recorder;
var init_recorder = __esmMin((() => {
	init_digest();
	init_limits();
	init_own_data();
	init_tape();
	({isProxy, isUint8Array} = types);
	({arrayLength, isSent, ownElement, ownValue, Unreadable} = own_data_exports);
	assertPlain = assertPlain$3;
	({ARRAY, BIGINT, BYTES, NULL} = tape_exports);
	({chars: MOST_CHARS, depth: DEEPEST, tokens: MOST_TOKENS} = LIMITS);
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
			if (this.tokens + this.#length >= MOST_TOKENS) throw new Unreadable("too-large");
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
			if (isUint8Array(value)) {
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
			if (this.#ancestors.length >= DEEPEST) throw new Unreadable(this.#ancestors.includes(container) ? "cycle" : "too-deep");
			this.#ancestors.push(container);
		}
		#addChars(count) {
			this.chars += count;
			if (this.chars > MOST_CHARS) throw new Unreadable("too-large");
		}
		#writeBytes(bytes) {
			const size = Number(sizeOfBytes?.call(bytes));
			this.#bytes += size;
			if (this.#bytes > MOST_CHARS) throw new Unreadable("too-large");
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
		if (!isObject$2(payload)) return {
			outcome: "unknown",
			reason: "not-an-object"
		};
		assertPlain$3(payload);
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
			reason: error instanceof Unreadable$2 ? error.reason : "unreadable"
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
// src/prefix/recalled.ts
/** The digested form of a request. Everything in it is hashed once: not for every request. */
function recallable(snapshot, salt) {
	const sections = {};
	const tags = {};
	for (const [name, section] of sectionsOf(snapshot)) {
		const texts = PROMPTS$1.has(name) ? textsOf(section) : [];
		sections[name] = {
			...section,
			items: section.items.map((item, index) => digestItem(item, texts[index], salt))
		};
		if (texts.length > 0) tags[name] = texts.map((text) => text === null ? [] : tagLines(text));
	}
	return {
		snapshot: {
			...snapshot,
			sections
		},
		tags
	};
}
/** Compares a request with one of an earlier process. Places in the prompt are known to the line, not to the character. */
function compareRecalled(old, snapshot, salt, ownerOf) {
	const now = recallable(snapshot, salt);
	const comparison = compareSnapshots(old.snapshot, now.snapshot, ownerOf);
	const divergences = comparison.divergences.map((divergence) => PROMPTS$1.has(divergence.section) ? inFile(inPrompt(divergence, old, now, salt), snapshot) : withoutLengths(divergence));
	return {
		...comparison,
		divergences,
		changed: null
	};
}
/** The sections that a request has, in their order. */
function sectionsOf({ sections }) {
	return SECTIONS.flatMap((name) => {
		const section = sections[name];
		return section === void 0 ? [] : [[name, section]];
	});
}
function textsOf(section) {
	return Array.from({ length: itemCount(section) }, (_, item) => itemText(nodeOf(section, item)));
}
function digestItem(item, text, salt) {
	if (typeof text !== "string") return [shortDigest(digestTokens(salt, item))];
	const lines = text.split("\n").map((line) => shortDigest(digestText(salt, line)));
	return [
		ARRAY$1,
		lines.length,
		...lines
	];
}
function tagLines(text) {
	const lineAt = (offset) => text.slice(0, offset).split("\n").length - 1;
	return promptSections(text).map(({ tag, start, end }) => [
		tag,
		lineAt(start),
		lineAt(end - 1)
	]);
}
/** Lengths of digests, and places in them, say nothing about what they stand for. */
function withoutLengths(divergence) {
	return {
		...divergence,
		before: null,
		after: null,
		line: null,
		char: null
	};
}
function inPrompt(divergence, old, now, salt) {
	const { section, path, index } = divergence;
	const line = /\[(\d+)\]$/.exec(path ?? "")?.[1];
	if (!(line !== void 0 && path !== null && path.split("[").length > 2)) return withoutLengths(divergence);
	const at = Number(line);
	const item = (index ?? 0) - (now.snapshot.sections[section]?.first ?? 0);
	const texts = [old, now].map((request) => linesOf$2(request, section, item));
	const blank = shortDigest(digestText(salt, ""));
	const [oldTag, nowTag] = [old, now].map((request, side) => {
		const tags = request.tags[section]?.[item] ?? [];
		const lines = texts[side] ?? [];
		let from = at;
		while (from < lines.length && lines[from] === blank) from += 1;
		return {
			here: tagOn(tags, at) ?? tagOn(tags, from),
			all: tags.map(([tag]) => tag)
		};
	});
	const shorter = Math.min(...texts.map((lines) => lines.length));
	return {
		...withoutLengths(divergence),
		path: `${path.slice(0, path.lastIndexOf("["))}.text`,
		line: Math.min(at + 1, Math.max(1, shorter)),
		...tagChange(oldTag, nowTag)
	};
}
/** With the name of the context file, which the present request tells. */
function inFile(divergence, { sections }) {
	const { section, index, line, kind } = divergence;
	const record = sections[section];
	if (record === void 0 || line === null || kind !== "changed") return divergence;
	const text = itemText(nodeOf(record, (index ?? 0) - record.first)) ?? "";
	const before = text.split("\n", line - 1).join("\n");
	const name = contextFileAt(text, line === 1 ? 0 : before.length + 1);
	return name === null ? divergence : {
		...divergence,
		name
	};
}
function linesOf$2({ snapshot }, section, item) {
	return snapshot.sections[section]?.items[item]?.slice(2) ?? [];
}
function tagOn(tags, line) {
	return tags.find(([, first, last]) => first <= line && line <= last)?.[0];
}
/** As `tagAt` tells it of texts: which tagged part differs first, and whether all of it came or went. */
function tagChange(old, now) {
	if (now?.here !== void 0 && old?.all.includes(now.here) !== true) return {
		tag: now.here,
		kind: "added"
	};
	if (old?.here !== void 0 && now?.all.includes(old.here) !== true) return {
		tag: old.here,
		kind: "removed"
	};
	return {
		tag: now?.here ?? old?.here ?? null,
		kind: "changed"
	};
}
var PROMPTS$1;
var init_recalled = __esmMin((() => {
	init_compare();
	init_digest();
	init_prompt_sections();
	init_section_change();
	init_snapshot();
	init_tape();
	PROMPTS$1 = /* @__PURE__ */ new Set([
		"system",
		"developer",
		"instructions"
	]);
}));
// src/prefix/scope.ts
/** A key for the scope, or null when a part is missing, empty or not a bounded string. Injective but for the digest. */
function scopeKey(parts, payload, salt) {
	const { session, provider, api } = parts;
	const names = [
		session,
		provider,
		api,
		parts.model === null ? modelOf(payload) : parts.model
	];
	const endpoint = endpointDigest(parts.baseUrl, salt);
	return names.every(isName) && endpoint !== null ? JSON.stringify([...names, endpoint]) : null;
}
/**
* A digest of a scope as a record keeps it, without the session: a copy of a session is another session, and what it sends
* continues what was sent in the first one.
*/
function recordedScope(scope, salt) {
	const parts = JSON.parse(scope);
	return shortDigest(digestText(salt, JSON.stringify(Array.isArray(parts) ? parts.slice(1) : parts)));
}
/** A salted digest of an endpoint's address, also of the empty one; null for what is no address. */
function endpointDigest(baseUrl, salt) {
	return typeof baseUrl === "string" && baseUrl.length <= LONGEST_URL ? digestText(salt, baseUrl) : null;
}
/** The model that a payload names, read without running anything of it; null when it names none. */
function modelOf(payload) {
	try {
		if (typeof payload !== "object" || payload === null) return null;
		assertPlain$3(payload);
		return textAt$1(payload, "model") ?? textAt$1(payload, "modelId");
	} catch {
		return null;
	}
}
function isName(value) {
	return typeof value === "string" && value.length > 0 && value.length <= LONGEST_NAME$1;
}
var LONGEST_NAME$1, LONGEST_URL;
var init_scope = __esmMin((() => {
	init_digest();
	init_own_data();
	init_reading();
	LONGEST_NAME$1 = 1e3;
	LONGEST_URL = 1e4;
}));
// src/prefix/observer.ts
var observer_exports = /* @__PURE__ */ __exportAll({ Observer: () => Observer });
var Observer, PROMPTS, UNCHANGED;
var init_observer = __esmMin((() => {
	init_chains();
	init_observation();
	init_read_payload();
	init_recalled();
	init_scope();
	init_shape();
	init_snapshot();
	Observer = class {
		#salt;
		#mode;
		#chains;
		#shapes = new ShapeTable();
		#awaiting = null;
		#lastAnswered = null;
		/** The last request of an earlier process, until the first of this one was compared with it. */
		#recalled = null;
		#last = null;
		#lastChange = null;
		#blocksOf = /* @__PURE__ */ new WeakMap();
		/** `salt` is random per session; digests made with different salts have nothing in common. */
		constructor(salt, mode) {
			this.#salt = salt;
			this.#mode = mode;
			this.#chains = new Chains(salt);
		}
		get salt() {
			return this.#salt;
		}
		/** The newest observation of a request that was to be answered; null before any. */
		get last() {
			return this.#last;
		}
		/** The last request that was answered; null before any. */
		get lastAnswered() {
			return this.#lastAnswered;
		}
		/** The first request of this scope (a `recordedScope` with this salt) is compared with one of an earlier process. */
		recall(recalled) {
			this.#recalled = recalled;
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
		/** A digest of where a request goes: requests with another one do not share a cache. Null where Pi does not say. */
		endpointOf({ scope }) {
			return endpointDigest(scope.baseUrl, this.#salt);
		}
		/** The user has moved in the tree or compacted: until the next answer, each conversation may have branched off. */
		moved() {
			this.#chains.moved();
		}
		/** The awaited response has come: its request is what the next one is compared with. */
		answered() {
			if (this.#awaiting === null) return;
			this.#chains.of(this.#awaiting.scope).answered();
			this.#lastAnswered = this.#awaiting;
			this.#awaiting = null;
		}
		/** Everything starts anew: the next request of each scope is a baseline. */
		clear() {
			this.#chains.clear();
			this.#awaiting = null;
			this.#lastAnswered = null;
			this.#recalled = null;
			this.#last = null;
			this.#lastChange = null;
		}
		#compare(scope, snapshot, { ownerOf }) {
			const link = this.#chains.of(scope).request(snapshot, ownerOf);
			const { flap, moved } = link;
			const { comparison, previous } = (link.comparison === null ? this.#compareRecalled(scope, snapshot, ownerOf) : null) ?? link;
			const observation = observationOf(snapshot, comparison, {
				moved,
				flap,
				blocks: this.#blocks(snapshot, link),
				previous
			});
			if (SECTIONS.some((name) => snapshot.sections[name]?.skipped)) this.#chains.break(scope);
			this.#awaiting = {
				scope,
				snapshot
			};
			if (observation.divergence !== null && comparison?.changed) this.#lastChange = {
				observation,
				changed: comparison.changed
			};
			return this.#keep(observation);
		}
		#compareRecalled(scope, snapshot, ownerOf) {
			const recalled = this.#recalled;
			if (recalled === null || recalled.scope !== recordedScope(scope, this.#salt)) return null;
			this.#recalled = null;
			return {
				comparison: compareRecalled(recalled.request, snapshot, this.#salt, ownerOf),
				previous: recalled.request.snapshot
			};
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
// src/verdict/cause.ts
var CAUSES, ORIGINS;
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
	ORIGINS = {
		"cold-start": "session",
		"tools-changed": "prompt",
		"system-changed": "prompt",
		"history-rewritten": "prompt",
		"thinking-changed": "prompt",
		"params-changed": "prompt",
		"model-changed": "prompt",
		"endpoint-changed": "prompt",
		compacted: "session",
		navigated: "session",
		resumed: "session",
		expired: "time",
		evicted: "provider",
		"provider-side": "provider",
		"below-minimum": "measurement",
		"not-reported": "measurement",
		"lookback-exceeded": "prompt",
		"markers-moved": "prompt",
		"retention-changed": "prompt",
		concurrent: "provider",
		"malformed-usage": "measurement",
		unknown: "unknown"
	};
}));
// src/verdict/evidence.ts
/** Whether a verdict is a break: one that is counted. */
function isBreak({ outcome }) {
	return outcome === "partial" || outcome === "miss";
}
var init_evidence$1 = __esmMin((() => {}));
// src/verdict/breaks.ts
/** Several sums as one. */
function addBreaks(all) {
	const sums = [...all];
	const entries = CAUSES.map((cause) => [cause, sums.reduce((sum, breaks) => addBreakSums(sum, breaks.of(cause)), NONE)]);
	const byCause = Object.fromEntries(entries);
	return {
		total: entries.reduce((sum, [, one]) => addBreakSums(sum, one), NONE),
		byCause
	};
}
/** Two sums as one. */
function addBreakSums(a, b) {
	return {
		count: a.count + b.count,
		missedTokens: a.missedTokens + b.missedTokens,
		missedCost: addDollars(a.missedCost, b.missedCost)
	};
}
var NONE, Breaks, ModelBreaks;
var init_breaks = __esmMin((() => {
	init_cost();
	init_turn();
	init_cause();
	init_evidence$1();
	NONE = Object.freeze({
		count: 0,
		missedTokens: 0,
		missedCost: null
	});
	Breaks = class {
		#byCause = /* @__PURE__ */ new Map();
		/** Counts a partial or full miss; every other verdict is none. */
		add(verdict) {
			if (!isBreak(verdict) || verdict.cause === null) return;
			const { missedTokens, missedCost } = verdict;
			this.#byCause.set(verdict.cause, addBreakSums(this.of(verdict.cause), {
				count: 1,
				missedTokens,
				missedCost
			}));
		}
		of(cause) {
			return this.#byCause.get(cause) ?? NONE;
		}
		get total() {
			return [...this.#byCause.values()].reduce(addBreakSums, NONE);
		}
	};
	ModelBreaks = class {
		#shares = /* @__PURE__ */ new Map();
		add(standing, verdict) {
			if (!isBreak(verdict)) return;
			const key = `${standing.isSilent} ${modelKey(standing.model)}`;
			const share = this.#shares.get(key) ?? {
				standing,
				breaks: new Breaks()
			};
			share.breaks.add(verdict);
			this.#shares.set(key, share);
		}
		/** Those that are counted, together. */
		sum(isCounted) {
			return addBreaks([...this.#shares.values()].filter(({ standing }) => isCounted(standing)).map(({ breaks }) => breaks));
		}
	};
}));
// src/verdict/facts.ts
var NOT_SEEN;
var init_facts$1 = __esmMin((() => {
	NOT_SEEN = Object.freeze({
		observation: null,
		endpoint: null,
		diagnosis: null,
		refreshSentAt: null
	});
}));
// src/verdict/provider-rules.ts
/**
* Tokens below which nothing of a prompt is cached. Where the model's own figure is not known one is assumed: the usual
* one, or the largest where the provider's models differ.
*/
function minimumPrompt({ model, api }) {
	const known = MINIMUMS.find(([pattern]) => pattern.test(model));
	if (known !== void 0) return {
		tokens: known[1],
		assumed: false
	};
	return {
		tokens: BY_MODEL_APIS.test(api) ? LARGEST_MINIMUM : ASSUMED_MINIMUM,
		assumed: true
	};
}
/** Whether a payload family caches only what is marked. */
function needsMarkers(shape) {
	return shape !== null && MARKER_SHAPES.has(shape);
}
/**
* What a change at a parameter's path does. Anthropic: `tool_choice` loses the cache of the messages, and so do thinking
* and effort. OpenAI: `tool_choice` is safe; effort, text format and verbosity are part of the prefix. Of the rest, such as
* a cache key, little is said that can be relied on.
*/
function paramEffect(path, shape) {
	const param = path.replace(CONTAINER, "");
	const name = /^[^.[]*/.exec(param)?.[0] ?? "";
	if (name === "model" || name === "modelId") return "model";
	if (THINKING.test(param)) return ANSWER_ONLY.test(param) ? "unclear" : "thinking";
	if (RETENTION$1.test(param)) return "retention";
	const isOpenAI = shape === "openai-chat" || shape === "openai-responses";
	if (/^tool_?choice$/i.test(name)) return isOpenAI ? "harmless" : shape === "anthropic" ? "breaks" : "unclear";
	if (!isOpenAI) return "unclear";
	return /^(?:text|verbosity|response_?format)$/i.test(name) ? "breaks" : "unclear";
}
function isRouter(provider) {
	return ROUTERS.has(provider);
}
var ASSUMED_MINIMUM, MINIMUMS, LARGEST_MINIMUM, BY_MODEL_APIS, MARKER_SHAPES, CONTAINER, THINKING, RETENTION$1, ANSWER_ONLY, ROUTERS;
var init_provider_rules = __esmMin((() => {
	ASSUMED_MINIMUM = 1024;
	MINIMUMS = [
		[/opus-4[.-][56]\b/, 4096],
		[/haiku-4[.-]5\b/, 4096],
		[/(?:claude-3(?:[.-]5)?-haiku|haiku-3(?:[.-]5)?)\b/, 2048]
	];
	LARGEST_MINIMUM = 4096;
	BY_MODEL_APIS = /^(?:google|bedrock)/;
	MARKER_SHAPES = /* @__PURE__ */ new Set(["anthropic", "bedrock"]);
	CONTAINER = /^(?:config|options|toolConfig|additionalModelRequestFields)\./;
	THINKING = /^(?:thinking|reasoning|effort|output_config|enable_thinking|chat_template_)/i;
	RETENTION$1 = /^(?:prompt_cache_(?:retention|options)|cacheRetention)/;
	ANSWER_ONLY = /\.(?:summary|display)$/;
	ROUTERS = /* @__PURE__ */ new Set([
		"openrouter",
		"vercel-ai-gateway",
		"cloudflare-ai-gateway"
	]);
}));
// src/verdict/changes.ts
/** The changes of a request against the one before it, in sending order; none where it was not compared or is the same. */
function changesOf(observation) {
	if (observation.relation !== "changed") return [];
	if (observation.divergences.length === 0) return [{
		cause: "params-changed",
		certainty: "observed",
		harmless: false,
		divergence: null,
		readable: 0,
		isOpen: false
	}];
	return observation.divergences.map((divergence) => changeAt(divergence, observation));
}
/** Those changes that the provider does not document as harmless. */
function harmfulChanges(observation) {
	return changesOf(observation).filter(({ harmless }) => !harmless);
}
/** Whether a change stands before the history: one that the user's own moves do not make. */
function isHeadChange({ divergence, harmless }) {
	return divergence?.section !== "history" && !harmless;
}
function changeAt(divergence, observation) {
	const { section, kind } = divergence;
	if (section === "params") return paramChange(divergence, observation);
	const certainty = kind === "representation" ? "likely" : "observed";
	const readable = readableBefore(divergence, observation);
	return {
		cause: BY_SECTION[section],
		certainty,
		harmless: false,
		divergence,
		readable,
		isOpen: false
	};
}
/**
* Automatic caches have the parameters before everything else. With markers a parameter loses the messages, and the marked
* head is kept: of `tool_choice` that is documented, of the others it is "by model" or not said.
*/
function paramChange(divergence, observation) {
	const effect = paramEffect(divergence.path ?? "", observation.shape);
	const [cause, certainty] = PARAM_CAUSES[effect];
	const readable = effect === "model" ? 0 : markedHead(observation);
	return {
		cause,
		certainty,
		harmless: effect === "harmless",
		divergence,
		readable,
		isOpen: effect !== "breaks"
	};
}
/** 0..1: the part of the prompt before the history, where a marker ends there; 0 without one. */
function markedHead(observation) {
	return observation.markers.some(({ section }) => HEAD.includes(section)) ? headShare(observation) : 0;
}
/** 0..1: the part of the prompt before the history, in characters: an estimate of its tokens. */
function headShare({ sections }) {
	return shareOf(HEAD, sections);
}
function shareOf(names, sections) {
	const chars = (of) => of.reduce((sum, name) => sum + sections[name].chars, 0);
	const all = chars([...HEAD, "history"]);
	return all === 0 ? 0 : chars(names) / all;
}
/**
* Caches that are automatic keep what stands before the change. With markers only what ends at one is kept: of a change in
* the history the marked head, of one in the prompt the marked tools.
*/
function readableBefore(divergence, observation) {
	const { markers, sections, shape } = observation;
	if (markers.length === 0) return needsMarkers(shape) ? 0 : divergence.shareBefore;
	if (divergence.section === "history") return markedHead(observation);
	const kept = HEAD.slice(0, HEAD.indexOf(divergence.section));
	return markers.some(({ section }) => kept.includes(section)) ? shareOf(kept, sections) : 0;
}
/** What there is to say about a change as evidence. */
function changeEvidence({ divergence, harmless }) {
	if (divergence === null) return { kind: "other-protocol" };
	return harmless ? {
		kind: "harmless",
		path: divergence.path ?? divergence.section
	} : {
		kind: "place",
		divergence
	};
}
/** Whether the request was seen and repeats or continues the one before, but for what does no harm. */
function isUnchanged(observation) {
	if (observation === null) return false;
	if (SAME.has(observation.relation)) return true;
	const changes = changesOf(observation);
	return changes.length > 0 && changes.every(({ harmless }) => harmless);
}
/** Whether the request repeats the one before or goes on from its end, but for what does no harm. */
function continues(observation) {
	return isUnchanged(observation) && observation?.relation !== "shortened";
}
var BY_SECTION, HEAD, PARAM_CAUSES, SAME;
var init_changes = __esmMin((() => {
	init_provider_rules();
	BY_SECTION = {
		tools: "tools-changed",
		system: "system-changed",
		developer: "system-changed",
		instructions: "system-changed",
		history: "history-rewritten"
	};
	HEAD = [
		"tools",
		"system",
		"developer",
		"instructions"
	];
	PARAM_CAUSES = {
		model: ["model-changed", "observed"],
		thinking: ["thinking-changed", "observed"],
		retention: ["retention-changed", "likely"],
		breaks: ["params-changed", "observed"],
		harmless: ["params-changed", "likely"],
		unclear: ["params-changed", "likely"]
	};
	SAME = /* @__PURE__ */ new Set([
		"identical",
		"extended",
		"shortened"
	]);
}));
// src/verdict/missed.ts
/** Prompt tokens of the previous request that this one did not read: Pi's definition, never negative. */
function missedTokens(previous, usage) {
	return Math.max(0, Math.min(promptTokens(previous), promptTokens(usage)) - usage.cacheRead);
}
/** How much of what could have been read was read. */
function outcomeOf(previous, usage) {
	if (missedTokens(previous, usage) <= 1024) return "hit";
	return usage.cacheRead * 2 >= Math.min(promptTokens(previous), promptTokens(usage)) ? "partial" : "miss";
}
/**
* US dollars of missed tokens: times the rate that was paid for what was not read (input and writes, from the row's own
* cost) less the rate of reading. Null where one of the two is not known.
*/
function missedCost(turn, missed, price) {
	const { usage, cost } = turn.row;
	if (usage === null || cost === null) return null;
	const [paidTokens, paid] = [usage.input + usage.cacheWrite, cost.input + cost.cacheWrite];
	if (cost.total <= 0 || paidTokens >= 1 && paid <= 0) return null;
	if (missed === 0 || paidTokens < 1) return 0;
	const readRate = rateOf(turn, "cacheRead", price);
	return readRate === null ? null : missed * Math.max(0, paid / paidTokens - readRate);
}
/** Dollars per token that a turn paid in one bucket, or would have paid by its model's price; null when unknown. */
function rateOf(turn, bucket, price) {
	const { usage, cost } = turn.row;
	if (usage !== null && cost !== null && usage[bucket] >= 1 && cost[bucket] > 0) return cost[bucket] / usage[bucket];
	const tokens = usage === null ? 0 : promptTokens(usage);
	if (tokens < 1) return null;
	const priced = price(turn.provider, turn.model, {
		...NO_USAGE,
		[bucket]: tokens
	});
	return priced === null || priced[bucket] <= 0 ? null : priced[bucket] / tokens;
}
var NOISE_TOKENS;
var init_missed = __esmMin((() => {
	init_usage();
	NOISE_TOKENS = 1024;
}));
// src/verdict/explains.ts
/**
* Whether a loss of all but the `readable` part (0..1 of the prompt) explains how little was read. Half of that part is
* allowance enough for an estimate in characters.
*/
function explainsAlone(readable, { usage }) {
	return usage.cacheRead + NOISE_TOKENS >= readable * promptTokens(usage) / 2;
}
/** Whether clearly more was read than stands before a change: then something else than what was seen was sent or cached. */
function contradicts({ divergence }, { usage }) {
	const before = (divergence?.shareBefore ?? 0) * promptTokens(usage);
	return usage.cacheRead > before * CLEARLY_MORE + NOISE_TOKENS;
}
var CLEARLY_MORE;
var init_explains = __esmMin((() => {
	init_usage();
	init_missed();
	CLEARLY_MORE = 1.5;
}));
// src/verdict/past-requests.ts
/** The model that answered a turn. A dated version of the model that was asked is that model. */
function answeringModel({ model, responseModel }) {
	if (responseModel === null) return model;
	return responseModel.startsWith(model) && VERSION$1.test(responseModel.slice(model.length)) ? model : responseModel;
}
/** The last of a request and what it refreshed that had started by then; the request itself where times do not tell. */
function startedBy(request, time) {
	let before = request;
	while (before.refreshOf !== null && time !== null && before.startedAt !== null && before.startedAt > time) before = before.refreshOf;
	return before;
}
/** A request as the newest refresh of another, with the row of refreshes before it bounded. */
function refreshed(last, refresh) {
	let row = 0;
	for (let one = last; one !== null; one = one.refreshOf) row += 1;
	return {
		...refresh,
		refreshOf: row > REFRESHES ? last.refreshOf : last
	};
}
function newestOf(requests) {
	return requests.reduce((a, b) => a === null || b.position > a.position ? b : a, null);
}
function isSameEndpoint(a, b) {
	return a === null || b === null || a === b;
}
var VERSION$1, ENDPOINTS_KEPT, REFRESHES, PastRequests;
var init_past_requests = __esmMin((() => {
	init_turn();
	init_usage();
	init_provider_rules();
	VERSION$1 = /^(?:[-@:](?:\d{4}(?:-?\d{2}-?\d{2})?|latest))?$/;
	ENDPOINTS_KEPT = 8;
	REFRESHES = 32;
	PastRequests = class {
		/** By model, one request of each endpoint; the one used last stands last. */
		#byModel = /* @__PURE__ */ new Map();
		#keys = new ModelKeys();
		#active = /* @__PURE__ */ new Set();
		#writing = /* @__PURE__ */ new Set();
		/** The last measured request of any model. */
		get newest() {
			return newestOf(this.#all());
		}
		/** Whether this model has shown any cache activity. Until then its zeros mean nothing. */
		isReporting(id) {
			return this.#active.has(this.#keys.of(id));
		}
		/** Whether this model has said what it writes: then a request of it without cache activity has left nothing. */
		isWriting(id) {
			return this.#writing.has(this.#keys.of(id));
		}
		/** The last request that can have left an entry for this one; an endpoint that was not seen may be any. */
		before(id, endpoint) {
			return (this.#byModel.get(this.#keys.of(id)) ?? []).findLast((request) => isSameEndpoint(request.endpoint, endpoint)) ?? null;
		}
		/** Whether this model has answered at another endpoint only. */
		isElsewhere(id, endpoint) {
			return this.#byModel.has(this.#keys.of(id)) && this.before(id, endpoint) === null;
		}
		/** The last measured request of a model by the two names that a refresh entry carries. */
		byName(provider, model) {
			return newestOf(this.#all().filter((last) => last.provider === provider && [last.model, last.answeredBy].includes(model)));
		}
		/** Notes what a turn said of its model's cache; call it before `before` is asked for that turn. */
		noteActivity(id, usage) {
			const key = this.#keys.of(id);
			if (hasCacheActivity(usage)) this.#active.add(key);
			if (usage.cacheWrite > 0 && !this.#writing.has(key)) {
				this.#writing.add(key);
				const left = (this.#byModel.get(key) ?? []).filter((request) => hasCacheActivity(request.usage));
				if (left.length > 0) this.#byModel.set(key, left);
				else this.#byModel.delete(key);
			}
		}
		/** A request was measured. One that can have left nothing in the cache changes nothing. */
		add(request) {
			const key = this.#keys.of(request);
			if (!hasCacheActivity(request.usage)) {
				if (this.#writing.has(key) || promptTokens(request.usage) < minimumPrompt(request).tokens) return;
			}
			const others = (this.#byModel.get(key) ?? []).filter(({ endpoint }) => !isSameEndpoint(endpoint, request.endpoint));
			others.push(request);
			this.#byModel.set(key, others.length > ENDPOINTS_KEPT ? others.slice(-8) : others);
		}
		#all() {
			return [...this.#byModel.values()].flat();
		}
	};
}));
// src/verdict/lifetime.ts
/** A declared lifetime in seconds, or null for none, zero, negative, absurd or no number. */
function readLifetime(value) {
	if (typeof value !== "number" || !Number.isFinite(value)) return null;
	return value > 0 && value <= 2592e3 ? value : null;
}
/**
* Which lifetime a request asked for. One-hour writes tell by themselves; otherwise the request as it was seen; otherwise
* writes without one-hour part; null where nothing tells, as for a read that was not seen.
*/
function retentionOf(usage, observation) {
	if (usage.cacheWrite1h > 0) return "long";
	if (observation?.retention != null) return observation.retention;
	return usage.cacheWrite > 0 ? "short" : null;
}
/** Seconds that the entry of a request lives, or null when not declared or when it is not known which applies. */
function lifetimeSeconds(lifetimes, retention) {
	return retention === null ? null : lifetimes[retention];
}
/**
* Seconds between the starts of two requests; null when one is not recorded or the clock went backwards in between.
* Anthropic: the lifetime counts from the start of the request that last wrote or read the entry.
*/
function idleSeconds(from, to) {
	if (from === null || to === null || !Number.isFinite(to - from)) return null;
	return to < from ? null : (to - from) / 1e3;
}
var LONGEST_SECONDS;
var init_lifetime = __esmMin((() => {
	LONGEST_SECONDS = 2592e3;
}));
// src/verdict/unchanged-request.ts
/** Markers that are gone, or stand earlier than they did, so that less is looked for. */
function markers(facts) {
	const { live, previous, isFirstOf } = facts;
	const [observation, old] = [live.observation, previous?.observation ?? null];
	if (observation === null || old === null || isFirstOf !== null || old.shape !== observation.shape) return [];
	const before = old.markers.length;
	if (before === 0) return [];
	if (observation.markers.length === 0) return [{
		cause: "markers-moved",
		certainty: "observed",
		explains: true,
		evidence: [{
			kind: "no-markers",
			before
		}]
	}];
	const hadHistory = old.markers.some(({ section }) => section === "history");
	const isBehind = observation.blocksSinceMarker !== null;
	if (!hadHistory || isBehind || !continues(observation)) return [];
	return [{
		cause: "markers-moved",
		certainty: "likely",
		explains: explainsAlone(markedHead(observation), facts),
		evidence: [{ kind: "markers-earlier" }]
	}];
}
/** Out of reach is the history; the marked head is not. */
function lookback(facts) {
	const { observation } = facts.live;
	const blocks = observation?.blocksSinceMarker ?? 0;
	if (observation === null || blocks <= 20 || !isUnchanged(observation)) return [];
	const evidence = [{
		kind: "blocks",
		blocks,
		limit: 20
	}];
	return [{
		cause: "lookback-exceeded",
		certainty: "likely",
		explains: explainsAlone(markedHead(observation), facts),
		evidence
	}];
}
/**
* A refresh was still under way: what it writes cannot be read yet. One that was answered has an entry, and is the request
* before; Pi takes one back when a turn starts, and then nothing is recorded.
*/
function concurrent({ previous, turn, live: { observation, refreshSentAt } }) {
	if (refreshSentAt === null || turn.at === null || !isUnchanged(observation)) return [];
	const isAnswered = previous !== null && previous.endedAt !== null && previous.endedAt >= refreshSentAt;
	const seconds = (turn.at - refreshSentAt) / 1e3;
	if (isAnswered || seconds < 0 || seconds > REFRESH_SECONDS) return [];
	return [{
		cause: "concurrent",
		certainty: "likely",
		explains: true,
		evidence: [{
			kind: "refreshing",
			seconds
		}]
	}];
}
/** Past its declared lifetime an entry is gone whatever the request says; alone it explains a request that did not change. */
function expired(facts) {
	const { previous, turn, lifetimeSeconds, live } = facts;
	const seconds = idleSeconds(previous?.startedAt ?? null, turn.at);
	if (seconds === null || lifetimeSeconds === null || seconds <= lifetimeSeconds || facts.isFirstOf === "model") return [];
	const { observation } = live;
	return [{
		cause: "expired",
		certainty: "likely",
		explains: observation !== null && COMPARED.has(observation.relation),
		evidence: [{
			kind: "idle",
			seconds,
			lifetimeSeconds
		}]
	}];
}
/** The same request, asking for another lifetime than before. */
function retention({ live: { observation }, previous }) {
	const from = previous?.observation?.retention ?? null;
	const to = observation?.retention ?? null;
	if (from === null || to === null || from === to || !isUnchanged(observation)) return [];
	if (observation?.markers.length === 0 && (previous?.observation?.markers.length ?? 0) > 0) return [];
	return [{
		cause: "retention-changed",
		certainty: "likely",
		explains: true,
		evidence: [{
			kind: "retention",
			from,
			to
		}]
	}];
}
var REFRESH_SECONDS, COMPARED, UNCHANGED_FINDERS;
var init_unchanged_request = __esmMin((() => {
	init_changes();
	init_explains();
	init_lifetime();
	init_provider_rules();
	REFRESH_SECONDS = 30;
	COMPARED = /* @__PURE__ */ new Set([
		"identical",
		"extended",
		"shortened",
		"changed",
		"branched"
	]);
	UNCHANGED_FINDERS = [
		markers,
		lookback,
		concurrent,
		expired,
		retention
	];
}));
// src/verdict/findings.ts
/** Every cause that applies, in the order in which one is believed before another. */
function findingsOf(facts) {
	return FINDERS.flatMap((find) => find(facts));
}
/** Whether the request was seen beside the one it is measured against. */
function isCompared({ live: { observation }, isFirstOf }) {
	if (observation === null || isFirstOf !== null) return false;
	return isUnchanged(observation) || observation.relation === "changed" || observation.relation === "branched";
}
/** The session's own course. What was seen to change in the head is the user's extension's doing all the same. */
function rebuilt(facts) {
	const { since, live } = facts;
	const compared = isCompared(facts);
	if (compared && continues(live.observation)) return [];
	const findings = [];
	const of = (cause, certainty, explains, ...evidence) => findings.push({
		cause,
		certainty,
		explains,
		expected: true,
		evidence
	});
	if (since.compacted) of("compacted", "observed", true, { kind: "compacted" });
	if (since.navigated) of("navigated", "observed", explainsMove(facts), { kind: "navigated" });
	if (since.resumed !== null && !compared) of("resumed", "unknown", true, {
		kind: "resumed",
		reason: since.resumed
	});
	return facts.isFirstOf === null ? findings : findings.map((one) => ({
		...one,
		explains: one.cause === "compacted"
	}));
}
/** What a branch shares with the last request could be read; a changed head is no move of the user's. */
function explainsMove(facts) {
	const { observation } = facts.live;
	if (observation === null) return true;
	if (changesOf(observation).some(isHeadChange)) return false;
	const { branchPoint } = observation;
	return branchPoint === null || explainsAlone(readableBefore(branchPoint, observation), facts);
}
/** The provider's own diagnosis, which something else asked for. */
function reported({ live: { diagnosis, observation } }) {
	if (diagnosis === null) return [];
	const changes = observation === null ? [] : harmfulChanges(observation);
	const seen = changes.some(({ cause }) => cause === diagnosis) ? null : changes[0]?.cause ?? null;
	return [{
		cause: diagnosis,
		certainty: "provider-reported",
		explains: true,
		evidence: [...changes.filter(({ cause }) => cause === diagnosis).map(changeEvidence).slice(0, 1), {
			kind: "diagnosis",
			cause: diagnosis,
			seen
		}]
	}];
}
/** Another model, or another endpoint: caches are not shared between them. */
function switched({ isFirstOf, previous, turn }) {
	if (previous === null) return [];
	const of = (cause, evidence) => [{
		cause,
		certainty: "observed",
		explains: true,
		evidence: [evidence]
	}];
	if (isFirstOf === "endpoint") return of("endpoint-changed", { kind: "endpoint" });
	if (isFirstOf === "model") return of("model-changed", {
		kind: "model",
		from: previous.model,
		to: turn.model
	});
	const answeredBy = answeringModel(turn);
	if (answeredBy === previous.answeredBy) return [];
	return of("model-changed", {
		kind: "model",
		from: previous.answeredBy,
		to: answeredBy
	});
}
/** What was seen to change in the request. */
function changed(facts) {
	const { observation } = facts.live;
	if (observation === null || !isCompared(facts)) return [...recorded(facts), ...thinkingOfRows(facts)];
	return harmfulChanges(observation).filter((change) => !isContradicted(change, facts)).map((change) => {
		const explains = explainsAlone(change.readable, facts);
		const notes = explains || change.isOpen ? [] : [{ kind: "not-enough" }];
		if (observation.flap && isHeadChange(change)) notes.push({ kind: "flap" });
		return {
			cause: change.cause,
			certainty: change.certainty,
			explains,
			...change.isOpen && !explains ? { perhaps: true } : {},
			evidence: [
				changeEvidence(change),
				...sessionNote(change, facts),
				...notes
			]
		};
	});
}
/** Of a head that was there before, an older entry can have been read. */
function isContradicted(change, facts) {
	return facts.live.observation?.flap !== true && contradicts(change, facts);
}
/** What the session has recorded of the same change: the switch of a level, an extension that set tools or a section. */
function sessionNote({ cause }, { previous, turn, since }) {
	if (cause === "thinking-changed" && previous !== null && previous.thinkingLevel !== turn.thinkingLevel) return [{
		kind: "thinking",
		from: previous.thinkingLevel,
		to: turn.thinkingLevel
	}];
	return recordedCauses(since.prompt).includes(cause) ? [{
		kind: "recorded",
		change: since.prompt
	}] : [];
}
/**
* A request that was not compared, but the session recorded another prompt or other tools. A model that takes them in the
* middle of a conversation loses nothing by them, so they explain nothing by themselves.
*/
function recorded({ since: { prompt }, isFirstOf }) {
	if (isFirstOf !== null) return [];
	return recordedCauses(prompt).map((cause) => ({
		cause,
		certainty: "likely",
		explains: false,
		evidence: [{
			kind: "recorded",
			change: prompt
		}]
	}));
}
function recordedCauses({ toolsAdded, toolsRemoved, sections }) {
	const causes = toolsAdded + toolsRemoved > 0 ? ["tools-changed"] : [];
	return sections.length > 0 ? [...causes, "system-changed"] : causes;
}
/** A request that was not seen, but the session recorded another thinking level. */
function thinkingOfRows({ previous, turn, isFirstOf }) {
	if (previous === null || isFirstOf !== null) return [];
	const { thinkingLevel: from } = previous;
	const { thinkingLevel: to } = turn;
	if (from === to || from === null || to === null) return [];
	return [{
		cause: "thinking-changed",
		certainty: "likely",
		explains: true,
		evidence: [{
			kind: "thinking",
			from,
			to
		}]
	}];
}
var FINDERS;
var init_findings = __esmMin((() => {
	init_changes();
	init_explains();
	init_past_requests();
	init_unchanged_request();
	FINDERS = [
		rebuilt,
		reported,
		switched,
		changed,
		...UNCHANGED_FINDERS
	];
}));
// src/verdict/judge.ts
/** A verdict where nothing was measured. */
function unmeasured(cause = null, ...evidence) {
	return {
		outcome: "unmeasured",
		cause,
		also: [],
		certainty: cause === null ? "unknown" : "observed",
		evidence,
		missedTokens: 0,
		missedCost: null
	};
}
/**
* What is left of a verdict that does not count, since its model's zeros mean nothing. The first request is what it is in
* any case, and so is one too short to be cached, once the model `reports` what it caches.
*/
function unreported(verdict, reports, isOpening) {
	if (verdict.outcome === "unmeasured" || verdict.cause === "cold-start") return verdict;
	if (verdict.cause === "below-minimum" && (reports || isOpening)) return verdict;
	return unmeasured("not-reported", { kind: "silent" }, ...verdict.evidence.filter(({ kind }) => SEEN.has(kind)));
}
/**
* Joins what was sent with what was charged: a pure function of its facts, as if the model reports its cache. Observed
* change and measured miss are two facts; a cause is `observed` only where both were.
*/
function judge(facts, price) {
	const flag = UNRELIABLE.find((unreliable) => facts.flags.includes(unreliable));
	if (flag !== void 0) return unmeasured("malformed-usage", {
		kind: "bad-usage",
		flag
	});
	const { usage, previous, turn } = facts;
	if (!hasCacheActivity(usage)) {
		const minimum = minimumPrompt(turn);
		if (promptTokens(usage) < minimum.tokens) return withoutMiss(facts, "expected-rebuild", "below-minimum", "likely", [{
			kind: "minimum",
			...minimum
		}]);
	}
	if (previous === null) return first(facts);
	const outcome = outcomeOf(previous.usage, usage);
	const missed = missedTokens(previous.usage, usage);
	const cost = missedCost(turn, missed, price);
	if (outcome === "hit") return hit(facts, missed, cost);
	const findings = findingsOf(facts);
	const main = findings.find(({ explains }) => explains) ?? findings.find(({ perhaps }) => perhaps === true) ?? residual(facts);
	const also = [...new Set(findings.map(({ cause }) => cause))].filter((cause) => cause !== main.cause);
	const { cause, certainty } = main;
	const evidence = [...main.evidence, ...sideEvidence(facts, main, findings)];
	const verdict = {
		outcome,
		cause,
		also,
		certainty,
		evidence,
		missedTokens: missed,
		missedCost: cost
	};
	if (cause === "compacted") return {
		...withoutMiss(facts, "expected-rebuild", cause, certainty, evidence),
		also
	};
	if (main.expected === true) return {
		...verdict,
		outcome: "expected-rebuild"
	};
	return verdict;
}
/** A row without cost, or one that was free, has no cost of what it missed either, not even none. */
function withoutMiss({ turn }, outcome, cause, certainty, evidence) {
	const { cost } = turn.row;
	return {
		outcome,
		cause,
		also: [],
		certainty,
		evidence,
		missedTokens: 0,
		missedCost: cost === null || cost.total <= 0 ? null : 0
	};
}
/** The first request that can leave anything. What it reads was left by another session. */
function first(facts) {
	const { usage } = facts;
	const { observation } = facts.live;
	if (usage.cacheRead * 2 >= promptTokens(usage)) return withoutMiss(facts, "hit", null, "unknown", [{ kind: "first" }]);
	const evidence = [{ kind: "first" }];
	if (observation !== null && observation.markers.length === 0 && needsMarkers(observation.shape)) evidence.push({
		kind: "no-markers",
		before: 0
	});
	return withoutMiss(facts, "expected-rebuild", "cold-start", "observed", evidence);
}
/** A hit needs no cause. A change that cost next to nothing is named all the same: it may cost more the next time. */
function hit(facts, missed, cost) {
	const { observation } = facts.live;
	const of = (change, ...evidence) => ({
		outcome: "hit",
		cause: change?.cause ?? null,
		also: [],
		certainty: change?.certainty ?? "unknown",
		evidence: [...evidence, ...fallback(facts)],
		missedTokens: missed,
		missedCost: cost
	});
	if (observation === null) return of(null);
	if (isUnchanged(observation)) return of(null, ...unchanged(observation));
	const [change] = harmfulChanges(observation);
	if (change === void 0) return of(null);
	if (isContradicted(change, facts)) return of(null, changeEvidence(change), { kind: "contradicted" });
	return of(change, changeEvidence(change), { kind: "late" });
}
/** No cause was found: what the clock says of a request that did not change, or nothing. */
function residual(facts) {
	const { observation } = facts.live;
	const of = (cause, ...evidence) => ({
		cause,
		certainty: cause === "unknown" ? "unknown" : "likely",
		explains: true,
		evidence
	});
	if (observation === null) return of("unknown", {
		kind: "not-seen",
		reason: null
	});
	const contradicted = harmfulChanges(observation).find((change) => isContradicted(change, facts));
	if (contradicted !== void 0) return of("unknown", changeEvidence(contradicted), { kind: "contradicted" });
	const isMove = observation.relation === "branched" && (facts.since.navigated || facts.since.compacted);
	if (!isUnchanged(observation) && !isMove && changesOf(observation).length === 0) return of("unknown", {
		kind: "not-seen",
		reason: observation.reason ?? observation.relation
	});
	const same = unchanged(observation);
	const seconds = idleSeconds(facts.previous?.startedAt ?? null, facts.turn.at);
	if (seconds === null) return of("unknown", ...same, { kind: "no-time" });
	const { lifetimeSeconds } = facts;
	const idle = {
		kind: "idle",
		seconds,
		lifetimeSeconds
	};
	return of(lifetimeSeconds !== null || seconds < SECONDS_APART ? "provider-side" : "evicted", ...same, idle);
}
/** That the request did not change, as it was seen; nothing where it did. */
function unchanged(observation) {
	if (!isUnchanged(observation)) return [];
	return [{ kind: observation.relation === "shortened" ? "shortened" : "unchanged" }];
}
function sideEvidence(facts, main, findings) {
	const { turn, live } = facts;
	const evidence = [];
	for (const other of findings) if (other !== main) evidence.push(...other.evidence);
	if (live.observation !== null) {
		const harmless = changesOf(live.observation).filter((change) => change.harmless);
		evidence.push(...harmless.map(changeEvidence));
	}
	if (main.cause === "provider-side" || main.cause === "evicted") {
		if (isHeadOnly(facts)) evidence.push({ kind: "head-only" });
		if (isRouter(turn.provider)) evidence.push({ kind: "router" });
		evidence.push({ kind: "later-extensions" });
	}
	return evidence;
}
/** About as much was read as the head is long: of the history nothing was. */
function isHeadOnly({ live: { observation }, usage }) {
	if (observation === null || usage.cacheRead === 0) return false;
	return Math.abs(usage.cacheRead / promptTokens(usage) - headShare(observation)) <= HEAD_TOLERANCE;
}
/** The provider answered with another model than before, and read the cache all the same. */
function fallback({ turn, previous }) {
	const model = answeringModel(turn);
	return previous === null || model === previous.answeredBy ? [] : [{
		kind: "answered-by",
		model
	}];
}
var SEEN, UNRELIABLE, SECONDS_APART, HEAD_TOLERANCE;
var init_judge = __esmMin((() => {
	init_usage();
	init_changes();
	init_findings();
	init_lifetime();
	init_missed();
	init_past_requests();
	init_provider_rules();
	SEEN = /* @__PURE__ */ new Set([
		"unchanged",
		"shortened",
		"place"
	]);
	UNRELIABLE = [
		"usage-malformed",
		"input-negative",
		"inclusive-input-suspected"
	];
	SECONDS_APART = 60;
	HEAD_TOLERANCE = .05;
}));
// src/verdict/money.ts
function withNet(sums) {
	const { readSavings, writePremium, warmingCost, compactionCost } = sums;
	const costs = (writePremium ?? 0) + (warmingCost ?? 0) + (compactionCost ?? 0);
	return {
		...sums,
		net: readSavings === null ? null : readSavings - costs
	};
}
var Money;
var init_money = __esmMin((() => {
	init_cost();
	init_missed();
	Money = class {
		#readSavings = null;
		#writePremium = null;
		#warmingCost = null;
		#compactionCost = null;
		add(fact, price) {
			if (fact.kind === "turn") this.#addTurn(fact.turn, price);
			else if (fact.kind === "refresh" && fact.warms !== null) this.#warmingCost = addCost(this.#warmingCost, fact.row.cost);
			else if (fact.kind === "side" && fact.side === "compaction") this.#compactionCost = addCost(this.#compactionCost, fact.row.cost);
		}
		get sums() {
			const [readSavings, writePremium] = [this.#readSavings, this.#writePremium];
			const [warmingCost, compactionCost] = [this.#warmingCost, this.#compactionCost];
			return withNet({
				readSavings,
				writePremium,
				warmingCost,
				compactionCost
			});
		}
		#addTurn(turn, price) {
			const { usage, cost } = turn.row;
			if (usage === null || cost === null || cost.total <= 0 || cost.input + cost.cacheRead + cost.cacheWrite <= 0) return;
			const inputRate = rateOf(turn, "input", price);
			if (inputRate === null) return;
			this.#readSavings = (this.#readSavings ?? 0) + usage.cacheRead * inputRate - cost.cacheRead;
			this.#writePremium = (this.#writePremium ?? 0) + cost.cacheWrite - usage.cacheWrite * inputRate;
		}
	};
}));
// src/verdict/clock.ts
/**
* The clock of the last measured request of a model, as of `now`; a refresh counts as one. A clock that went backwards
* since then leaves open whether it is warm.
*/
function cacheClock(last, declared, now, price) {
	const seconds = lifetimeSeconds(declared, last.retention);
	const expiresAt = last.startedAt === null || seconds === null ? null : last.startedAt + seconds * 1e3;
	const isAhead = last.startedAt !== null && now < last.startedAt;
	return {
		observed: last.observation !== null && last.observation.retention !== null,
		lastStart: last.startedAt,
		lifetimeSeconds: seconds,
		expiresAt,
		warm: expiresAt === null || isAhead ? null : now < expiresAt,
		tokensIfCold: promptTokens(last.usage),
		costIfCold: costIfCold(last, price)
	};
}
/** A provider that reports writes charges the price of writing, the others that of input. */
function costIfCold({ provider, model, usage, retention }, price) {
	const tokens = promptTokens(usage);
	const bucket = usage.cacheWrite > 0 || usage.cacheRead === 0 ? "cacheWrite" : "input";
	const written = price(provider, model, {
		...NO_USAGE,
		cacheWrite: tokens,
		cacheWrite1h: retention === "long" ? tokens : 0
	});
	const fresh = price(provider, model, {
		...NO_USAGE,
		input: tokens
	});
	const read = price(provider, model, {
		...NO_USAGE,
		cacheRead: tokens
	});
	if (written === null || fresh === null || read === null) return null;
	const paid = bucket === "cacheWrite" && written.cacheWrite > 0 ? written.cacheWrite : fresh.input;
	return read.cacheRead <= 0 ? null : Math.max(0, paid - read.cacheRead);
}
var NO_CLOCK;
var init_clock = __esmMin((() => {
	init_usage();
	init_lifetime();
	NO_CLOCK = Object.freeze({
		observed: false,
		lastStart: null,
		lifetimeSeconds: null,
		expiresAt: null,
		warm: null,
		tokensIfCold: null,
		costIfCold: null
	});
}));
// src/verdict/prompt-records.ts
/** Counts and names only: the texts of sections and tools are not kept. */
function readChange(message) {
	if (field(message, "role") !== "system") return null;
	const [added, removed, sections] = [
		"toolsAdded",
		"toolsRemoved",
		"sections"
	].map((key) => field(message, key));
	const change = {
		toolsAdded: Array.isArray(added) ? added.length : 0,
		toolsRemoved: Array.isArray(removed) ? removed.length : 0,
		sections: isRecord(sections) ? sectionNames(sections) : []
	};
	return change.toolsAdded + change.toolsRemoved + change.sections.length > 0 ? change : null;
}
function sectionNames(sections) {
	return Object.keys(sections).filter((name) => sections[name] === null || textOrNull(sections[name]) !== null).slice(0, SECTIONS_NAMED).map((name) => name.slice(0, LONGEST_NAME));
}
var NO_CHANGE, SECTIONS_NAMED, LONGEST_NAME, PromptRecords;
var init_prompt_records = __esmMin((() => {
	init_unknown();
	NO_CHANGE = Object.freeze({
		toolsAdded: 0,
		toolsRemoved: 0,
		sections: []
	});
	SECTIONS_NAMED = 8;
	LONGEST_NAME = 60;
	PromptRecords = class {
		#records = [];
		/** Notes what an entry at `position` records, if it is such a message. */
		note(entry, position) {
			const change = readChange(field(entry, "message"));
			if (change !== null) this.#records = [...this.#records, {
				position,
				change
			}].slice(-64);
		}
		/** What was recorded after `position`, together. */
		since(position) {
			const newest = this.#records.at(-1);
			if (newest === void 0 || newest.position <= position) return NO_CHANGE;
			return this.#records.filter((record) => record.position > position).map(({ change }) => change).reduce((sum, { toolsAdded, toolsRemoved, sections }) => ({
				toolsAdded: sum.toolsAdded + toolsAdded,
				toolsRemoved: sum.toolsRemoved + toolsRemoved,
				sections: [.../* @__PURE__ */ new Set([...sum.sections, ...sections])].slice(0, SECTIONS_NAMED)
			}), NO_CHANGE);
		}
	};
}));
// src/verdict/course.ts
var Course;
var init_course = __esmMin((() => {
	init_unknown();
	init_entry();
	init_prompt_records();
	Course = class {
		#opened;
		#position = -1;
		#lastId = null;
		#compactedAt = -1;
		#navigatedAt = -1;
		#records = new PromptRecords();
		/** `opened` is null for a session that this process began, and for one that is only read. */
		constructor(opened) {
			this.#opened = opened;
		}
		/** The next entry, in the order of the file. Returns its position, from 0. */
		pass(entry) {
			this.#position += 1;
			const id = entryId(entry);
			if (id !== null) {
				if (this.#lastId !== null && parentId(entry) !== this.#lastId) this.#navigatedAt = this.#position;
				this.#lastId = id;
			}
			const type = isRecord(entry) ? entry.type : void 0;
			if (type === "compaction") this.#compactedAt = this.#position;
			if (type === "branch_summary") this.#navigatedAt = this.#position;
			if (type === "message") this.#records.note(entry, this.#position);
			return this.#position;
		}
		/** What happened between the request at `position` and the entry passed last. */
		since(position) {
			const opened = this.#opened;
			const isReopened = opened !== null && position < opened.entries && this.#position >= opened.entries;
			return {
				compacted: this.#compactedAt > position,
				navigated: this.#navigatedAt > position,
				resumed: isReopened ? opened.reason : null,
				prompt: this.#records.since(position)
			};
		}
	};
}));
// src/verdict/request-history.ts
/** A measured turn as what the next one is measured against. A read that was not seen keeps the lifetime that applied. */
function pastRequest({ turn, usage, live, previous, isFirstOf, endedAt }, position) {
	const own = isFirstOf === null ? previous : null;
	return {
		provider: turn.provider,
		api: turn.api,
		model: turn.model,
		endpoint: live.endpoint,
		answeredBy: answeringModel(turn),
		startedAt: turn.at,
		endedAt,
		usage,
		retention: retentionOf(usage, live.observation) ?? own?.retention ?? null,
		thinkingLevel: turn.thinkingLevel,
		observation: live.observation,
		position,
		refreshOf: null
	};
}
/** The later of two times; the first where the other is not known. */
function later(time, other) {
	return time !== null && other !== null && other > time ? other : time;
}
var RequestHistory;
var init_request_history = __esmMin((() => {
	init_entry();
	init_inclusive_input();
	init_turn();
	init_usage();
	init_clock();
	init_course();
	init_lifetime();
	init_past_requests();
	RequestHistory = class {
		#past = new PastRequests();
		#course;
		#lifetimes;
		#keys = new ModelKeys();
		/** Usage of each model's last turn, also where it is no measure for the next: a suspicion needs two in a row. */
		#usages = /* @__PURE__ */ new Map();
		constructor(opened, lifetimes) {
			this.#course = new Course(opened);
			this.#lifetimes = lifetimes;
		}
		/** The next entry of the file. Returns its position, from 0. */
		pass(entry) {
			return this.#course.pass(entry);
		}
		/** Whether the facts of any turn were asked so far. */
		get hasMeasured() {
			return this.#usages.size > 0;
		}
		/** Whether a model has shown cache activity so far: until then its zeros mean nothing. */
		isReporting(model) {
			return this.#past.isReporting(model);
		}
		/**
		* Whether a turn's verdict counts: its model has shown cache activity so far. Not while it was silent, of a model that
		* says what it writes: there was nothing yet to be missed.
		*/
		counts({ model, isSilent }) {
			return this.#past.isReporting(model) && !(isSilent && this.#past.isWriting(model));
		}
		/** How a turn stands whose facts were asked last. */
		standing({ turn: { provider, api, model }, usage }) {
			const id = {
				provider,
				api,
				model
			};
			return {
				model: id,
				isSilent: !hasCacheActivity(usage) && !this.#past.isReporting(id)
			};
		}
		/** The facts of a measured turn whose entry was passed last. */
		facts(turn, usage, live, entry) {
			this.#past.noteActivity(turn, usage);
			const last = this.#past.before(turn, live.endpoint);
			const own = last === null ? null : startedBy(last, turn.at);
			const previous = own ?? this.#past.newest;
			const isElsewhere = this.#past.isElsewhere(turn, live.endpoint);
			const key = this.#keys.of(turn);
			const suspected = inclusiveInputRate(turn.row, this.#usages.get(key) ?? null) !== null;
			this.#usages.set(key, usage);
			return {
				turn,
				usage,
				flags: suspected ? [...turn.row.flags, "inclusive-input-suspected"] : turn.row.flags,
				endedAt: entryTime(entry),
				live,
				previous,
				isFirstOf: previous === null || own !== null ? null : isElsewhere ? "endpoint" : "model",
				since: this.#course.since(previous?.position ?? Number.MAX_SAFE_INTEGER),
				lifetimeSeconds: previous === null ? null : this.#lifetimeOf(previous)
			};
		}
		/** The turn is what the next request is measured against. */
		remember(facts, position) {
			const request = pastRequest(facts, position);
			const last = this.#past.before(request, request.endpoint);
			const refreshedAt = last === null || last.refreshOf === null ? null : last.startedAt;
			this.#past.add({
				...request,
				startedAt: later(request.startedAt, refreshedAt)
			});
		}
		/** A refresh repeats the last request of its model: it reads the same entry again, and keeps it. */
		refresh({ provider, model, at }, usage) {
			const last = this.#past.byName(provider, model);
			if (last === null || promptTokens(usage) === 0) return;
			this.#past.add(refreshed(last, {
				...last,
				usage,
				startedAt: at ?? last.startedAt,
				endedAt: at
			}));
		}
		/**
		* The cache clock of the selected model, or of the one that answered last under a virtual one (null). No clock runs after
		* a compaction: what the last request left is of no use any more.
		*/
		clock(selected, now, price) {
			const last = selected === null ? this.#past.newest : this.#past.byName(selected.provider, selected.id);
			if (last === null || this.#course.since(last.position).compacted || !this.#past.isReporting(last)) return NO_CLOCK;
			return cacheClock(last, this.#lifetimes(last.provider, last.model), now, price);
		}
		#lifetimeOf({ provider, model, retention }) {
			return lifetimeSeconds(this.#lifetimes(provider, model), retention);
		}
	};
}));
// src/verdict/streak.ts
/** Cause and section, with the tool's or the prompt section's name: what changes there differs each time. */
function placeOf$2({ cause, evidence }) {
	const divergence = evidence.find((fact) => fact.kind === "place")?.divergence;
	return JSON.stringify([
		cause,
		divergence?.section,
		divergence?.name,
		divergence?.tag
	]);
}
var PATTERN, Streak;
var init_streak = __esmMin((() => {
	init_evidence$1();
	PATTERN = 3;
	Streak = class {
		#place = null;
		#turns = 0;
		/** The next verdict on a measured turn, with the length of its streak among the evidence where it is a pattern. */
		note(verdict) {
			const place = isBreak(verdict) ? placeOf$2(verdict) : null;
			this.#turns = place === this.#place ? this.#turns + 1 : 1;
			this.#place = place;
			if (place === null || this.#turns < PATTERN) return verdict;
			const [first, ...rest] = verdict.evidence;
			const repeated = {
				kind: "repeated",
				turns: this.#turns
			};
			return {
				...verdict,
				evidence: first === void 0 ? [repeated] : [
					first,
					repeated,
					...rest
				]
			};
		}
	};
}));
// src/verdict/session-verdicts.ts
var session_verdicts_exports = /* @__PURE__ */ __exportAll({
	SessionVerdicts: () => SessionVerdicts,
	VERDICTS_KEPT: () => VERDICTS_KEPT
});
/** A failed or aborted response has no usage to speak of; a complete one without any is a fault of the provider's. */
function withoutUsage({ stopReason, row }) {
	if (stopReason === "error" || stopReason === "aborted") return unmeasured();
	return unmeasured("malformed-usage", {
		kind: "bad-usage",
		flag: row.flags.find((name) => name !== "cost-missing") ?? "usage-missing"
	});
}
var VERDICTS_KEPT, SessionVerdicts;
var init_session_verdicts = __esmMin((() => {
	init_entry();
	init_usage();
	init_breaks();
	init_evidence$1();
	init_facts$1();
	init_judge();
	init_money();
	init_request_history();
	init_streak();
	VERDICTS_KEPT = 2e3;
	SessionVerdicts = class SessionVerdicts {
		#source;
		#kept;
		#history;
		#streak = new Streak();
		#byEntry = /* @__PURE__ */ new Map();
		#newest = null;
		#breaks = new ModelBreaks();
		#money = new Money();
		constructor(source, kept = VERDICTS_KEPT) {
			this.#source = source;
			this.#kept = kept;
			this.#history = new RequestHistory(source.opened, source.lifetimes);
		}
		/** Everything so far is void: the entries come again from the first. */
		startOver() {
			this.#history = new RequestHistory(this.#source.opened, this.#source.lifetimes);
			this.#streak = new Streak();
			this.#byEntry = /* @__PURE__ */ new Map();
			this.startWindow();
		}
		/** Sums and the newest verdict start from here; what was judged stays. */
		startWindow() {
			this.#newest = null;
			this.#breaks = new ModelBreaks();
			this.#money = new Money();
		}
		/** The next entry, with what it says about usage, and whether the sums count it. */
		entry(entry, fact, inWindow) {
			const position = this.#history.pass(entry);
			if (fact === null) return;
			if (inWindow) this.#money.add(fact, this.#source.price);
			if (fact.kind === "turn") this.#turn(entry, fact.turn, position, inWindow);
			else if (fact.kind === "refresh" && fact.warms !== null && fact.row.usage !== null) this.#history.refresh(fact.warms, fact.row.usage);
		}
		/** The verdict of a turn by its entry; undefined when it is not kept. */
		of(entry) {
			const judged = this.#byEntry.get(entry);
			return judged === void 0 ? void 0 : this.#shown(judged);
		}
		/** Whether a turn was judged without what the live stream knew of it. */
		wasUnseen(entry) {
			return this.#byEntry.get(entry)?.seen === false;
		}
		/** The newest verdict on a measured turn of the window; null before any. */
		get newest() {
			return this.#newest === null ? null : this.#shown(this.#newest);
		}
		/** The verdict on a turn, or the newest of the window on a measured one where that tells nothing. */
		latest(entry) {
			const latest = this.of(entry);
			return latest !== void 0 && latest.outcome !== "unmeasured" ? latest : this.newest;
		}
		/** What broke the latest turn; null for no break, and for one of which nothing can be said. */
		latestBreak(entry) {
			const verdict = this.latest(entry);
			return verdict === null || !isBreak(verdict) || verdict.cause === "unknown" ? null : verdict.cause;
		}
		/** Breaks in the window, of the models that report their cache. */
		get breaks() {
			return this.#breaks.sum((standing) => this.#history.counts(standing));
		}
		get money() {
			return this.#money.sums;
		}
		/** The cache clock of the selected model, or of the one that answered last under a virtual one (null). */
		clock(selected, now) {
			return this.#history.clock(selected, now, this.#source.price);
		}
		/** A judge of the same session that has read nothing yet and forgets nothing: for turns that are no longer kept. */
		unbounded() {
			return new SessionVerdicts(this.#source, Number.POSITIVE_INFINITY);
		}
		/** Reads an entry of its own session, as `entry` does. */
		read(entry) {
			this.entry(entry, readEntry(entry, this.#source.price), true);
		}
		/** `unbounded`, over entries from the first. */
		overAll(entries) {
			const all = this.unbounded();
			for (const entry of entries) all.read(entry);
			return all;
		}
		/** A model that never reported any cache activity cannot have missed; once it has, its earlier zeros are real. */
		#shown({ standing, verdict, isOpening }) {
			if (standing === null || this.#history.counts(standing)) return verdict;
			return unreported(verdict, this.#history.isReporting(standing.model), isOpening);
		}
		#turn(entry, turn, position, inWindow) {
			const id = entryId(entry);
			const live = this.#source.live(id, turn);
			const { usage } = turn.row;
			const isMeasured = usage !== null && promptTokens(usage) > 0;
			const isOpening = isMeasured && !this.#history.hasMeasured;
			const facts = isMeasured ? this.#history.facts(turn, usage, live ?? NOT_SEEN, entry) : null;
			const verdict = facts === null ? withoutUsage(turn) : this.#measured(facts, position);
			const standing = facts === null ? null : this.#history.standing(facts);
			const judged = {
				standing,
				verdict,
				isOpening,
				seen: live !== null
			};
			if (id !== null) this.#keep(id, judged);
			if (standing === null || !inWindow) return;
			this.#newest = judged;
			this.#breaks.add(standing, verdict);
		}
		#measured(facts, position) {
			const verdict = this.#streak.note(judge(facts, this.#source.price));
			if (verdict.cause !== "malformed-usage") this.#history.remember(facts, position);
			return verdict;
		}
		#keep(id, judged) {
			this.#byEntry.set(id, judged);
			if (this.#byEntry.size <= this.#kept) return;
			for (const oldest of this.#byEntry.keys()) {
				this.#byEntry.delete(oldest);
				return;
			}
		}
	};
}));
// src/pi-lifetimes.ts
var pi_lifetimes_exports = /* @__PURE__ */ __exportAll({ createLifetimes: () => createLifetimes });
/** Cache lifetimes as Pi's catalogue or the user's models.json declares them; none on a Pi that does not know them. */
function createLifetimes(models) {
	return (provider, model) => {
		const declared = declaredOf(models(), provider, model);
		return {
			short: readLifetime(field(declared, "short")),
			long: readLifetime(field(declared, "long"))
		};
	};
}
function declaredOf(models, provider, model) {
	try {
		const found = models?.find(provider, model);
		return field(found, "promptCache");
	} catch {
		return;
	}
}
var init_pi_lifetimes = __esmMin((() => {
	init_unknown();
	init_lifetime();
}));
// src/record/branches.ts
var NEAR, Branches;
var init_branches = __esmMin((() => {
	NEAR = 32;
	Branches = class {
		#root;
		#ids = [];
		#values = [];
		#byId = /* @__PURE__ */ new Map();
		/** Entries that are in the map. */
		#mapped = 0;
		/** `root` is what holds behind an entry that is not there. */
		constructor(root) {
			this.#root = root;
		}
		/** The next entry. What was said of its id before is void. */
		add(id, value) {
			this.#ids.push(id);
			this.#values.push(value);
		}
		/** What holds behind an entry; null stands for the beginning. */
		behind(id) {
			const last = this.#ids.length - 1;
			if (id !== null && id === this.#ids[last]) return this.#values[last] ?? this.#root;
			return id === null ? this.#root : this.#all().get(id) ?? this.#root;
		}
		has(id) {
			for (let at = this.#ids.length - 1; at >= Math.max(0, this.#ids.length - NEAR); at--) if (this.#ids[at] === id) return true;
			return this.#all().has(id);
		}
		#all() {
			for (; this.#mapped < this.#ids.length; this.#mapped++) {
				const [id, value] = [this.#ids[this.#mapped], this.#values[this.#mapped]];
				if (id !== void 0 && value !== void 0) this.#byId.set(id, value);
			}
			return this.#byId;
		}
	};
}));
// src/record/compact-place.ts
/** A divergence without what it does not say. */
function compactPlace(place) {
	const told = Object.entries(place).filter(([, value]) => value !== null);
	return {
		...Object.fromEntries(told),
		shareBefore: Number(place.shareBefore.toFixed(4))
	};
}
/** The divergence again, not yet checked. */
function fullPlace(place) {
	return isRecord(place) ? {
		...NO_PLACE,
		...place
	} : place;
}
var NO_PLACE;
var init_compact_place = __esmMin((() => {
	init_unknown();
	NO_PLACE = {
		index: null,
		name: null,
		role: null,
		path: null,
		tag: null,
		line: null,
		char: null,
		before: null,
		after: null,
		owner: null
	};
}));
// src/record/compact-observation.ts
/** Makes an observation small enough for a session file; `usual` is said elsewhere. */
function compactObservation(observation, usual) {
	const { relation, sections, reason, divergences, branchPoint } = observation;
	const { otherDivergences, flap, blocksSinceMarker } = observation;
	const own = usualOf$1(observation, usualState(relation, "tools"));
	const isUsual = (key) => JSON.stringify(own[key]) === JSON.stringify(usual?.[key]);
	return {
		...relation === "extended" ? {} : { r: relation },
		...isUsual("s") ? {} : { s: own.s },
		h: compactSection(sections.history, usualState(relation, "history")),
		...isUsual("m") ? {} : { m: markersBeside(usual?.m ?? [], own.m) },
		...isUsual("p") ? {} : { p: own.p },
		...reason === null ? {} : { w: reason },
		...isUsual("b") ? {} : { b: own.b },
		...divergences.length === 0 ? {} : { d: divergences.map(compactPlace) },
		...branchPoint === null ? {} : { n: compactPlace(branchPoint) },
		...Object.keys(otherDivergences).length === 0 ? {} : { x: otherDivergences },
		...flap ? { f: 1 } : {},
		...isUsual("t") ? {} : { t: own.t },
		...blocksSinceMarker === null ? {} : { k: blocksSinceMarker }
	};
}
/** What the requests after this one will have in common with it; their sections are stable. */
function usualObservation(observation) {
	return usualOf$1(observation, observation.relation === "baseline" ? "baseline" : "stable");
}
/** The observation again, not yet checked: a record may have been edited. Null for what cannot be one at all. */
function fullObservation(compact, usual) {
	if (!isRecord(compact)) return null;
	const { r = "extended", w = null, d, n, x = {}, f, k = null } = compact;
	const { p = usual?.p ?? null, b = usual?.b, t = usual?.t ?? null, s = usual?.s } = compact;
	const [project = null, skills = null] = listOf(b);
	const divergences = listOf(d).map(fullPlace);
	return {
		relation: r,
		reason: w,
		shape: p,
		retention: t,
		blocksSinceMarker: k,
		flap: f === 1,
		otherDivergences: x,
		sections: fullSections(listOf(s), compact.h, r),
		blocks: {
			project_instructions: project,
			available_skills: skills
		},
		divergence: divergences[0] ?? null,
		divergences,
		branchPoint: n === void 0 ? null : fullPlace(n),
		markers: fullMarkers(compact.m, usual)
	};
}
/** The markers of a compact observation, not yet checked. */
function fullMarkers(markers, usual) {
	const common = usual?.m ?? [];
	if (markers === void 0) return common.map(fullMarker);
	const [kept, ...others] = listOf(markers);
	return [...common.slice(0, typeof kept === "number" ? kept : 0), ...others].map(fullMarker);
}
function usualOf$1(observation, state) {
	const { sections, markers, shape, blocks, retention } = observation;
	return {
		s: SECTIONS.slice(0, HISTORY).map((name) => compactSection(sections[name], state)),
		m: markers.map(compactMarker),
		p: shape,
		b: [blocks.project_instructions, blocks.available_skills],
		t: retention
	};
}
/** The state that a section has in most requests with this relation. */
function usualState(relation, section) {
	if (relation === "baseline") return "baseline";
	return section === "history" ? "extended" : "stable";
}
function compactSection({ state, count, chars, reason }, usual) {
	if (state === "absent" && count === 0 && chars === 0 && reason === null) return 0;
	const sizes = reason === null ? [count, chars] : [
		count,
		chars,
		reason
	];
	return state === usual ? sizes : [STATES[state], ...sizes];
}
/** In a loop and without lists in between: a long session has tens of thousands of them. */
function fullSections(head, history, relation) {
	const sections = {};
	for (const [place, name] of SECTIONS.entries()) sections[name] = fullSection(place === HISTORY ? history : head[place], usualState(relation, name));
	return sections;
}
function fullSection(compact, usual) {
	if (compact === 0) return ABSENT;
	const [first, second, third, fourth = null] = listOf(compact);
	if (typeof first === "number") return {
		state: usual,
		count: first,
		chars: second,
		reason: third ?? null
	};
	return {
		state: STATE_OF.get(first),
		count: second,
		chars: third,
		reason: fourth
	};
}
function markersBeside(usual, own) {
	const differs = own.findIndex((marker, at) => JSON.stringify(marker) !== JSON.stringify(usual[at]));
	const kept = differs < 0 ? own.length : differs;
	return [kept, ...own.slice(kept)];
}
/** A marker as section (its place in the order), index, block and lifetime, without nulls at the end. */
function compactMarker({ section, index, block, ttl }) {
	const place = [SECTIONS.indexOf(section), index];
	if (ttl !== null) return [
		...place,
		block,
		ttl
	];
	return block === null ? place : [...place, block];
}
/** The marker again, not yet checked. */
function fullMarker(values) {
	const [place, index, block = null, ttl = null] = listOf(values);
	return {
		section: typeof place === "number" ? SECTIONS[place] : void 0,
		index,
		block,
		ttl
	};
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}
var STATES, STATE_OF, HISTORY, ABSENT;
var init_compact_observation = __esmMin((() => {
	init_snapshot();
	init_unknown();
	init_compact_place();
	STATES = {
		baseline: "b",
		stable: "s",
		extended: "e",
		changed: "c",
		empty: "o",
		unknown: "u",
		skipped: "k",
		disabled: "d",
		absent: "a"
	};
	STATE_OF = new Map(Object.entries(STATES).map(([state, letter]) => [letter, state]));
	HISTORY = SECTIONS.indexOf("history");
	ABSENT = Object.freeze({
		state: "absent",
		count: 0,
		chars: 0,
		reason: null
	});
}));
// src/record/packed-digests.ts
/** Digests in a row, without anything between them: each is as long as the others. */
function packDigests(digests) {
	return digests.join("");
}
/** The digests again; null for a text that is not made of them. */
function unpackDigests(packed) {
	if (packed.length % 11 !== 0 || !/^[\w-]*$/.test(packed)) return null;
	return Array.from({ length: packed.length / 11 }, (_, at) => packed.slice(at * 11, (at + 1) * 11));
}
var init_packed_digests = __esmMin((() => {
	init_digest();
}));
// src/record/section-print.ts
/** The print of a digested section. Of a text of the prompt it holds only the lines that are not those of `before`. */
function sectionPrint(name, { base, first, role, items, charsAt, names, paths }, tags, before) {
	const isInList = paths?.every((path, at) => path === void 0 || path === `${base}[${first + at}]`) ?? true;
	return {
		...base === name ? {} : { b: base },
		...first === 0 ? {} : { f: first },
		...role === null ? {} : { r: role },
		i: packed(items.map((item, at) => spliced(linesOf$1(before?.items[at]), item))),
		c: lengthsOf(charsAt),
		...names === null ? {} : { n: names },
		...isInList || paths === null ? {} : { p: paths },
		...tags === void 0 ? {} : { g: tags }
	};
}
/** The digested section again, its characters counted from `start`; null where it does not continue `before`. */
function sectionRecord(name, { b = name, f = 0, r, i, c, n, p }, before, start) {
	const items = [];
	for (const item of i) {
		const read = typeof item === "string" ? unpackDigests(item)?.map((digest) => [digest]) : whole(item, before, items);
		if (read === void 0) return null;
		items.push(...read);
	}
	if (items.length !== c.length) return null;
	const charsAt = [start];
	for (const length of c) charsAt.push((charsAt.at(-1) ?? start) + length);
	const paths = p?.map((path, at) => path ?? `${b}[${f + at}]`) ?? null;
	return {
		base: b,
		first: f,
		role: r ?? null,
		items,
		charsAt,
		names: n ?? null,
		paths,
		skipped: null,
		unreadCount: null
	};
}
/** Lengths of items, of where each begins. */
function lengthsOf(charsAt) {
	return charsAt.slice(1).map((end, at) => end - (charsAt[at] ?? 0));
}
/** The lines of an item that is written as such: what stands before them is how long it is. Null for any other. */
function linesOf$1(item) {
	return item === void 0 || item.length === 1 ? null : item.slice(2).map(String);
}
function spliced(before, item) {
	const now = linesOf$1(item);
	if (now === null) return String(item[0]);
	const most = Math.min(before?.length ?? 0, now.length);
	let start = 0;
	while (start < most && before?.[start] === now[start]) start += 1;
	let end = 0;
	while (end < most - start && before?.at(-1 - end) === now.at(-1 - end)) end += 1;
	const own = packDigests(now.slice(start, now.length - end));
	return start + end === 0 ? [own] : [
		start,
		end,
		own
	];
}
/** Digests of items in a row are one text. */
function packed(items) {
	const rows = [];
	for (const item of items) {
		const last = rows.at(-1);
		if (typeof item === "string" && typeof last === "string") rows[rows.length - 1] = packDigests([last, item]);
		else rows.push(item);
	}
	return rows;
}
/** The item that stands behind `items`, with the lines that its record left out. */
function whole(item, before, items) {
	const own = unpackDigests(String(item.at(-1) ?? "")) ?? void 0;
	const [start, end] = item;
	if (own === void 0) return void 0;
	if (typeof start !== "number" || typeof end !== "number") return [[
		ARRAY$1,
		own.length,
		...own
	]];
	const old = linesOf$1(before?.items[items.length]);
	if (old === null || old.length < start + end) return void 0;
	const lines = [
		...old.slice(0, start),
		...own,
		...old.slice(old.length - end)
	];
	return [[
		ARRAY$1,
		lines.length,
		...lines
	]];
}
var init_section_print = __esmMin((() => {
	init_tape();
	init_packed_digests();
}));
// src/record/recall.ts
/** Puts the last request together from the prints that lead to it; null where they do not fit. */
function recallRequest(last, salt) {
	const whole = new Whole();
	const links = oldestFirst(last);
	const { a: scope, s: shape } = links[0]?.print ?? {};
	if (scope === void 0 || shape === void 0 || !links.every(({ print }) => whole.goOn(print))) return null;
	const isElements = last.print.e === 1;
	return {
		salt,
		scope,
		request: whole.request({
			shape,
			markers: last.markers,
			markersAreElements: isElements
		})
	};
}
function oldestFirst(last) {
	const links = [];
	for (let link = last; link !== null; link = link.before) links.push(link);
	return links.reverse();
}
function startingAt(section, start) {
	return section && {
		...section,
		charsAt: section.charsAt.map((at) => at + start)
	};
}
function startsOf(lengths, start) {
	const starts = [start];
	for (const length of lengths) starts.push((starts.at(-1) ?? start) + length);
	return starts;
}
var Whole;
var init_recall = __esmMin((() => {
	init_snapshot();
	init_packed_digests();
	init_section_print();
	Whole = class {
		#head = {};
		#tags = {};
		#place = null;
		#items = [];
		#lengths = [];
		/** Makes of the request the one that the next record speaks of; false where that does not continue this one. */
		goOn({ h = {}, l, k = this.#items.length, i = "", c = [] }) {
			for (const name of SECTIONS) if (h[name] !== void 0 && !this.#replace(name, h[name])) return false;
			const digests = unpackDigests(i);
			if (k > this.#items.length || digests === null || digests.length !== c.length) return false;
			this.#items.length = k;
			this.#lengths.length = k;
			for (const [at, digest] of digests.entries()) {
				this.#items.push(digest);
				this.#lengths.push(c[at] ?? 0);
			}
			if (l !== void 0) this.#place = l;
			return true;
		}
		request(beside) {
			const sections = {};
			let chars = 0;
			for (const name of SECTIONS) {
				const section = name === "history" ? this.#history(chars) : startingAt(this.#head[name], chars);
				if (section === void 0) continue;
				sections[name] = section;
				chars = section.charsAt.at(-1) ?? chars;
			}
			return {
				tags: this.#tags,
				snapshot: {
					...beside,
					tokens: 0,
					sections,
					chars
				}
			};
		}
		#replace(name, print) {
			const before = this.#head[name] ?? null;
			delete this.#head[name];
			delete this.#tags[name];
			if (print === null || print === void 0) return true;
			const section = sectionRecord(name, print, before, 0);
			if (section === null) return false;
			this.#head[name] = section;
			if (print.g !== void 0) this.#tags[name] = print.g;
			return true;
		}
		#history(start) {
			const [base, first, role] = this.#place ?? [];
			if (typeof base !== "string" || typeof first !== "number") return void 0;
			const items = this.#items.map((digest) => [digest]);
			const charsAt = startsOf(this.#lengths, start);
			return {
				base,
				first,
				role: typeof role === "string" ? role : null,
				items,
				charsAt,
				names: null,
				paths: null,
				skipped: null,
				unreadCount: null
			};
		}
	};
}));
// \0late:typebox/compile
var late$1, Compile;
var init_compile = __esmMin((async () => {
	late$1 = await import("typebox/compile");
	Compile = late$1.Compile;
}));
// \0late:typebox
var late, Type;
var init__late_typebox = __esmMin((async () => {
	late = await import("typebox");
	Type = late.Type;
}));
// src/report/schema-parts.ts
/** The value or null: what was not measured is null, never left out. */
function nullable(schema) {
	return Type.Union([schema, Type.Null()]);
}
/** One of a closed set of words. */
function choice(words) {
	return Type.Enum(words);
}
/** A finite count, not negative. */
function count() {
	return Type.Number({ minimum: 0 });
}
var init_schema_parts = __esmMin((async () => {
	await init__late_typebox();
}));
// src/report/observation-schema.ts
var SECTION, Section, DivergenceSchema, ObservationSchema;
var init_observation_schema = __esmMin((async () => {
	await init__late_typebox();
	init_snapshot();
	await init_schema_parts();
	SECTION = choice(SECTIONS);
	Section = Type.Object({
		state: choice([
			"baseline",
			"stable",
			"extended",
			"changed",
			"absent",
			"empty",
			"unknown",
			"skipped",
			"disabled"
		]),
		reason: nullable(Type.String()),
		count: count(),
		/** UTF-16 code units. */
		chars: count()
	});
	DivergenceSchema = Type.Object({
		section: SECTION,
		kind: choice([
			"added",
			"removed",
			"reordered",
			"key-order",
			"representation",
			"changed",
			"truncated"
		]),
		index: nullable(count()),
		name: nullable(Type.String()),
		role: nullable(Type.String()),
		path: nullable(Type.String()),
		tag: nullable(Type.String()),
		line: nullable(count()),
		char: nullable(count()),
		before: nullable(Type.Object({ chars: count() })),
		after: nullable(Type.Object({ chars: count() })),
		owner: nullable(Type.String()),
		shareBefore: Type.Number({
			minimum: 0,
			maximum: 1
		})
	});
	ObservationSchema = Type.Object({
		relation: choice([
			"baseline",
			"identical",
			"extended",
			"shortened",
			"branched",
			"changed",
			"unknown",
			"skipped",
			"disabled"
		]),
		reason: nullable(Type.String()),
		shape: nullable(Type.String()),
		sections: Type.Record(SECTION, Section),
		blocks: Type.Object({
			project_instructions: nullable(count()),
			available_skills: nullable(count())
		}),
		divergence: nullable(DivergenceSchema),
		/** The first difference of each section that differs, in sending order; of the parameters each one that differs. */
		divergences: Type.Array(DivergenceSchema),
		/** Where a request that `branched` leaves the one before. */
		branchPoint: nullable(DivergenceSchema),
		otherDivergences: Type.Record(Type.String(), count()),
		/** The head is one that this conversation had before the last: A \u2192 B \u2192 A. */
		flap: Type.Boolean(),
		/** Which of its model's lifetimes the request asks for. */
		retention: nullable(choice(["short", "long"])),
		/** Content blocks between the last request's marker in the history and the nearest of this one. */
		blocksSinceMarker: nullable(count()),
		markers: Type.Array(Type.Object({
			section: SECTION,
			index: count(),
			block: nullable(count()),
			ttl: nullable(Type.String())
		}))
	});
}));
// src/record/print-record.ts
function sharedHistory(old, now) {
	const [oldSection, nowSection] = [old.sections.history, now.sections.history];
	if (oldSection === void 0 || nowSection === void 0) return 0;
	return commonItems({
		old,
		now,
		oldSection,
		nowSection
	});
}
function historyItems(snapshot) {
	const history = snapshot?.sections.history;
	return history === void 0 ? 0 : itemCount(history);
}
/** Only what will be written is hashed: the head where it is not the known one, the history behind what was kept. */
function digested(snapshot, kept, known, salt) {
	const { history, ...others } = snapshot.sections;
	const fresh = history && { history: {
		...history,
		items: history.items.slice(kept),
		charsAt: history.charsAt.slice(kept)
	} };
	const { snapshot: short, tags } = recallable({
		...snapshot,
		sections: {
			...known === null ? others : {},
			...fresh
		}
	}, salt);
	const { history: items, ...sections } = short.sections;
	return {
		history: items,
		...known ?? {
			sections,
			tags
		}
	};
}
/** Where the history stands, unless it stands where the one before did. */
function placeOf$1(before, now) {
	const [old, own] = [before, now].map((section) => {
		if (section === void 0) return null;
		const { base, first, role } = section;
		return role === null ? [base, first] : [
			base,
			first,
			role
		];
	});
	return own === void 0 || JSON.stringify(old) === JSON.stringify(own) ? {} : { l: own };
}
function itemsOf({ items, charsAt }) {
	return {
		i: packDigests(items.map(([digest]) => String(digest))),
		c: lengthsOf(charsAt)
	};
}
/** The sections that differ from those of the record before; of a text of the prompt only the lines that do. */
function changedSections(before, now) {
	const changed = {};
	for (const name of SECTIONS) {
		const [old, section] = [before?.sections[name] ?? null, now.sections[name]];
		if (section === void 0) {
			if (old !== null) changed[name] = null;
			continue;
		}
		const print = sectionPrint(name, section, now.tags[name], null);
		if (!(old !== null && JSON.stringify(sectionPrint(name, old, before?.tags[name], null)) === JSON.stringify(print))) changed[name] = sectionPrint(name, section, now.tags[name], old);
	}
	return changed;
}
var PrintKeeper;
var init_print_record = __esmMin((() => {
	init_conversation();
	init_recalled();
	init_scope();
	init_section_change();
	init_snapshot();
	init_compact_observation();
	init_packed_digests();
	init_section_print();
	PrintKeeper = class {
		#last = null;
		/** The next record does not follow the last one on its branch: it holds everything. */
		forget() {
			this.#last = null;
		}
		/** The print of a request, as it continues the last one; null where it was not read whole. */
		next({ scope, snapshot }, salt) {
			if (sectionsOf(snapshot).some(([, section]) => section.skipped !== null || section.unreadCount !== null)) return null;
			const last = this.#last?.scope === scope && this.#last.snapshot.shape === snapshot.shape ? this.#last : null;
			const kept = last === null ? 0 : sharedHistory(last.snapshot, snapshot);
			const known = last !== null && sameHead(last.snapshot, snapshot) ? last.head : null;
			const { history, ...head } = digested(snapshot, kept, known, salt);
			this.#last = {
				scope,
				snapshot,
				head
			};
			return {
				...last === null ? {
					a: recordedScope(scope, salt),
					s: snapshot.shape
				} : {},
				...snapshot.markersAreElements ? { e: 1 } : {},
				m: snapshot.markers.map(compactMarker),
				...known === null ? { h: changedSections(last?.head ?? null, head) } : {},
				...placeOf$1(last?.snapshot.sections.history, snapshot.sections.history),
				...kept < historyItems(last?.snapshot) ? { k: kept } : {},
				...history === void 0 || history.items.length === 0 ? {} : itemsOf(history)
			};
		}
	};
}));
// src/record/seal.ts
function stated(usual) {
	return {
		usual,
		text: jsonOf(usual)
	};
}
/**
* Ties a record to what it says, to the record before it and to what both leave out: one that was edited, or that stands
* behind another record than it was written behind, has another seal. `before` is the seal of the record before; null for
* a record that stands for itself. `record` is without its own seal.
*/
function sealOf(common, before, record) {
	return sealOfText(common, before, jsonOf(record));
}
/**
* Whether a record has its seal. `written` is its text in a file, the seal at its end, where that is known: taking it as it
* stands is faster than writing the record again. Another program may have written it otherwise.
*/
function isSealed(common, before, seal, written, record) {
	const end = `,"k":"${seal}"}`;
	if (written?.endsWith(end) === true && sealOfText(common, before, `${written.slice(0, -end.length)}}`) === seal) return true;
	return sealOf(common, before, record) === seal;
}
function sealOfText({ usual, text }, before, record) {
	return shortDigest(digestAll(usual.s ?? "", [
		before ?? "",
		text,
		record
	]));
}
/** What was edited may be nested deeper than can be written: then it has no text, and fits no seal. */
function jsonOf(value) {
	try {
		return JSON.stringify(value);
	} catch {
		return "";
	}
}
var init_seal = __esmMin((() => {
	init_digest();
}));
// src/record/run-record.ts
var run_record_exports = /* @__PURE__ */ __exportAll({
	RECORD_TYPE: () => RECORD_TYPE,
	RECORD_VERSION: () => 1,
	RunRecords: () => RunRecords
});
/** As the last request of these turns that was read tells it. */
function usualOf(salt, turns) {
	const lives = turns.flatMap(([, { live }]) => live === null ? [] : [live]);
	const read = lives.findLast(({ observation }) => (observation?.shape ?? null) !== null)?.observation ?? null;
	const e = lives.findLast(({ endpoint }) => endpoint !== null)?.endpoint ?? null;
	const l = turns.at(-1)?.[2] ?? NOT_DECLARED;
	return {
		s: salt,
		e,
		...read === null ? {} : { o: usualObservation(read) },
		...isSame(l, NOT_DECLARED) ? {} : { l }
	};
}
function isSame([short, long], [otherShort, otherLong]) {
	return short === otherShort && long === otherLong;
}
function withoutKnownMarkers(print, last) {
	const { m, ...rest } = print;
	const known = last?.observation?.markers.map(compactMarker) ?? [];
	return JSON.stringify(m) === JSON.stringify(known) ? rest : print;
}
/** A turn in a record; what is not known of it is left out. */
function turnRecord([entry, { speed, live }, l], usual) {
	return {
		e: entry,
		...isSame(l, usual.l ?? NOT_DECLARED) ? {} : { l },
		...speed === null ? {} : { v: compactSpeed(speed) },
		...live === null ? {} : seenOf(live, usual)
	};
}
function compactSpeed({ tokensPerSecond, timeToFirstTokenMs, basis }) {
	const rate = tokensPerSecond === null ? null : Number(tokensPerSecond.toFixed(1));
	const wait = timeToFirstTokenMs === null ? null : Math.round(timeToFirstTokenMs);
	return basis === "request" ? [
		rate,
		wait,
		1
	] : [rate, wait];
}
function seenOf(live, usual) {
	const { observation, endpoint, diagnosis, refreshSentAt } = live;
	return {
		...observation === null ? {} : { o: compactObservation(observation, usual.o ?? null) },
		...observation !== null && endpoint === usual.e ? {} : { u: endpoint ?? "" },
		...diagnosis === null ? {} : { g: diagnosis },
		...refreshSentAt === null ? {} : { h: refreshSentAt }
	};
}
var RunRecords, NOT_DECLARED;
var init_run_record = __esmMin((() => {
	init_compact_observation();
	init_print_record();
	init_seal();
	init_record_entry();
	RunRecords = class {
		#monitor;
		#lifetimes;
		#prints = new PrintKeeper();
		#usual = null;
		#seal = null;
		constructor(monitor, lifetimes) {
			this.#monitor = monitor;
			this.#lifetimes = lifetimes;
		}
		/** The next record does not follow the last one on its branch: it leaves nothing out. */
		forget() {
			this.#prints.forget();
		}
		/** The record of the turns that have ended since the last one; null when there is nothing to keep. */
		next() {
			const { session, config, requests } = this.#monitor;
			const ended = session.unrecorded.take(config.verbose);
			if (ended.length === 0 || !config.record) return null;
			const turns = ended.map(({ entry, provider, model }) => {
				const { short, long } = this.#lifetimes(provider, model);
				return [
					entry,
					this.#monitor.detailOf(entry),
					[short, long]
				];
			});
			const { salt, lastAnswered } = requests;
			const print = salt === null || lastAnswered === null ? null : this.#prints.next(lastAnswered, salt);
			if (print === null) this.#prints.forget();
			return this.#sealed(salt, turns, print);
		}
		#sealed(salt, turns, print) {
			const follows = print !== null && print.a === void 0 ? this.#usual : null;
			const common = follows ?? stated(usualOf(salt, turns));
			const { usual } = common;
			const t = turns.map((turn) => turnRecord(turn, usual));
			const record = {
				v: 1,
				...follows === null ? { u: usual } : {},
				t,
				...print === null ? {} : { p: withoutKnownMarkers(print, turns.at(-1)?.[1].live ?? null) }
			};
			const k = sealOf(common, follows === null ? null : this.#seal, record);
			this.#usual = common;
			this.#seal = k;
			return {
				...record,
				k
			};
		}
	};
	NOT_DECLARED = [null, null];
}));
// src/record/record-schema.ts
var LONGEST, text$1, index, row$1, CompactSection, Markers, lifetimes, Usual, Turn, SectionPrintSchema, Print, RunSchema, MarkerSchema;
var init_record_schema = __esmMin((async () => {
	await init__late_typebox();
	init_snapshot();
	await init_schema_parts();
	init_cause();
	init_lifetime();
	init_run_record();
	LONGEST = 1e4;
	text$1 = (maxLength) => Type.String({ maxLength });
	index = () => Type.Integer({ minimum: 0 });
	row$1 = () => Type.Array(Type.Union([
		text$1(LONGEST),
		Type.Number(),
		Type.Null()
	]), { maxItems: 10 });
	CompactSection = Type.Union([Type.Literal(0), Type.Array(Type.Union([text$1(LONGEST), count()]), { maxItems: 4 })]);
	Markers = Type.Array(Type.Union([Type.Number(), row$1()]));
	lifetimes = () => {
		const seconds = nullable(Type.Number({
			exclusiveMinimum: 0,
			maximum: LONGEST_SECONDS
		}));
		return Type.Optional(Type.Tuple([seconds, seconds]));
	};
	Usual = Type.Object({
		s: nullable(Type.String({
			minLength: 1,
			maxLength: 100
		})),
		e: nullable(text$1(100)),
		l: lifetimes(),
		o: Type.Optional(Type.Object({
			s: Type.Array(CompactSection),
			m: Markers,
			p: nullable(text$1(100)),
			b: Type.Array(nullable(count())),
			t: nullable(choice(["short", "long"]))
		}))
	});
	Turn = Type.Object({
		e: Type.String({
			minLength: 1,
			maxLength: 200
		}),
		v: Type.Optional(Type.Array(nullable(Type.Number({ minimum: 0 })), {
			minItems: 2,
			maxItems: 3
		})),
		o: Type.Optional(Type.Unknown()),
		u: Type.Optional(text$1(100)),
		g: Type.Optional(choice(CAUSES)),
		h: Type.Optional(count()),
		l: lifetimes()
	});
	SectionPrintSchema = Type.Object({
		b: Type.Optional(text$1(200)),
		f: Type.Optional(index()),
		r: Type.Optional(text$1(200)),
		i: Type.Array(Type.Union([Type.String(), Type.Array(Type.Union([Type.String(), index()]))])),
		c: Type.Array(count()),
		n: Type.Optional(Type.Array(nullable(text$1(LONGEST)))),
		p: Type.Optional(Type.Array(nullable(text$1(LONGEST)))),
		g: Type.Optional(Type.Array(Type.Array(Type.Tuple([
			text$1(LONGEST),
			index(),
			index()
		]))))
	});
	Print = Type.Object({
		a: Type.Optional(text$1(100)),
		s: Type.Optional(text$1(100)),
		e: Type.Optional(Type.Literal(1)),
		m: Type.Optional(Type.Array(row$1())),
		h: Type.Optional(Type.Partial(Type.Record(choice(SECTIONS), nullable(SectionPrintSchema)))),
		l: Type.Optional(nullable(Type.Array(Type.Union([text$1(200), index()])))),
		k: Type.Optional(index()),
		i: Type.Optional(Type.String()),
		c: Type.Optional(Type.Array(count()))
	});
	RunSchema = Type.Object({
		v: Type.Literal(1),
		u: Type.Optional(Usual),
		t: Type.Array(Turn, { maxItems: 1e5 }),
		p: Type.Optional(Print),
		k: text$1(100)
	});
	MarkerSchema = Type.Object({
		section: choice(SECTIONS),
		index: count(),
		block: nullable(count()),
		ttl: nullable(text$1(100))
	});
}));
// src/record/record-checks.ts
var runCheck, markerCheck, observationCheck;
var init_record_checks = __esmMin((async () => {
	await init_compile();
	await init_observation_schema();
	await init_record_schema();
	runCheck = Compile(RunSchema);
	markerCheck = Compile(MarkerSchema);
	observationCheck = Compile(ObservationSchema);
}));
// src/record/written.ts
/** That text; null for an entry that was not read from a file by this package. */
function writtenOf(entry) {
	const text = isRecord(entry) ? Reflect.get(entry, WRITTEN) : null;
	return typeof text === "string" ? text : null;
}
var WRITTEN;
var init_written = __esmMin((() => {
	init_unknown();
	WRITTEN = Symbol("written");
}));
// src/record/read-records.ts
var read_records_exports = /* @__PURE__ */ __exportAll({ readRecords: () => readRecords });
/**
* Reads the records among all entries of a session; `leaf` is the end of the active branch. Foreign, newer, edited and
* damaged ones are counted and otherwise ignored, and so are copies, turns that are not there, and records that leave out
* what stands in one that cannot be read. `isWanted` says of a turn's entry whether what was seen of its request is to be made
* of the record; without it everything is.
*/
function readRecords(entries, leaf = null, isWanted = () => true) {
	const branches = new Branches(ROOT$1);
	const seen = /* @__PURE__ */ new Set();
	const turns = [];
	let newest = null;
	let unreadable = 0;
	for (const entry of entries) {
		const id = entryId(entry);
		const before = branches.behind(parentId(entry));
		if (!isRecordEntry(entry)) {
			if (id !== null) branches.add(id, before);
			continue;
		}
		const isCopy = id === null || seen.has(id);
		const read = isCopy ? null : readRecord(entry, before);
		if (read === null) unreadable += 1;
		else {
			newest = read.usual;
			const known = read.record.t.filter(({ e }) => branches.has(e));
			unreadable += read.record.t.length - known.length;
			for (const turn of known) turns.push({
				turn,
				usual: read.usual
			});
		}
		if (isCopy) continue;
		seen.add(id);
		branches.add(id, read === null ? behindDamaged(field(entry, "data"), before) : read.branch);
	}
	const end = branches.behind(leaf);
	const salt = end.usual?.usual.s ?? newest?.s ?? null;
	const details = /* @__PURE__ */ new Map();
	const lifetimes = /* @__PURE__ */ new Map();
	const isAll = new Set(turns.map(({ turn, usual }) => turn.u ?? usual.e)).size > 1;
	for (const { turn, usual } of turns) {
		const detail = detailOf(turn, usual, salt, isAll || isWanted(turn.e));
		if (detail === null) unreadable += 1;
		else details.set(turn.e, detail);
		const declared = turn.l ?? usual.l;
		if (declared !== void 0) lifetimes.set(turn.e, {
			short: declared[0],
			long: declared[1]
		});
	}
	return {
		details,
		lifetimes,
		salt,
		recalled: end.request === null || salt === null ? null : recallRequest(end.request, salt),
		unreadable
	};
}
/** A record that is what was written, and where it stood then; null for any other. */
function readRecord(entry, before) {
	const data = field(entry, "data");
	if (!runCheck.Check(data)) return null;
	const common = data.u === void 0 ? before.usual : stated(data.u);
	const { k: seal, ...record } = data;
	const link = data.u === void 0 ? before.seal : null;
	if (common === null || !isSealed(common, link, seal, writtenOf(entry), record)) return null;
	const { usual } = common;
	return {
		record: data,
		usual,
		branch: {
			usual: common,
			seal,
			request: requestOf(data, usual, before.request)
		}
	};
}
/**
* What a damaged record leaves to the next one, whose own seal tells whether it followed this one: not the request. One that
* never was a link, as a copy or another package's, leaves everything.
*/
function behindDamaged(data, before) {
	const seal = textOrNull(field(data, "k"));
	return seal === null || seal === before.seal ? before : {
		...before,
		seal,
		request: null
	};
}
function requestOf({ p, t, u }, usual, last) {
	if (p === void 0 || u === void 0 && last === null) return null;
	return new Link(p, t.at(-1)?.o, usual, u === void 0 ? last : null);
}
/** Those of the turn's request; none for one that was not seen. */
function markersOf(observation, usual) {
	return observation === void 0 ? [] : fullMarkers(field(observation, "m"), usual.o ?? null);
}
/** Null where what was seen is no observation. */
function detailOf({ v, o: recorded, u, g, h }, usual, salt, isWanted) {
	const o = isWanted ? recorded : void 0;
	const observation = o === void 0 ? null : fullObservation(o, usual.o ?? null);
	if (observation !== null && !observationCheck.Check(observation)) return null;
	const isSeen = o !== void 0 || u !== void 0 || g !== void 0;
	const digest = usual.s === salt ? u ?? usual.e : null;
	const endpoint = digest === "" ? null : digest;
	return {
		speed: v === void 0 ? null : speedOf(v),
		live: isSeen ? {
			observation,
			endpoint,
			diagnosis: g ?? null,
			refreshSentAt: h ?? null
		} : null
	};
}
function speedOf([tokensPerSecond = null, timeToFirstTokenMs = null, isOfRequest]) {
	return {
		tokensPerSecond,
		timeToFirstTokenMs,
		basis: isOfRequest === 1 ? "request" : "stream"
	};
}
var ROOT$1, Link;
var init_read_records = __esmMin((async () => {
	init_unknown();
	init_entry();
	init_branches();
	init_compact_observation();
	init_recall();
	await init_record_checks();
	init_record_entry();
	init_seal();
	init_written();
	ROOT$1 = {
		usual: null,
		seal: null,
		request: null
	};
	Link = class {
		print;
		before;
		#observation;
		#usual;
		constructor(print, observation, usual, before) {
			this.print = print;
			this.before = before;
			this.#observation = observation;
			this.#usual = usual;
		}
		get markers() {
			return (this.print.m?.map(fullMarker) ?? markersOf(this.#observation, this.#usual)).filter((marker) => markerCheck.Check(marker));
		}
	};
}));
// src/usage/turn-numbers.ts
var turn_numbers_exports = /* @__PURE__ */ __exportAll({ TurnNumbers: () => TurnNumbers });
var TurnNumbers;
var init_turn_numbers = __esmMin((() => {
	init_entry();
	TurnNumbers = class {
		#last = null;
		/** The number of the turn whose entry this is; of any other entry the number of the turn before it. */
		of(view, entryId) {
			const seen = /* @__PURE__ */ new Set();
			let turns = 0;
			for (let id = entryId; id !== null && !seen.has(id);) {
				if (id === this.#last?.entryId) {
					turns += this.#last.number;
					break;
				}
				seen.add(id);
				const entry = view.entry(id);
				if (isTurnEntry(entry)) turns += 1;
				id = parentId(entry);
			}
			this.#last = {
				entryId,
				number: turns
			};
			return turns;
		}
	};
}));
// src/version.ts
var VERSION, REPORT_SCHEMA;
var init_version = __esmMin((() => {
	VERSION = "0.1.0";
	REPORT_SCHEMA = "pi-cache-stats/report@1";
}));
// src/report/iso-time.ts
/** ISO 8601, or null for a time (milliseconds since the epoch) that is missing or outside what a date can hold. */
function isoTime(ms) {
	if (ms === null || Number.isNaN(new Date(ms).getTime())) return null;
	return new Date(ms).toISOString();
}
var init_iso_time = __esmMin((() => {}));
// src/duration.ts
/**
* A time span in at most two units, rounded down: `2.2 s`, `53 s`, `6 m 20 s`, `9 h`, `3 d 4 h`. Below ten seconds with one
* decimal. What is no time span is `n/a`.
*/
function formatDuration(seconds, names = SHORT_NAMES) {
	if (!Number.isFinite(seconds) || seconds < 0) return "n/a";
	if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} ${names.second}`;
	const whole = Math.floor(seconds);
	const unit = UNITS.find(([, size]) => whole >= size);
	if (unit === void 0) return `${whole} ${names.second}`;
	const [name, size] = unit;
	const [nextName, nextSize] = UNITS[UNITS.indexOf(unit) + 1] ?? ["second", 1];
	const rest = Math.floor(whole % size / nextSize);
	const first = `${Math.floor(whole / size)} ${names[name]}`;
	return rest === 0 ? first : `${first} ${rest} ${names[nextName]}`;
}
var UNITS, SHORT_NAMES;
var init_duration = __esmMin((() => {
	UNITS = [
		["day", 86400],
		["hour", 3600],
		["minute", 60]
	];
	SHORT_NAMES = {
		day: "d",
		hour: "h",
		minute: "m",
		second: "s"
	};
}));
// src/report/evidence-text.ts
/** An evidence as a sentence of the machine report, in English. Names in it are raw: views clean and bound them. */
function evidenceText(evidence) {
	switch (evidence.kind) {
		case "place": return `the request changed: ${placeText$1(evidence.divergence)}`;
		case "other-protocol": return "the request was in another protocol than the one before";
		case "unchanged": return "the request continued the one before, unchanged";
		case "shortened": return "the request was the one before without its end";
		case "harmless": return `${evidence.path} changed, which this provider documents as harmless`;
		case "contradicted": return "more was read than stands before the change: another entry fitted, or a later extension changed it back";
		case "late": return "the change came late: what stands before it was read";
		case "not-enough": return "the change does not explain that what stands before it was not read either";
		case "flap": return "this head was there before: it changes back and forth";
		case "repeated": return `it broke in the same way on ${evidence.turns} measured turns in a row`;
		case "idle": return idleText(evidence.seconds, evidence.lifetimeSeconds);
		case "no-time": return "the times of the two requests cannot be compared";
		case "model": return `the model changed from ${evidence.from} to ${evidence.to}`;
		case "answered-by": return `answered by ${evidence.model}`;
		case "endpoint": return "the request went to another endpoint";
		case "thinking": return `the thinking level changed from ${evidence.from ?? "none"} to ${evidence.to ?? "none"}`;
		case "recorded": return `Pi recorded ${recordedText(evidence.change)} in between`;
		case "compacted": return "the conversation was compacted: a new beginning";
		case "navigated": return "you moved in the session tree";
		case "resumed": return `the session was opened again (${evidence.reason}): no earlier request to compare with`;
		case "not-seen": return evidence.reason === null ? "this request was not watched, or what was seen of it is no longer kept" : `no comparison of this request with an earlier one (${evidence.reason})`;
		case "first": return "the first request that could be cached here";
		case "minimum": return `shorter than the ${evidence.tokens} tokens this model needs to cache${evidence.assumed ? " (assumed)" : ""}`;
		case "silent": return "this model has reported no cache numbers so far";
		case "no-markers": return `the request carried no cache marker${evidence.before > 0 ? `, the last one cached had ${evidence.before}` : ""}`;
		case "markers-earlier": return "no cache marker stood where the last one had been, or behind it";
		case "blocks": return `${evidence.blocks} blocks since the last marker; the provider looks back ${evidence.limit}`;
		case "retention": return `the requested lifetime changed from ${evidence.from} to ${evidence.to}`;
		case "refreshing": return `a refresh was sent ${formatDuration(evidence.seconds)} before, and no answer to it was recorded`;
		case "diagnosis": return diagnosisText(evidence.cause, evidence.seen);
		case "head-only": return "about as much was read as tools and prompt are long: of the history nothing";
		case "router": return "this provider passes requests on: perhaps to another host than before";
		case "later-extensions": return "an extension loaded after this one could still have changed the request: later extensions are not seen";
		case "bad-usage": return `the usage cannot be relied on (${evidence.flag})`;
	}
}
function recordedText({ toolsAdded, toolsRemoved, sections }) {
	const parts = [];
	if (toolsAdded > 0) parts.push(`${toolsAdded} ${toolsAdded === 1 ? "tool" : "tools"} added`);
	if (toolsRemoved > 0) parts.push(`${toolsRemoved} ${toolsRemoved === 1 ? "tool" : "tools"} removed`);
	if (sections.length > 0) parts.push(`the prompt's ${sections.map((name) => `<${name}>`).join(", ")} changed`);
	return parts.join(", ");
}
/** Path, name, section tag and kind of a divergence, in the contract's own words. */
function placeText$1({ path, section, name, tag, kind, line, char }) {
	const place = path ?? section;
	const parts = [place];
	if (name !== null && !place.endsWith(name)) parts.push(name);
	if (tag !== null) parts.push(`in <${tag}>`);
	parts.push(kind);
	if (line !== null && char !== null) parts.push(`at line ${line}, character ${char}`);
	return parts.join(" ");
}
function idleText(seconds, lifetimeSeconds) {
	const lifetime = lifetimeSeconds === null ? "no lifetime is declared for it" : `lifetime ${formatDuration(lifetimeSeconds)}`;
	return `${formatDuration(seconds)} since the start of the request before; ${lifetime}`;
}
function diagnosisText(cause, seen) {
	return `the provider itself reported ${cause}${seen === null ? "" : `; what was seen here is ${seen}`}`;
}
var init_evidence_text = __esmMin((() => {
	init_duration();
}));
// src/report/verdict-report.ts
/** A verdict as the contract has it: its evidence in sentences. */
function verdictReport(verdict) {
	return {
		...verdict,
		also: [...verdict.also],
		evidence: verdict.evidence.map(evidenceText)
	};
}
/** Breaks of the window, all causes listed. */
function breaksReport({ total, byCause }) {
	return {
		...total,
		byCause: { ...byCause }
	};
}
/** The cache clock with its times as the contract writes them. */
function clockReport(clock) {
	return {
		...clock,
		lastStart: isoTime(clock.lastStart),
		expiresAt: isoTime(clock.expiresAt)
	};
}
var init_verdict_report = __esmMin((() => {
	init_evidence_text();
	init_iso_time();
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
		turns: shown.map((turn) => turnReport(turn, source)),
		breaks: breaksReport(source.verdicts?.breaks ?? addBreaks([])),
		money: {
			...source.verdicts?.money ?? new Money().sums,
			notional: ledger.models.some(source.isSubscription)
		},
		totalCost: scan.window.everything.cost,
		refreshes: scan.window.refreshes,
		side: scan.window.side,
		clock: clockReport(source.verdicts?.clock ?? NO_CLOCK),
		prefix: observationReport(source.prefix),
		unclassified400: source.refusals.map(({ at, provider, model }) => ({
			at: new Date(at).toISOString(),
			provider,
			model
		})),
		flags: [...ledger.flags],
		invalidConfig: [...source.invalidConfig],
		unreadableRecords: source.unreadableRecords,
		metrics: metricsReport(source.metrics),
		internalErrors: source.internalErrors
	};
}
/** One turn of the contract. Its rate follows the window: null until its model has shown cache activity there. */
function turnReport({ number, entryId, turn, flags }, { scan, details, verdicts }) {
	const { speed, live } = details.of(entryId);
	const verdict = entryId === null ? void 0 : verdicts?.of(entryId);
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
		hitRate: scan.window.ledger.rateOf(turn),
		cost: turn.row.cost?.total ?? null,
		prefix: observationReport(live?.observation ?? null),
		verdict: verdictReport(verdict ?? unmeasured()),
		tokensPerSecond: speed?.tokensPerSecond ?? null,
		timeToFirstTokenMs: speed?.timeToFirstTokenMs ?? null,
		speedBasis: speed?.basis ?? null,
		flags: [...flags]
	};
}
/** Null while metrics are off. */
function metricsReport(tally) {
	if (tally === void 0 || tally.state === "off") return null;
	return {
		state: tally.state,
		exported: tally.exported,
		dropped: tally.dropped
	};
}
/** A copy: what a report hands out is the reader's. */
function observationReport(observation) {
	if (observation === null) return null;
	const { markers, divergences, otherDivergences, ...rest } = observation;
	return {
		...rest,
		markers: [...markers],
		divergences: [...divergences],
		otherDivergences: { ...otherDivergences }
	};
}
var init_build = __esmMin((() => {
	init_usage();
	init_breaks();
	init_clock();
	init_judge();
	init_money();
	init_version();
	init_iso_time();
	init_verdict_report();
}));
// src/report/turn-event.ts
var turn_event_exports = /* @__PURE__ */ __exportAll({
	TURN_EVENT: () => TURN_EVENT,
	turnEvent: () => turnEvent
});
/** The turn of an entry as the contract has it; null when the entry is no turn of this session. */
function turnEvent(monitor, host, numbers, entryId) {
	const { scan, session, price } = monitor;
	scan.update(host);
	const fact = readEntry(host.entry(entryId), price);
	if (fact?.kind !== "turn") return null;
	const { verdicts } = session;
	const of = (entry) => verdicts?.of(entry);
	return turnReport({
		number: numbers.of(host, entryId),
		entryId,
		turn: fact.turn,
		flags: fact.turn.row.flags
	}, {
		scan,
		details: { of: (entry) => monitor.detailOf(entry) },
		verdicts: { of }
	});
}
var TURN_EVENT;
var init_turn_event = __esmMin((() => {
	init_entry();
	init_build();
	TURN_EVENT = "cache-stats:turn";
}));
// src/session-parts.ts
init_record_entry();
init_unknown();
var NO_RECORDS = {
	details: /* @__PURE__ */ new Map(),
	lifetimes: /* @__PURE__ */ new Map(),
	salt: null,
	recalled: null,
	unreadable: 0
};
/**
* What a session needs and start-up does not pay for: read and loaded in the background, while the user types, and awaited by
* whatever needs it sooner. The session may be replaced meanwhile; then nothing is done.
*/
var SessionParts = class {
	#pi;
	#monitor;
	#host;
	#models;
	#differ = once(() => Promise.resolve().then(() => (init_observer(), observer_exports)));
	#judge = once(async () => ({
		...await Promise.resolve().then(() => (init_session_verdicts(), session_verdicts_exports)),
		...await Promise.resolve().then(() => (init_pi_lifetimes(), pi_lifetimes_exports))
	}));
	#reader = once(() => init_read_records().then(() => read_records_exports));
	#writer = once(() => Promise.resolve().then(() => (init_run_record(), run_record_exports)));
	/** What writes records, and the session they are of; null before it is loaded. */
	#recording = null;
	#turnEvents = once(async () => {
		const { TurnNumbers } = await Promise.resolve().then(() => (init_turn_numbers(), turn_numbers_exports));
		return {
			...await Promise.resolve().then(() => (init_turn_event(), turn_event_exports)),
			numbers: new TurnNumbers()
		};
	});
	constructor({ pi, monitor, host, models }) {
		this.#pi = pi;
		this.#monitor = monitor;
		this.#host = host;
		this.#models = models;
	}
	/** Requests are observed from now on. */
	async observe() {
		const { config, requests, session } = this.#monitor;
		const { Observer } = await this.#differ();
		await this.#remember();
		if (this.#monitor.session !== session || requests.isObserving) return;
		const observer = new Observer(session.records?.salt ?? randomBytes(12).toString("base64url"), config.prefixDiagnostics);
		const recalled = session.records?.recalled ?? null;
		if (recalled !== null) observer.recall(recalled);
		requests.use(observer);
	}
	/** Turns are judged from now on, those of the session's file included. */
	async judge() {
		const { session, price, live } = this.#monitor;
		const { SessionVerdicts, createLifetimes } = await this.#judge();
		const { RunRecords } = await this.#writer();
		await this.#remember();
		if (this.#monitor.session !== session || session.verdicts !== null) return;
		const lifetimes = createLifetimes(this.#models);
		const records = new RunRecords(this.#monitor, lifetimes);
		const write = () => {
			const record = records.next();
			if (record !== null) this.#pi.appendEntry(RECORD_TYPE, record);
		};
		this.#recording = {
			session,
			forget: () => records.forget(),
			write
		};
		session.judgeWith(new SessionVerdicts({
			price,
			live,
			lifetimes,
			opened: session.opened
		}));
	}
	/** Tells on `pi.events` how a turn went. */
	async announce(entryId) {
		const { session } = this.#monitor;
		await this.judge();
		const { turnEvent, TURN_EVENT, numbers } = await this.#turnEvents();
		const host = this.#host();
		if (host === null || this.#monitor.session !== session || !isFunction(this.#pi.events?.emit)) return;
		const turn = turnEvent(this.#monitor, host, numbers, entryId);
		if (turn !== null) this.#pi.events.emit(TURN_EVENT, turn);
	}
	/**
	* Writes what was seen of the turns that have ended since the last time into the session. At once, since the session may be
	* about to go; before its code is loaded, which a turn outlasts, nothing is written.
	*/
	record() {
		if (this.#host() !== null && this.#recording?.session === this.#monitor.session) this.#recording.write();
	}
	/** The user has moved in the tree or compacted: the next record may stand on another branch than the last. */
	moved() {
		this.#monitor.requests.moved();
		this.#recording?.forget();
	}
	/** Reads the session's records once; their reader is loaded only where there are any. */
	async #remember() {
		const { session } = this.#monitor;
		const host = this.#host();
		if (session.records !== null || session.opened === null || host === null) return;
		if (!host.entries().some(isRecordEntry)) {
			session.remember(NO_RECORDS);
			return;
		}
		const { readRecords } = await this.#reader();
		if (this.#monitor.session !== session || this.#host() !== host || session.records !== null) return;
		session.remember(readRecords(host.entries(), host.leafId()));
	}
};
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
// src/ui/status.ts
/** The status key. Other packages use `cache-stats` and `pi-cache-stats`. */
var STATUS_KEY = "cache-hit-rate";
/** One short status text in whatever footer shows statuses. It is pushed only when it differs from the last one pushed. */
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
// src/ui/footer/facts.ts
/** Whether two frames would look the same. */
function sameFacts(a, b) {
	for (const key in a) if (!Object.is(a[key], b[key])) return false;
	return true;
}
var init_facts = __esmMin((() => {}));
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
/** Token counts in so many columns: in full where they fit, else in short, never cut: 1,234,567, 1.2M, 95G. */
function tokensIn(count, columns) {
	const full = fullTokens(count);
	return full.length <= columns ? full : shortTokens(count, columns);
}
/** Token counts in short, in at most so many columns (5 hold any count). */
function shortTokens(count, columns) {
	const compact = compactTokens(count);
	if (compact.length <= columns) return compact;
	const [size, unit] = count < 0xe8d4a51000 ? [1e9, "G"] : count < 0x38d7ea4c68000 ? [0xe8d4a51000, "T"] : [0x38d7ea4c68000, "P"];
	return `${Math.round(count / size)}${unit}`;
}
/** US dollars in so many columns: with as many decimals as fit, else in thousands or millions. */
function dollarsIn(amount, columns) {
	const full = dollars$1(amount);
	if (full.length <= columns) return full;
	const whole = `$${Math.round(amount)}`;
	return whole.length <= columns ? whole : `$${compactTokens(amount)}`;
}
/** US dollars: three decimals as in Pi's footer, more where three would hide the amount. */
function dollars$1(amount) {
	const digits = amount !== 0 && Math.abs(amount) < .001 ? 6 : 3;
	return `${amount < 0 ? "-" : ""}$${Math.abs(amount).toFixed(digits)}`;
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
	return visibleWidth(text) <= NAME_COLUMNS ? text : `${sliceByColumn(text, 0, 39, true)}\u2026`;
}
var UNPRINTABLE, NAME_COLUMNS;
var init_safe_text = __esmMin((() => {
	UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
	NAME_COLUMNS = 40;
}));
// src/ui/footer/layout.ts
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
	if (visibleWidth(allLeft) + GAP + visibleWidth(shortest) <= width) rows.push(place, spread$1(allLeft, models, width, paint.dim));
	else {
		const together = visibleWidth(place) + GAP + visibleWidth(counters) <= width;
		rows.push(...together ? [spread$1(place, [counters], width, (text) => text)] : [place, counters]);
		rows.push(fitMeasured(measured, models, width, paint));
	}
	if (facts.statuses !== "") rows.push(facts.statuses);
	return rows.filter((row) => row !== "").map((row) => truncateToWidth(row, width, paint.dim(glyphs.ellipsis)));
}
/** `left`, and at the right edge the first of `rights` that fits; the last one is cut if none does. */
function spread$1(left, rights, width, paintRight) {
	const room = width - visibleWidth(left) - GAP;
	const right = rights.map(paintRight).find((right) => visibleWidth(right) <= room) ?? paintRight(cut$1(rights.at(-1) ?? "", room));
	if (visibleWidth(right) === 0) return left;
	return left + " ".repeat(Math.max(0, room + GAP - visibleWidth(right))) + right;
}
/** Cut to `room` columns, without a separator left hanging; nothing when what remains says nothing. */
function cut$1(text, room) {
	if (room < SHORTEST_MODEL) return "";
	return sliceByColumn(text, 0, room, true).replace(/[^\p{L}\p{N})\]]+$/u, "");
}
function fitMeasured(measured, models, width, paint) {
	const all = measured.filter(Boolean).join(" ");
	if (visibleWidth(all) <= width) return spread$1(all, models, width, paint.dim);
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
	const label = facts.breakLabel === "" ? [] : [paint.error(facts.breakLabel)];
	return [
		facts.sessionRate === null ? paint.dim(session) : session,
		facts.latestRate === null ? paint.dim(latest) : paint.warning(latest),
		...label
	].join(" ");
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
var GAP, SHORTEST_MODEL;
var init_layout = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_safe_text();
	GAP = 2;
	SHORTEST_MODEL = 6;
}));
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
var init_footer = __esmMin((() => {
	init_facts();
	init_layout();
}));
// src/ui/footer/cause-label.ts
/** The word for a cause, in the reader's language. */
function causeLabel(cause, language) {
	return LABELS[cause][language === "zh" ? 1 : 0];
}
var LABELS;
var init_cause_label = __esmMin((() => {
	LABELS = {
		"cold-start": ["cold", "\u51b7\u542f\u52a8"],
		"tools-changed": ["tools", "\u5de5\u5177"],
		"system-changed": ["system", "\u7cfb\u7edf\u63d0\u793a"],
		"history-rewritten": ["history", "\u5386\u53f2"],
		"thinking-changed": ["thinking", "\u601d\u8003"],
		"params-changed": ["params", "\u53c2\u6570"],
		"model-changed": ["model", "\u6a21\u578b"],
		"endpoint-changed": ["endpoint", "\u7aef\u70b9"],
		compacted: ["compacted", "\u538b\u7f29"],
		navigated: ["moved", "\u79fb\u52a8"],
		resumed: ["resumed", "\u91cd\u5f00"],
		expired: ["expired", "\u8fc7\u671f"],
		evicted: ["evicted", "\u6e05\u9664"],
		"provider-side": ["provider", "\u63d0\u4f9b\u65b9"],
		"below-minimum": ["short", "\u592a\u77ed"],
		"not-reported": ["silent", "\u65e0\u6570\u5b57"],
		"lookback-exceeded": ["lookback", "\u56de\u770b"],
		"markers-moved": ["markers", "\u6807\u8bb0"],
		"retention-changed": ["retention", "\u4fdd\u7559"],
		concurrent: ["concurrent", "\u5e76\u53d1"],
		"malformed-usage": ["usage", "\u7528\u91cf"],
		unknown: ["unknown", "\u4e0d\u660e"]
	};
}));
// src/ui/footer/reader.ts
/** The folder with `~` for the home folder, as Pi's footer shows it. */
function shortFolder(cwd, home) {
	if (home === null || home === "") return cwd;
	const inside = relative(resolve(home), resolve(cwd));
	if (inside === "") return "~";
	return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? cwd : `~${sep}${inside}`;
}
var SETTINGS_FRESH_MS, FooterReader;
var init_reader = __esmMin((() => {
	init_cause_label();
	SETTINGS_FRESH_MS = 500;
	FooterReader = class {
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
				thinkingLevel: model?.reasoning ? host.thinkingLevel() ?? "off" : null,
				routedModel: routed?.model ?? null,
				routedLevel: routed?.thinkingLevel ?? null,
				showProvider: model !== null && this.#data.getAvailableProviderCount() > 1,
				statuses: this.#statuses()
			};
		}
		#breakLabel() {
			const { session, config } = this.#monitor;
			const cause = session.latestBreak();
			return cause === null ? "" : causeLabel(cause, config.language);
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
}));
// src/ui/glyphs.ts
/** The marks to use. */
function glyphs(ascii) {
	return ascii ? PLAIN$2 : DRAWN;
}
var DRAWN, PLAIN$2;
var init_glyphs = __esmMin((() => {
	DRAWN = {
		session: "\u25c6",
		latest: "\u25c7",
		context: "\u25b2",
		speed: "\u25b8",
		model: "\u25a0",
		up: "\u2191",
		down: "\u2193",
		dot: "\u2022",
		arrow: "\u2192",
		ellipsis: "\u2026",
		bar: {
			full: "\u2588",
			empty: "\u2591"
		},
		spark: {
			steps: [
				"\u2581",
				"\u2582",
				"\u2583",
				"\u2584",
				"\u2585",
				"\u2586",
				"\u2587",
				"\u2588"
			],
			gap: " "
		},
		parts: {
			read: "\u2588",
			written: "\u2592",
			fresh: "\u2591"
		},
		here: "\u25b2",
		rule: "\u2500"
	};
	PLAIN$2 = {
		session: "S",
		latest: "L",
		context: "C",
		speed: ">",
		model: "#",
		up: "in:",
		down: "out:",
		dot: "-",
		arrow: "->",
		ellipsis: "...",
		bar: {
			full: "#",
			empty: "-"
		},
		spark: {
			steps: [
				"_",
				".",
				":",
				"-",
				"=",
				"+",
				"*",
				"#"
			],
			gap: " "
		},
		parts: {
			read: "#",
			written: "=",
			fresh: "."
		},
		here: "^",
		rule: "-"
	};
}));
// src/ui/paint.ts
/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
function paint(theme, color) {
	if (!color) return PLAIN$1;
	return {
		dim: (text) => theme.fg("dim", text),
		warning: (text) => theme.fg("warning", text),
		error: (text) => theme.fg("error", text),
		strongWarning: (text) => theme.bold(theme.fg("warning", text))
	};
}
var same$1, PLAIN$1;
var init_paint = __esmMin((() => {
	same$1 = (text) => text;
	PLAIN$1 = {
		dim: same$1,
		warning: same$1,
		error: same$1,
		strongWarning: same$1
	};
}));
// src/ui/status-text.ts
/**
* The latest turn's rate in at most 14 columns, such as `hit 97%`; with the cause of a break, where that fits:
* `hit 6% tools`.
*/
function statusText(scan, language, cause = null) {
	const { latest, window } = scan;
	const rate = formatHitRate(latest === null ? null : window.ledger.rateOf(latest), 0);
	const text = language === "zh" ? `\u547d\u4e2d ${rate}` : `hit ${rate}`;
	const labelled = cause === null ? text : `${text} ${causeLabel(cause, language)}`;
	return visibleWidth(labelled) <= STATUS_COLUMNS ? labelled : text;
}
var STATUS_COLUMNS;
var init_status_text = __esmMin((() => {
	init_hit_rate();
	init_cause_label();
	STATUS_COLUMNS = 14;
}));
// src/ui/drawing.ts
var drawing_exports = /* @__PURE__ */ __exportAll({
	sessionFooter: () => sessionFooter,
	statusText: () => statusText
});
/** The footer of a session, which asks for a frame when Pi sees another git branch. */
function sessionFooter({ monitor, host, theme, data, ...scene }) {
	const { config } = monitor;
	const reader = new FooterReader(host, monitor, data, () => performance.now());
	const unsubscribe = data.onBranchChange(scene.requestRender);
	return createFooter({
		read: () => scene.isCurrent() ? reader.read() : null,
		paint: paint(theme, config.color),
		glyphs: glyphs(config.ascii),
		onFault: () => monitor.countInternalError(),
		onDispose: () => {
			unsubscribe();
			scene.onDispose();
		}
	});
}
var init_drawing = __esmMin((() => {
	init_footer();
	init_reader();
	init_glyphs();
	init_paint();
	init_status_text();
}));
// src/views.ts
init_once();
/** What draws; null before it is loaded. Start-up does not pay for it, nor does a mode in which nothing is shown. */
var drawing = null;
/** Loads what draws on the screen. */
var loadDrawing = once(async () => {
	drawing = await Promise.resolve().then(() => (init_drawing(), drawing_exports));
});
/** The views that live on the screen: the footer or the status line, as configured and switched. */
var Views = class {
	#monitor;
	#slot = new FooterSlot();
	#status = new StatusLine();
	/** Null until the first panel is asked for: start-up does not pay for it. */
	#panel = null;
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
	/** A session is there to be shown. A promise where what draws is loaded first. */
	open(ui, host) {
		this.#ui = ui;
		this.#host = host;
		this.#status.forget();
		return this.apply();
	}
	/** Shows or takes away, as configuration, mode and switches say. A promise where what draws is loaded first. */
	apply() {
		const ui = this.#ui;
		const host = this.#host;
		if (ui === null || host === null) return void 0;
		const { config, enabled } = this.#monitor;
		const wantsFooter = enabled && config.footer === "full" && host.mode === "tui";
		const wantsStatus = enabled && config.footer === "status";
		if ((wantsFooter || wantsStatus) && drawing === null) return this.#load();
		this.#wantsFooter = wantsFooter;
		if (wantsFooter) this.#showFooter(ui, host);
		else this.#slot.hide(ui);
		if (wantsStatus) this.refresh();
		else this.#status.clear(ui);
	}
	/** Meanwhile the footer may be switched off, and then none is shown; a session that came meanwhile shows its own. */
	async #load() {
		const host = this.#host;
		try {
			await loadDrawing();
			if (this.#host === host) await this.apply();
		} catch {
			this.#monitor.countInternalError();
		}
	}
	/** Something measured has changed: asks for a frame, pushes the status if its text changed. */
	refresh() {
		this.#slot.requestRender();
		this.#panel?.requestRender();
		const { config, enabled, scan, session } = this.#monitor;
		if (!enabled || this.#ui === null || this.#host === null) return;
		if (config.footer === "status" || this.#host.entryCount() === null) scan.update(this.#host);
		if (config.footer !== "status" || drawing === null) return;
		this.#status.show(this.#ui, drawing.statusText(scan, config.language, session.latestBreak()));
	}
	/** Opens the panel on the whole screen, in a slot that `makeSlot` gives once; says why where it cannot be. */
	showPanel(create, makeSlot) {
		if (this.#ui === null || this.#host?.mode !== "tui") return "no-terminal";
		this.#panel ??= makeSlot();
		if (this.#panel.isOpen) return "already-open";
		return this.#panel.show(this.#ui, create) ? "shown" : "not-supported";
	}
	/** The session is gone: nothing of it may be touched again. */
	close() {
		this.#ui = null;
		this.#host = null;
		this.#wantsFooter = false;
		this.#panel?.close();
		this.#slot.release();
		this.#status.forget();
	}
	#showFooter(ui, host) {
		const footer = drawing?.sessionFooter;
		if (footer === void 0) return;
		const monitor = this.#monitor;
		this.#slot.show(ui, (screen, theme, data, onDispose) => footer({
			monitor,
			host,
			theme,
			data,
			onDispose,
			requestRender: () => screen.requestRender(),
			isCurrent: () => this.#host === host
		}));
	}
};
// src/ui/plain-marks.ts
/** Our own marks as plain ones. */
function plainMarks(text) {
	return replaceAll(text, PLAIN_MARKS);
}
/** `plainMarks` without a change of width. */
function plainColumns(text) {
	return replaceAll(text, PLAIN_COLUMNS);
}
function replaceAll(text, marks) {
	return Object.entries(marks).sort(([a], [b]) => b.length - a.length).reduce((plain, [mark, instead]) => plain.replaceAll(mark, instead), text);
}
var PLAIN_MARKS, PLAIN_COLUMNS;
var init_plain_marks = __esmMin((() => {
	PLAIN_MARKS = {
		"\u00b7": "-",
		"\u2026": "...",
		"\u2192": "->",
		"\u00d7": "x",
		"\u2191\u2193": "^v",
		"\u2190\u2192": "<>"
	};
	PLAIN_COLUMNS = {
		...PLAIN_MARKS,
		"\u2026": "~",
		"\u2192": ">"
	};
}));
// src/ui/words/export-zh.ts
var exportWords$1;
var init_export_zh = __esmMin((() => {
	exportWords$1 = {
		exportUsage: "\u8bf7\u7ed9\u51fa\u683c\u5f0f\uff1a/cache-stats export csv|json|html [\u8def\u5f84]",
		exportUnknown: (word) => `\u672a\u77e5\u683c\u5f0f\uff1a${word}\u3002\u7528\u6cd5\uff1a/cache-stats export csv|json|html [\u8def\u5f84]`,
		exportExists: (path) => `${path} \u5df2\u5b58\u5728\uff0c\u6ca1\u6709\u8986\u76d6\u4efb\u4f55\u5185\u5bb9\u3002`,
		exportNoFolder: (folder) => `\u6587\u4ef6\u5939 ${folder} \u4e0d\u5b58\u5728\uff0c\u6ca1\u6709\u5199\u5165\u4efb\u4f55\u5185\u5bb9\u3002`,
		exportDenied: (path) => `\u6ca1\u6709\u5199\u5165 ${path} \u7684\u6743\u9650\u3002`,
		exportDiskFull: (path) => `\u78c1\u76d8\u5df2\u6ee1\uff0c\u6ca1\u6709\u5199\u5165 ${path}\u3002`,
		exportNeedsPackage: (format, name) => `export ${format} \u9700\u8981\u8f6f\u4ef6\u5305 ${name}\uff0c\u6b64\u5904\u672a\u5b89\u88c5\u3002pi install npm:pi-cache-stats \u4f1a\u5e26\u4e0a\u5b83\uff1b\u5728\u81ea\u5df1\u7684\u6587\u4ef6\u5939\u4e2d\u5219\u7528 npm install --omit=dev\u3002export json \u4e0d\u9700\u8981\u3002`,
		pageMoreBreaks: (count) => `\u8fd8\u6709\u66f4\u65e9\u7684 ${count.toLocaleString("en-US")} \u6b21\u4e2d\u65ad\u4e0d\u5728\u6b64\u8868\u4e2d\uff1b\u56fe\u4e2d\u53ef\u4ee5\u770b\u5230\u3002`,
		pageOlderVerdicts: (kept) => `\u6700\u8fd1 ${kept.toLocaleString("en-US")} \u8f6e\u4e4b\u524d\u7684\u5224\u65ad\u662f\u6839\u636e\u4f1a\u8bdd\u6587\u4ef6\u91cd\u65b0\u5f97\u51fa\u7684\uff0c\u5176\u8bf7\u6c42\u5f53\u65f6\u7684\u89c2\u5bdf\u7ed3\u679c\u5df2\u4e0d\u518d\u4fdd\u7559\uff1a\u539f\u56e0\u53ef\u80fd\u4e0e\u6309\u539f\u56e0\u7684\u5408\u8ba1\u4e0d\u540c\u3002`,
		page: {
			title: "\u63d0\u793a\u7f13\u5b58",
			made: "\u751f\u6210\u4e8e",
			sessionId: "\u4f1a\u8bdd",
			overview: "\u547d\u4e2d\u7387",
			tokens: "\u63d0\u793a token",
			cached: "\u7f13\u5b58\u8bfb\u53d6",
			written: "\u5199\u5165",
			fresh: "\u65b0",
			output: "\u8f93\u51fa",
			money: "\u8d39\u7528",
			costOfTurns: "\u8f6e\u6b21",
			costInAll: "\u8fde\u540c\u5237\u65b0\u3001\u6458\u8981\u548c\u5b50\u4ee3\u7406",
			saved: "\u8bfb\u7f13\u5b58\u8282\u7701",
			net: "\u51c0\u8282\u7701\uff08\u6263\u9664\u5199\u5165\u3001\u4fdd\u6e29\u548c\u538b\u7f29\uff09",
			lost: "\u56e0\u4e2d\u65ad\u591a\u4ed8",
			notionalNote: "\u540d\u4e49\u91d1\u989d\uff1a\u5176\u4e2d\u6709\u6a21\u578b\u7531\u8ba2\u9605\u4ed8\u8d39\uff1b\u8fd9\u91cc\u662f\u8fd9\u4e9b token \u6309\u4ef7\u683c\u5e94\u4ed8\u7684\u91d1\u989d\u3002",
			models: "\u6309\u6a21\u578b",
			model: "\u6a21\u578b",
			turns: "\u8f6e\u6b21",
			rate: "\u547d\u4e2d\u7387",
			prompt: "\u63d0\u793a token",
			breaksByCause: "\u6309\u539f\u56e0\u7edf\u8ba1\u7684\u4e2d\u65ad\uff08{scope}\uff09",
			cause: "\u539f\u56e0",
			origin: "\u5f52\u5c5e",
			count: "\u6b21\u6570",
			missedTokens: "\u672a\u547d\u4e2d token",
			missedDollars: "\u591a\u4ed8",
			share: "\u5360\u672a\u547d\u4e2d token",
			noBreaks: "\u6ca1\u6709\u4e2d\u65ad\u3002",
			breaksOfBranch: "\u5f53\u524d\u5206\u652f\u7684\u4e2d\u65ad\uff08\u65b0\u7684\u5728\u524d\uff09",
			turn: "\u8f6e",
			time: "\u65f6\u95f4",
			certainty: "\u786e\u5b9a\u7a0b\u5ea6",
			why: "\u4f9d\u636e",
			charts: "\u9010\u8f6e\u67e5\u770b",
			perTurn: "\u6bcf\u4e00\u8f6e\u7684\u63d0\u793a token",
			addedUp: "\u7d2f\u8ba1",
			lostSoFar: "\u7d2f\u8ba1\u591a\u4ed8\uff08\u7f8e\u5143\uff09",
			rateSoFar: "\u7d2f\u8ba1\u547d\u4e2d\u7387",
			thinned: "\u6bcf {turns} \u8f6e\u5408\u5e76\u7ed8\u5236\uff1b\u653e\u5927\u53ef\u770b\u6bcf\u4e00\u8f6e",
			marks: {
				break: "\u4e2d\u65ad",
				compaction: "\u538b\u7f29",
				model: "\u66f4\u6362\u6a21\u578b",
				refresh: "\u7f13\u5b58\u5237\u65b0"
			},
			hint: "\u5728\u56fe\u4e0a\u62d6\u52a8\u53ef\u653e\u5927\uff0c\u53cc\u51fb\u770b\u5168\u90e8\u3002\u70b9\u51fb\u67d0\u4e00\u8f6e\u67e5\u770b\u8be6\u60c5\uff0c\u518d\u7528 \u2190 \u548c \u2192 \u524d\u540e\u79fb\u52a8\u3002",
			previousBreak: "\u4e0a\u4e00\u6b21\u4e2d\u65ad",
			nextBreak: "\u4e0b\u4e00\u6b21\u4e2d\u65ad",
			wholeRange: "\u663e\u793a\u5168\u90e8\u8f6e\u6b21",
			needsScript: "\u56fe\u8868\u9700\u8981 JavaScript\uff1b\u672c\u9875\u5176\u4f59\u5185\u5bb9\u4e0d\u9700\u8981\u3002",
			detail: "\u6240\u9009\u7684\u4e00\u8f6e",
			chooseTurn: "\u70b9\u51fb\u56fe\u4e2d\u7684\u67d0\u4e00\u8f6e\uff0c\u6216\u6309 \u2192 \u952e\u3002",
			turnTitle: "\u7b2c {turn} \u8f6e",
			verdictTitle: "\u7b2c {turn} \u8f6e\uff1a{outcome}",
			evidenceLeftOut: "\u4e3a\u63a7\u5236\u6587\u4ef6\u5927\u5c0f\u800c\u7701\u7565\uff1bexport json \u4e2d\u6709",
			stopped: "\u505c\u6b62\u539f\u56e0",
			before: "\u5728\u6b64\u4e4b\u524d",
			privacy: "\u672c\u9875\u53ea\u6709\u540d\u79f0\u3001\u4f4d\u7f6e\u548c\u8ba1\u6570\uff0c\u6ca1\u6709\u63d0\u793a\u7684\u6587\u5b57\uff1b\u4e0d\u4ece\u4efb\u4f55\u5730\u65b9\u52a0\u8f7d\u5185\u5bb9\u3002"
		}
	};
}));
// src/ui/words/panel-zh.ts
var panelWords$1;
var init_panel_zh = __esmMin((() => {
	panelWords$1 = {
		views: {
			turns: "\u8f6e\u6b21",
			models: "\u6a21\u578b",
			causes: "\u539f\u56e0",
			cumulative: "\u7d2f\u8ba1"
		},
		ranges: {
			branch: "\u5f53\u524d\u5206\u652f",
			file: "\u6574\u4e2a\u6587\u4ef6"
		},
		parts: {
			read: "\u8bfb\u53d6",
			written: "\u5199\u5165",
			fresh: "\u65b0"
		},
		rateOfTurn: "\u547d\u4e2d\u7387",
		rateSoFar: "\u7d2f\u8ba1\u547d\u4e2d\u7387",
		marks: {
			break: "\u4e2d\u65ad",
			compaction: "\u538b\u7f29",
			model: "\u6a21\u578b",
			refresh: "\u5237\u65b0"
		},
		heads: {
			turn: "\u8f6e",
			time: "\u65f6\u95f4",
			rate: "\u547d\u4e2d\u7387",
			prompt: "\u63d0\u793a",
			read: "\u8bfb\u53d6",
			written: "\u5199\u5165",
			fresh: "\u65b0",
			output: "\u8f93\u51fa",
			speed: "\u901f\u5ea6",
			cost: "\u8d39\u7528",
			model: "\u6a21\u578b",
			missed: "\u672a\u547d\u4e2d",
			missedCost: "\u635f\u5931",
			turns: "\u8f6e\u6570",
			breaks: "\u4e2d\u65ad",
			cause: "\u539f\u56e0",
			origin: "\u6765\u6e90",
			newest: "\u6700\u8fd1",
			share: "\u5360\u6bd4"
		},
		breakTally: (count) => `${count.toLocaleString("en-US")} \u6b21\u4e2d\u65ad`,
		noBreaks: "\u6b64\u8303\u56f4\u5185\u6ca1\u6709\u4e2d\u65ad",
		noMoreBreaks: "\u8fd9\u4e2a\u65b9\u5411\u4e0a\u6ca1\u6709\u66f4\u591a\u4e2d\u65ad",
		otherBranch: "\u5176\u4ed6\u5206\u652f",
		judging: "\u6b63\u5728\u5224\u65ad\u2026",
		help: {
			rows: "\u2191\u2193 \u9009\u884c",
			turns: "\u2191\u2193 \u9009\u8f6e",
			breaks: "p n \u4e2d\u65ad",
			open: "Enter \u6253\u5f00",
			view: "1-4 \u89c6\u56fe",
			range: "f \u8303\u56f4",
			scroll: "\u2191\u2193 \u6eda\u52a8 \u2190\u2192 \u9009\u8f6e",
			close: "Esc \u8fd4\u56de",
			leave: "Esc \u79bb\u5f00"
		},
		answeredBy: "\u56de\u7b54",
		tokens: "\u7528\u91cf",
		request: "\u8bf7\u6c42",
		outputOf: (output) => `\u8f93\u51fa ${output}`,
		outputWithReasoning: (output, reasoning) => `\u8f93\u51fa ${output}\uff0c\u5176\u4e2d\u63a8\u7406 ${reasoning}`,
		ownCost: (amount) => `\u8d39\u7528 ${amount}`,
		panelNeedsTerminal: "\u9762\u677f\u9700\u8981 Pi \u7684\u7ec8\u7aef\uff1b\u6b64\u5904\u53ef\u7528 /cache-stats\u3001turns\u3001why n \u548c json\u3002",
		panelNeedsNewerPi: "\u9762\u677f\u9700\u8981\u66f4\u65b0\u7684 Pi\uff1b\u53ef\u7528 /cache-stats\u3001turns\u3001why n \u548c json\u3002",
		panelIsOpen: "\u9762\u677f\u5df2\u7ecf\u6253\u5f00\u3002"
	};
}));
// src/ui/words/prefix-zh.ts
var prefixWords$1;
var init_prefix_zh = __esmMin((() => {
	prefixWords$1 = {
		prefix: "\u524d\u7f00",
		relations: {
			baseline: "\u7b2c\u4e00\u6b21\u8bf7\u6c42\uff0c\u6ca1\u6709\u53ef\u6bd4\u8f83\u7684",
			identical: "\u4e0e\u4e0a\u4e00\u6b21\u8bf7\u6c42\u76f8\u540c",
			extended: "\u63a5\u7eed\u4e0a\u4e00\u6b21\u8bf7\u6c42",
			shortened: "\u4e0a\u4e00\u6b21\u8bf7\u6c42\u53bb\u6389\u4e86\u7ed3\u5c3e",
			branched: "\u5bf9\u8bdd\u7684\u53e6\u4e00\u5206\u652f\uff08\u4f60\u79fb\u52a8\u6216\u538b\u7f29\u4e86\u5bf9\u8bdd\uff09",
			changed: "\u6709\u6539\u52a8",
			unknown: "\u65e0\u6cd5\u6bd4\u8f83",
			skipped: "\u672a\u8bfb\u53d6",
			disabled: "\u89c2\u5bdf\u5df2\u5173\u95ed"
		},
		sections: {
			tools: "\u5de5\u5177",
			system: "\u7cfb\u7edf\u63d0\u793a",
			developer: "\u5f00\u53d1\u8005\u63d0\u793a",
			instructions: "\u6307\u4ee4",
			params: "\u53c2\u6570",
			history: "\u5386\u53f2"
		},
		kinds: {
			added: "\u65b0\u589e",
			removed: "\u79fb\u9664",
			reordered: "\u6362\u4e86\u4f4d\u7f6e",
			"key-order": "\u5185\u5bb9\u76f8\u540c\uff0c\u5b57\u6bb5\u987a\u5e8f\u4e0d\u540c",
			representation: "\u6587\u5b57\u76f8\u540c\uff0c\u5f62\u5f0f\u4e0d\u540c",
			changed: "\u6709\u6539\u52a8",
			truncated: "\u88ab\u622a\u77ed"
		},
		sectionColumns: [
			"\u90e8\u5206",
			"\u72b6\u6001",
			"\u9879\u6570",
			"\u5b57\u7b26"
		],
		states: {
			baseline: "\u9996\u6b21\u51fa\u73b0",
			stable: "\u672a\u53d8",
			extended: "\u6709\u8ffd\u52a0",
			changed: "\u6709\u6539\u52a8",
			absent: "\u6ca1\u6709",
			empty: "\u4e3a\u7a7a",
			unknown: "\u672a\u77e5",
			skipped: "\u672a\u8bfb\u53d6",
			disabled: "\u5df2\u5173\u95ed"
		},
		reasons: {
			"not-an-object": "\u8bf7\u6c42\u5185\u5bb9\u4e0d\u662f\u5bf9\u8c61",
			"mixed-protocols": "\u4e00\u4e2a\u8bf7\u6c42\u91cc\u6709\u4e24\u79cd\u534f\u8bae\u7684\u5b57\u6bb5",
			"no-known-protocol": "\u4e0d\u662f\u5df2\u77e5\u7684\u534f\u8bae",
			"no-scope": "\u4f1a\u8bdd\u3001\u63d0\u4f9b\u65b9\u3001API\u3001\u6a21\u578b\u6216\u7aef\u70b9\u672a\u77e5",
			"other-protocol": "\u8bf7\u6c42\u6362\u4e86\u4e00\u79cd\u534f\u8bae",
			"switched-off": "\u5df2\u7531 PI_CACHE_STATS_PREFIX_DIAGNOSTICS \u5173\u95ed",
			"history-not-read": "\u4e0d\u8bfb\u53d6\u5386\u53f2\uff08PI_CACHE_STATS_PREFIX_DIAGNOSTICS=head\uff09",
			"too-deep": "\u5d4c\u5957\u8fc7\u6df1",
			"too-many-items": "\u9879\u6570\u8fc7\u591a",
			"too-large": "\u8fc7\u5927",
			cycle: "\u5f15\u7528\u4e86\u81ea\u8eab",
			unreadable: "\u4e0d\u8fd0\u884c\u4ee3\u7801\u5c31\u65e0\u6cd5\u8bfb\u53d6"
		},
		noRequest: "\u8fd8\u6ca1\u6709\u770b\u5230\u8bf7\u6c42",
		firstDifference: "\u7b2c\u4e00\u5904\u4e0d\u540c",
		otherDifferences: "\u5176\u4f59\u4e0d\u540c",
		flap: "\u8fd9\u4e2a\u5f00\u5934\u4ee5\u524d\u51fa\u73b0\u8fc7\uff1a\u5b83\u5728\u6765\u56de\u53d8\u5316",
		owner: (name) => `(${name})`,
		inTag: (tag) => `\u4f4d\u4e8e <${tag}>`,
		atLine: (line, char) => `\u7b2c ${line} \u884c\uff0c\u7b2c ${char} \u4e2a\u5b57\u7b26`,
		atLineOnly: (line) => `\u7b2c ${line} \u884c`,
		sameLength: "\u957f\u5ea6\u76f8\u540c",
		lengths: (before, after) => `${before} \u2192 ${after} \u4e2a\u5b57\u7b26`,
		shareBefore: (percent) => `\u5b83\u4e4b\u524d\u7ea6\u5360\u8bf7\u6c42\u7684 ${percent}`,
		markers: (count) => `${count} \u4e2a\u7f13\u5b58\u6807\u8bb0`,
		blocks: "\u533a\u5757",
		chars: (count) => `${count} \u4e2a\u5b57\u7b26`,
		limits: "\u8fd9\u662f\u672c\u6269\u5c55\u5728\u5904\u7406\u94fe\u4e2d\u6240\u89c1\uff1a\u540e\u9762\u7684\u6269\u5c55\u4ecd\u53ef\u80fd\u6539\u52a8\u8bf7\u6c42\u3002\u5b83\u4e0d\u662f HTTP \u6b63\u6587\uff0c\u4e5f\u4e0d\u80fd\u5355\u72ec\u8bc1\u660e\u547d\u4e2d\u6216\u672a\u547d\u4e2d\u3002\u957f\u5ea6\u6309\u5b57\u7b26\u8ba1\uff0c\u4e0d\u662f token\u3002",
		noDifference: "\u65e0\u53ef\u663e\u793a\uff1a\u81ea\u672c\u6b21 Pi \u6253\u5f00\u4f1a\u8bdd\u4ee5\u6765\uff0c\u4e24\u6b21\u8bf7\u6c42\u4e4b\u95f4\u6ca1\u6709\u770b\u5230\u4e0d\u540c\u3002\u66f4\u65e9\u7684\u8bf7\u6c42\u4e0d\u4fdd\u7559\u539f\u6587\uff1b/cache-stats why \u8bf4\u660e\u53d8\u5316\u7684\u4f4d\u7f6e\u3002",
		diffHeading: "\u53ea\u6709\u8fd9\u4e2a\u547d\u4ee4\u4f1a\u663e\u793a\u8bf7\u6c42\u7684\u6587\u5b57\uff1b\u5b83\u53ea\u51fa\u73b0\u5728\u4f60\u7684\u5c4f\u5e55\u4e0a\u3002",
		moreLines: (count) => `\u2026 \u8fd8\u6709 ${count.toLocaleString("en-US")} \u884c`,
		orderOnly: "\u5185\u5bb9\u76f8\u540c\uff0c\u53ea\u662f\u987a\u5e8f\u4e0d\u540c\u3002",
		diffNeedsScreen: "diff \u4f1a\u663e\u793a\u5bf9\u8bdd\u6587\u5b57\uff0c\u53ea\u5728\u5c4f\u5e55\u4e0a\u56de\u7b54\uff1a\u7ec8\u7aef\u6216 RPC\u3002",
		notShown: "[\u4e0d\u663e\u793a]"
	};
}));
// src/ui/words/causes-zh.ts
var causesZh;
var init_causes_zh = __esmMin((() => {
	causesZh = {
		"cold-start": "\u51b7\u542f\u52a8",
		"tools-changed": "\u5de5\u5177\u53d8\u4e86",
		"system-changed": "\u7cfb\u7edf\u63d0\u793a\u53d8\u4e86",
		"history-rewritten": "\u5386\u53f2\u88ab\u6539\u5199",
		"thinking-changed": "\u601d\u8003\u7ea7\u522b\u53d8\u4e86",
		"params-changed": "\u53c2\u6570\u53d8\u4e86",
		"model-changed": "\u6362\u4e86\u6a21\u578b",
		"endpoint-changed": "\u6362\u4e86\u7aef\u70b9",
		compacted: "\u5df2\u538b\u7f29",
		navigated: "\u5728\u4f1a\u8bdd\u6811\u4e2d\u79fb\u52a8",
		resumed: "\u4f1a\u8bdd\u91cd\u65b0\u6253\u5f00",
		expired: "\u7f13\u5b58\u8fc7\u671f",
		evicted: "\u88ab\u63d0\u4f9b\u65b9\u6e05\u9664",
		"provider-side": "\u63d0\u4f9b\u65b9\u4e00\u4fa7",
		"below-minimum": "\u592a\u77ed\uff0c\u4e0d\u7f13\u5b58",
		"not-reported": "\u6ca1\u6709\u7f13\u5b58\u6570\u5b57",
		"lookback-exceeded": "\u8ddd\u4e0a\u4e00\u4e2a\u6807\u8bb0\u7684\u5757\u592a\u591a",
		"markers-moved": "\u7f13\u5b58\u6807\u8bb0\u6d88\u5931\u6216\u79fb\u52a8",
		"retention-changed": "\u8bf7\u6c42\u7684\u4fdd\u7559\u65f6\u95f4\u53d8\u4e86",
		concurrent: "\u540c\u65f6\u6709\u53e6\u4e00\u4e2a\u8bf7\u6c42",
		"malformed-usage": "\u7528\u91cf\u6570\u636e\u4e0d\u53ef\u9760",
		unknown: "\u539f\u56e0\u4e0d\u660e"
	};
}));
// src/ui/words/evidence-zh.ts
/** \u4e00\u6761\u4f9d\u636e,\u5199\u6210\u4e00\u53e5\u8bdd\u3002One fact in a sentence, in Chinese. */
function evidenceZh(evidence) {
	switch (evidence.kind) {
		case "place": return `\u8bf7\u6c42\u53d8\u4e86\uff1a${placeZh(evidence.divergence)}`;
		case "other-protocol": return "\u8bf7\u6c42\u4f7f\u7528\u4e86\u4e0e\u4e4b\u524d\u4e0d\u540c\u7684\u534f\u8bae";
		case "unchanged": return "\u8bf7\u6c42\u63a5\u7eed\u4e0a\u4e00\u4e2a\uff0c\u6ca1\u6709\u53d8\u5316";
		case "shortened": return "\u8bf7\u6c42\u662f\u4e0a\u4e00\u4e2a\u53bb\u6389\u4e86\u7ed3\u5c3e";
		case "harmless": return `${evidence.path} \u53d8\u4e86\uff0c\u63d0\u4f9b\u65b9\u6587\u6863\u8bf4\u660e\u8fd9\u4e0d\u5f71\u54cd\u7f13\u5b58`;
		case "contradicted": return "\u8bfb\u53d6\u7684\u6bd4\u53d8\u5316\u4e4b\u524d\u7684\u90e8\u5206\u8fd8\u591a\uff1a\u547d\u4e2d\u4e86\u53e6\u4e00\u4e2a\u6761\u76ee\uff0c\u6216\u4e4b\u540e\u53c8\u88ab\u522b\u7684\u6269\u5c55\u6539\u56de";
		case "late": return "\u53d8\u5316\u9760\u540e\uff1a\u4e4b\u524d\u7684\u90e8\u5206\u5df2\u8bfb\u53d6";
		case "not-enough": return "\u8fd9\u4e2a\u53d8\u5316\u4e0d\u80fd\u89e3\u91ca\u4e3a\u4f55\u4e4b\u524d\u7684\u90e8\u5206\u4e5f\u6ca1\u6709\u8bfb\u5230";
		case "flap": return "\u8fd9\u4e2a\u5934\u90e8\u4ee5\u524d\u51fa\u73b0\u8fc7\uff1a\u6765\u56de\u53d8\u5316";
		case "repeated": return `\u8fde\u7eed ${evidence.turns} \u4e2a\u6d4b\u5f97\u7684\u8f6e\u6b21\u90fd\u5982\u6b64`;
		case "idle": return evidence.lifetimeSeconds === null ? `\u8ddd\u4e0a\u4e00\u4e2a\u8bf7\u6c42\u5f00\u59cb ${durationZh(evidence.seconds)}\uff1b\u672a\u58f0\u660e\u5bf9\u5e94\u7684\u7f13\u5b58\u5bff\u547d` : `\u8ddd\u4e0a\u4e00\u4e2a\u8bf7\u6c42\u5f00\u59cb ${durationZh(evidence.seconds)}\uff1b\u5bff\u547d ${durationZh(evidence.lifetimeSeconds)}`;
		case "no-time": return "\u4e24\u4e2a\u8bf7\u6c42\u7684\u65f6\u95f4\u65e0\u6cd5\u6bd4\u8f83";
		case "model": return `\u6a21\u578b\u7531 ${evidence.from} \u53d8\u4e3a ${evidence.to}`;
		case "answered-by": return `\u7531 ${evidence.model} \u56de\u7b54`;
		case "endpoint": return "\u8bf7\u6c42\u53d1\u5f80\u53e6\u4e00\u4e2a\u7aef\u70b9";
		case "thinking": return `\u601d\u8003\u7ea7\u522b\u7531 ${evidence.from ?? "\u65e0"} \u53d8\u4e3a ${evidence.to ?? "\u65e0"}`;
		case "recorded": return `\u5176\u95f4 Pi \u8bb0\u5f55\u4e86\uff1a${recordedZh(evidence.change)}`;
		case "compacted": return "\u5bf9\u8bdd\u5df2\u538b\u7f29\uff1a\u91cd\u65b0\u5f00\u59cb";
		case "navigated": return "\u4f60\u5728\u4f1a\u8bdd\u6811\u4e2d\u79fb\u52a8\u4e86";
		case "resumed": return `\u4f1a\u8bdd\u91cd\u65b0\u6253\u5f00\uff08${evidence.reason}\uff09\uff1a\u6ca1\u6709\u66f4\u65e9\u7684\u8bf7\u6c42\u53ef\u6bd4\u8f83`;
		case "not-seen": return evidence.reason === null ? "\u8fd9\u4e2a\u8bf7\u6c42\u6ca1\u6709\u88ab\u89c2\u5bdf\uff0c\u6216\u89c2\u5bdf\u7ed3\u679c\u5df2\u4e0d\u518d\u4fdd\u7559" : `\u8fd9\u4e2a\u8bf7\u6c42\u6ca1\u6709\u4e0e\u66f4\u65e9\u7684\u8bf7\u6c42\u6bd4\u8f83\uff08${prefixWords$1.reasons[evidence.reason] ?? evidence.reason}\uff09`;
		case "first": return "\u8fd9\u91cc\u7b2c\u4e00\u4e2a\u53ef\u4ee5\u7f13\u5b58\u7684\u8bf7\u6c42";
		case "minimum": return `\u77ed\u4e8e\u6b64\u6a21\u578b\u7f13\u5b58\u6240\u9700\u7684 ${evidence.tokens} \u4e2a token${evidence.assumed ? "(\u5047\u5b9a)" : ""}`;
		case "silent": return "\u6b64\u6a21\u578b\u81f3\u4eca\u6ca1\u6709\u62a5\u544a\u7f13\u5b58\u6570\u5b57";
		case "no-markers": return `\u8bf7\u6c42\u6ca1\u6709\u7f13\u5b58\u6807\u8bb0${evidence.before > 0 ? `,\u4e0a\u4e00\u4e2a\u8fdb\u5165\u7f13\u5b58\u7684\u8bf7\u6c42\u6709 ${evidence.before} \u4e2a` : ""}`;
		case "markers-earlier": return "\u4e0a\u4e00\u4e2a\u6807\u8bb0\u7684\u4f4d\u7f6e\u53ca\u5176\u540e\u90fd\u6ca1\u6709\u7f13\u5b58\u6807\u8bb0";
		case "blocks": return `\u8ddd\u4e0a\u4e00\u4e2a\u6807\u8bb0 ${evidence.blocks} \u5757\uff1b\u63d0\u4f9b\u65b9\u53ea\u56de\u770b ${evidence.limit} \u5757`;
		case "retention": return `\u8bf7\u6c42\u7684\u4fdd\u7559\u65f6\u95f4\u7531${RETENTION[evidence.from]}\u53d8\u4e3a${RETENTION[evidence.to]}`;
		case "refreshing": return `${durationZh(evidence.seconds)} \u524d\u53d1\u51fa\u8fc7\u4fdd\u6e29\u8bf7\u6c42\uff0c\u6ca1\u6709\u8bb0\u5f55\u5230\u56de\u7b54`;
		case "diagnosis": return `\u63d0\u4f9b\u65b9\u62a5\u544a\uff1a${causesZh[evidence.cause]}${evidence.seen === null ? "" : `\uff1b\u8fd9\u91cc\u770b\u5230\u7684\u662f\uff1a${causesZh[evidence.seen]}`}`;
		case "head-only": return "\u8bfb\u53d6\u91cf\u7ea6\u7b49\u4e8e\u5de5\u5177\u548c\u63d0\u793a\u7684\u957f\u5ea6\uff1a\u5386\u53f2\u4e00\u70b9\u6ca1\u8bfb";
		case "router": return "\u6b64\u63d0\u4f9b\u65b9\u4f1a\u8f6c\u53d1\u8bf7\u6c42\uff1a\u4e5f\u8bb8\u5230\u4e86\u53e6\u4e00\u53f0\u4e3b\u673a";
		case "later-extensions": return "\u8fd9\u91cc\u770b\u4e0d\u5230\u66f4\u665a\u52a0\u8f7d\u7684\u6269\u5c55\u662f\u5426\u8fd8\u6539\u52a8\u4e86\u8bf7\u6c42";
		case "bad-usage": return `\u7528\u91cf\u6570\u636e\u4e0d\u53ef\u9760\uff08${evidence.flag}\uff09`;
	}
}
function recordedZh({ toolsAdded, toolsRemoved, sections }) {
	const parts = [];
	if (toolsAdded > 0) parts.push(`\u65b0\u589e ${toolsAdded} \u4e2a\u5de5\u5177`);
	if (toolsRemoved > 0) parts.push(`\u79fb\u9664 ${toolsRemoved} \u4e2a\u5de5\u5177`);
	if (sections.length > 0) parts.push(`\u63d0\u793a\u7684 ${sections.map((name) => `<${name}>`).join("\u3001")} \u53d8\u4e86`);
	return parts.join(",");
}
function placeZh({ path, section, tag, kind }) {
	return `${path ?? prefixWords$1.sections[section]}${tag === null ? "" : ` <${tag}>`} ${prefixWords$1.kinds[kind]}`;
}
/** \u65f6\u95f4\u8de8\u5ea6\u3002A time span, in Chinese. */
function durationZh(seconds) {
	return formatDuration(seconds, {
		day: "\u5929",
		hour: "\u5c0f\u65f6",
		minute: "\u5206",
		second: "\u79d2"
	});
}
var RETENTION;
var init_evidence_zh = __esmMin((() => {
	init_duration();
	init_causes_zh();
	init_prefix_zh();
	RETENTION = {
		short: "\u77ed",
		long: "\u957f"
	};
}));
// src/ui/words/verdict-zh.ts
var verdictWords$1;
var init_verdict_zh = __esmMin((() => {
	init_cause_label();
	init_causes_zh();
	init_evidence_zh();
	verdictWords$1 = {
		causes: causesZh,
		causeLabel: (cause) => causeLabel(cause, "zh"),
		outcomes: {
			hit: "\u547d\u4e2d",
			partial: "\u90e8\u5206\u672a\u547d\u4e2d",
			miss: "\u672a\u547d\u4e2d",
			"expected-rebuild": "\u9884\u671f\u7684\u91cd\u5efa",
			unmeasured: "\u672a\u6d4b\u5f97"
		},
		certainties: {
			observed: "\u4eb2\u773c\u6240\u89c1",
			likely: "\u5f88\u53ef\u80fd",
			"provider-reported": "\u63d0\u4f9b\u65b9\u62a5\u544a",
			unknown: "\u4e0d\u786e\u5b9a"
		},
		origins: {
			prompt: "\u4f60\u7684\u63d0\u793a",
			time: "\u65f6\u95f4",
			provider: "\u63d0\u4f9b\u65b9",
			session: "\u4f1a\u8bdd\u8fdb\u7a0b",
			measurement: "\u6d4b\u91cf",
			unknown: "\u4e0d\u660e"
		},
		evidence: evidenceZh,
		advice: {
			"cold-start": "\u65e0\u9700\u5904\u7406\uff1a\u7b2c\u4e00\u4e2a\u8bf7\u6c42\u6ca1\u6709\u53ef\u8bfb\u7684\u7f13\u5b58",
			"tools-changed": "\u67e5\u770b\u662f\u54ea\u4e2a\u6269\u5c55\u6216 MCP \u670d\u52a1\u5668\u6ce8\u518c\u7684\uff1a\u540c\u6837\u7684\u5de5\u5177\u3001\u540c\u6837\u7684\u987a\u5e8f\u624d\u80fd\u4fdd\u4f4f\u7f13\u5b58",
			"system-changed": "\u627e\u51fa\u6539\u5199\u63d0\u793a\u7684\u6765\u6e90\uff08/cache-stats diff \u663e\u793a\u539f\u6587\uff09\uff1b\u7ecf\u5e38\u53d8\u5316\u7684\u5185\u5bb9\u5e94\u653e\u8fdb\u6d88\u606f\u91cc",
			"history-rewritten": "\u67e5\u627e\u4fee\u6539\u65e7\u6d88\u606f\u7684\u6269\u5c55\uff08context \u94a9\u5b50\uff09\uff1a\u5e94\u6539\u4e3a\u8ffd\u52a0",
			"thinking-changed": "\u957f\u4f1a\u8bdd\u524d\u5148\u9009\u597d\u7ea7\u522b\uff1b\u5c3d\u5feb\u5207\u56de\u53ef\u80fd\u8fd8\u80fd\u547d\u4e2d\u65e7\u6761\u76ee",
			"params-changed": "\u67e5\u627e\u5728\u8bf7\u6c42\u4e4b\u95f4\u6539\u53d8\u6b64\u53c2\u6570\u7684\u6269\u5c55\u6216\u8bbe\u7f6e",
			"model-changed": "\u5728\u4efb\u52a1\u5f00\u59cb\u6216\u538b\u7f29\u4e4b\u540e\u518d\u6362\u6a21\u578b\uff1b\u5c3d\u5feb\u5207\u56de\u53ef\u80fd\u8fd8\u80fd\u547d\u4e2d\u65e7\u6761\u76ee",
			"endpoint-changed": "\u56fa\u5b9a\u4f7f\u7528\u4e00\u4e2a\u7aef\u70b9\uff1a\u6bcf\u4e2a\u7aef\u70b9\u5404\u6709\u7f13\u5b58",
			compacted: "\u65e0\u9700\u5904\u7406\uff1a\u538b\u7f29\u540e\u91cd\u65b0\u5f00\u59cb",
			navigated: "\u65e0\u9700\u5904\u7406\uff1a\u53e6\u4e00\u5206\u652f\u53ea\u5171\u4eab\u5f00\u5934",
			resumed: "\u6ca1\u6709\u5df2\u77e5\u7684\u95ee\u9898\uff1a\u6ca1\u6709\u66f4\u65e9\u7684\u8bf7\u6c42\u53ef\u6bd4\u8f83",
			expired: "\u7f29\u77ed\u505c\u987f\uff0c\u6216\u4f7f\u7528 Pi \u7684 cacheWarming \u8bbe\u7f6e\uff0c\u6216\u5728\u6a21\u578b\u652f\u6301\u65f6\u7528 PI_CACHE_RETENTION=long",
			evicted: "\u63d0\u793a\u65e0\u9700\u4fee\u6539\uff1a\u4fdd\u7559\u591a\u4e45\u7531\u63d0\u4f9b\u65b9\u51b3\u5b9a",
			"provider-side": "\u6240\u89c1\u4e4b\u5904\u65e0\u9700\u4fee\u6539\uff1b\u82e5\u7ecf\u5e38\u53d1\u751f\uff0c\u8bf7\u6700\u540e\u52a0\u8f7d\u672c\u6269\u5c55\u518d\u770b\uff0c\u7136\u540e\u8be2\u95ee\u63d0\u4f9b\u65b9",
			"below-minimum": "\u65e0\u9700\u5904\u7406\uff1a\u8fd9\u4e48\u77ed\u7684\u63d0\u793a\u4e0d\u4f1a\u7f13\u5b58",
			"not-reported": "\u6ca1\u6709\u4f9d\u636e\u53ef\u5224\u65ad\uff1b\u82e5\u7ecf\u8fc7\u4e2d\u8f6c\uff0c\u8bf7\u4e0e\u76f4\u8fde\u6bd4\u8f83",
			"lookback-exceeded": "\u51cf\u5c11\u4e00\u6b21\u56de\u7b54\u4e2d\u7684\u5de5\u5177\u8c03\u7528\uff0c\u4f7f\u4e0a\u4e00\u4e2a\u6807\u8bb0\u4ecd\u53ef\u5230\u8fbe",
			"markers-moved": "\u67e5\u627e\u5220\u9664\u6216\u79fb\u52a8 cache_control \u7684\u6269\u5c55",
			"retention-changed": "\u540c\u4e00\u4f1a\u8bdd\u5185\u4fdd\u6301 PI_CACHE_RETENTION \u4e0d\u53d8",
			concurrent: "\u63d0\u793a\u65e0\u9700\u4fee\u6539\uff1a\u53e6\u4e00\u4e2a\u8bf7\u6c42\u6b63\u5728\u5199\u5165\u8fd9\u6b21\u60f3\u8bfb\u7684\u5185\u5bb9",
			"malformed-usage": "\u8bf7\u544a\u77e5\u63d0\u4f9b\u65b9\u6216\u7f51\u5173\u7684\u7ef4\u62a4\u8005\uff1a\u5b83\u7684\u8ba1\u6570\u5bf9\u4e0d\u4e0a",
			unknown: "\u6ca1\u6709\u5df2\u77e5\u7684\u95ee\u9898\uff1a\u8fd9\u4e2a\u8bf7\u6c42\u6ca1\u6709\u4e0e\u4e0a\u4e00\u4e2a\u6bd4\u8f83"
		},
		changeTooAdvice: "\u5904\u7406\u4e0a\u9762\u201c\u53e6\u6709\u201d\u4e00\u9879\uff1b\u5176\u4f59\u635f\u5931\u5728\u63d0\u4f9b\u65b9",
		contradictedAdvice: "\u6ca1\u6709\u5df2\u77e5\u7684\u95ee\u9898\uff1a\u8bfb\u53d6\u91cf\u4e0e\u770b\u5230\u7684\u53d8\u5316\u4e0d\u7b26",
		toolGoneAdvice: "\u67e5\u770b\u662f\u4ec0\u4e48\u79fb\u9664\u4e86\u5b83\uff1a\u6539\u53d8\u53ef\u7528\u5de5\u5177\u7684\u6269\u5c55\u6216\u8bbe\u7f6e",
		toolAdvice: (owner) => `\u67e5\u770b ${owner}\uff1a\u8ba9\u5b83\u4ece\u4e00\u5f00\u59cb\u5c31\u4ee5\u540c\u6837\u7684\u987a\u5e8f\u6ce8\u518c\u540c\u6837\u7684\u5de5\u5177`,
		toolTextAdvice: (owner) => `\u67e5\u770b ${owner}\uff1a\u4f1a\u8bdd\u671f\u95f4\u5de5\u5177\u7684\u63cf\u8ff0\u548c\u53c2\u6570\u5e94\u4fdd\u6301\u4e0d\u53d8`,
		orderAdvice: "\u67e5\u627e\u6539\u53d8\u5de5\u5177\u987a\u5e8f\u7684\u6765\u6e90\uff1a\u6539\u5199\u8bf7\u6c42\u7684\u6269\u5c55\uff0c\u6216 MCP \u670d\u52a1\u5668",
		tagAdvice: (tag) => `\u627e\u51fa\u5199\u5165 <${tag}> \u7684\u6765\u6e90\uff08/cache-stats diff \u663e\u793a\u539f\u6587\uff09\uff1a\u7ecf\u5e38\u53d8\u5316\u7684\u5185\u5bb9\u5e94\u653e\u8fdb\u6d88\u606f\uff0c\u800c\u4e0d\u662f\u63d0\u793a`,
		contextAdvice: (file) => `\u6bcf\u6b21\u4fee\u6539 ${file}\uff0c\u6bcf\u4e2a\u6253\u5f00\u7684\u4f1a\u8bdd\u90fd\u8981\u4ed8\u4e00\u6b21\uff1b\u7ecf\u5e38\u53d8\u5316\u7684\u5185\u5bb9\u5e94\u653e\u8fdb\u6d88\u606f\u91cc`,
		hitAdvice: "\u65e0\u9700\u5904\u7406",
		unmeasuredAdvice: "\u65e0\u9700\u5904\u7406\uff1a\u6ca1\u6709\u6570\u5b57\u53ef\u4f9b\u5224\u65ad",
		verdictOf: (turn, outcome) => `\u7b2c ${turn} \u8f6e\uff1a${outcome}`,
		where: "\u4f4d\u7f6e",
		tokensRead: "\u8bfb\u53d6",
		because: "\u4f9d\u636e",
		also: "\u53e6\u6709",
		next: "\u5efa\u8bae",
		readOf: (read, prompt, rate) => `${prompt} \u4e2a\u63d0\u793a token \u4e2d\u7684 ${read} \u4e2a\uff08${rate}\uff09`,
		missed: (tokens) => `\u672a\u547d\u4e2d ${tokens}`,
		missedPrice: (amount) => `\u591a\u4ed8 ${amount}`,
		notional: "\u540d\u4e49\u91d1\u989d\uff1a\u8ba2\u9605",
		latestIs: (turn, outcome) => `\u6700\u65b0\u7684\u7b2c ${turn} \u8f6e\uff1a${outcome}\uff08why ${turn} \u67e5\u770b\u8be6\u60c5\uff09\u3002\u6700\u8fd1\u4e00\u6b21\u4e2d\u65ad\uff1a`,
		noBreak: (turns) => `${turns.toLocaleString("en-US")} \u8f6e\u4e2d\u6ca1\u6709\u4e2d\u65ad\u3002/cache-stats why N \u89e3\u91ca\u7b2c N \u8f6e\u3002`,
		noSuchTurn: (word, first, last) => `${word} \u4e0d\u662f\u672c\u5206\u652f\u7684\u8f6e\u6b21\uff1b\u8bf7\u7ed9\u51fa ${first} \u5230 ${last} \u7684\u6570\u5b57\u3002`,
		breaks: "\u4e2d\u65ad",
		breakCount: (count, tokens) => `${count.toLocaleString("en-US")} \u6b21\uff0c\u672a\u547d\u4e2d ${tokens} \u4e2a token`,
		breakOf: (cause, count, tokens) => `${cause} \u00d7 ${count.toLocaleString("en-US")}\uff0c\u5171 ${tokens} \u4e2a token`,
		clock: "\u65f6\u949f",
		duration: durationZh,
		warmUntil: (time, rest) => `${time} \u524d\u6709\u6548\uff08\u8fd8\u6709 ${rest}\uff09`,
		coldSince: (time) => `\u5f88\u53ef\u80fd\u81ea ${time} \u8d77\u5df2\u51b7`,
		ifCold: (tokens) => `\u82e5\u53d8\u51b7\u9700\u91cd\u4ed8 ${tokens} \u4e2a token`,
		saved: "\u8282\u7701",
		savedAmount: (amount, net) => `\u8bfb\u7f13\u5b58\u8282\u7701 ${amount}\uff0c\u51c0\u989d ${net}`
	};
}));
// src/ui/words/zh.ts
var zh_exports = /* @__PURE__ */ __exportAll({ words: () => words$1 });
var words$1;
var init_zh = __esmMin((() => {
	init_export_zh();
	init_panel_zh();
	init_prefix_zh();
	init_verdict_zh();
	words$1 = {
		...prefixWords$1,
		...verdictWords$1,
		...panelWords$1,
		...exportWords$1,
		title: "\u63d0\u793a\u7f13\u5b58",
		session: "\u4f1a\u8bdd",
		sinceReset: "\u91cd\u7f6e\u4ee5\u6765",
		run: "\u672c\u6b21\u8fd0\u884c",
		branch: "\u5f53\u524d\u5206\u652f",
		latest: "\u6700\u8fd1\u4e00\u8f6e",
		trend: "\u8d8b\u52bf",
		grades: {
			good: "\u826f\u597d",
			watch: "\u7559\u610f",
			poor: "\u5dee"
		},
		lastTurns: (count) => `\u6700\u8fd1 ${count} \u8f6e`,
		speed: "\u901f\u5ea6",
		cost: "\u8d39\u7528",
		models: "\u6309\u6a21\u578b",
		refreshes: "\u7f13\u5b58\u5237\u65b0",
		compaction: "\u538b\u7f29",
		branchSummary: "\u5206\u652f\u6458\u8981",
		nested: "\u5b50\u4ee3\u7406",
		refused: "\u88ab\u62d2\u8bf7\u6c42",
		notice: "\u6ce8\u610f",
		turns: (count) => `${count.toLocaleString("en-US")} \u8f6e`,
		turnsOfWhichUnrated: (count, unrated) => `${count.toLocaleString("en-US")} \u8f6e\uff0c\u5176\u4e2d ${unrated} \u8f6e\u6ca1\u6709\u7f13\u5b58\u6570\u5b57`,
		fromCache: (read, prompt) => `${prompt} \u4e2a\u63d0\u793a token \u4e2d\u6709 ${read} \u4e2a\u6765\u81ea\u7f13\u5b58`,
		labelled: (label, text) => `${label}\uff1a${text}`,
		listed: (parts) => parts.join("\uff0c"),
		turnNumber: (turn) => `\u7b2c ${turn} \u8f6e`,
		promptParts: (prompt, fresh, read, written) => `\u63d0\u793a ${prompt} = \u65b0 ${fresh} + \u7f13\u5b58 ${read} + \u5199\u5165 ${written}`,
		noPromptTokens: (stopReason) => `\u6ca1\u6709\u63d0\u793a token\uff08${stopReason}\uff09`,
		noTurns: "\u6b64\u8303\u56f4\u5185\u6ca1\u6709\u8f6e\u6b21",
		withoutUsage: (count) => `${count} \u8f6e\u6ca1\u6709\u7528\u91cf\uff08\u5931\u8d25\u6216\u4e2d\u6b62\uff09\uff0c\u4e0d\u8ba1\u5165\u547d\u4e2d\u7387`,
		notReporting: "\u81f3\u4eca\u6ca1\u6709\u7f13\u5b58\u6570\u5b57",
		silentModel: (model) => `${model} \u81f3\u4eca\u6ca1\u6709\u62a5\u544a\u7f13\u5b58\u6570\u5b57\uff0c\u5176\u8f6e\u6b21\u4e0d\u8ba1\u5165\u547d\u4e2d\u7387`,
		costOfTurns: (amount) => `\u5404\u8f6e ${amount}`,
		costInAll: (amount) => `\u8fde\u540c\u6b64\u5904\u5217\u51fa\u7684\u5176\u4ed6\u8bf7\u6c42 ${amount}`,
		overWholeRequest: "\u6309\u6574\u4e2a\u8bf7\u6c42\u8ba1\u7b97",
		firstToken: (seconds) => `${seconds} \u79d2\u540e\u6536\u5230\u7b2c\u4e00\u4e2a token`,
		refreshCount: (count, tokens) => `\u5bf9\u8bdd\u4e4b\u5916\u7684 ${count} \u6b21\u8bf7\u6c42\uff0c\u8bfb\u53d6 ${tokens} token`,
		sideTokens: (prompt, output) => `\u63d0\u793a ${prompt}\uff0c\u8f93\u51fa ${output} token\uff1b\u4e0d\u662f\u8f6e\u6b21`,
		refusedList: (count, newest) => `${count} \u6b21\u8bf7\u6c42\u8fd4\u56de 400\uff0c\u672a\u5206\u7c7b\uff1b\u6700\u8fd1\u4e00\u6b21 ${newest}`,
		inclusive: (model, rate) => `${model} \u4f3c\u4e4e\u628a\u7f13\u5b58 token \u4e5f\u7b97\u8fdb input\uff1b\u6700\u8fd1\u4e00\u8f6e\u7684\u771f\u5b9e\u547d\u4e2d\u7387\u53ef\u80fd\u662f ${rate}`,
		flags: {
			"usage-missing": "\u6709\u54cd\u5e94\u6ca1\u6709\u7528\u91cf",
			"usage-malformed": "\u7528\u91cf\u5b57\u6bb5\u7f3a\u5931\u6216\u4e0d\u662f\u6570\u5b57\uff0c\u6309 0 \u8ba1",
			"input-negative": "input \u4e3a\u8d1f\u6570\uff0c\u6309 0 \u8ba1",
			"inclusive-input-suspected": "\u67d0\u4e2a\u63d0\u4f9b\u65b9\u53ef\u80fd\u628a\u7f13\u5b58 token \u7b97\u8fdb input",
			"not-reporting": "\u6709\u6a21\u578b\u4e0d\u62a5\u544a\u7f13\u5b58\u6570\u5b57\uff0c\u5176\u8f6e\u6b21\u4e0d\u8ba1\u5165\u547d\u4e2d\u7387",
			"cost-missing": "\u6709\u7528\u91cf\u6ca1\u6709\u8d39\u7528\uff1b\u6a21\u578b\u6709\u4ef7\u683c\u65f6\u6309\u5176\u4ef7\u683c\u8ba1\u7b97"
		},
		invalidConfig: (names) => `\u65e0\u6cd5\u8bc6\u522b\u7684\u53d6\u503c\uff0c\u672a\u91c7\u7528\uff1a${names}`,
		metricsState: {
			unsupported: "\u6307\u6807\u672a\u5bfc\u51fa\uff1a\u53ea\u652f\u6301\u5411 http \u6216 https \u5730\u5740\u53d1\u9001 http/protobuf",
			missing: "\u6307\u6807\u672a\u5bfc\u51fa\uff1a\u672a\u5b89\u88c5 OpenTelemetry \u7684\u8f6f\u4ef6\u5305\uff1b\u7528 pi install npm:pi-cache-stats \u5b89\u88c5\u5373\u53ef",
			failed: "\u6307\u6807\u672a\u5bfc\u51fa\uff1a\u5bfc\u51fa\u7a0b\u5e8f\u5df2\u505c\u6b62"
		},
		metricsExported: (count) => `\u6307\u6807\uff1a\u91c7\u96c6\u5668\u5df2\u63a5\u6536 ${count.toLocaleString("en-US")} \u6b21\u5bfc\u51fa`,
		metricsDropped: (count) => `\u6307\u6807\uff1a${count} \u6b21\u5bfc\u51fa\u88ab\u4e22\u5f03\uff0c\u6ca1\u6709\u91c7\u96c6\u5668\u63a5\u6536`,
		unreadableRecords: (count) => `\u4f1a\u8bdd\u6587\u4ef6\u4e2d\u6709 ${count} \u6761\u8bb0\u5f55\u5df2\u635f\u574f\u3001\u5c5e\u4e8e\u5176\u4ed6\u7248\u672c\u6216\u6765\u81ea\u672c\u6269\u5c55\u7684\u7b2c\u4e8c\u4efd\uff0c\u5df2\u5ffd\u7565`,
		internalErrors: (count) => `\u5185\u90e8\u9519\u8bef\uff1a${count}`,
		disabledNotice: "\u5df2\u5173\u95ed\uff1a\u672c\u6b21\u8fd0\u884c\u4e0d\u8ba1\u8f6e\u6b21\uff1b/cache-stats enable \u53ef\u5f00\u542f",
		footerTaken: "\u5176\u4ed6\u6269\u5c55\u540e\u6765\u8bbe\u7f6e\u4e86\u9875\u811a\uff1b/cache-stats enable \u53ef\u53d6\u56de",
		commandShared: "\u53e6\u6709\u547d\u4ee4\u4e5f\u53eb cache-stats\uff08\u672c\u6269\u5c55\u662f\u5426\u52a0\u8f7d\u4e86\u4e24\u6b21\uff1f\uff09\uff0cPi \u7ed9\u5b83\u4eec\u7f16\u4e86\u53f7\uff1a\u51e1\u5199 /cache-stats \u4e4b\u5904\uff0c\u8bf7\u7528\u60a8\u521a\u624d\u8f93\u5165\u7684\u540d\u79f0",
		columns: [
			"\u8f6e",
			"\u65f6\u95f4",
			"\u547d\u4e2d\u7387",
			"\u63d0\u793a",
			"\u7f13\u5b58",
			"\u5199\u5165",
			"\u65b0",
			"\u8f93\u51fa",
			"\u901f\u5ea6",
			""
		],
		earlierTurns: (count) => `\u8fd8\u6709\u66f4\u65e9\u7684 ${count} \u8f6e\u672a\u663e\u793a`,
		enabled: "cache-stats \u5df2\u5f00\u542f\u3002",
		alreadyEnabled: "cache-stats \u672c\u6765\u5c31\u662f\u5f00\u542f\u7684\u3002",
		disabled: "cache-stats \u5df2\u5173\u95ed\uff1a\u4e0d\u7edf\u8ba1\u3001\u4e0d\u663e\u793a\u9875\u811a\uff0c\u76f4\u5230 /cache-stats enable \u6216\u4e0b\u4e00\u6b21\u4f1a\u8bdd\u3002",
		alreadyDisabled: "cache-stats \u672c\u6765\u5c31\u662f\u5173\u95ed\u7684\uff1b/cache-stats enable \u53ef\u5f00\u542f\u3002",
		reset: "\u7edf\u8ba1\u4ece\u8fd9\u91cc\u91cd\u65b0\u5f00\u59cb\uff0c\u76f4\u5230\u4f1a\u8bdd\u518d\u6b21\u6253\u5f00\u3002\u4f1a\u8bdd\u6587\u4ef6\u6ca1\u6709\u6539\u52a8\u3002",
		reportWritten: (path) => `\u62a5\u544a\u5df2\u5199\u5165 ${path}`,
		reportNotWritten: (path, code) => `\u65e0\u6cd5\u628a\u62a5\u544a\u5199\u5165 ${path}\uff08${code}\uff09\u3002`,
		usage: (word, commands) => `\u672a\u77e5\uff1a${word}\u3002\u7528\u6cd5\uff1a/cache-stats [${commands}]`,
		notACount: (word) => `${word} \u4e0d\u662f\u8f6e\u6570\uff1b\u8bf7\u7ed9\u51fa\u4ece 1 \u5f00\u59cb\u7684\u6574\u6570\u3002`,
		failed: "cache-stats \u672a\u80fd\u56de\u7b54\uff1b\u8be5\u6545\u969c\u5df2\u8ba1\u5165\u5185\u90e8\u9519\u8bef\u3002",
		describe: {
			turns: "\u5f53\u524d\u5206\u652f\u7684\u8f6e\u6b21\u8868\uff1bturns n \u663e\u793a\u6700\u8fd1 n \u8f6e",
			why: "\u89e3\u91ca\u4e00\u8f6e\uff1a\u4ec0\u4e48\u4e2d\u65ad\u4e86\u7f13\u5b58\u3001\u5728\u54ea\u91cc\u3001\u4ee3\u4ef7\u591a\u5c11\uff1bwhy n \u6307\u7b2c n \u8f6e",
			prefix: "\u6700\u8fd1\u4e00\u6b21\u8bf7\u6c42\u7684\u5404\u90e8\u5206",
			diff: "\u6539\u52a8\u7684\u6587\u5b57\uff0c\u4ec5\u5728\u4f60\u7684\u5c4f\u5e55\u4e0a",
			panel: "\u5168\u5c4f\u67e5\u770b\u6bcf\u4e00\u8f6e\uff1a\u79fb\u52a8\u3001\u6253\u5f00\u5176\u4e2d\u4e00\u8f6e",
			export: "\u5bfc\u51fa\u7ed9\u8868\u683c\u3001\u7a0b\u5e8f\u6216\u6d4f\u89c8\u5668\u7684\u6587\u4ef6",
			json: "\u673a\u5668\u53ef\u8bfb\u62a5\u544a\uff1bjson n \u53ea\u542b\u6700\u8fd1 n \u8f6e",
			enable: "\u91cd\u65b0\u5f00\u59cb\u7edf\u8ba1",
			disable: "\u505c\u6b62\u7edf\u8ba1\u5e76\u79fb\u9664\u9875\u811a",
			reset: "\u4ece\u8fd9\u91cc\u91cd\u65b0\u7edf\u8ba1"
		}
	};
}));
// src/ui/words/export-en.ts
var exportWords;
var init_export_en = __esmMin((() => {
	exportWords = {
		exportUsage: "Say which format: /cache-stats export csv|json|html [path]",
		exportUnknown: (word) => `Unknown format: ${word}. Usage: /cache-stats export csv|json|html [path]`,
		exportExists: (path) => `${path} exists already; nothing was overwritten.`,
		exportNoFolder: (folder) => `The folder ${folder} does not exist; nothing was written.`,
		exportDenied: (path) => `No permission to write ${path}.`,
		exportDiskFull: (path) => `The disk is full; ${path} was not written.`,
		exportNeedsPackage: (format, name) => `export ${format} needs the package ${name}, which is not installed here. pi install npm:pi-cache-stats brings it; in a folder of your own, npm install --omit=dev does. export json works without it.`,
		pageMoreBreaks: (count) => `${count.toLocaleString("en-US")} older ${count === 1 ? "break is" : "breaks are"} not in this list; the charts show ${count === 1 ? "it" : "them"}.`,
		pageOlderVerdicts: (kept) => `Verdicts older than the newest ${kept.toLocaleString("en-US")} turns are made again from the session file, without what was seen of their requests: their causes can differ from the sums by cause.`,
		page: {
			title: "Prompt cache",
			made: "made",
			sessionId: "session",
			overview: "Hit rates",
			tokens: "Prompt tokens",
			cached: "cached",
			written: "written",
			fresh: "new",
			output: "output",
			money: "Cost",
			costOfTurns: "turns",
			costInAll: "with refreshes, summaries and subagents",
			saved: "saved by reading from cache",
			net: "saved, net of writes, warming and compactions",
			lost: "lost in breaks",
			notionalNote: "Notional: a subscription pays for some of these models; the dollars are what the tokens would cost.",
			models: "By model",
			model: "model",
			turns: "turns",
			rate: "hit rate",
			prompt: "prompt tokens",
			breaksByCause: "Breaks by cause ({scope})",
			cause: "cause",
			origin: "where it lies",
			count: "breaks",
			missedTokens: "tokens missed",
			missedDollars: "lost",
			share: "share of tokens",
			noBreaks: "No breaks.",
			breaksOfBranch: "Breaks on this branch, newest first",
			turn: "turn",
			time: "time",
			certainty: "certainty",
			why: "why",
			charts: "Turn by turn",
			perTurn: "Prompt tokens of each turn",
			addedUp: "Added up",
			lostSoFar: "Dollars lost so far",
			rateSoFar: "hit rate so far",
			thinned: "every {turns} turns are drawn together: zoom in to see each",
			marks: {
				break: "break",
				compaction: "compaction",
				model: "another model",
				refresh: "cache refresh"
			},
			hint: "Drag across a chart to zoom, double-click to see everything. Click a turn to open it; \u2190 and \u2192 go on from there.",
			previousBreak: "Previous break",
			nextBreak: "Next break",
			wholeRange: "Show all turns",
			needsScript: "The charts need JavaScript. Everything else on this page does not.",
			detail: "The chosen turn",
			chooseTurn: "Click a turn in a chart, or press \u2192.",
			turnTitle: "Turn {turn}",
			verdictTitle: "Turn {turn}: {outcome}",
			evidenceLeftOut: "left out to keep this file small; export json has it",
			stopped: "stopped",
			before: "before it",
			privacy: "This page holds names, places and counts, and no text of a prompt. It loads nothing from anywhere."
		}
	};
}));
// src/ui/words/panel-en.ts
var panelWords;
var init_panel_en = __esmMin((() => {
	panelWords = {
		views: {
			turns: "turns",
			models: "models",
			causes: "causes",
			cumulative: "so far"
		},
		ranges: {
			branch: "this branch",
			file: "whole file"
		},
		parts: {
			read: "read",
			written: "written",
			fresh: "new"
		},
		rateOfTurn: "hit rate",
		rateSoFar: "hit rate so far",
		marks: {
			break: "break",
			compaction: "compacted",
			model: "model",
			refresh: "refresh"
		},
		heads: {
			turn: "turn",
			time: "time",
			rate: "rate",
			prompt: "prompt",
			read: "read",
			written: "written",
			fresh: "new",
			output: "output",
			speed: "speed",
			cost: "cost",
			model: "model",
			missed: "missed",
			missedCost: "lost",
			turns: "turns",
			breaks: "breaks",
			cause: "cause",
			origin: "lies with",
			newest: "newest",
			share: "of missed"
		},
		breakTally: (count) => `${count.toLocaleString("en-US")} ${count === 1 ? "break" : "breaks"}`,
		noBreaks: "no breaks in this range",
		noMoreBreaks: "no further break in this direction",
		otherBranch: "other branch",
		judging: "judging\u2026",
		help: {
			rows: "\u2191\u2193 row",
			turns: "\u2191\u2193 turn",
			breaks: "p n break",
			open: "Enter open",
			view: "1-4 view",
			range: "f file",
			scroll: "\u2191\u2193 scroll \u2190\u2192 turn",
			close: "Esc back",
			leave: "Esc leave"
		},
		answeredBy: "answer",
		tokens: "tokens",
		request: "request",
		outputOf: (output) => `output ${output}`,
		outputWithReasoning: (output, reasoning) => `output ${output}, of which ${reasoning} reasoning`,
		ownCost: (amount) => `cost ${amount}`,
		panelNeedsTerminal: "The panel needs Pi's terminal; here there are /cache-stats, turns, why n and json.",
		panelNeedsNewerPi: "The panel needs a newer Pi; there are /cache-stats, turns, why n and json.",
		panelIsOpen: "The panel is open already."
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
		owner: (name) => `of ${name}`,
		inTag: (tag) => `in <${tag}>`,
		atLine: (line, char) => `line ${line}, character ${char}`,
		atLineOnly: (line) => `line ${line}`,
		sameLength: "same length",
		lengths: (before, after) => `${before} \u2192 ${after} characters`,
		shareBefore: (percent) => `about ${percent} of the request comes before it`,
		markers: (count) => `${count} cache ${count === 1 ? "marker" : "markers"}`,
		blocks: "blocks",
		chars: (count) => `${count} characters`,
		limits: "Seen at this extension's place among the handlers: a later extension can still change the request. It is not the HTTP body and no proof of a hit or a miss. Lengths are characters, not tokens.",
		noDifference: "Nothing to show: no difference between two requests since this Pi opened the session. Of earlier ones no text is kept; /cache-stats why says where a change was.",
		diffHeading: "This is the only command that shows text of a request; it goes to your screen and nowhere else.",
		moreLines: (count) => `\u2026 ${count.toLocaleString("en-US")} more lines`,
		orderOnly: "The content is the same; only its order differs.",
		diffNeedsScreen: "diff shows text of your conversation and answers on a screen only: in the terminal or over RPC.",
		notShown: "[not shown]"
	};
}));
// src/ui/words/verdict-en.ts
var verdictWords;
var init_verdict_en = __esmMin((() => {
	init_duration();
	init_evidence_text();
	init_cause_label();
	verdictWords = {
		outcomes: {
			hit: "hit",
			partial: "partial miss",
			miss: "miss",
			"expected-rebuild": "expected rebuild",
			unmeasured: "not measured"
		},
		causes: {
			"cold-start": "cold start",
			"tools-changed": "tools changed",
			"system-changed": "system prompt changed",
			"history-rewritten": "history rewritten",
			"thinking-changed": "thinking level changed",
			"params-changed": "parameters changed",
			"model-changed": "model changed",
			"endpoint-changed": "endpoint changed",
			compacted: "compacted",
			navigated: "moved in the tree",
			resumed: "session opened again",
			expired: "cache expired",
			evicted: "evicted by the provider",
			"provider-side": "provider side",
			"below-minimum": "too short to be cached",
			"not-reported": "no cache numbers",
			"lookback-exceeded": "too many blocks since the last marker",
			"markers-moved": "cache markers gone or moved",
			"retention-changed": "requested lifetime changed",
			concurrent: "another request at the same time",
			"malformed-usage": "usage not reliable",
			unknown: "cause unknown"
		},
		causeLabel: (cause) => causeLabel(cause, "en"),
		certainties: {
			observed: "observed",
			likely: "likely",
			"provider-reported": "reported by the provider",
			unknown: "not known"
		},
		origins: {
			prompt: "your prompt",
			time: "time",
			provider: "provider side",
			session: "the session's course",
			measurement: "measurement",
			unknown: "unknown"
		},
		evidence: evidenceText,
		advice: {
			"cold-start": "nothing: the first request has nothing to read",
			"tools-changed": "see which extension or MCP server registers it: the same tools in the same order keep the cache",
			"system-changed": "find what rewrites the prompt (/cache-stats diff shows the text); what changes often belongs in a message",
			"history-rewritten": "look for an extension that edits earlier messages (a context hook): append instead",
			"thinking-changed": "choose the level before a long session; going back soon may find the old entry",
			"params-changed": "look for an extension or a setting that changes this parameter between requests",
			"model-changed": "switch at the start of a task or after a compaction; going back soon may find the old entry",
			"endpoint-changed": "stay with one endpoint: each has a cache of its own",
			compacted: "nothing: a compaction starts anew",
			navigated: "nothing: another branch shares only its beginning",
			resumed: "nothing known to fix: there was no earlier request to compare with",
			expired: "shorter pauses, Pi's cacheWarming setting, or PI_CACHE_RETENTION=long where the model has it",
			evicted: "nothing to fix in your prompt: the provider keeps entries as long as it likes",
			"provider-side": "nothing to fix in what was seen; if it comes often, load this extension last and look again, then ask the provider",
			"below-minimum": "nothing: prompts this short are not cached",
			"not-reported": "nothing to judge by; behind a relay, compare with a direct call",
			"lookback-exceeded": "fewer tool calls in one answer keep the last marker within reach",
			"markers-moved": "look for an extension that takes out or moves cache_control",
			"retention-changed": "keep PI_CACHE_RETENTION the same within a session",
			concurrent: "nothing to fix in your prompt: the other request was writing what this one wanted to read",
			"malformed-usage": "tell the maintainers of the provider or gateway: its counts do not add up",
			unknown: "nothing known to fix: this request was not compared with the one before"
		},
		changeTooAdvice: "see to what is named under also; the rest of the loss is the provider's",
		contradictedAdvice: "nothing known to fix: what was read does not fit what was seen to change",
		toolGoneAdvice: "see what took it out: an extension or a setting that changes the active tools",
		toolAdvice: (owner) => `look at ${owner}: it should register the same tools in the same order, from the start`,
		toolTextAdvice: (owner) => `look at ${owner}: a tool should keep its description and parameters while a session lasts`,
		orderAdvice: "look for what sends the tools in another order: an extension that rewrites requests, or an MCP server",
		tagAdvice: (tag) => `find what rewrites <${tag}> (/cache-stats diff shows the text): what changes belongs in a message`,
		contextAdvice: (file) => `each open session pays once for an edit of ${file}; what changes often belongs in a message`,
		hitAdvice: "nothing",
		unmeasuredAdvice: "nothing: there are no numbers to judge by",
		verdictOf: (turn, outcome) => `Turn ${turn}: ${outcome}`,
		where: "where",
		tokensRead: "read",
		because: "because",
		also: "also",
		next: "to do",
		readOf: (read, prompt, rate) => `${read} of ${prompt} prompt tokens (${rate})`,
		missed: (tokens) => `${tokens} missed`,
		missedPrice: (amount) => `${amount} lost`,
		notional: "notional: subscription",
		latestIs: (turn, outcome) => `Turn ${turn}, the latest: ${outcome} (why ${turn} for more). The newest break:`,
		noBreak: (turns) => `No break in ${turns === 1 ? "the only turn" : `${turns.toLocaleString("en-US")} turns`}. /cache-stats why N explains turn N.`,
		noSuchTurn: (word, first, last) => `${word} is not a turn of this branch; give a number from ${first} to ${last}.`,
		breaks: "breaks",
		breakCount: (count, tokens) => `${count.toLocaleString("en-US")} with ${tokens} tokens missed`,
		breakOf: (cause, count, tokens) => `${cause} \u00d7 ${count.toLocaleString("en-US")}, ${tokens} tokens`,
		clock: "clock",
		duration: (seconds) => formatDuration(seconds),
		warmUntil: (time, rest) => `warm until ${time} (${rest} more)`,
		coldSince: (time) => `likely cold since ${time}`,
		ifCold: (tokens) => `${tokens} tokens to pay again if cold`,
		saved: "saved",
		savedAmount: (amount, net) => `${amount} by reading from cache, ${net} net`
	};
}));
// src/ui/words/en.ts
var en_exports = /* @__PURE__ */ __exportAll({ words: () => words });
var plural, words;
var init_en = __esmMin((() => {
	init_export_en();
	init_panel_en();
	init_prefix_en();
	init_verdict_en();
	plural = (count, one, many) => `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
	words = {
		...prefixWords,
		...verdictWords,
		...panelWords,
		...exportWords,
		title: "Prompt cache",
		session: "session",
		sinceReset: "since reset",
		run: "current run",
		branch: "this branch",
		latest: "latest turn",
		trend: "trend",
		grades: {
			good: "good",
			watch: "watch",
			poor: "poor"
		},
		lastTurns: (count) => `last ${count} turns`,
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
		labelled: (label, text) => `${label}: ${text}`,
		listed: (parts) => parts.join(", "),
		turnNumber: (turn) => `turn ${turn}`,
		promptParts: (prompt, fresh, read, written) => `prompt ${prompt} = ${fresh} new + ${read} cached + ${written} written`,
		noPromptTokens: (stopReason) => `no prompt tokens reported (${stopReason})`,
		noTurns: "no turns in this range",
		withoutUsage: (count) => `${plural(count, "turn", "turns")} without usage (failed or aborted), not in any rate`,
		notReporting: "no cache numbers so far",
		silentModel: (model) => `${model} has reported no cache numbers so far; its turns are in no rate`,
		costOfTurns: (amount) => `${amount} for turns`,
		costInAll: (amount) => `${amount} with everything else in this list`,
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
		invalidConfig: (names) => `value not understood, not used: ${names}`,
		metricsState: {
			unsupported: "metrics are not exported: only http/protobuf to an http or https address is spoken",
			missing: "metrics are not exported: OpenTelemetry's packages are not installed; pi install npm:pi-cache-stats brings them",
			failed: "metrics are not exported: the exporter stopped"
		},
		metricsExported: (count) => `metrics: ${plural(count, "export", "exports")} taken by the collector`,
		metricsDropped: (count) => `metrics: ${count} ${count === 1 ? "export" : "exports"} dropped, no collector took ${count === 1 ? "it" : "them"}`,
		unreadableRecords: (count) => `${plural(count, "record", "records")} in the session file damaged, of another version or of a second copy of this extension; ignored`,
		internalErrors: (count) => `internal errors: ${count}`,
		disabledNotice: "off: turns are not counted in the current run; /cache-stats enable",
		footerTaken: "another extension has set the footer since; /cache-stats enable takes it back",
		commandShared: "another command is called cache-stats too (is this extension loaded twice?), so Pi numbers them: write the name you just used wherever a text says /cache-stats",
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
		disabled: "cache-stats is off: it watches no request and shows no footer, until /cache-stats enable or the next session.",
		alreadyDisabled: "cache-stats is off already; /cache-stats enable turns it on.",
		reset: "Statistics start from here, until the session is opened again. Its file is unchanged.",
		reportWritten: (path) => `Report written to ${path}`,
		reportNotWritten: (path, code) => `The report could not be written to ${path} (${code}).`,
		usage: (word, commands) => `Unknown: ${word}. Usage: /cache-stats [${commands}]`,
		notACount: (word) => `${word} is not a number of turns; give a whole number from 1.`,
		failed: "cache-stats could not answer; the fault is counted under internal errors.",
		describe: {
			turns: "Table of the branch's turns; turns n for the last n",
			why: "One turn explained: what broke, where, what it cost; why n for turn n",
			prefix: "The last request, part by part",
			diff: "The changed text, on your screen",
			panel: "Every turn on the whole screen: move through them, open one",
			export: "A file for a spreadsheet, a program or a browser",
			json: "Machine report; json n for the last n turns",
			enable: "Measure again",
			disable: "Stop measuring and take the footer away",
			reset: "Start the statistics from here"
		}
	};
}));
// src/ui/words/load.ts
var load_exports = /* @__PURE__ */ __exportAll({ loadWords: () => loadWords });
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
var NO_MESSAGE;
var init_command = __esmMin((() => {
	NO_MESSAGE = Object.freeze({
		text: "",
		level: "info"
	});
}));
// src/usage/turn-list.ts
function placeAfter(place, entry, fact) {
	if (fact?.kind === "turn") return {
		turns: place.turns + 1,
		last: fact.turn,
		compactions: 0,
		refreshes: 0
	};
	if (field(entry, "type") === "compaction") return {
		...place,
		compactions: place.compactions + 1
	};
	return fact?.kind === "refresh" ? {
		...place,
		refreshes: place.refreshes + 1
	} : place;
}
function happened({ last, compactions, refreshes }, turn) {
	const modelSwitched = last !== null && !isSameModel(last, turn);
	return modelSwitched || compactions > 0 || refreshes > 0 ? {
		compactions,
		refreshes,
		modelSwitched
	} : NOTHING$2;
}
var ROOT, NOTHING$2, TurnList;
var init_turn_list = __esmMin((() => {
	init_unknown();
	init_entry();
	init_ledger();
	init_turn();
	ROOT = Object.freeze({
		turns: 0,
		last: null,
		compactions: 0,
		refreshes: 0
	});
	NOTHING$2 = Object.freeze({
		compactions: 0,
		refreshes: 0,
		modelSwitched: false
	});
	TurnList = class {
		ledger = new Ledger();
		turns = [];
		#price;
		constructor(price) {
			this.#price = price;
		}
		/**
		* Reads the next entry, which follows `place` on its branch, and lists it if it is a turn. Returns the place after it.
		* Entries without usage add nothing.
		*/
		add(entry, place) {
			return this.#read(entry, place, true);
		}
		/** As `add`, for an entry that is not to be listed: only its place counts. */
		pass(entry, place) {
			return this.#read(entry, place, false);
		}
		#read(entry, place, isListed) {
			const fact = readEntry(entry, this.#price);
			const after = placeAfter(place, entry, fact);
			if (isListed && fact?.kind === "turn") {
				const { turn } = fact;
				const flags = this.ledger.add(turn);
				this.turns.push({
					number: after.turns,
					entryId: entryId(entry),
					turn,
					flags,
					before: happened(place, turn)
				});
			}
			return after;
		}
	};
}));
// src/usage/branch.ts
/** Reads the active branch. O(depth), so for commands, not for frames. */
function readBranch(scan, view, price) {
	const { entries, turnsBefore } = scan.branchEntries(view);
	const list = new TurnList(price);
	let place = {
		...ROOT,
		turns: turnsBefore
	};
	for (const entry of entries) place = list.add(entry, place);
	return list;
}
var init_branch = __esmMin((() => {
	init_turn_list();
}));
// src/report/report-now.ts
/**
* The report of a running instance. Apart from the monitor, so that start-up does not pay for it. `now` is milliseconds
* since the epoch; `lastTurns` bounds the list of turns.
*/
function reportNow(monitor, host, piVersion, now, lastTurns) {
	return buildReport(sourceNow(monitor, host, piVersion, now, lastTurns ?? 500), lastTurns);
}
/** What a report is made of now; `shown` is the number of newest turns whose verdicts are wanted. */
function sourceNow(monitor, host, piVersion, now, shown) {
	monitor.scan.update(host);
	const branch = readBranch(monitor.scan, host, monitor.price);
	return {
		now,
		piVersion,
		enabled: monitor.enabled,
		session: {
			id: host.sessionId(),
			file: host.sessionFile()
		},
		run: monitor.run.ledger,
		scan: monitor.scan,
		branch,
		details: { of: (entryId) => monitor.detailOf(entryId) },
		verdicts: verdictsNow(monitor, host, now, branch, shown),
		isSubscription: ({ provider, model }) => host.paidBySubscription(provider, model),
		prefix: monitor.requests.last,
		refusals: monitor.run.refusals.list,
		invalidConfig: [...monitor.config.invalid, ...monitor.metrics.invalid],
		unreadableRecords: monitor.session.records?.unreadable ?? 0,
		metrics: monitor.metrics,
		internalErrors: monitor.internalErrors
	};
}
/** The verdicts that a report shows. Those of turns that are no longer kept are made again from the session's entries. */
function verdictsNow({ session }, host, now, { turns }, shown) {
	const { verdicts } = session;
	if (verdicts === null) return null;
	const judge = turns.slice(-shown).every(({ entryId }) => entryId === null || verdicts.of(entryId) !== void 0) ? verdicts : verdicts.overAll(host.entries());
	const model = host.model();
	const { breaks, money } = verdicts;
	return {
		breaks,
		money,
		clock: verdicts.clock(model?.virtual ? null : model, now),
		of: (entry) => judge.of(entry)
	};
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
/** Columns a report may take in a terminal of so many columns (null: unknown): long lines are no easier to read. */
function reportColumns(terminal) {
	if (terminal === null) return 78;
	return Math.max(NARROWEST_REPORT, Math.min(78, terminal - 2));
}
/**
* Rows of equal length, each as aligned lines with two blanks between columns; `left` names the columns aligned to the
* left. Where a line would be too long, its last cell goes on below itself, or below the row where there is too little room.
*/
function alignRows(rows, left, columns = 78) {
	const widths = [];
	for (const row of rows) row.forEach((cell, index) => {
		widths[index] = Math.max(widths[index] ?? 0, visibleWidth(cell));
	});
	const indent = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
	const room = columns - indent;
	return rows.map((row) => {
		const cells = row.map((cell, index) => (left.has(index) ? padEnd : padStart)(cell, widths[index] ?? 0));
		const line = cells.join("  ").trimEnd();
		if (visibleWidth(line) <= columns) return [line];
		const before = cells.slice(0, -1).join("  ");
		const last = row.at(-1) ?? "";
		if (room < NARROWEST_CELL) {
			const below = wrapTextWithAnsi(last, Math.max(1, columns - HANGING));
			return [before.trimEnd(), ...below.map((part) => " ".repeat(HANGING) + part)];
		}
		const [first = "", ...more] = wrapTextWithAnsi(last, room);
		return [`${before}  ${first}`, ...more.map((part) => " ".repeat(indent) + part)];
	});
}
/** `alignRows` as one list of lines. */
function alignColumns(rows, left, columns = 78) {
	return alignRows(rows, left, columns).flat();
}
var NARROWEST_REPORT, NARROWEST_CELL, HANGING;
var init_columns = __esmMin((() => {
	NARROWEST_REPORT = 38;
	NARROWEST_CELL = 28;
	HANGING = 6;
}));
// src/ui/text/turns.ts
/** `/cache-stats turns`: the newest turns of the active branch, oldest first. Times are local. */
function turnsText(report, words, shown, columns = 78) {
	const turns = report.turns.slice(-shown);
	if (turns[0] === void 0) return words.noTurns;
	const fitting = (row) => row.filter((_, index) => !isLeftOut(index, columns));
	const [heading = [], ...rows] = alignRows([words.columns, ...turns.map((turn) => turnRow(turn, words))].map(fitting), /* @__PURE__ */ new Set([fitting(words.columns).length - 1]), columns);
	const table = [...heading, ...withModelLines(turns, rows)];
	const earlier = report.branch.turns - turns.length;
	return (earlier > 0 ? [words.earlierTurns(earlier), ...table] : table).join("\n");
}
function isLeftOut(column, columns) {
	return columns < (LEFT_OUT_BELOW.get(column) ?? 0);
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
function turnRow(turn, words) {
	const { usage } = turn;
	const count = (value) => value === void 0 ? "n/a" : fullTokens(value);
	const { outcome, cause } = turn.verdict;
	const notes = [
		...cause === null || outcome === "unmeasured" ? [] : [labelOf(words.causeLabel(cause), outcome)],
		...turn.stopReason === "error" || turn.stopReason === "aborted" ? [turn.stopReason] : [],
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
/** A cause in brackets where it cost next to nothing. */
function labelOf(label, outcome) {
	return outcome === "hit" ? `(${label})` : label;
}
var LEFT_OUT_BELOW;
var init_turns$2 = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_safe_text();
	init_columns();
	LEFT_OUT_BELOW = /* @__PURE__ */ new Map([
		[8, 74],
		[7, 66],
		[5, 58],
		[6, 50],
		[4, 44]
	]);
}));
// src/commands/turns.ts
var turns_exports = /* @__PURE__ */ __exportAll({ run: () => run$6 });
var run$6;
var init_turns$1 = __esmMin((() => {
	init_report_now();
	init_safe_text();
	init_columns();
	init_turns$2();
	init_command();
	run$6 = ({ monitor, host, words, piVersion, now }, args) => {
		const count = readCount(args);
		if (count === void 0) return warning(words.notACount(displayName(args)));
		return info(turnsText(reportNow(monitor, host, piVersion, now()), words, count ?? 20, reportColumns(host.columns())));
	};
}));
// src/ui/text/divergence.ts
/** Where and how a request differs from the one before, in a few words: no text of it. */
function divergenceText(divergence, words) {
	const share = words.shareBefore(formatHitRate(divergence.shareBefore, 0));
	return words.listed([changeText(divergence, words), share]);
}
/** `divergenceText` without the share before it, which is no measure beside what was really read. */
function changeText(divergence, words) {
	const { section, kind, name, path, tag, line, char, before, after, owner } = divergence;
	const place = path === null ? words.sections[section] : oneLine(path.slice(0, PATH_CHARS));
	const parts = [name === null || place.endsWith(name) ? place : `${place} ${displayName(name)}`];
	if (tag !== null) parts.push(words.inTag(displayName(tag)));
	if (owner !== null && kind !== "reordered") parts.push(words.owner(displayName(owner)));
	parts.push(words.kinds[kind]);
	const details = [];
	if (line !== null && char !== null && section !== "params") details.push(words.atLine(fullTokens(line), fullTokens(char)));
	if (line !== null && char === null) details.push(words.atLineOnly(fullTokens(line)));
	if (before !== null && after !== null && kind !== "reordered") {
		const same = before.chars === after.chars;
		details.push(same ? words.sameLength : words.lengths(fullTokens(before.chars), fullTokens(after.chars)));
	}
	return details.length === 0 ? parts.join(" ") : words.labelled(parts.join(" "), words.listed(details));
}
/** An observation in one line, for the summary. */
function observationText(observation, words) {
	const { relation, reason, divergence, flap } = observation;
	const parts = [words.relations[relation]];
	if (reason !== null) parts.push(`(${words.reasons[reason] ?? reason})`);
	if (divergence !== null) parts.push(`\u00b7 ${divergenceText(divergence, words)}`);
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
// src/ui/text/why.ts
/**
* `/cache-stats why`: one verdict, in at most eight lines of 78 columns. Evidence that would not fit is left out, the
* least telling first; the machine report has all of it. `intro` is a line of its own before it. `notional`: dollars are not
* paid, but worth as much.
*/
function whyText(turn, verdict, words, { notional, intro = null, columns = 78 }) {
	const heading = [...intro === null ? [] : [atMost(1, intro, columns)], atMost(1, headingText(turn, verdict, words), columns)];
	const place = verdict.evidence.find((evidence) => evidence.kind === "place");
	const others = verdict.evidence.filter((evidence) => evidence !== place);
	const room = columns - (78 - TEXT_COLUMNS);
	const row = (label, text, lines = 2) => [`  ${label}`, atMost(lines, text, room)];
	const fixed = {
		above: [...place === void 0 ? [] : [row(words.where, changeText(place.divergence, words))], ...readRows(turn, verdict, words, notional)],
		below: [...verdict.also.length === 0 ? [] : [row(words.also, words.listed(verdict.also.map((cause) => words.causes[cause])), 1)], row(words.next, adviceText(verdict, words))]
	};
	const reasons = others.map((evidence) => row(words.because, evidenceLine(evidence, words)));
	for (let shown = reasons.length; shown >= 0; shown--) {
		const rows = [
			...fixed.above,
			...sameLabelOnce(reasons.slice(0, shown)),
			...fixed.below
		];
		const lines = [...heading, ...alignRows(rows, /* @__PURE__ */ new Set([0, 1]), columns).flat()];
		if (lines.length <= MOST_LINES || shown === 0) return lines.slice(0, MOST_LINES).join("\n");
	}
	return heading.join("\n");
}
/** "Turn 7: miss \u00b7 tools changed \u00b7 observed (claude-sonnet-4-5)". */
function headingText({ turn, model }, { outcome, cause, certainty }, words) {
	const parts = [words.verdictOf(turn, words.outcomes[outcome])];
	if (cause !== null) parts.push(words.causes[cause]);
	if (cause !== null && cause !== "unknown") parts.push(words.certainties[certainty]);
	return `${parts.join(" \u00b7 ")} (${displayName(model)})`;
}
/** What was read and what was missed, where anything was measured: one row of label and text. */
function readRows(turn, verdict, words, notional) {
	if (turn.usage === null || turn.promptTokens === null || turn.promptTokens === 0) return [];
	const rate = formatHitRate(turn.hitRate, 1);
	const parts = [words.readOf(fullTokens(turn.usage.cacheRead), fullTokens(turn.promptTokens), rate)];
	if (isBreak(verdict) || verdict.outcome === "expected-rebuild" && verdict.missedTokens > 0) {
		parts.push(words.missed(fullTokens(verdict.missedTokens)));
		const cost = verdict.missedCost ?? 0;
		if (cost > 0) parts.push(words.missedPrice(dollars$1(cost)) + (notional ? ` (${words.notional})` : ""));
	}
	return [[`  ${words.tokensRead}`, parts.join(" \u00b7 ")]];
}
/** The next step: by the extension or the prompt section, where the evidence names one. */
function adviceText({ outcome, cause, also, evidence }, words) {
	if (outcome === "unmeasured" && cause === null) return words.unmeasuredAdvice;
	if (cause === null) return words.hitAdvice;
	const divergence = evidence.find((fact) => fact.kind === "place")?.divergence ?? null;
	if (cause === "unknown" && evidence.some(({ kind }) => kind === "contradicted")) return words.contradictedAdvice;
	if (cause === "resumed" && also.includes("expired")) return words.advice.expired;
	if ((cause === "provider-side" || cause === "evicted") && also.some((other) => ORIGINS[other] === "prompt")) return words.changeTooAdvice;
	if (cause === "tools-changed" && divergence?.kind === "removed") return words.toolGoneAdvice;
	if (cause === "tools-changed" && divergence?.kind === "reordered") return words.orderAdvice;
	if (cause === "tools-changed" && divergence?.owner != null && divergence.owner !== "builtin") {
		const owner = displayName(divergence.owner);
		return divergence.kind === "changed" ? words.toolTextAdvice(owner) : words.toolAdvice(owner);
	}
	if (cause === "system-changed" && divergence !== null) return promptAdvice(divergence, words);
	return words.advice[cause];
}
function promptAdvice({ name, tag }, words) {
	if (tag === CONTEXT_TAG && name !== null) return words.contextAdvice(displayName(name));
	return tag === null ? words.advice["system-changed"] : words.tagAdvice(displayName(tag));
}
/** One fact on one line, of bounded length. */
function evidenceLine(evidence, words) {
	return oneLine(words.evidence(evidence).slice(0, LONGEST_TEXT$1));
}
/** A text cut after so many lines, with a mark where it was cut. */
function atMost(lines, text, columns) {
	const wrapped = wrapTextWithAnsi(text.slice(0, LONGEST_TEXT$1), columns - 1);
	if (wrapped.length <= lines) return text;
	return `${wrapped.slice(0, lines).join(" ").trimEnd()}\u2026`;
}
function sameLabelOnce(rows) {
	return rows.map(([label = "", text = ""], index) => [index === 0 ? label : "", text]);
}
var MOST_LINES, TEXT_COLUMNS, LONGEST_TEXT$1, CONTEXT_TAG;
var init_why$1 = __esmMin((() => {
	init_hit_rate();
	init_cause();
	init_evidence$1();
	init_numbers();
	init_safe_text();
	init_columns();
	init_divergence();
	MOST_LINES = 8;
	TEXT_COLUMNS = 64;
	LONGEST_TEXT$1 = 1e3;
	CONTEXT_TAG = "project_context";
}));
// src/commands/why.ts
var why_exports = /* @__PURE__ */ __exportAll({ run: () => run$5 });
var run$5;
var init_why = __esmMin((() => {
	init_build();
	init_report_now();
	init_safe_text();
	init_columns();
	init_why$1();
	init_evidence$1();
	init_judge();
	init_command();
	run$5 = ({ monitor, host, words, piVersion, now }, args) => {
		const source = sourceNow(monitor, host, piVersion, now(), Number.POSITIVE_INFINITY);
		const { turns } = source.branch;
		const [first, last] = [turns[0], turns.at(-1)];
		if (first === void 0 || last === void 0) return info(words.noTurns);
		const verdictOf = ({ entryId }) => (entryId === null ? void 0 : source.verdicts?.of(entryId)) ?? unmeasured();
		const explain = (turn, intro = null) => whyText(turnReport(turn, source), verdictOf(turn), words, {
			notional: source.isSubscription(turn.turn),
			intro,
			columns: reportColumns(host.columns())
		});
		if (args !== "") {
			const asked = turns.find(({ number }) => number === readCount(args));
			return asked === void 0 ? warning(words.noSuchTurn(displayName(args), first.number, last.number)) : info(explain(asked));
		}
		const { outcome } = verdictOf(last);
		if (isBreak(verdictOf(last)) || outcome === "expected-rebuild") return info(explain(last));
		const newest = turns.findLast((turn) => isBreak(verdictOf(turn)));
		if (newest === void 0) return info(explain(last, words.noBreak(turns.length)));
		return info(explain(newest, words.latestIs(last.number, words.outcomes[outcome])));
	};
}));
// src/ui/text/diff.ts
/** `/cache-stats diff`: the lines that differ at the first difference, old with `-`, new with `+`; bounded, no binary. */
function diffText(change, words, columns = 78) {
	const divergence = change?.observation.divergence ?? null;
	if (change === null || divergence === null) return wrapTextWithAnsi(words.noDifference, columns).join("\n");
	const heading = [divergenceText(divergence, words), words.diffHeading].flatMap((line) => wrapTextWithAnsi(line, columns));
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
		...bounded$1(before.slice(start, before.length - tail), "- ", old, words),
		...bounded$1(after.slice(start, after.length - tail), "+ ", now, words),
		...behind.map((line) => `  ${shown(line)}`)
	];
}
/** `first` stands for the first line: it is shown around the place where it differs. */
function bounded$1(lines, mark, first, words) {
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
	return `${start > 0 || isCut ? "\u2026" : ""}${text}${line.length > end ? "\u2026" : ""}`;
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
function prefixText(observation, words, columns = 78) {
	if (observation === null) return words.noRequest;
	const { relation, reason, shape, divergence, markers, flap } = observation;
	const why = reason === null ? "" : ` (${words.reasons[reason] ?? reason})`;
	const head = wrapTextWithAnsi(words.labelled(words.prefix, `${words.relations[relation]}${why}`), columns);
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
		...alignColumns(facts, /* @__PURE__ */ new Set([0, 1]), columns),
		...sectionLines(observation, words, columns),
		...wrapTextWithAnsi(words.limits, columns)
	].join("\n");
}
function sectionLines({ sections }, words, columns) {
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
	return alignColumns([words.sectionColumns, ...rows], /* @__PURE__ */ new Set([0, 1]), columns);
}
function markerText(markers, words) {
	const places = markers.slice(0, MARKERS_LISTED).map(({ section, index, ttl }) => `${section}[${index}]${ttl === null ? "" : ` ${oneLine(ttl)}`}`);
	const more = markers.length > MARKERS_LISTED ? ", \u2026" : "";
	return places.length === 0 ? words.markers(0) : words.labelled(words.markers(markers.length), words.listed(places) + more);
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
	init_columns();
	init_diff();
	init_prefix$1();
	init_command();
	prefix = ({ monitor, host, words }) => info(prefixText(monitor.requests.last, words, reportColumns(host.columns())));
	diff = ({ monitor, host, words }) => host.mode === "tui" || host.mode === "rpc" ? info(diffText(monitor.requests.lastChange, words, reportColumns(host.columns()))) : warning(words.diffNeedsScreen);
}));
// src/usage/grade.ts
/** The word for a rate (0..1); null for one that was not measured. A cold start has no word: callers leave it out. */
function gradeOf(rate) {
	if (rate === null) return null;
	if (rate >= GOOD) return "good";
	return rate >= WATCH ? "watch" : "poor";
}
var GOOD, WATCH;
var init_grade = __esmMin((() => {
	GOOD = .8;
	WATCH = .5;
}));
// src/ui/panel/panel-paint.ts
/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
function panelPaint(theme, color) {
	if (!color) return PLAIN;
	return {
		dim: (text) => theme.fg("dim", text),
		good: (text) => theme.fg("success", text),
		watch: (text) => theme.fg("warning", text),
		poor: (text) => theme.fg("error", text),
		accent: (text) => theme.fg("accent", text),
		strong: (text) => theme.bold(text),
		selected: (text) => theme.bg("selectedBg", text)
	};
}
/** Paints what stands for a rate (0..1) by its grade; dim where it was not measured. */
function paintGrade(rate, text, paint) {
	const grade = gradeOf(rate);
	return grade === null ? paint.dim(text) : paint[grade](text);
}
var same, PLAIN;
var init_panel_paint = __esmMin((() => {
	init_grade();
	same = (text) => text;
	PLAIN = {
		dim: same,
		good: same,
		watch: same,
		poor: same,
		accent: same,
		strong: same,
		selected: same
	};
}));
// src/ui/panel/parts.ts
/** Tokens of all three. */
function sumOf({ read, written, fresh }) {
	return read + written + fresh;
}
/** The part that covers a place of a stacked bar, counted in tokens from its start; null beyond its end. */
function partAt(parts, place) {
	if (place < parts.read) return "read";
	if (place < parts.read + parts.written) return "written";
	return place < sumOf(parts) ? "fresh" : null;
}
/** A mark of a part, told apart by its shape as well as by its colour. */
function paintPart(part, text, paint) {
	return {
		read: paint.good,
		written: paint.watch,
		fresh: paint.poor
	}[part](text);
}
/** A prompt as a bar of so many columns: how it is divided, not how long it is. Blank for an empty one. */
function partsBar$1(parts, columns, paint, glyphs) {
	const total = sumOf(parts);
	if (total <= 0) return " ".repeat(columns);
	const counts = {
		read: 0,
		written: 0,
		fresh: 0
	};
	for (let column = 0; column < columns; column++) counts[partAt(parts, (column + .5) / columns * total) ?? "fresh"] += 1;
	return PARTS.map((part) => paintPart(part, glyphs.parts[part].repeat(counts[part]), paint)).join("");
}
var PARTS;
var init_parts = __esmMin((() => {
	PARTS = [
		"read",
		"written",
		"fresh"
	];
}));
// src/ui/panel/chart.ts
/**
* Which of `turns` are drawn in `width` columns. A window that began at `previous` stays where it is while the selected
* turn is in it: what is clicked must not move away.
*/
function chartWindow(turns, selected, width, previous) {
	const plot = Math.max(1, width - 6);
	const columns = Math.max(1, Math.min(WIDEST_TURN, Math.floor(plot / Math.max(1, turns))));
	const fitting = Math.floor(plot / columns);
	const wanted = previous !== null && selected >= previous && selected < previous + fitting ? previous : selected - Math.floor(fitting / 2);
	const from = Math.max(0, Math.min(wanted, turns - fitting));
	return {
		from,
		to: Math.min(turns, from + fitting),
		columns
	};
}
/**
* The rates as a line of blocks, below it what each prompt was made of as stacked bars, below them the marks and where the
* selected turn stands. `selected` counts within `turns`, which all fit the width at `columns` each.
*/
function chartLines(turns, selected, columns, rows, paint, glyphs) {
	const most = turns.reduce((max, { parts }) => Math.max(max, sumOf(parts)), 0);
	const line = (label, cell) => `${paint.dim(padStart(label, 5))} ${turns.map(cell).join("")}`;
	const lines = [];
	for (let row = rows.rate - 1; row >= 0; row--) {
		const label = row === rows.rate - 1 ? formatHitRate(1, 0) : row === 0 ? formatHitRate(0, 0) : "";
		lines.push(line(label, ({ rate }) => rateCell(rate, row, rows.rate, columns, paint, glyphs)));
	}
	for (let row = rows.bars - 1; row >= 0; row--) {
		const label = row === rows.bars - 1 && most > 0 ? shortTokens(most, 5) : row === 0 ? "0" : "";
		lines.push(line(label, ({ parts }) => barCell(parts, (row + .5) / rows.bars * most, row, columns, paint, glyphs)));
	}
	const here = (index) => index === selected ? glyphs.here : " ";
	const mark = (text, index) => fill(rows.axis === 0 && index === selected ? glyphs.here : text || " ", 1, columns);
	lines.push(line("", ({ mark: text }, index) => paint.watch(mark(text, index))));
	if (rows.axis === 1) lines.push(line("", (_, index) => paint.accent(fill(here(index), 1, columns))));
	return lines;
}
function rateCell(rate, row, rows, columns, paint, { spark }) {
	const { steps } = spark;
	if (rate === null) return " ".repeat(columns);
	const level = 1 + Math.floor(rate * (rows * steps.length - 1)) - row * steps.length;
	return paintGrade(rate, (level <= 0 ? " " : steps[Math.min(level, steps.length) - 1] ?? " ").repeat(columns), paint);
}
function barCell(parts, place, row, columns, paint, glyphs) {
	const part = partAt(parts, place) ?? (row === 0 ? partAt(parts, sumOf(parts) / 2) : null);
	if (part === null) return " ".repeat(columns);
	return paintPart(part, fill(glyphs.parts[part], barColumns$1(columns), columns), paint);
}
/** Bars stand apart where there is room. */
function barColumns$1(columns) {
	return columns > 1 ? columns - 1 : 1;
}
function fill(mark, marked, columns) {
	return mark.repeat(marked) + " ".repeat(columns - marked);
}
var WIDEST_TURN;
var init_chart = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_columns();
	init_panel_paint();
	init_parts();
	WIDEST_TURN = 6;
}));
// src/ui/rate-charts.ts
/**
* A rate (0..1) as a bar of so many columns. Rounded down, so that a full bar is a full rate; anything read shows at least
* one step.
*/
function rateBar(rate, columns, { full, empty }) {
	const steps = rate > 0 ? Math.max(1, Math.floor(rate * columns)) : 0;
	return full.repeat(steps) + empty.repeat(columns - steps);
}
/** Rates in order as one mark each; a turn without a rate is a gap. */
function sparkline(rates, { steps, gap }) {
	return rates.map((rate) => rate === null ? gap : steps[stepOf(rate, steps.length)] ?? gap).join("");
}
function stepOf(rate, steps) {
	return Math.min(steps - 1, Math.max(0, Math.floor(rate * steps)));
}
var init_rate_charts = __esmMin((() => {}));
// src/ui/panel/cause-columns.ts
/** The columns of the view by cause, for screens of 60 columns and up. Dollars are those of the turns' own cost. */
function causeColumns(words, paint, glyphs) {
	const { heads } = words;
	return [
		{
			heading: heads.breaks,
			width: 6,
			align: "right",
			cell: ({ count }, room) => tokensIn(count, room)
		},
		{
			heading: heads.missed,
			width: 11,
			align: "right",
			cell: ({ missedTokens }, room) => tokensIn(missedTokens, room)
		},
		{
			heading: heads.missedCost,
			width: 9,
			from: 72,
			align: "right",
			cell: ({ missedCost }, room) => missedCost === null ? "" : dollarsIn(missedCost, room)
		},
		{
			heading: heads.share,
			width: 9,
			from: 90,
			align: "right",
			cell: ({ share }) => formatHitRate(share, 1)
		},
		{
			heading: "",
			width: 12,
			from: 110,
			align: "left",
			cell: ({ share }, width) => rateBar(share, width, glyphs.bar),
			paint: (_, text) => paint.poor(text)
		},
		{
			heading: heads.newest,
			width: 6,
			align: "right",
			cell: ({ newestTurn }) => String(newestTurn)
		},
		{
			heading: heads.cause,
			width: "rest",
			align: "left",
			cell: ({ cause }) => words.causes[cause]
		},
		{
			heading: heads.origin,
			width: 20,
			from: 78,
			align: "left",
			cell: ({ cause }) => words.origins[ORIGINS[cause]]
		}
	];
}
var init_cause_columns = __esmMin((() => {
	init_hit_rate();
	init_cause();
	init_numbers();
	init_rate_charts();
}));
// src/ui/panel/turn-note.ts
/** The last column of every list of turns. */
function noteColumn(words, paint) {
	return {
		heading: "",
		width: "rest",
		align: "left",
		cell: (row) => noteOf(row, words),
		paint: ({ verdict }, text) => verdict !== null && isBreak(verdict) ? paint.poor(text) : paint.dim(text)
	};
}
/** What is to be said of a turn in a few words: its marks, the cause, how it ended. */
function noteOf({ listed, verdict, isOnBranch }, words) {
	const { stopReason } = listed.turn;
	const notes = [marksOf(listed, verdict)];
	if (verdict === null) notes.push(words.judging);
	else if (verdict.cause !== null && verdict.outcome !== "unmeasured") {
		const cause = words.causes[verdict.cause];
		notes.push(verdict.outcome === "hit" ? `(${cause})` : cause);
	}
	if (stopReason === "error" || stopReason === "aborted") notes.push(stopReason);
	if (!isOnBranch) notes.push(`(${words.otherBranch})`);
	return notes.filter(Boolean).join(" ");
}
/** One letter for each thing that happened: a break, a compaction, another model, a refresh. */
function marksOf({ before }, verdict) {
	return `${verdict !== null && isBreak(verdict) ? "!" : ""}${before.compactions > 0 ? "C" : ""}${before.modelSwitched ? "M" : ""}${before.refreshes > 0 ? "R" : ""}`;
}
var init_turn_note = __esmMin((() => {
	init_evidence$1();
}));
// src/ui/panel/turn-parts.ts
/** What the prompt of a turn was made of; nothing without usage. */
function partsOf({ turn }) {
	const { usage } = turn.row;
	return {
		read: usage?.cacheRead ?? 0,
		written: usage?.cacheWrite ?? 0,
		fresh: usage?.input ?? 0
	};
}
var init_turn_parts = __esmMin((() => {}));
// src/ui/panel/turn-columns.ts
/** The columns of the view by turn, for a screen of `width` columns, 60 and up. */
function turnColumns(width, words, paint, glyphs) {
	const { heads } = words;
	const usageOf = ({ listed }) => listed.turn.row.usage;
	return [
		...firstColumns(words),
		{
			heading: heads.rate,
			width: 6,
			align: "right",
			cell: ({ rate }) => formatHitRate(rate, 1),
			paint: paintRate(paint)
		},
		{
			heading: "",
			width: barColumns(width),
			align: "left",
			cell: bar$1(paint, glyphs)
		},
		{
			heading: heads.prompt,
			width: 9,
			align: "right",
			cell: (row, room) => tokens(usageOf(row), promptTokens, room)
		},
		{
			heading: heads.read,
			width: 9,
			from: 110,
			align: "right",
			cell: (row, room) => tokens(usageOf(row), (u) => u.cacheRead, room)
		},
		{
			heading: heads.written,
			width: 9,
			from: 110,
			align: "right",
			cell: (row, room) => tokens(usageOf(row), (u) => u.cacheWrite, room)
		},
		{
			heading: heads.fresh,
			width: 9,
			from: 110,
			align: "right",
			cell: (row, room) => tokens(usageOf(row), (u) => u.input, room)
		},
		{
			heading: heads.output,
			width: 7,
			from: 130,
			align: "right",
			cell: (row, room) => tokens(usageOf(row), (u) => u.output, room)
		},
		{
			heading: heads.speed,
			width: 8,
			from: 140,
			align: "right",
			cell: ({ tokensPerSecond: speed }) => speed === null ? "" : tokensPerSecond(speed)
		},
		{
			heading: heads.cost,
			width: 8,
			from: 150,
			align: "right",
			cell: ({ listed }, room) => listed.turn.row.cost === null ? "" : dollarsIn(listed.turn.row.cost.total, room)
		},
		{
			heading: heads.missed,
			width: 9,
			from: 72,
			align: "right",
			cell: ({ verdict }, room) => verdict !== null && isBreak(verdict) ? tokensIn(verdict.missedTokens, room) : ""
		},
		{
			heading: heads.model,
			width: 22,
			from: 170,
			align: "left",
			cell: ({ listed }) => displayName(listed.turn.model)
		},
		noteColumn(words, paint)
	];
}
/** Which turn it is: the first columns of every list of turns. */
function firstColumns({ heads }) {
	return [{
		heading: heads.turn,
		width: 6,
		align: "right",
		cell: ({ listed }) => String(listed.number)
	}, {
		heading: heads.time,
		width: 8,
		align: "left",
		cell: ({ listed }) => clockTime(listed.turn.at)
	}];
}
/** Columns of a bar in a list on a screen of so many columns. */
function barColumns(width) {
	if (width < 80) return 8;
	return width < 120 ? 14 : 24;
}
function bar$1(paint, glyphs) {
	return ({ listed }, width) => partsBar$1(partsOf(listed), width, paint, glyphs);
}
function paintRate(paint) {
	return (row, text) => row.verdict?.outcome === "expected-rebuild" ? paint.dim(text) : paintGrade(row.rate, text, paint);
}
function tokens(usage, of, room) {
	return usage === null || promptTokens(usage) === 0 ? NOT_MEASURED : tokensIn(of(usage), room);
}
function clockTime(at) {
	return at === null ? NOT_MEASURED : new Date(at).toTimeString().slice(0, 8);
}
var NOT_MEASURED;
var init_turn_columns = __esmMin((() => {
	init_hit_rate();
	init_usage();
	init_evidence$1();
	init_numbers();
	init_safe_text();
	init_panel_paint();
	init_parts();
	init_turn_note();
	init_turn_parts();
	NOT_MEASURED = "n/a";
}));
// src/ui/panel/cumulative-columns.ts
/** The columns of the view of sums so far, for a screen of `width` columns, 60 and up. */
function cumulativeColumns(width, words, paint, glyphs) {
	const { heads } = words;
	const sum = (of) => ({ sums }, room) => sums === null ? "n/a" : tokensIn(of(sums), room);
	return [
		...firstColumns(words),
		{
			heading: heads.rate,
			width: 6,
			align: "right",
			cell: ({ sums }) => formatHitRate(sums?.rate ?? null, 1),
			paint: (row, text) => paintGrade(row.sums?.rate ?? null, text, paint)
		},
		{
			heading: "",
			width: barColumns(width),
			from: 110,
			align: "left",
			cell: ({ sums }, width) => sums === null ? "" : partsBar$1(sums, width, paint, glyphs)
		},
		{
			heading: heads.read,
			width: 11,
			align: "right",
			cell: sum((sums) => sums.read)
		},
		{
			heading: heads.written,
			width: 11,
			from: 120,
			align: "right",
			cell: sum((sums) => sums.written)
		},
		{
			heading: heads.fresh,
			width: 11,
			from: 120,
			align: "right",
			cell: sum((sums) => sums.fresh)
		},
		{
			heading: heads.missed,
			width: 10,
			align: "right",
			cell: sum((sums) => sums.missedTokens)
		},
		{
			heading: heads.missedCost,
			width: 9,
			from: 72,
			align: "right",
			cell: ({ sums }, room) => sums?.missedCost == null ? "" : dollarsIn(sums.missedCost, room)
		},
		noteColumn(words, paint)
	];
}
var init_cumulative_columns = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_panel_paint();
	init_parts();
	init_turn_columns();
	init_turn_note();
}));
// src/ui/panel/model-columns.ts
/** The columns of the view by model, for a screen of `width` columns, 60 and up. */
function modelColumns(width, words, paint, glyphs) {
	const { heads } = words;
	return [
		{
			heading: heads.turns,
			width: 6,
			align: "right",
			cell: ({ model }, room) => tokensIn(model.turns, room)
		},
		{
			heading: heads.rate,
			width: 6,
			align: "right",
			cell: ({ rate }) => formatHitRate(rate, 1),
			paint: ({ rate }, text) => paintGrade(rate, text, paint)
		},
		{
			heading: "",
			width: barColumns(width),
			align: "left",
			cell: ({ model }, room) => bar(model, room, paint, glyphs)
		},
		{
			heading: heads.prompt,
			width: 12,
			align: "right",
			cell: ({ model }, room) => tokensIn(promptTokens(model.usage), room)
		},
		{
			heading: heads.output,
			width: 10,
			from: 110,
			align: "right",
			cell: ({ model }, room) => tokensIn(model.usage.output, room)
		},
		{
			heading: heads.cost,
			width: 9,
			from: 90,
			align: "right",
			cell: ({ model }, room) => model.cost === null ? "" : dollarsIn(model.cost, room)
		},
		{
			heading: heads.breaks,
			width: 6,
			align: "right",
			cell: ({ breaks }, room) => breaks.count === 0 ? "" : tokensIn(breaks.count, room)
		},
		{
			heading: heads.missed,
			width: 11,
			from: 80,
			align: "right",
			cell: ({ breaks }, room) => breaks.count === 0 ? "" : tokensIn(breaks.missedTokens, room)
		},
		{
			heading: heads.model,
			width: "rest",
			align: "left",
			cell: (row) => nameOf$1(row, words)
		}
	];
}
function bar({ usage }, columns, paint, glyphs) {
	return partsBar$1({
		read: usage.cacheRead,
		written: usage.cacheWrite,
		fresh: usage.input
	}, columns, paint, glyphs);
}
function nameOf$1({ model, rate }, words) {
	const silent = model.measuredTurns > 0 && rate === null ? ` (${words.notReporting})` : "";
	return `${displayName(model.model)}${silent} \u00b7 ${displayName(model.provider)} \u00b7 ${displayName(model.api)}`;
}
var init_model_columns = __esmMin((() => {
	init_hit_rate();
	init_usage();
	init_numbers();
	init_safe_text();
	init_panel_paint();
	init_parts();
	init_turn_columns();
}));
// src/ui/panel/views.ts
var VIEWS;
var init_views = __esmMin((() => {
	VIEWS = [
		"turns",
		"models",
		"causes",
		"cumulative"
	];
}));
// src/ui/panel/panel-state.ts
/** Index of the selected turn; -1 without turns. */
function selectedTurn({ turn }, turns) {
	return turn === null ? turns - 1 : Math.min(turn, turns - 1);
}
/** Whether the view lists turns; the others list models or causes. */
function listsTurns({ view }) {
	return view === "turns" || view === "cumulative";
}
/**
* Selects a turn, from either end where the index lies outside. The newest stays the newest when others come, unless it is
* open: what is read must not be replaced.
*/
function select(state, index, turns) {
	const inside = Math.max(0, Math.min(index, turns - 1));
	return {
		...state,
		turn: inside >= turns - 1 && !state.isOpen ? null : inside,
		scroll: 0
	};
}
/** Index of the selected row of a view that has so many; -1 without any. */
function selectedRow({ row }, rows) {
	return Math.min(row, rows - 1);
}
/** Moves as a key asks, within what there is. Opening, breaks and ranges need the turns themselves: not here. */
function move(state, action, extent) {
	switch (action.kind) {
		case "move": {
			const distance = action.direction * (action.by === "page" ? Math.max(1, extent.page - 1) : 1);
			if (state.isOpen && extent.overflow > 0) return {
				...state,
				scroll: Math.max(0, Math.min(extent.overflow, state.scroll + distance))
			};
			if (listsTurns(state)) return step(state, distance, extent);
			return {
				...state,
				row: Math.max(0, Math.min(extent.rows - 1, selectedRow(state, extent.rows) + distance))
			};
		}
		case "step": return step(state, action.direction, extent);
		case "end":
			if (!listsTurns(state)) return {
				...state,
				row: action.direction < 0 ? 0 : Math.max(0, extent.rows - 1)
			};
			return select(state, action.direction < 0 ? 0 : extent.turns, extent.turns);
		case "view": {
			const next = VIEWS[(VIEWS.indexOf(state.view) + 1) % VIEWS.length];
			const view = action.view === "next" ? next ?? state.view : action.view;
			return {
				...state,
				view,
				row: view === state.view ? state.row : 0,
				isOpen: false,
				scroll: 0
			};
		}
		default: return state;
	}
}
function step(state, distance, { turns }) {
	return select(state, selectedTurn(state, turns) + distance, turns);
}
var START;
var init_panel_state = __esmMin((() => {
	init_views();
	START = {
		view: "turns",
		range: "branch",
		turn: null,
		row: 0,
		isOpen: false,
		scroll: 0,
		noMoreBreaks: false
	};
}));
// src/ui/panel/table.ts
/** Lays out the columns that a screen of `width` columns holds. */
function layoutTable(columns, width) {
	const shown = columns.filter(({ from = 0 }) => width >= from);
	const fixed = shown.map(({ width: wanted, heading }) => wanted === "rest" ? 0 : Math.max(wanted, visibleWidth(heading)));
	const rest = width - fixed.reduce((sum, columns) => sum + columns, 0) - (shown.length - 1);
	const widths = shown.map(({ width: wanted }, index) => wanted === "rest" ? Math.max(0, rest) : fixed[index] ?? 0);
	const fitted = (text, index, align) => {
		const room = widths[index] ?? 0;
		return (align === "left" ? padEnd : padStart)(cut(text, room), room);
	};
	const join = (cells) => cells.join(" ");
	return {
		heading: join(shown.map(({ heading, align }, index) => fitted(heading, index, align))),
		line: (row) => join(shown.map(({ cell, align, paint }, index) => {
			const text = fitted(cell(row, widths[index] ?? 0), index, align);
			return paint === void 0 ? text : paint(row, text);
		}))
	};
}
/** Not pi-tui's truncateToWidth: it puts colour resets around its ellipsis, which would end the colour of the row. */
function cut(text, room) {
	if (visibleWidth(text) <= room) return text;
	return room === 0 ? "" : `${sliceByColumn(text, 0, room - 1, true)}\u2026`;
}
var init_table$1 = __esmMin((() => {
	init_columns();
}));
// src/ui/panel/panel-body.ts
/**
* The first row of a list that is shown: as before while the selected one is on the screen, so that what is clicked does not
* move, else as little away from it as brings the selected one there. At first the selected one is in the middle.
*/
function firstShown(selected, count, page, before) {
	const wanted = before === null ? selected - Math.floor(page / 2) : Math.max(Math.min(before, selected), selected - Math.max(0, page - 1));
	return Math.max(0, Math.min(wanted, count - page));
}
/** How many rows the views by model and by cause have. */
function rowsOf({ view, range }, content) {
	if (view === "models") return content.models(range).length;
	return view === "causes" ? content.causes(range).length : content.list(range).turns.length;
}
/** The list of the view in so many rows, its heading included. */
function listBody(state, content, width, height, style, before) {
	const { words, paint, glyphs } = style;
	const { view, range } = state;
	const room = width - 2;
	const noBreaks = content.isJudged ? words.noBreaks : words.judging;
	switch (view) {
		case "models": return pick(content.models(range), layoutTable(modelColumns(room, words, paint, glyphs), room));
		case "causes": return pick(content.causes(range), layoutTable(causeColumns(words, paint, glyphs), room), noBreaks);
		default: {
			const withSums = view === "cumulative";
			const table = layoutTable((withSums ? cumulativeColumns : turnColumns)(room, words, paint, glyphs), room);
			const count = content.list(range).turns.length;
			return lay(table, count, selectedTurn(state, count), (index) => content.row(range, index, withSums));
		}
	}
	function pick(rows, table, ifEmpty = words.noTurns) {
		return lay(table, rows.length, selectedRow(state, rows.length), (index) => rows[index] ?? null, ifEmpty);
	}
	function lay(table, count, selected, rowAt, ifEmpty = words.noTurns) {
		if (count === 0) return {
			lines: [` ${paint.dim(ifEmpty)}`],
			from: 0
		};
		const page = Math.max(0, height - 1);
		const from = firstShown(selected, count, page, before);
		const lines = [` ${paint.dim(table.heading)}`];
		for (let index = from; index < Math.min(count, from + page); index++) {
			const row = rowAt(index);
			if (row === null) continue;
			const line = table.line(row);
			lines.push(index === selected ? paint.selected(paint.strong(`>${line} `)) : ` ${line}`);
		}
		if (view === "causes" && !content.isJudged) lines.push(` ${paint.dim(words.judging)}`);
		return {
			lines,
			from
		};
	}
}
var init_panel_body = __esmMin((() => {
	init_cause_columns();
	init_cumulative_columns();
	init_model_columns();
	init_panel_state();
	init_table$1();
	init_turn_columns();
}));
// src/ui/panel/screen.ts
/** Shares out a screen of `height` rows: made for 12 and more, but every height gets what it holds. */
function shareRows(height, hasChart, isOpen) {
	const room = height - FRAME_ROWS;
	const chart = hasChart && !(isOpen && height < ROWS_FOR_BOTH) ? chartRows(height) : null;
	const legend = chart !== null && height >= 16;
	const taken = chart === null ? 0 : chart.rate + chart.bars + MARK_ROWS + chart.axis + (legend ? 1 : 0);
	if (room - taken < SHORTEST_BODY) return {
		chart: null,
		legend: false,
		body: Math.max(0, room)
	};
	return {
		chart,
		legend,
		body: room - taken
	};
}
function chartRows(height) {
	if (height < 16) return {
		rate: 1,
		bars: 2,
		axis: 0
	};
	if (height < 22) return {
		rate: 2,
		bars: 3,
		axis: 1
	};
	return height < 32 ? {
		rate: 2,
		bars: 5,
		axis: 1
	} : {
		rate: 3,
		bars: 8,
		axis: 1
	};
}
/** `left`, and `right` at the right edge where both fit; else the left part alone. */
function spread(left, right, width) {
	const gap = width - visibleWidth(left) - visibleWidth(right);
	return gap >= 2 ? left + " ".repeat(gap) + right : left;
}
/** The views with their keys, the shown one marked, and the range. */
function viewsLine({ view, range }, words, paint) {
	return ` ${VIEWS.map((name, index) => {
		const text = `${index + 1}:${words.views[name]}`;
		return name === view ? paint.strong(paint.accent(`[${text}]`)) : ` ${text} `;
	}).join("")} ${paint.dim(words.ranges[range])}`;
}
/** What keys do, as much as fits; how to leave always has its place. */
function helpLine(state, isScrolled, words, width) {
	const { help } = words;
	const listed = state.view === "turns" || state.view === "cumulative" ? help.turns : help.rows;
	const [first, ...more] = state.isOpen ? [
		help.close,
		isScrolled ? help.scroll : help.turns,
		help.breaks
	] : [
		help.leave,
		listed,
		help.breaks,
		help.open,
		help.view,
		help.range
	];
	let line = ` ${first}`;
	for (const part of more) if (visibleWidth(line) + visibleWidth(part) + 2 <= width) line += `  ${part}`;
	return line;
}
/** Exactly `height` lines of exactly `width` columns: what lies below must not show through. */
function fitScreen(lines, width, height) {
	return Array.from({ length: height }, (_, row) => {
		const line = lines[row] ?? "";
		return padEnd(visibleWidth(line) > width ? sliceByColumn(line, 0, width, true) : line, width);
	});
}
var FRAME_ROWS, MARK_ROWS, ROWS_FOR_BOTH, SHORTEST_BODY;
var init_screen = __esmMin((() => {
	init_columns();
	init_views();
	FRAME_ROWS = 3;
	MARK_ROWS = 1;
	ROWS_FOR_BOTH = 24;
	SHORTEST_BODY = 4;
}));
// src/ui/panel/turn-detail.ts
/**
* An open turn in lines of at most `columns` columns: who answered, usage, verdict, all of its evidence, what was seen of
* the request, and what to do. Nothing is left out for want of room: the panel scrolls.
*/
function turnDetail(open, words, columns) {
	const { turn, verdict } = open;
	const heading = verdict === null ? words.verdictOf(turn.turn, words.judging) : headingText(turn, verdict, words);
	const rows = [
		...verdict === null ? [] : verdictRows({
			...open,
			verdict
		}, words, columns),
		...turn.prefix === null ? [] : [row(words.request, observationText(turn.prefix, words))],
		...tokenRows(turn, words),
		row(words.answeredBy, answerText(turn)),
		...turn.flags.map((flag) => row(words.notice, words.flags[flag]))
	];
	return [...wrapTextWithAnsi(heading, columns), ...alignColumns(rows, /* @__PURE__ */ new Set([0, 1]), columns)];
}
function verdictRows({ turn, verdict, notional }, words, columns) {
	const short = (text) => atMost(LINES_OF_REASON, text, columns - LABEL_COLUMNS);
	const place = verdict.evidence.find((evidence) => evidence.kind === "place");
	const reasons = verdict.evidence.filter((evidence) => evidence !== place);
	return [
		...place === void 0 ? [] : [row(words.where, short(changeText(place.divergence, words)))],
		...readRows(turn, verdict, words, notional).map(([label = "", text = ""]) => [label, text]),
		...reasons.map((evidence, index) => row(index === 0 ? words.because : "", short(evidenceLine(evidence, words)))),
		...verdict.also.length === 0 ? [] : [row(words.also, words.listed(verdict.also.map((cause) => words.causes[cause])))],
		row(words.next, short(adviceText(verdict, words)))
	];
}
function row(label, text) {
	return [`  ${label}`, text];
}
function tokenRows(turn, words) {
	const { usage, promptTokens, cost, tokensPerSecond: speed, timeToFirstTokenMs: wait } = turn;
	if (usage === null || promptTokens === null || promptTokens === 0) return [row(words.tokens, words.noPromptTokens(displayName(turn.stopReason)))];
	const parts = [
		fullTokens(promptTokens),
		fullTokens(usage.input),
		fullTokens(usage.cacheRead)
	];
	const output = fullTokens(usage.output);
	const { reasoning } = usage;
	const more = [reasoning === 0 ? words.outputOf(output) : words.outputWithReasoning(output, fullTokens(reasoning))];
	if (cost !== null) more.push(words.ownCost(dollars$1(cost)));
	if (speed !== null) more.push(tokensPerSecond(speed));
	if (wait !== null) more.push(words.firstToken((wait / 1e3).toFixed(1)));
	return [row(words.tokens, words.promptParts(...parts, fullTokens(usage.cacheWrite))), row("", more.join(" \u00b7 "))];
}
function answerText({ provider, api, model, thinkingLevel, stopReason, at }) {
	const when = at === null ? "n/a" : localTime(new Date(at));
	const names = [`${displayName(provider)}/${displayName(model)}`, displayName(api)];
	if (thinkingLevel !== null) names.push(displayName(thinkingLevel));
	return [
		...names,
		displayName(stopReason),
		when
	].join(" \u00b7 ");
}
/** The user's own day and time: 2026-11-30 14:03:22. */
function localTime(date) {
	const two = (value) => String(value).padStart(2, "0");
	return `${`${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`} ${date.toTimeString().slice(0, 8)}`;
}
var LINES_OF_REASON, LABEL_COLUMNS;
var init_turn_detail = __esmMin((() => {
	init_numbers();
	init_safe_text();
	init_columns();
	init_divergence();
	init_why$1();
	LINES_OF_REASON = 3;
	LABEL_COLUMNS = 14;
}));
// src/ui/panel/draw.ts
/** Draws the panel for a terminal of any size. */
function drawPanel(state, content, width, height, { monitor, style }, before = null) {
	const { words, paint } = style;
	const count = content.list(state.range).turns.length;
	const rows = shareRows(height, listsTurns(state) && count > 0, state.isOpen);
	const title = spread(` ${paint.strong(words.title)}`, `${sessionText(monitor, content, style)} `, width);
	const chart = rows.chart === null ? null : chartPart(state, content, width, rows, style, before?.chartFrom ?? null);
	const above = [
		title,
		viewsLine(state, words, paint),
		...chart?.lines ?? []
	];
	const open = state.isOpen ? content.open(state.range, selectedTurn(state, count)) : null;
	const detail = open === null ? null : turnDetail(open, words, width - 2);
	const overflow = Math.max(0, (detail?.length ?? 0) - rows.body);
	const list = detail === null ? listBody(state, content, width, rows.body, style, before?.from ?? null) : null;
	const scroll = Math.min(state.scroll, overflow);
	const shown = list?.lines ?? detail?.slice(scroll, scroll + rows.body).map((line) => ` ${line}`) ?? [];
	const blank = Array.from({ length: Math.max(0, rows.body - shown.length) }, () => "");
	const help = state.noMoreBreaks ? paint.watch(` ${words.noMoreBreaks}`) : paint.dim(helpLine(state, overflow > 0, words, width));
	const lines = [
		...above,
		...shown,
		...blank,
		help
	];
	return {
		width,
		lines: fitScreen(style.ascii ? lines.map(plainColumns) : lines, width, height),
		page: Math.max(1, rows.body - 1),
		overflow,
		from: list === null ? before?.from ?? null : list.from,
		chartFrom: chart === null ? before?.chartFrom ?? null : chart.from,
		at: (x, y) => {
			if (chart !== null && y >= FIRST_ROWS && y < above.length) return chart.at(x);
			const index = (list?.from ?? 0) + y - above.length - 1;
			if (list === null || y <= above.length || y - above.length >= list.lines.length) return null;
			return index;
		}
	};
}
/** The session's rate, the latest turn's, and what broke. */
function sessionText(monitor, content, { words, paint, glyphs }) {
	const { window, latest } = monitor.scan;
	const rates = [`${glyphs.session} ${formatHitRate(window.ledger.aggregate().hitRate, 1)}`, `${glyphs.latest} ${formatHitRate(latest === null ? null : window.ledger.rateOf(latest), 1)}`];
	const { count, missedCost } = monitor.session.verdicts?.breaks.total ?? {
		count: 0,
		missedCost: null
	};
	const price = missedCost !== null && missedCost > 0 ? ` ${dollars$1(missedCost)}` : "";
	const note = price !== "" && content.isNotional ? ` (${words.notional})` : "";
	const breaks = count === 0 ? [] : [paint.poor(words.breakTally(count) + price + note)];
	return [
		...rates,
		...breaks,
		...content.isJudged ? [] : [paint.dim(words.judging)]
	].join("  ");
}
function chartPart(state, content, width, { chart, legend }, style, before) {
	const { range, view } = state;
	const count = content.list(range).turns.length;
	const selected = selectedTurn(state, count);
	const window = chartWindow(count, selected, width - 1, before);
	const turns = Array.from({ length: window.to - window.from }, (_, offset) => content.chartTurn(range, window.from + offset, view === "cumulative")).filter((turn) => turn !== null);
	const { paint, glyphs } = style;
	const lines = chart === null ? [] : chartLines(turns, selected - window.from, window.columns, chart, paint, glyphs);
	const shownMarks = new Set(turns.map(({ mark }) => mark));
	return {
		from: window.from,
		lines: legend ? [...lines, legendLine(view === "cumulative", shownMarks, width, style)] : lines,
		at: (x) => {
			const index = window.from + Math.floor((x - 6) / window.columns);
			return x >= 6 && index < window.to ? index : null;
		}
	};
}
/** What the marks mean: all of them where they fit, else those that are on the screen. */
function legendLine(isSoFar, shownMarks, width, { words, paint, glyphs }) {
	const line = isSoFar ? words.rateSoFar : words.rateOfTurn;
	const left = ` ${PARTS.map((part) => `${paintPart(part, glyphs.parts[part], paint)} ${paint.dim(words.parts[part])}`).join("  ")}  ${paint.dim(`${glyphs.spark.steps.at(3)} ${line}`)}`;
	const { marks } = words;
	const all = [
		["!", marks.break],
		["C", marks.compaction],
		["M", marks.model],
		["R", marks.refresh]
	];
	const letters = (shown) => paint.dim(`${shown.map(([letter, name]) => `${letter} ${name}`).join("  ")} `);
	const whole = spread(left, letters(all), width);
	return whole === left ? spread(left, letters(all.filter(([letter]) => shownMarks.has(letter))), width) : whole;
}
var FIRST_ROWS;
var init_draw = __esmMin((() => {
	init_hit_rate();
	init_numbers();
	init_plain_marks();
	init_chart();
	init_panel_body();
	init_panel_state();
	init_parts();
	init_screen();
	init_turn_detail();
	FIRST_ROWS = 2;
}));
// src/ui/panel/keys.ts
/** What a key asks for; null for every other key. */
function actionOf(data, keys) {
	return ACTIONS.find(([test]) => test(data, keys))?.[1] ?? null;
}
var bound, key, ACTIONS;
var init_keys = __esmMin((() => {
	init_views();
	bound = (binding) => (data, keys) => keys.matches(data, binding);
	key = (...names) => (data) => names.some((name) => matchesKey(data, name));
	ACTIONS = [
		[bound("tui.select.up"), {
			kind: "move",
			by: "row",
			direction: -1
		}],
		[bound("tui.select.down"), {
			kind: "move",
			by: "row",
			direction: 1
		}],
		[bound("tui.select.pageUp"), {
			kind: "move",
			by: "page",
			direction: -1
		}],
		[bound("tui.select.pageDown"), {
			kind: "move",
			by: "page",
			direction: 1
		}],
		[key("left"), {
			kind: "step",
			direction: -1
		}],
		[key("right"), {
			kind: "step",
			direction: 1
		}],
		[key("home"), {
			kind: "end",
			direction: -1
		}],
		[key("end"), {
			kind: "end",
			direction: 1
		}],
		[key("p"), {
			kind: "break",
			direction: -1
		}],
		[key("n"), {
			kind: "break",
			direction: 1
		}],
		[bound("tui.input.tab"), {
			kind: "view",
			view: "next"
		}],
		[key("1"), {
			kind: "view",
			view: VIEWS[0]
		}],
		[key("2"), {
			kind: "view",
			view: VIEWS[1]
		}],
		[key("3"), {
			kind: "view",
			view: VIEWS[2]
		}],
		[key("4"), {
			kind: "view",
			view: VIEWS[3]
		}],
		[key("f"), { kind: "range" }],
		[bound("tui.select.confirm"), { kind: "open" }],
		[key("q"), { kind: "leave" }],
		[bound("tui.select.cancel"), { kind: "close" }]
	];
}));
// src/ui/panel/navigate.ts
/** Where a key leads; null: the user leaves. */
function navigate(before, action, content, extent) {
	const state = {
		...before,
		noMoreBreaks: false
	};
	const { turns } = extent;
	switch (action.kind) {
		case "leave": return null;
		case "close": return state.isOpen ? close(state, turns) : null;
		case "open": return state.isOpen ? close(state, turns) : open$1(state, content, turns);
		case "break": return toBreak(state, action.direction, content, turns);
		case "range": return otherRange(state, content, turns);
		default: return move(state, action, extent);
	}
}
/** The panel with the turn at an index selected that a click hit, or with that row of another view. */
function pointAt(state, index, turns) {
	return listsTurns(state) ? select(state, index, turns) : {
		...state,
		row: index
	};
}
/**
* The panel after turns came or went. `entryId` is the selected turn's (null: the newest is selected): after a move in the
* tree it may stand elsewhere, or be gone, and then the newest is selected.
*/
function keepSelected(state, entryId, content) {
	const { turn } = state;
	const { turns } = content.list(state.range);
	if (turn === null || entryId === null || turns[turn]?.entryId === entryId) return state;
	const at = turns.findIndex((other) => other.entryId === entryId);
	return at < 0 ? {
		...state,
		turn: null,
		isOpen: false,
		scroll: 0
	} : {
		...state,
		turn: at
	};
}
/** Where the turn was the newest it is so again, and follows those to come. */
function close(state, turns) {
	return select({
		...state,
		isOpen: false
	}, selectedTurn(state, turns), turns);
}
function open$1(state, content, turns) {
	if (turns === 0) return state;
	if (listsTurns(state)) return {
		...state,
		turn: selectedTurn(state, turns),
		isOpen: true,
		scroll: 0
	};
	const rows = state.view === "models" ? content.models(state.range) : content.causes(state.range);
	const newest = rows[selectedRow(state, rows.length)]?.newest;
	if (newest === void 0) return state;
	return select({
		...state,
		isOpen: state.view === "causes",
		view: "turns"
	}, newest, turns);
}
function toBreak(state, direction, content, turns) {
	const at = content.nextBreak(state.range, selectedTurn(state, turns), direction);
	if (at === null) return {
		...state,
		noMoreBreaks: true
	};
	return select({
		...state,
		view: listsTurns(state) ? state.view : "turns"
	}, at, turns);
}
/** The same turn stays selected where the other range has it. */
function otherRange(state, content, turns) {
	const range = state.range === "branch" ? "file" : "branch";
	const { entryId } = content.list(state.range).turns[selectedTurn(state, turns)] ?? { entryId: null };
	const { turns: others } = content.list(range);
	const at = entryId === null ? -1 : others.findIndex((turn) => turn.entryId === entryId);
	return select({
		...state,
		range,
		row: 0
	}, at < 0 ? others.length : at, others.length);
}
var init_navigate = __esmMin((() => {
	init_panel_state();
}));
// src/ui/panel/breaks-by.ts
/** Sums the breaks of a range; verdicts that are not known yet are none. */
function breaksBy(turns, verdictOf) {
	const all = new Breaks();
	const byModel = /* @__PURE__ */ new Map();
	const newest = /* @__PURE__ */ new Map();
	const newestByCause = /* @__PURE__ */ new Map();
	turns.forEach((listed, index) => {
		const key = modelKey(listed.turn);
		newest.set(key, index);
		const verdict = verdictOf(listed);
		if (verdict === null || verdict.cause === null || !isBreak(verdict)) return;
		newestByCause.set(verdict.cause, index);
		all.add(verdict);
		const own = byModel.get(key) ?? new Breaks();
		own.add(verdict);
		byModel.set(key, own);
	});
	const causes = CAUSES.flatMap((cause) => {
		const index = newestByCause.get(cause);
		return index === void 0 ? [] : [{
			...all.of(cause),
			cause,
			newest: index
		}];
	});
	const none = new Breaks();
	return {
		causes: causes.sort((a, b) => b.missedTokens - a.missedTokens),
		total: all.total,
		ofModel: (key) => (byModel.get(key) ?? none).total,
		newestOf: (key) => newest.get(key) ?? -1
	};
}
var init_breaks_by = __esmMin((() => {
	init_turn();
	init_breaks();
	init_cause();
	init_evidence$1();
}));
// src/ui/panel/running-sums.ts
/**
* Sums so far at every turn. `isRated` says whether a turn's model reports its cache; a verdict that is not known yet
* misses nothing.
*/
function runningSums(turns, isRated, verdictOf) {
	let sums = NOTHING$1;
	return turns.map((turn) => {
		sums = plus(sums, turn, isRated(turn), verdictOf(turn));
		return sums;
	});
}
function plus(sums, { turn }, isRated, verdict) {
	const usage = isRated ? turn.row.usage : null;
	const read = sums.read + (usage?.cacheRead ?? 0);
	const written = sums.written + (usage?.cacheWrite ?? 0);
	const fresh = sums.fresh + (usage?.input ?? 0);
	const prompt = read + written + fresh;
	const missed = verdict !== null && isBreak(verdict) ? verdict : null;
	return {
		read,
		written,
		fresh,
		rate: prompt > 0 ? read / prompt : null,
		missedTokens: sums.missedTokens + (missed?.missedTokens ?? 0),
		missedCost: missed?.missedCost == null ? sums.missedCost : (sums.missedCost ?? 0) + missed.missedCost
	};
}
var NOTHING$1;
var init_running_sums = __esmMin((() => {
	init_evidence$1();
	NOTHING$1 = {
		read: 0,
		written: 0,
		fresh: 0,
		rate: null,
		missedTokens: 0,
		missedCost: null
	};
}));
// src/ui/panel/branch-turns.ts
var FURTHEST_BACK, BranchTurns;
var init_branch_turns = __esmMin((() => {
	init_entry();
	init_turn_list();
	FURTHEST_BACK = 1e3;
	BranchTurns = class {
		#scan;
		#host;
		#price;
		#list;
		#end = null;
		#place = ROOT;
		constructor(scan, host, price) {
			this.#scan = scan;
			this.#host = host;
			this.#price = price;
			this.#list = new TurnList(price);
		}
		get list() {
			return this.#list;
		}
		update() {
			const appended = this.#appended();
			if (appended === null) this.#readAll();
			else for (const entry of appended) this.#place = this.#list.add(entry, this.#place);
			this.#end = this.#host.leafId();
		}
		#readAll() {
			const { entries, turnsBefore } = this.#scan.branchEntries(this.#host);
			this.#list = new TurnList(this.#price);
			this.#place = {
				...ROOT,
				turns: turnsBefore
			};
			for (const entry of entries) this.#place = this.#list.add(entry, this.#place);
		}
		/** What follows the last entry that was read, oldest first; null where the branch does not continue it. */
		#appended() {
			if (this.#end === null) return null;
			const entries = [];
			let id = this.#host.leafId();
			while (id !== null && id !== this.#end && entries.length < FURTHEST_BACK) {
				const entry = this.#host.entry(id);
				entries.push(entry);
				id = parentId(entry);
			}
			return id === this.#end ? entries.reverse() : null;
		}
	};
}));
// src/ui/panel/file-turns.ts
var FileTurns;
var init_file_turns = __esmMin((() => {
	init_entry();
	init_turn_list();
	FileTurns = class {
		list;
		#scan;
		#host;
		#places = /* @__PURE__ */ new Map();
		#read = 0;
		constructor(scan, host, price) {
			this.#scan = scan;
			this.#host = host;
			this.list = new TurnList(price);
		}
		update() {
			const { entries, windowStart } = this.#scan.fileEntries(this.#host);
			for (; this.#read < entries.length; this.#read++) {
				const entry = entries[this.#read];
				const before = this.#placeOf(parentId(entry));
				const after = this.#read < windowStart ? this.list.pass(entry, before) : this.list.add(entry, before);
				const id = entryId(entry);
				if (id !== null) this.#places.set(id, after);
			}
		}
		#placeOf(id) {
			return (id === null ? void 0 : this.#places.get(id)) ?? ROOT;
		}
	};
}));
// src/ui/panel/older-verdicts.ts
var ENTRIES_AT_ONCE, OlderVerdicts;
var init_older_verdicts = __esmMin((() => {
	ENTRIES_AT_ONCE = 200;
	OlderVerdicts = class {
		#judge;
		#entries = [];
		#read = 0;
		constructor(session) {
			this.#judge = session.unbounded();
		}
		/** The entries of the whole file, of which the first may have been read before. */
		feed(entries) {
			this.#entries = entries;
		}
		get isComplete() {
			return this.#read >= this.#entries.length;
		}
		/** Reads on until the clock says stop; `isOver` is asked every few hundred entries. Returns whether it is complete. */
		work(isOver) {
			while (!this.isComplete) {
				const until = Math.min(this.#entries.length, this.#read + ENTRIES_AT_ONCE);
				for (; this.#read < until; this.#read++) this.#judge.read(this.#entries[this.#read]);
				if (isOver()) break;
			}
			return this.isComplete;
		}
		of(entryId) {
			return this.#judge.of(entryId);
		}
	};
}));
// src/ui/panel/session-turns.ts
var SessionTurns;
var init_session_turns = __esmMin((() => {
	init_judge();
	init_branch_turns();
	init_file_turns();
	init_older_verdicts();
	SessionTurns = class {
		#monitor;
		#host;
		#revision = -1;
		#window = null;
		#branch;
		/** Null until the whole file is asked for: most never do. */
		#file = null;
		#onBranch = null;
		/** Null while the session's judge still keeps every turn. */
		#older = null;
		constructor(monitor, host) {
			this.#monitor = monitor;
			this.#host = host;
			this.#branch = this.#emptyBranch();
		}
		/** Reads what came since the last call. Returns whether anything changed; constant work when nothing did. */
		update() {
			const { scan } = this.#monitor;
			scan.update(this.#host);
			if (scan.revision === this.#revision) return false;
			if (scan.window !== this.#window) this.#startOver();
			this.#window = scan.window;
			this.#branch.update();
			this.#file?.update();
			this.#onBranch = null;
			this.#feedOlder();
			this.#revision = scan.revision;
			return true;
		}
		/** The turns of a range, as of the last update. */
		of(range) {
			if (range === "branch") return this.#branch.list;
			if (this.#file === null) {
				this.#file = new FileTurns(this.#monitor.scan, this.#host, this.#monitor.price);
				this.#file.update();
				this.#feedOlder();
			}
			return this.#file.list;
		}
		/** Whether a turn led to where the user is in the tree. */
		isOnBranch({ entryId }) {
			this.#onBranch ??= new Set(this.#branch.list.turns.map((turn) => turn.entryId));
			return this.#onBranch.has(entryId);
		}
		/** The rate of one turn by the rule of the session window, 0..1; null where it was not measured. */
		rateOf({ turn }) {
			return this.#monitor.scan.window.ledger.rateOf(turn);
		}
		/** The verdict of a turn; null while it is not known yet, as for turns that are judged again in the background. */
		verdictOf({ entryId }) {
			const { verdicts } = this.#monitor.session;
			if (entryId === null) return unmeasured();
			return verdicts?.of(entryId) ?? this.#older?.of(entryId) ?? (this.isJudged ? unmeasured() : null);
		}
		/** Whether the model of a turn reports its cache, by what the session window knows. */
		isReporting(id) {
			return this.#monitor.scan.window.ledger.isReporting(id);
		}
		/** Whether every turn has its verdict. */
		get isJudged() {
			return this.#older?.isComplete ?? true;
		}
		/** Goes on judging until the clock says stop. */
		judgeOlder(isOver) {
			this.#older?.work(isOver);
		}
		/** After a reset, and where the file had to be read again, nothing of before counts. */
		#startOver() {
			this.#branch = this.#emptyBranch();
			this.#file = null;
			this.#older = null;
		}
		#emptyBranch() {
			return new BranchTurns(this.#monitor.scan, this.#host, this.#monitor.price);
		}
		#feedOlder() {
			const { verdicts } = this.#monitor.session;
			if (verdicts === null) return;
			const oldest = [this.#branch.list, this.#file?.list].map((list) => list?.turns.find((turn) => turn.entryId !== null));
			const isKept = (turn) => turn === void 0 || turn.entryId === null || verdicts.of(turn.entryId) !== void 0;
			if (this.#older === null && oldest.every(isKept)) return;
			this.#older ??= new OlderVerdicts(verdicts);
			this.#older.feed(this.#host.entries());
		}
	};
}));
// src/ui/panel/panel-content.ts
function remembered(known, key, make) {
	const value = known.get(key) ?? make();
	known.set(key, value);
	return value;
}
var PanelContent;
var init_panel_content = __esmMin((() => {
	init_build();
	init_hit_rate();
	init_turn();
	init_evidence$1();
	init_breaks_by();
	init_running_sums();
	init_session_turns();
	init_turn_note();
	init_turn_parts();
	PanelContent = class {
		#monitor;
		#host;
		#turns;
		#sums = /* @__PURE__ */ new Map();
		#breaks = /* @__PURE__ */ new Map();
		constructor(monitor, host) {
			this.#monitor = monitor;
			this.#host = host;
			this.#turns = new SessionTurns(monitor, host);
		}
		/** Takes in what came since the last call. Returns whether anything changed. */
		update() {
			const changed = this.#turns.update();
			if (changed) this.forgetSums();
			return changed;
		}
		get isJudged() {
			return this.#turns.isJudged;
		}
		/** Goes on with verdicts that are not known yet, until the clock says stop. */
		judgeOlder(isOver) {
			this.#turns.judgeOlder(isOver);
		}
		list(range) {
			return this.#turns.of(range);
		}
		row(range, index, withSums) {
			const listed = this.list(range).turns[index];
			if (listed === void 0) return null;
			return {
				listed,
				rate: this.#turns.rateOf(listed),
				verdict: this.#turns.verdictOf(listed),
				tokensPerSecond: this.#monitor.detailOf(listed.entryId).speed?.tokensPerSecond ?? null,
				isOnBranch: range === "branch" || this.#turns.isOnBranch(listed),
				sums: withSums ? this.#sumsOf(range)[index] ?? null : null
			};
		}
		/** One turn of the chart: its own prompt and rate, or the sums so far. */
		chartTurn(range, index, withSums) {
			const listed = this.list(range).turns[index];
			if (listed === void 0) return null;
			const mark = marksOf(listed, this.#turns.verdictOf(listed)).slice(0, 1);
			const sums = withSums ? this.#sumsOf(range)[index] : void 0;
			if (sums !== void 0) return {
				parts: sums,
				rate: sums.rate,
				mark
			};
			return {
				parts: partsOf(listed),
				rate: this.#turns.rateOf(listed),
				mark
			};
		}
		models(range) {
			const breaks = this.#breaksOf(range);
			return this.list(range).ledger.models.map((model) => {
				const key = modelKey(model);
				return {
					model,
					rate: this.#turns.isReporting(model) ? hitRate(model.usage) : null,
					breaks: breaks.ofModel(key),
					newest: breaks.newestOf(key)
				};
			});
		}
		causes(range) {
			const { causes, total } = this.#breaksOf(range);
			const { turns } = this.list(range);
			return causes.map((cause) => ({
				...cause,
				share: total.missedTokens > 0 ? cause.missedTokens / total.missedTokens : 0,
				newestTurn: turns[cause.newest]?.number ?? 0
			}));
		}
		/**
		* Index of the next turn from `index` on that broke, in a direction; null without one. Where that depends on verdicts that
		* are not known yet, they are made first.
		*/
		nextBreak(range, index, direction) {
			const { turns } = this.list(range);
			for (let at = index + direction; at >= 0 && at < turns.length; at += direction) {
				const listed = turns[at];
				if (listed === void 0) return null;
				if (this.#turns.verdictOf(listed) === null) this.judgeOlder(() => false);
				const verdict = this.#turns.verdictOf(listed);
				if (verdict !== null && isBreak(verdict)) return at;
			}
			return null;
		}
		open(range, index) {
			const listed = this.list(range).turns[index];
			if (listed === void 0) return null;
			const verdict = this.#turns.verdictOf(listed);
			const { scan } = this.#monitor;
			const details = { of: (entryId) => this.#monitor.detailOf(entryId) };
			const { provider, model } = listed.turn;
			return {
				turn: turnReport(listed, {
					scan,
					details,
					verdicts: { of: () => verdict ?? void 0 }
				}),
				verdict,
				notional: this.#host.paidBySubscription(provider, model)
			};
		}
		/** Whether a subscription pays for any model of the session: its dollars are what the tokens would cost. */
		get isNotional() {
			const { models } = this.#monitor.scan.window.ledger;
			return models.some(({ provider, model }) => this.#host.paidBySubscription(provider, model));
		}
		#sumsOf(range) {
			const { turns } = this.list(range);
			return remembered(this.#sums, range, () => runningSums(turns, ({ turn }) => this.#turns.isReporting(turn), (turn) => this.#turns.verdictOf(turn)));
		}
		#breaksOf(range) {
			return remembered(this.#breaks, range, () => breaksBy(this.list(range).turns, (turn) => this.#turns.verdictOf(turn)));
		}
		/** Sums are made again when they are next asked for: more verdicts are known than they were made of. */
		forgetSums() {
			this.#sums.clear();
			this.#breaks.clear();
		}
	};
}));
// src/ui/panel/panel.ts
var SLICE_MS, SHOWN_EVERY_MS, Panel;
var init_panel$1 = __esmMin((() => {
	init_draw();
	init_keys();
	init_navigate();
	init_panel_body();
	init_panel_content();
	init_panel_state();
	SLICE_MS = 6;
	SHOWN_EVERY_MS = 500;
	Panel = class {
		/** In Pi's fullscreen mode the keys that scroll the transcript scroll the panel. */
		capturesViewportInput = true;
		/**
		* Set by Pi. Something else has the keyboard while it is false, such as a question of another extension: the panel must not
		* hide it.
		*/
		focused = true;
		#parts;
		#content;
		#state = START;
		#drawn = null;
		/** Where list and chart began when they were last drawn: only what must move does. */
		#origin = null;
		/** The turn that was selected when it was last drawn; null for the newest. */
		#selectedEntry = null;
		#timer = null;
		/** When the last frame was done: of a long session each costs Pi more than a piece of work. */
		#shownAt = 0;
		#isDisposed = false;
		constructor(parts) {
			this.#parts = parts;
			this.#content = new PanelContent(parts.monitor, parts.host);
		}
		render(width) {
			if (!this.focused) return [];
			const height = Math.max(1, this.#parts.rows());
			try {
				if (!this.#isDisposed) {
					const changed = this.#content.update();
					if (changed) this.#state = keepSelected(this.#state, this.#selectedEntry, this.#content);
					if (changed || this.#drawn === null || this.#drawn.width !== width || this.#drawn.lines.length !== height) {
						this.#drawn = drawPanel(this.#state, this.#content, width, height, this.#parts, this.#origin);
						this.#origin = this.#drawn;
					}
					this.#shownAt = performance.now();
					this.#judgeOn();
				}
			} catch {
				this.#parts.onFault();
			}
			return this.#drawn?.width === width ? this.#drawn.lines : [];
		}
		handleInput(data) {
			this.#guarded(() => {
				const action = actionOf(data, this.#parts.keys);
				if (action !== null) this.#act(action);
			});
		}
		handleMouse(event) {
			let handled = false;
			this.#guarded(() => {
				handled = this.#point(event);
			});
			return handled ? { handled } : void 0;
		}
		invalidate() {
			this.#drawn = null;
		}
		dispose() {
			this.#isDisposed = true;
			if (this.#timer !== null) clearTimeout(this.#timer);
			this.#timer = null;
			this.#parts.onDispose();
		}
		#guarded(work) {
			if (this.#isDisposed) return;
			try {
				work();
			} catch {
				this.#parts.onFault();
			}
		}
		#act(action) {
			const next = navigate(this.#state, action, this.#content, this.#extent());
			if (next === null) this.#parts.onLeave();
			else this.#show(next);
		}
		/** The wheel moves, a click selects a row or a turn of the chart, a second one opens it. */
		#point({ type, wheelDelta = 0, button, x, y, clickCount = 1 }) {
			if (type === "wheel" && wheelDelta !== 0) {
				this.#act({
					kind: "move",
					by: "row",
					direction: wheelDelta < 0 ? -1 : 1
				});
				return true;
			}
			if (type !== "click" && type !== "press" || button !== "left") return false;
			const index = this.#drawn?.at(x, y) ?? null;
			if (index === null) return false;
			if (type === "click" && clickCount > 1) this.#act({ kind: "open" });
			else if (type === "click") this.#show(pointAt(this.#state, index, this.#extent().turns));
			return true;
		}
		#extent() {
			const { page = 1, overflow = 0 } = this.#drawn ?? {};
			return {
				turns: this.#content.list(this.#state.range).turns.length,
				rows: rowsOf(this.#state, this.#content),
				page,
				overflow
			};
		}
		#show(state) {
			if (state.view !== this.#state.view || state.range !== this.#state.range) this.#origin = null;
			this.#state = state;
			this.#selectedEntry = state.turn === null ? null : this.#content.list(state.range).turns[state.turn]?.entryId ?? null;
			this.#drawn = null;
			this.#parts.requestRender();
		}
		/** Verdicts that are not known yet are made between frames, so that keys never wait for them. */
		#judgeOn() {
			if (this.#content.isJudged || this.#timer !== null) return;
			this.#timer = setTimeout(() => {
				this.#timer = null;
				this.#guarded(() => {
					const start = performance.now();
					this.#content.judgeOlder(() => performance.now() - start >= SLICE_MS);
					this.#judgeOn();
					if (!this.#content.isJudged && start - this.#shownAt < SHOWN_EVERY_MS) return;
					this.#content.forgetSums();
					this.#drawn = null;
					this.#parts.requestRender();
				});
			}, 0);
		}
	};
}));
// src/ui/panel-slot.ts
var WHOLE_SCREEN, PanelSlot;
var init_panel_slot = __esmMin((() => {
	init_unknown();
	WHOLE_SCREEN = {
		width: "100%",
		maxHeight: "100%",
		row: 0,
		col: 0
	};
	PanelSlot = class {
		#onFault;
		#open = null;
		constructor(onFault) {
			this.#onFault = onFault;
		}
		get isOpen() {
			return this.#open !== null;
		}
		/** Shows what `create` makes until it is left. False on a Pi that has no custom screens. */
		show(ui, create) {
			if (!isFunction(ui.custom)) return false;
			ui.custom((screen, theme, keys, done) => {
				const close = () => done();
				const open = {
					close,
					requestRender: () => screen.requestRender()
				};
				this.#open = open;
				const onDispose = () => {
					if (this.#open === open) this.#open = null;
				};
				return create({
					screen,
					theme,
					keys,
					close,
					onDispose
				});
			}, {
				overlay: true,
				overlayOptions: WHOLE_SCREEN
			}).catch(() => {
				this.#open = null;
				this.#onFault();
			});
			return true;
		}
		requestRender() {
			this.#open?.requestRender();
		}
		/** Takes the panel away: its session is gone. */
		close() {
			const open = this.#open;
			this.#open = null;
			open?.close();
		}
	};
}));
// src/commands/panel.ts
var panel_exports = /* @__PURE__ */ __exportAll({ run: () => run$4 });
var run$4;
var init_panel = __esmMin((() => {
	init_glyphs();
	init_panel$1();
	init_panel_paint();
	init_panel_slot();
	init_command();
	run$4 = ({ monitor, host, words, views }) => {
		const { ascii, color } = monitor.config;
		switch (views.showPanel(({ screen, theme, keys, close, onDispose }) => new Panel({
			monitor,
			host,
			keys,
			onDispose,
			style: {
				words,
				paint: panelPaint(theme, color),
				glyphs: glyphs(ascii),
				ascii
			},
			rows: () => screen.terminal.rows,
			requestRender: () => screen.requestRender(),
			onLeave: close,
			onFault: () => monitor.countInternalError()
		}), () => new PanelSlot(() => monitor.countInternalError()))) {
			case "no-terminal": return warning(words.panelNeedsTerminal);
			case "not-supported": return warning(words.panelNeedsNewerPi);
			case "already-open": return warning(words.panelIsOpen);
			default: return NO_MESSAGE;
		}
	};
}));
// src/export/missing-package.ts
/**
* Null for the error of an import whose package is not there, as in the single-file build; any other error is thrown again.
* A package that is there and lacks a part of its own throws the same way, and helps as little.
*/
function missingPackage(error) {
	if (CODES.includes(field(error, "code"))) return null;
	throw error;
}
var CODES;
var init_missing_package = __esmMin((() => {
	init_unknown();
	CODES = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];
}));
// src/export/csv.ts
/**
* Turns as a table by RFC 4180: a header, then a row for each, in UTF-8 without a mark at its beginning. A text that a
* spreadsheet would take for a formula starts with an apostrophe. Null where the package that writes it is not installed.
*/
async function csvText(turns, of = null) {
	const library = await import("csv-stringify/sync").catch(missingPackage);
	if (library === null) return null;
	const before = of === null ? [] : [text(of.session), text(of.file)];
	const names = [...of === null ? [] : ["session", "file"], ...COLUMNS.map(([name]) => name)];
	return library.stringify(turns.map((turn) => [...before, ...COLUMNS.map(([, cell]) => cell(turn))]), {
		header: of?.isFirst ?? true,
		columns: names,
		record_delimiter: "windows",
		escape_formulas: true
	});
}
/** The difference that explains the verdict, or the first there was. */
function placeOf({ report, verdict }) {
	return verdict.evidence.find((evidence) => evidence.kind === "place")?.divergence ?? report.prefix?.divergence;
}
/** Text of outside origin in one line, bounded. An empty name is an empty cell, as one that is not known. */
function text(value) {
	return value === null ? null : oneLine(value.slice(0, LONGEST_TEXT).toWellFormed());
}
function list(values, between) {
	return values.map(text).join(between);
}
var LONGEST_TEXT, COLUMNS;
var init_csv = __esmMin((() => {
	init_safe_text();
	init_missing_package();
	LONGEST_TEXT = 1e3;
	COLUMNS = [
		["turn", ({ report }) => report.turn],
		["entryId", ({ report }) => text(report.entryId)],
		["at", ({ report }) => report.at],
		["provider", ({ report }) => text(report.provider)],
		["api", ({ report }) => text(report.api)],
		["model", ({ report }) => text(report.model)],
		["thinkingLevel", ({ report }) => text(report.thinkingLevel)],
		["stopReason", ({ report }) => text(report.stopReason)],
		["input", ({ report }) => report.usage?.input ?? null],
		["output", ({ report }) => report.usage?.output ?? null],
		["cacheRead", ({ report }) => report.usage?.cacheRead ?? null],
		["cacheWrite", ({ report }) => report.usage?.cacheWrite ?? null],
		["cacheWrite1h", ({ report }) => report.usage?.cacheWrite1h ?? null],
		["reasoning", ({ report }) => report.usage?.reasoning ?? null],
		["promptTokens", ({ report }) => report.promptTokens],
		["hitRate", ({ report }) => report.hitRate],
		["costUsd", ({ report }) => report.cost],
		["outcome", ({ report }) => report.verdict.outcome],
		["cause", ({ report }) => report.verdict.cause],
		["also", ({ report }) => list(report.verdict.also, "; ")],
		["certainty", ({ report }) => report.verdict.certainty],
		["missedTokens", ({ report }) => report.verdict.missedTokens],
		["missedCostUsd", ({ report }) => report.verdict.missedCost],
		["evidence", ({ report }) => list(report.verdict.evidence, " | ")],
		["relation", ({ report }) => report.prefix?.relation ?? null],
		["section", (turn) => placeOf(turn)?.section ?? null],
		["kind", (turn) => placeOf(turn)?.kind ?? null],
		["index", (turn) => placeOf(turn)?.index ?? null],
		["name", (turn) => text(placeOf(turn)?.name ?? null)],
		["path", (turn) => text(placeOf(turn)?.path ?? null)],
		["tag", (turn) => text(placeOf(turn)?.tag ?? null)],
		["line", (turn) => placeOf(turn)?.line ?? null],
		["char", (turn) => placeOf(turn)?.char ?? null],
		["charsBefore", (turn) => placeOf(turn)?.before?.chars ?? null],
		["charsAfter", (turn) => placeOf(turn)?.after?.chars ?? null],
		["owner", (turn) => text(placeOf(turn)?.owner ?? null)],
		["shareBefore", (turn) => placeOf(turn)?.shareBefore ?? null],
		["tokensPerSecond", ({ report }) => report.tokensPerSecond],
		["timeToFirstTokenMs", ({ report }) => report.timeToFirstTokenMs],
		["speedBasis", ({ report }) => report.speedBasis],
		["flags", ({ report }) => list(report.flags, "; ")]
	];
}));
// src/export/json.ts
var json_exports$1 = /* @__PURE__ */ __exportAll({
	fullReport: () => fullReport,
	jsonText: () => jsonText
});
/** The machine report with all turns instead of the newest. */
function fullReport(source, turns) {
	return {
		...buildReport(source, 1),
		turns: turns.map(({ report }) => report)
	};
}
/** A report of any contract as a file: JSON that people can read too, with a line end at its end. */
function jsonText(report) {
	return `${JSON.stringify(report, null, 2)}\n`;
}
var init_json$1 = __esmMin((() => {
	init_build();
}));
// src/export/write.ts
var write_exports = /* @__PURE__ */ __exportAll({
	writeExport: () => writeExport,
	writeInto: () => writeInto,
	writeNew: () => writeNew
});
/**
* Writes a report below Pi's agent folder, in a folder of the session's own, never in the project. The name holds the
* time, so no earlier file is overwritten.
*/
async function writeExport(agentDir, sessionId, naming, content) {
	const folder = join(agentDir, "cache-stats", sessionId.replace(/[^\w-]/g, "_").slice(0, 100) || "session");
	try {
		await mkdir(folder, { recursive: true });
	} catch (error) {
		const code = codeOf(error) === "EEXIST" ? "ENOTDIR" : codeOf(error);
		return {
			ok: false,
			path: join(folder, nameOf(naming, 1)),
			code
		};
	}
	return writeInto(folder, naming, content);
}
/** Writes a file into a folder that is there, under a name that holds the time; where it is taken, under the next. */
async function writeInto(folder, naming, content) {
	for (let attempt = 1;; attempt++) {
		const written = await writeNew(join(folder, nameOf(naming, attempt)), content);
		if (written.ok || written.code !== "EEXIST" || attempt >= MOST_NAMES) return written;
	}
}
/**
* Writes a file that must not exist yet, at exactly this path and in UTF-8, whole or not at all: a failed write leaves
* nothing half-written behind. What stands there already is not touched, also where it is a link to nowhere.
*/
async function writeNew(path, content) {
	try {
		const file = await open(path, "wx");
		try {
			await file.writeFile(content);
			await file.close();
		} catch (error) {
			await file.close().catch(() => void 0);
			await rm(path, { force: true }).catch(() => void 0);
			throw error;
		}
		return {
			ok: true,
			path
		};
	} catch (error) {
		return {
			ok: false,
			path,
			code: codeOf(error)
		};
	}
}
function nameOf({ now, extension }, attempt) {
	return `report-${new Date(now).toISOString().replace(/[:.]/g, "-")}${attempt === 1 ? "" : `-${attempt}`}.${extension}`;
}
function codeOf(error) {
	return textOrNull(field(error, "code")) ?? "unknown";
}
var MOST_NAMES;
var init_write = __esmMin((() => {
	init_unknown();
	MOST_NAMES = 100;
}));
// src/export/target.ts
/** Writes where the target says. With a path of the user's own no folder is made and nothing is overwritten. */
async function writeTo(target, naming, content) {
	const path = ownPath(target);
	if (path === null) return writeExport(target.agentDir, target.sessionId, naming, content);
	if (await isFolder(path)) return writeInto(path, naming, content);
	if (/[\\/]\.?$/.test(unquoted(target.typed)) && path !== sep) return {
		ok: false,
		path: `${path}${sep}`,
		code: "ENOENT"
	};
	return writeNew(path, content);
}
/**
* The absolute path that was typed; null without one. Quotes around it are taken off, `~` is the home folder, and a relative
* path starts at the working directory.
*/
function ownPath({ typed, cwd, home }) {
	const path = unquoted(typed);
	if (path === "") return null;
	if (home !== null && (path === "~" || path.startsWith("~/"))) return resolve(home, `.${path.slice(1)}`);
	return resolve(cwd, path);
}
/** Why a file was not written, in a sentence. `path` is for display. */
function notWritten(path, code, words) {
	switch (code) {
		case "EEXIST": return words.exportExists(path);
		case "ENOENT": return words.exportNoFolder(path.endsWith(sep) ? path : dirname(path));
		case "EACCES":
		case "EPERM": return words.exportDenied(path);
		case "ENOSPC": return words.exportDiskFull(path);
		default: return words.reportNotWritten(path, code);
	}
}
function unquoted(typed) {
	const path = typed.trim();
	return /^(["'])(.*)\1$/s.exec(path)?.[2] ?? path;
}
async function isFolder(path) {
	return stat(path).then((found) => found.isDirectory(), () => false);
}
var init_target = __esmMin((() => {
	init_write();
}));
// src/export/turns.ts
/** All turns of the active branch in the window, oldest first; a source gives verdicts of as many as it was asked for. */
function exportedTurns(source) {
	return source.branch.turns.map((listed) => ({
		report: turnReport(listed, source),
		verdict: (listed.entryId === null ? void 0 : source.verdicts?.of(listed.entryId)) ?? unmeasured(),
		before: listed.before,
		notional: source.isSubscription(listed.turn)
	}));
}
var init_turns = __esmMin((() => {
	init_build();
	init_judge();
}));
// src/export/html/assets.ts
/**
* Reads the chart library and the page's own files. Null where the library is not installed or the page's files are not
* beside this module, as in the single-file build.
*/
async function readAssets() {
	const library = await readLibrary();
	if (library === null) return null;
	const folder = dirname(fileURLToPath(import.meta.url));
	const read = (names) => Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
	const own = await Promise.all([read(STYLES), read(SCRIPTS)]).catch(absent);
	if (own === null) return null;
	const [styles, scripts] = own;
	return {
		style: [library.style, ...styles].join("\n"),
		library: library.script,
		script: joinModules(scripts)
	};
}
async function readLibrary() {
	let paths;
	try {
		const { resolve } = createRequire(import.meta.url);
		paths = [
			"uplot/dist/uPlot.iife.min.js",
			"uplot/dist/uPlot.min.css",
			"uplot/LICENSE"
		].map((path) => resolve(path));
	} catch (error) {
		return missingPackage(error);
	}
	const [script = "", style = "", licence = ""] = await Promise.all(paths.map((path) => readFile(path, "utf8")));
	return {
		script: `/* uPlot\n${licence.replaceAll("*/", "* /").trim()}\n*/\n${script}`,
		style
	};
}
/**
* Modules as one script that needs no loader. Their names must differ, since they share one scope; only `import \u2026 from` and
* `import \u2026 from` and `export` at the beginning of a line are known.
*/
function joinModules(modules) {
	return `(() => {\n"use strict";\n${modules.map((text) => text.replace(/^import [^;]*;\n/gm, "").replace(/^export /gm, "")).join("\n")}})();\n`;
}
function absent(error) {
	if (field(error, "code") === "ENOENT") return null;
	throw error;
}
var SCRIPTS, STYLES;
var init_assets = __esmMin((() => {
	init_unknown();
	init_missing_package();
	SCRIPTS = [...[
		"format.js",
		"turns.js",
		"columns.js",
		"colours.js",
		"marks.js"
	], ...[
		"series.js",
		"plots.js",
		"detail.js",
		"page.js"
	]];
	STYLES = [
		"theme.css",
		"page.css",
		"charts.css",
		"tables.css",
		"paper.css"
	];
}));
// src/export/html/markup.ts
/** HTML from a template: strings and numbers in it are escaped, also for quoted attributes. */
function html(template, ...parts) {
	return new Markup(template.map((text, index) => text + textOf(parts[index])).join(""));
}
/** A name of outside origin: one line, bounded, and kept from turning the text around it. */
function named(name) {
	return html`<bdi>${displayName(name)}</bdi>`;
}
/**
* A value inside a script element as JSON. No `<` is left in it, so that nothing ends the element; what JavaScript once took
* for line ends is escaped too.
*/
function scriptJson(value) {
	const json = JSON.stringify(value) ?? "null";
	return new Markup(json.replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`));
}
function textOf(part) {
	if (part === void 0) return "";
	if (part instanceof Markup) return part.text;
	if (typeof part === "string") return part.toWellFormed().replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
	return typeof part === "number" ? String(part) : part.map(({ text }) => text).join("");
}
var Markup, NOTHING, ENTITIES;
var init_markup = __esmMin((() => {
	init_safe_text();
	Markup = class {
		text;
		constructor(text) {
			this.text = text;
		}
	};
	NOTHING = new Markup("");
	ENTITIES = {
		"&": "&amp;",
		"<": "&lt;",
		">": "&gt;",
		"\"": "&quot;",
		"'": "&#39;"
	};
}));
// src/export/html/charts.ts
/** Where the charts are drawn, with their legend, and the panel for the turn that is chosen. Nothing without turns. */
function chartSection(data, words) {
	const { page } = words;
	if (data.turn.length === 0) return NOTHING;
	return html`<section aria-labelledby="charts" class="charts"><h2 id="charts">${page.charts}</h2>
<noscript><p class="note">${page.needsScript}</p></noscript>
<p class="note interactive">${page.hint}</p>
<div class="controls interactive"><button type="button" id="previous">${page.previousBreak}</button>
<button type="button" id="next">${page.nextBreak}</button><button type="button" id="whole">${page.wholeRange}</button></div>
<div class="beside"><div class="plots">
<p id="readout" class="readout interactive">&nbsp;</p>
${figure("per-turn", page.perTurn, legend(page.rate, "", markItems(data, words), words))}
${figure("added-up", page.addedUp, legend(page.rateSoFar, "-sum", [], words))}
${data.isPriced ? figure("lost", page.lostSoFar, html`<ul class="legend"><li>${value("lost-sum")}</li></ul>`) : NOTHING}
</div><aside id="detail" class="detail interactive" aria-live="polite" aria-label="${page.detail}"><p class="note">${page.chooseTurn}</p></aside></div></section>`;
}
function figure(id, caption, below) {
	return html`<figure><figcaption><b>${caption}</b>${below}</figcaption><div id="${id}" class="plot" role="img" aria-label="${caption}"></div></figure>`;
}
/** What the bars and the line are, each with the number of the turn under the pointer; `range` tells sums from turns. */
function legend(rate, range, marks, { page }) {
	const item = (kind, label) => html`<li><i class="swatch ${kind}"></i>${label}${value(`${kind}${range}`)}</li>`;
	return html`<ul class="legend">${item("read", page.cached)}${item("written", page.written)}${item("fresh", page.fresh)}
${item("rate", rate)}${marks}</ul>${range === "" ? html`<span id="thinned" class="note interactive"></span>` : NOTHING}`;
}
function value(name) {
	return html`<b data-value="${name}"></b>`;
}
/** Only what there is in this session. */
function markItems(data, { page }) {
	const counts = {
		break: data.outcome.filter((outcome) => data.breaks.includes(outcome)).length,
		compaction: data.compactions.length,
		model: data.switches.length,
		refresh: data.refreshes.length
	};
	return [
		"break",
		"compaction",
		"model",
		"refresh"
	].filter((kind) => counts[kind] > 0).map((kind) => markItem(kind, page.marks[kind]));
}
function markItem(kind, label) {
	return html`<li><svg class="mark ${kind}" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="${SHAPES[kind] ?? ""}"/></svg>${label}</li>`;
}
var SHAPES;
var init_charts = __esmMin((() => {
	init_markup();
	SHAPES = {
		break: "M1 2H11L6 11Z",
		compaction: "M2 2H10V10H2Z",
		model: "M6 0.5L11.5 6L6 11.5L0.5 6Z",
		refresh: "M6 1A5 5 0 1 0 6 11A5 5 0 1 0 6 1Z"
	};
}));
// src/export/html/parts-bar.ts
/** The patterns of the three kinds of tokens, once for all pictures of the page: colour alone says nothing to some. */
function patterns() {
	return html`<svg class="patterns" aria-hidden="true" width="0" height="0"><defs>
<pattern id="written" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="written" width="6" height="6"/><rect class="line" width="2" height="6"/></pattern>
<pattern id="fresh" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="fresh" width="6" height="6"/><circle class="line" cx="3" cy="3" r="1.1"/></pattern>
</defs></svg>`;
}
/** A row of what a prompt was made of: read, written, new. What was not measured is an empty row. */
function partsBar(usage) {
	const total = promptTokens(usage);
	const [read = 0, written = 0, fresh = 0] = (total === 0 ? [
		0,
		0,
		0
	] : [
		usage.cacheRead,
		usage.cacheWrite,
		usage.input
	].map((part) => part / total * 100)).map((width) => Math.round(width * 100) / 100);
	return html`<svg class="bar" width="100%" height="12" aria-hidden="true"><rect class="empty" width="100%" height="12"/>
<rect class="read" width="${read}%" height="12"/><rect fill="url(#written)" x="${read}%" width="${written}%" height="12"/>
<rect fill="url(#fresh)" x="${read + written}%" width="${fresh}%" height="12"/></svg>`;
}
/** One share (0..1) as a bar. */
function shareBar(share) {
	return html`<svg class="share" width="100%" height="8" aria-hidden="true"><rect class="empty" width="100%" height="8"/><rect class="missed" width="${Math.round(share * 1e4) / 100}%" height="8"/></svg>`;
}
var init_parts_bar = __esmMin((() => {
	init_usage();
	init_markup();
}));
// src/export/html/overview.ts
/** The rates of all scopes in large figures, then the window's tokens and money. What a closed session lacks is left out. */
function overview(report, words, isOpenSession) {
	return html`<section aria-labelledby="overview"><h2 id="overview">${words.page.overview}</h2>
<div class="cards">${isOpenSession ? openCards(report, words) : fileCards(report, words)}</div>
<div class="facts">${tokenFacts(report, words)}${moneyFacts(report, words)}</div></section>`;
}
function openCards(report, words) {
	const { window, run, branch } = report;
	return [scopeCard(scopeOf(report, words), window, words), ...[
		scopeCard(words.run, run, words),
		scopeCard(words.branch, branch, words),
		latestCard(report, words)
	]];
}
function fileCards(report, words) {
	const { window, branch, latest } = report;
	return [
		scopeCard(scopeOf(report, words), window, words),
		...branch.turns === window.turns ? [] : [scopeCard(words.branch, branch, words)],
		...latest.turn === null ? [] : [latestCard(report, words)]
	];
}
function latestCard({ latest }, words) {
	const note = latest.turn === null ? words.noTurns : words.turnNumber(latest.turn);
	return card(words.latest, latest.hitRate, [note]);
}
function scopeCard(label, scope, words) {
	if (scope.turns === 0) return card(label, null, [words.noTurns]);
	const unrated = scope.measuredTurns - scope.ratedTurns;
	const notes = [unrated === 0 ? words.turns(scope.turns) : words.turnsOfWhichUnrated(scope.turns, unrated)];
	const prompt = promptTokens(scope.rated);
	if (prompt > 0) notes.push(words.fromCache(fullTokens(scope.rated.cacheRead), fullTokens(prompt)));
	return card(label, scope.hitRate, notes);
}
function card(label, rate, notes) {
	const lines = notes.map((note) => html`<p>${note}</p>`);
	return html`<div class="card"><h3>${label}</h3><p class="${rate === null ? "big none" : "big"}">${formatHitRate(rate, 1)}</p>${lines}</div>`;
}
/** These sums are the window's, where the charts show the branch. */
function scopeOf({ window }, words) {
	return window.scope === "session" ? words.session : words.sinceReset;
}
function tokenFacts(report, words) {
	const { page } = words;
	const { usage } = report.window;
	return html`<div class="fact"><h3>${page.tokens} (${scopeOf(report, words)})</h3>${partsBar(usage)}<dl>
${fact(page.cached, fullTokens(usage.cacheRead), "read")}${fact(page.written, fullTokens(usage.cacheWrite), "written")}
${fact(page.fresh, fullTokens(usage.input), "fresh")}${fact(page.output, fullTokens(usage.output))}</dl></div>`;
}
function moneyFacts(report, words) {
	const { window, totalCost, money, breaks } = report;
	const { page } = words;
	const known = (amount) => amount === null ? "n/a" : dollars$1(amount);
	return html`<div class="fact"><h3>${page.money} (${scopeOf(report, words)})</h3><dl>
${fact(page.costOfTurns, known(window.cost))}${fact(page.costInAll, known(totalCost))}
${fact(page.saved, known(money.readSavings))}${fact(page.net, known(money.net))}
${fact(page.lost, known(breaks.missedCost))}</dl>${money.notional ? html`<p class="note">${page.notionalNote}</p>` : NOTHING}</div>`;
}
/** `swatch` names the colour and pattern that stand for it in the charts. */
function fact(label, value, swatch = null) {
	return html`<div><dt>${swatch === null ? NOTHING : html`<i class="swatch ${swatch}"></i>`}${label}</dt><dd>${value}</dd></div>`;
}
var init_overview = __esmMin((() => {
	init_numbers();
	init_hit_rate();
	init_usage();
	init_markup();
	init_parts_bar();
}));
// src/export/html/evidence.ts
/** What a verdict rests on, in the reader's language: first the place that changed, then the rest in its order. */
function evidenceSentences({ evidence }, words) {
	const place = evidence.find(({ kind }) => kind === "place");
	const others = evidence.filter((one) => one !== place);
	return [...place?.kind === "place" ? [changeText(place.divergence, words)] : [], ...others.map(words.evidence)].map((sentence) => oneLine(sentence.slice(0, LONGEST_SENTENCE).toWellFormed()));
}
var LONGEST_SENTENCE;
var init_evidence = __esmMin((() => {
	init_safe_text();
	init_divergence();
	LONGEST_SENTENCE = 400;
}));
// src/export/html/page-data.ts
/** The turns as columns. Names are cleaned and bounded, sentences in the reader's language. */
function pageData(turns, words) {
	const [models, sentences, stops] = [
		new Numbered(),
		new Numbered(),
		new Numbered()
	];
	const of = (read) => turns.map(read);
	const count = (read) => turns.flatMap((turn, index) => read(turn) > 0 ? [[index, read(turn)]] : []);
	const modelOf = ({ report }) => models.of(`${displayName(report.provider)}/${displayName(report.model)}`);
	return {
		turn: of(({ report }) => report.turn),
		at: of(({ report }) => report.at === null ? null : Date.parse(report.at)),
		model: of(modelOf),
		fresh: of(({ report }) => report.usage?.input ?? null),
		read: of(({ report }) => report.usage?.cacheRead ?? null),
		written: of(({ report }) => report.usage?.cacheWrite ?? null),
		output: of(({ report }) => report.usage?.output ?? null),
		rated: of(({ report }) => report.hitRate === null ? 0 : 1),
		cost: of(({ report }) => rounded(report.cost)),
		outcome: of(({ verdict }) => OUTCOMES.indexOf(verdict.outcome)),
		cause: of(({ verdict }) => verdict.cause === null ? null : CAUSES.indexOf(verdict.cause)),
		also: of(({ verdict }) => verdict.also.map((cause) => CAUSES.indexOf(cause))),
		certainty: of(({ verdict }) => CERTAINTIES.indexOf(verdict.certainty)),
		missed: of(({ verdict }) => verdict.missedTokens),
		lost: of(({ verdict }) => rounded(verdict.missedCost)),
		evidence: evidenceOf(turns, words, sentences),
		stop: of(({ report }) => stops.of(displayName(report.stopReason))),
		compactions: count(({ before }) => before.compactions),
		refreshes: count(({ before }) => before.refreshes),
		switches: count(({ before }) => before.modelSwitched ? 1 : 0),
		notional: [...new Set(turns.filter(({ notional }) => notional).map(modelOf))],
		models: models.list,
		sentences: sentences.list,
		stops: stops.list,
		outcomes: OUTCOMES.map((outcome) => words.outcomes[outcome]),
		breaks: OUTCOMES.flatMap((outcome, index) => isBreak({ outcome }) ? [index] : []),
		causes: CAUSES.map((cause) => words.causes[cause]),
		certainties: CERTAINTIES.map((certainty) => words.certainties[certainty]),
		isPriced: turns.some(({ verdict }) => isBreak(verdict) && verdict.missedCost !== null)
	};
}
/** From the newest on, since those are asked for. */
function evidenceOf(turns, words, sentences) {
	return turns.toReversed().map(({ verdict }) => {
		if (sentences.chars > EVIDENCE_BUDGET) return null;
		return evidenceSentences(verdict, words).map((sentence) => sentences.of(sentence));
	}).reverse();
}
/** Six significant digits: more than is shown. */
function rounded(amount) {
	return amount === null ? null : Number(amount.toPrecision(6));
}
var EVIDENCE_BUDGET, OUTCOMES, CERTAINTIES, Numbered;
var init_page_data = __esmMin((() => {
	init_safe_text();
	init_cause();
	init_evidence$1();
	init_evidence();
	EVIDENCE_BUDGET = 5e5;
	OUTCOMES = [
		"hit",
		"partial",
		"miss",
		"expected-rebuild",
		"unmeasured"
	];
	CERTAINTIES = [
		"observed",
		"likely",
		"provider-reported",
		"unknown"
	];
	Numbered = class {
		list = [];
		#numbers = /* @__PURE__ */ new Map();
		chars = 0;
		of(text) {
			const known = this.#numbers.get(text);
			if (known !== void 0) return known;
			this.chars += text.length;
			this.#numbers.set(text, this.list.length);
			return this.list.push(text) - 1;
		}
	};
}));
// src/export/html/tables.ts
/** The models of the window with their rates; nothing where there is but one. */
function modelTable({ models }, words) {
	const { page } = words;
	if (models.length < 2) return NOTHING;
	const rows = models.map(({ provider, model, turns, hitRate, usage, cost }) => html`<tr><th scope="row">${named(provider)}/${named(model)}</th>
<td>${fullTokens(turns)}</td><td>${formatHitRate(hitRate, 1)}</td><td>${fullTokens(promptTokens(usage))}</td>
<td>${fullTokens(usage.cacheRead)}</td><td>${cost === null ? "n/a" : dollars$1(cost)}</td></tr>`);
	const headings = [
		page.turns,
		page.rate,
		page.prompt,
		page.cached,
		words.cost
	];
	return section("models", page.models, table([page.model], headings, rows));
}
/** Breaks of the window by what caused them, the dearest in tokens first. */
function causeTable({ breaks, window }, words) {
	const { page } = words;
	const scope = window.scope === "session" ? words.session : words.sinceReset;
	const title = page.breaksByCause.replace("{scope}", scope);
	if (breaks.count === 0) return section("causes", title, html`<p>${page.noBreaks}</p>`);
	const rows = CAUSES.filter((cause) => breaks.byCause[cause].count > 0).toSorted((a, b) => breaks.byCause[b].missedTokens - breaks.byCause[a].missedTokens).map((cause) => {
		const { count, missedTokens, missedCost } = breaks.byCause[cause];
		const share = breaks.missedTokens === 0 ? 0 : missedTokens / breaks.missedTokens;
		return html`<tr><th scope="row">${words.causes[cause]}</th><td class="text">${words.origins[ORIGINS[cause]]}</td>
<td>${fullTokens(count)}</td><td>${fullTokens(missedTokens)}</td><td>${priceOf(missedCost)}</td>
<td class="share">${shareBar(share)}<span>${share > 0 && share < .01 ? "<1%" : `${Math.round(share * 100)}%`}</span></td></tr>`;
	});
	const headings = [
		page.count,
		page.missedTokens,
		page.missedDollars,
		page.share
	];
	return section("causes", title, table([page.cause, page.origin], headings, rows));
}
/** The newest breaks of the branch, each with what it rests on. */
function breakList(turns, words) {
	const { page } = words;
	const all = turns.filter(({ verdict }) => isBreak(verdict));
	if (all.length === 0) return NOTHING;
	const rows = all.slice(-200).reverse().map((turn) => breakRow(turn, words));
	const more = all.length - rows.length;
	const older = turns.length > 2e3 ? html`<p class="note">${words.pageOlderVerdicts(VERDICTS_KEPT)}</p>` : NOTHING;
	const note = more > 0 ? html`<p class="note">${words.pageMoreBreaks(more)}</p>` : NOTHING;
	const headings = [page.missedTokens, page.missedDollars];
	const body = table([
		page.turn,
		page.time,
		page.model,
		page.cause,
		page.certainty
	], headings, rows, [page.why]);
	return section("breaks", page.breaksOfBranch, html`<div class="list">${body}</div>${note}${older}`);
}
function breakRow({ report, verdict, notional }, words) {
	const { turn, at, model } = report;
	const { cause, certainty, missedTokens, missedCost } = verdict;
	const { page } = words;
	const reasons = evidenceSentences(verdict, words).map((sentence) => html`<li><bdi>${sentence}</bdi></li>`);
	return html`<tr><th scope="row"><a href="#turn-${turn}">${turn}</a></th><td class="text when">${timeOf(at)}</td>
<td class="text">${named(model)}</td><td class="text">${cause === null ? "n/a" : words.causes[cause]}</td>
<td class="text">${words.certainties[certainty]}</td><td data-label="${page.missedTokens}">${fullTokens(missedTokens)}</td>
<td data-label="${page.missedDollars}">${priceOf(missedCost)}${notional && missedCost !== null ? html` <small>${words.notional}</small>` : NOTHING}</td>
<td class="text why"><ul>${reasons}</ul></td></tr>`;
}
/** A time as the reader's clock shows it once the page's script has run; until then in ISO 8601. */
function timeOf(at) {
	return at === null ? html`n/a` : html`<time datetime="${at}">${at.slice(0, 19).replace("T", " ")}Z</time>`;
}
function priceOf(cost) {
	return cost === null ? "n/a" : dollars$1(cost);
}
function section(id, title, body) {
	return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;
}
/** `left` and `last` are headings of columns of text, `right` those of numbers between them. */
function table(left, right, rows, last = []) {
	const heading = (kind) => (text) => html`<th scope="col" class="${kind}">${text}</th>`;
	return html`<div class="scroll"><table><thead><tr>${[
		...left.map(heading("text")),
		...right.map(heading("number")),
		...last.map(heading("text"))
	]}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
var init_tables = __esmMin((() => {
	init_numbers();
	init_hit_rate();
	init_usage();
	init_cause();
	init_evidence$1();
	init_session_verdicts();
	init_evidence();
	init_markup();
	init_parts_bar();
}));
// src/export/html/document.ts
var document_exports = /* @__PURE__ */ __exportAll({ htmlText: () => htmlText });
/**
* The report as one page that needs nothing else; null where the chart library is not installed. Without an open session there
* is no current run to tell of.
*/
async function htmlText(report, turns, words, language, isOpenSession = true) {
	const assets = await readAssets();
	if (assets === null) return null;
	return documentText(report, turns, words, language, {
		...assets,
		overview: overview(report, words, isOpenSession)
	});
}
function documentText(report, turns, words, language, { style, library, script, overview: figures }) {
	const data = pageData(turns, words);
	const { page } = words;
	const policy = contentPolicy(style, [library, script]);
	const title = `${page.title} \u00b7 ${displayName(report.session.id)}`;
	const labels = {
		...page,
		notional: words.notional,
		also: words.also,
		cost: words.cost
	};
	const body = html`${patterns()}<main>${header(report, words)}${figures}${chartSection(data, words)}
${element("script", " type=\"application/json\" id=\"data\"", scriptJson({
		...data,
		labels
	}).text)}
${element("script", "", library)}${element("script", "", script)}
${causeTable(report, words)}${breakList(turns, words)}${modelTable(report, words)}
<footer><p class="note">${page.privacy}</p></footer></main>`;
	return html`<!doctype html>
<html lang="${language === "zh" ? "zh-Hans" : "en"}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><title>${title}</title>${element("style", "", style)}</head>
<body>${body}</body></html>
`.text;
}
function header({ generatedAt, versions, session }, words) {
	const pi = versions.pi === null ? NOTHING : html` \u00b7 Pi ${named(versions.pi)}`;
	return html`<header><h1>${words.page.title}</h1><p class="note">${words.page.sessionId} ${named(session.id)} \u00b7
${words.page.made} ${timeOf(generatedAt)} \u00b7 pi-cache-stats ${versions.piCacheStats}${pi}</p></header>`;
}
/** Only these scripts and this style may run, and nothing may be loaded or sent. */
function contentPolicy(style, scripts) {
	const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
	return `default-src 'none'; script-src ${scripts.map(hash).join(" ")}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
}
/** An element whose text is not HTML. Our own files and the library hold no end of it; a test sees to that. */
function element(name, attributes, text) {
	return new Markup(`<${name}${attributes}>${text}</${name}>`);
}
var init_document = __esmMin((() => {
	init_safe_text();
	init_assets();
	init_charts();
	init_markup();
	init_overview();
	init_page_data();
	init_parts_bar();
	init_tables();
}));
// src/commands/export.ts
var export_exports = /* @__PURE__ */ __exportAll({ run: () => run$3 });
/** The file's text; null where it needs a package that is not installed. */
async function contentOf(format, source, { monitor, words }) {
	const turns = exportedTurns(source);
	if (format === "csv") return csvText(turns);
	const report = fullReport(source, turns);
	if (format === "json") return jsonText(report);
	const { htmlText } = await Promise.resolve().then(() => (init_document(), document_exports));
	return htmlText(report, turns, words, monitor.config.language);
}
var FORMATS, run$3;
var init_export = __esmMin((() => {
	init_csv();
	init_json$1();
	init_target();
	init_turns();
	init_report_now();
	init_safe_text();
	init_command();
	FORMATS = [
		"csv",
		"json",
		"html"
	];
	run$3 = async (context, args) => {
		const { monitor, host, words, piVersion, now, agentDir } = context;
		const [, word = "", typed = ""] = /^(\S*)\s*(.*)$/s.exec(args) ?? [];
		const format = FORMATS.find((known) => known === word.toLowerCase());
		if (format === void 0) return warning(word === "" ? words.exportUsage : words.exportUnknown(displayName(word)));
		const time = now();
		const source = sourceNow(monitor, host, piVersion, time, Number.POSITIVE_INFINITY);
		const content = await contentOf(format, source, context);
		if (content === null) return warning(words.exportNeedsPackage(format, format === "csv" ? "csv-stringify" : "uplot"));
		const written = await writeTo({
			typed,
			cwd: host.cwd(),
			home: host.home(),
			agentDir: agentDir(),
			sessionId: source.session.id
		}, {
			now: time,
			extension: format
		}, content);
		const shown = oneLine(written.path);
		return written.ok ? info(words.reportWritten(shown)) : warning(notWritten(shown, written.code, words));
	};
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
		const { jsonText } = await Promise.resolve().then(() => (init_json$1(), json_exports$1));
		const naming = {
			now: time,
			extension: "json"
		};
		const written = await writeExport(agentDir(), report.session.id, naming, jsonText(report));
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
			load: async () => (await Promise.resolve().then(() => (init_turns$1(), turns_exports))).run
		},
		{
			name: "why",
			args: " [turn]",
			load: async () => (await Promise.resolve().then(() => (init_why(), why_exports))).run
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
			name: "panel",
			args: "",
			load: async () => (await Promise.resolve().then(() => (init_panel(), panel_exports))).run
		},
		{
			name: "export",
			args: " csv|json|html [path]",
			choices: [
				"csv",
				"json",
				"html"
			],
			load: async () => (await Promise.resolve().then(() => (init_export(), export_exports))).run
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
// src/ui/text/trend-row.ts
/**
* The session's rate as a bar, a word, and the rates of the last turns; nothing where nothing was measured. The word leaves
* expected rebuilds out: a first request has nothing to read, which is neither good nor poor.
*/
function trendRows({ window, turns }, words, glyphs) {
	const { hitRate } = window;
	if (hitRate === null) return [];
	const grade = gradeOf(rateWithoutRebuilds(turns));
	const parts = [rateBar(hitRate, BAR_COLUMNS, glyphs.bar)];
	if (grade !== null) parts.push(words.grades[grade]);
	const rates = turns.slice(-16).map((turn) => turn.hitRate);
	if (rates.length > 1) parts.push(`${sparkline(rates, glyphs.spark)} ${words.lastTurns(rates.length)}`);
	return [[
		`  ${words.trend}`,
		"",
		parts.join("  ")
	]];
}
function rateWithoutRebuilds(turns) {
	const judged = turns.filter(({ verdict, hitRate }) => hitRate !== null && verdict.outcome !== "expected-rebuild");
	const sum = (of) => judged.reduce((total, { usage }) => total + (usage === null ? 0 : of(usage)), 0);
	const prompt = sum(promptTokens);
	return prompt > 0 ? sum(({ cacheRead }) => cacheRead) / prompt : null;
}
var BAR_COLUMNS;
var init_trend_row = __esmMin((() => {
	init_grade();
	init_usage();
	init_rate_charts();
	BAR_COLUMNS = 12;
}));
// src/ui/text/verdict-rows.ts
/** Breaks of the window for the summary: how many, what they cost, and where they lie; nothing without any. */
function breakRows({ breaks, money }, words) {
	if (breaks.count === 0) return [];
	const price = priceText(breaks.missedCost, money.notional, words);
	const causes = CAUSES.flatMap((cause) => {
		const { count, missedTokens, missedCost } = breaks.byCause[cause];
		if (count === 0) return [];
		const text = words.breakOf(words.causes[cause], count, fullTokens(missedTokens));
		return [{
			origin: ORIGINS[cause],
			text: text + priceText(missedCost, money.notional, words)
		}];
	});
	const origins = [...new Set(causes.map(({ origin }) => origin))].flatMap((origin) => {
		const own = causes.filter((cause) => cause.origin === origin).map(({ text }) => text);
		return origin === "unknown" ? own : own.map((text, index) => index === 0 ? words.labelled(words.origins[origin], text) : `  ${text}`);
	});
	return [[
		`  ${words.breaks}`,
		"",
		words.breakCount(breaks.count, fullTokens(breaks.missedTokens)) + price
	], ...origins.map((text) => [
		"",
		"",
		text
	])];
}
/** What caching saved in the window; nothing where no price is known. */
function moneyRows({ money }, words) {
	const { readSavings, net, notional } = money;
	if (readSavings === null || net === null || readSavings <= 0 && net >= 0) return [];
	const note = notional ? ` (${words.notional})` : "";
	return [[
		`  ${words.saved}`,
		"",
		words.savedAmount(dollars$1(readSavings), dollars$1(net)) + note
	]];
}
/** How long the cache stays warm and what it costs if it does not; nothing where no lifetime is declared. */
function clockRows({ clock, generatedAt, money }, words) {
	const { expiresAt, warm, tokensIfCold, costIfCold } = clock;
	if (expiresAt === null || warm === null) return [];
	const time = new Date(expiresAt).toTimeString().slice(0, 8);
	const rest = words.duration((Date.parse(expiresAt) - Date.parse(generatedAt)) / 1e3);
	const parts = [warm ? words.warmUntil(time, rest) : words.coldSince(time)];
	if (tokensIfCold !== null) parts.push(words.ifCold(fullTokens(tokensIfCold)) + priceText(costIfCold, money.notional, words));
	return [[
		`  ${words.clock}`,
		"",
		parts.join(" \u00b7 ")
	]];
}
function priceText(cost, notional, words) {
	if (cost === null || cost <= 0) return "";
	return ` (${dollars$1(cost)}${notional ? `, ${words.notional}` : ""})`;
}
var init_verdict_rows = __esmMin((() => {
	init_cause();
	init_numbers();
}));
// src/ui/text/summary.ts
/** `/cache-stats`: both scopes, the latest turn, then only what there is to say. */
function summaryText(report, words, notes) {
	const rows = [
		...scopeRows(report, words, notes),
		...trendRows(report, words, notes.glyphs),
		...latestRows(report, words, notes.glyphs),
		...costRows(report, words),
		...moneyRows(report, words),
		...breakRows(report, words),
		...clockRows(report, words),
		...prefixRows(report, words),
		...sideRows(report, words),
		...refusedRows(report, words),
		...noticeRows(report, words, notes)
	];
	const title = `${words.title} \u00b7 pi-cache-stats ${report.versions.piCacheStats}`;
	const columns = notes.columns ?? 78;
	return [
		...wrapTextWithAnsi(title, columns),
		...alignColumns(rows, /* @__PURE__ */ new Set([0, 2]), columns),
		...modelLines(report, words, columns)
	].join("\n");
}
function scopeRows(report, words, { glyphs, readFrom }) {
	const { window, run, branch } = report;
	const label = readFrom ?? (window.scope === "session" ? words.session : words.sinceReset);
	const rows = [scopeRow(`${glyphs.session} ${label}`, window, words)];
	if (readFrom === void 0) rows.push(scopeRow(`  ${words.run}`, run, words));
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
		parts.join(" \u00b7 ")
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
		parts.join(" \u00b7 ")
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
		parts.join(" \u00b7 ")
	]];
}
function costRows(report, words) {
	const { window, totalCost } = report;
	if (totalCost === null || totalCost === 0) return [];
	const parts = window.cost === null ? [] : [words.costOfTurns(dollars$1(window.cost))];
	const rest = totalCost - (window.cost ?? 0);
	if (Math.abs(rest) >= 5e-7) parts.push(words.costInAll(dollars$1(totalCost)));
	return [[
		`  ${words.cost}`,
		"",
		parts.join(" \u00b7 ")
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
			refreshes.cost === null ? text : `${text} \u00b7 ${dollars$1(refreshes.cost)}`
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
	if (notes.commandShared === true) texts.push(words.commandShared);
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
	const { metrics } = report;
	if (metrics !== null && metrics.state !== "exporting") texts.push(words.metricsState[metrics.state]);
	if (metrics !== null && metrics.exported > 0) texts.push(words.metricsExported(metrics.exported));
	if (metrics !== null && metrics.dropped > 0) texts.push(words.metricsDropped(metrics.dropped));
	if (report.unreadableRecords > 0) texts.push(words.unreadableRecords(report.unreadableRecords));
	if (report.internalErrors > 0) texts.push(words.internalErrors(report.internalErrors));
	return texts.map((text) => [
		`  ${words.notice}`,
		"",
		text
	]);
}
function modelLines(report, words, columns) {
	if (report.models.length < 2) return [];
	const rows = report.models.map((model) => {
		const name = `${displayName(model.provider)}/${displayName(model.model)}`;
		const text = model.measuredTurns > 0 && !model.reporting ? `${words.turns(model.turns)} \u00b7 ${words.notReporting}` : scopeRow("", model, words)[2];
		return [
			`  ${name}`,
			formatHitRate(model.hitRate, 1),
			text
		];
	});
	return [words.models, ...alignColumns(rows, /* @__PURE__ */ new Set([0, 2]), columns)];
}
var init_summary$1 = __esmMin((() => {
	init_hit_rate();
	init_usage();
	init_numbers();
	init_safe_text();
	init_columns();
	init_divergence();
	init_trend_row();
	init_verdict_rows();
}));
// src/commands/summary.ts
var summary_exports = /* @__PURE__ */ __exportAll({ run: () => run$1 });
var run$1;
var init_summary = __esmMin((() => {
	init_report_now();
	init_glyphs();
	init_columns();
	init_summary$1();
	init_command();
	run$1 = ({ monitor, host, words, piVersion, now, views }) => info(summaryText(reportNow(monitor, host, piVersion, now()), words, {
		footerTaken: views.footerTaken,
		commandShared: host.isCommandShared(),
		columns: reportColumns(host.columns()),
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
async function unknownWord(word, words) {
	const { displayName } = await Promise.resolve().then(() => (init_safe_text(), safe_text_exports));
	return warning(words.usage(displayName(word), SUBCOMMANDS.map(({ name, args }) => name + args).join(" | ")));
}
/** The whole line is replaced, so each choice comes with its command. */
function completeArgument(word, typed) {
	const { name, choices = [] } = SUBCOMMANDS.find((subcommand) => subcommand.name === word) ?? {};
	const fitting = choices.filter((choice) => choice.startsWith(typed) && choice !== typed);
	return fitting.length === 0 ? null : fitting.map((choice) => ({
		value: `${name} ${choice}`,
		label: choice,
		description: ""
	}));
}
/**
* Tab completion of the first word, and of what may follow it; null when nothing fits, as Pi wants it. Also null for a word that is typed in full:
* with a menu open the Enter key would take the word again instead of running the command.
*/
async function complete(prefix, language) {
	const typed = prefix.trimStart().toLowerCase();
	const [, word, argument] = /^(\S+)\s+(\S*)$/.exec(typed) ?? [];
	if (argument !== void 0) return completeArgument(word ?? "", argument);
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
	init_plain_marks();
	init_load();
	init_command();
	init_table();
}));
// src/deliver.ts
var deliver_exports = /* @__PURE__ */ __exportAll({ deliver: () => deliver });
/**
* Shows a command's answer as one message. In print and JSON mode Pi keeps standard output for itself and drops
* notifications, so the answer goes to standard error there.
*/
function deliver(answer, ctx) {
	if (answer.text === "") return;
	if (ctx.mode === "tui" || ctx.mode === "rpc") ctx.ui.notify(answer.text, answer.level);
	else process.stderr.write(`${answer.text}\n`);
}
var init_deliver = __esmMin((() => {}));
// src/otel/settings.ts
var settings_exports = /* @__PURE__ */ __exportAll({ readSettings: () => readSettings });
/** Reads the settings. Of a general variable and one for metrics the latter wins; empty counts as unset (OTEL specification). */
function readSettings(env) {
	const value = (name) => env[name]?.trim() ?? "";
	const interval = readInterval(value("OTEL_METRIC_EXPORT_INTERVAL"));
	const unsupported = [chosen(value, "PROTOCOL", (protocol) => protocol.toLowerCase() === "http/protobuf"), chosen(value, "ENDPOINT", isHttpAddress)].filter((name) => name !== null);
	const exporters = value("OTEL_METRICS_EXPORTER");
	const isOff = value("OTEL_SDK_DISABLED").toLowerCase() === "true" || exporters !== "" && !exporters.split(",").some((name) => name.trim() === "otlp");
	return {
		state: isOff ? "off" : unsupported.length > 0 ? "unsupported" : "exporting",
		intervalMs: interval ?? INTERVAL_MS,
		invalid: isOff ? [] : [...unsupported, ...interval === null ? ["OTEL_METRIC_EXPORT_INTERVAL"] : []]
	};
}
/** The variable that decides, when its value is none that can be followed; null when it can or none is set. */
function chosen(value, suffix, isGood) {
	const name = [`OTEL_EXPORTER_OTLP_METRICS_${suffix}`, `OTEL_EXPORTER_OTLP_${suffix}`].find((candidate) => value(candidate) !== "");
	return name === void 0 || isGood(value(name)) ? null : name;
}
function isHttpAddress(text) {
	const protocol = URL.canParse(text) ? new URL(text).protocol : "";
	return protocol === "http:" || protocol === "https:";
}
/** Milliseconds; undefined when unset, null when it is no such number. */
function readInterval(text) {
	if (text === "") return void 0;
	const milliseconds = Number(text);
	return Number.isInteger(milliseconds) && milliseconds > 0 && milliseconds <= MAX_INTERVAL_MS ? milliseconds : null;
}
var INTERVAL_MS, MAX_INTERVAL_MS;
var init_settings = __esmMin((() => {
	INTERVAL_MS = 6e4;
	MAX_INTERVAL_MS = 2 ** 31 - 1;
}));
// src/otel/instruments.ts
var TOKEN_BUCKETS, counter, INSTRUMENTS, OWN_ATTRIBUTES;
var init_instruments = __esmMin((() => {
	TOKEN_BUCKETS = Array.from({ length: 14 }, (_, power) => 4 ** power);
	counter = (unit, description) => ({
		kind: "counter",
		unit,
		description
	});
	INSTRUMENTS = {
		"gen_ai.client.inference.usage.input_tokens": counter("{token}", "Prompt tokens, those read from and written to the cache included."),
		"gen_ai.client.inference.usage.output_tokens": counter("{token}", "Output tokens, those of thinking included."),
		"gen_ai.client.inference.usage.cache_read.input_tokens": counter("{token}", "Prompt tokens read from the cache."),
		"gen_ai.client.inference.usage.cache_write.input_tokens": counter("{token}", "Prompt tokens written to the cache."),
		"gen_ai.client.inference.usage.reasoning.output_tokens": counter("{token}", "Output tokens of thinking."),
		"gen_ai.client.token.usage": {
			kind: "histogram",
			unit: "{token}",
			description: "Tokens of one request by type, under the conventions' older name.",
			buckets: TOKEN_BUCKETS
		},
		"pi_cache_stats.hit_rate.read_tokens": counter("{token}", "What the hit rate is made of: prompt tokens read from the cache, of models that report their cache."),
		"pi_cache_stats.hit_rate.prompt_tokens": counter("{token}", "What the hit rate is made of: all prompt tokens of models that report their cache."),
		"pi_cache_stats.turns": counter("{turn}", "Turns by verdict."),
		"pi_cache_stats.missed.tokens": counter("{token}", "Prompt tokens of breaks that could have been read from the cache."),
		"pi_cache_stats.missed.cost": counter("{USD}", "US dollars paid for missed tokens beyond the price of reading them."),
		"pi_cache_stats.cost": counter("{USD}", "US dollars, as Pi counts them.")
	};
	OWN_ATTRIBUTES = {
		outcome: "pi_cache_stats.outcome",
		cause: "pi_cache_stats.cause",
		origin: "pi_cache_stats.origin",
		certainty: "pi_cache_stats.certainty",
		request: "pi_cache_stats.request"
	};
}));
// src/otel/exporter.ts
var exporter_exports = /* @__PURE__ */ __exportAll({
	Exporter: () => Exporter,
	LAST_EXPORT_MS: () => 400
});
/** Resolves with the promise, or after so long. The timer keeps Pi alive: print mode ends by having nothing left to do. */
async function within(ms, promise) {
	const { promise: late, resolve } = Promise.withResolvers();
	const timer = setTimeout(resolve, ms);
	await Promise.race([promise, late]);
	clearTimeout(timer);
}
var LOAD_MS, THREAD, Exporter;
var init_exporter = __esmMin((() => {
	init_missing_package();
	init_unknown();
	init_version();
	init_instruments();
	LOAD_MS = 1e3;
	THREAD = new URL("./exporter-thread.js", import.meta.url);
	Exporter = class {
		#tally;
		#worker;
		#onEnd;
		#sendingSince = null;
		#lastFailed = false;
		#ended = false;
		#ready = Promise.withResolvers();
		#finished = Promise.withResolvers();
		/** `onEnd` is called when the thread stops by itself; the tally says why. `intervalMs` is the time between two exports. */
		constructor(intervalMs, tally, onEnd) {
			this.#tally = tally;
			this.#onEnd = onEnd;
			const workerData = {
				intervalMs,
				instruments: INSTRUMENTS,
				scope: {
					name: "pi-cache-stats",
					version: VERSION
				},
				resource: {
					"service.name": "pi",
					"service.instance.id": randomUUID()
				}
			};
			this.#worker = new Worker(THREAD, {
				workerData,
				stdout: true,
				stderr: true,
				execArgv: [],
				name: "cache-stats"
			});
			this.#worker.on("message", (message) => this.#heard(message));
			this.#worker.on("error", (error) => this.#stopped(CODES.includes(field(error, "code")) ? "missing" : "failed"));
			this.#worker.on("exit", () => this.#stopped("failed"));
			this.#worker.unref();
		}
		record(measurements) {
			if (measurements.length > 0) this.#send({
				kind: "record",
				measurements
			});
		}
		/** What was recorded is exported soon. */
		flush() {
			this.#send({ kind: "flush" });
		}
		/**
		* The last export, and the end of the thread. Resolves when the collector has answered, at the latest after
		* `LAST_EXPORT_MS`; at once when it is known to be away: it took no export the last time, or has been silent for as long.
		*/
		async close() {
			if (this.#ended) return;
			const silentFor = this.#sendingSince === null ? 0 : performance.now() - this.#sendingSince;
			if (!this.#lastFailed && silentFor < 400) {
				this.#send({
					kind: "finish",
					withinMs: 400
				});
				await within(LOAD_MS, this.#ready.promise);
				await within(400, this.#finished.promise);
			}
			this.#ended = true;
			this.#worker.terminate();
		}
		#send(message) {
			if (!this.#ended) this.#worker.postMessage(message);
		}
		#heard(message) {
			if (message.kind === "ready") this.#ready.resolve();
			else if (message.kind === "finished") this.#finished.resolve();
			else if (message.kind === "sending") this.#sendingSince ??= performance.now();
			else {
				this.#sendingSince = null;
				this.#lastFailed = !message.ok;
				if (message.ok) this.#tally.exported += 1;
				else this.#tally.dropped += 1;
			}
		}
		#stopped(state) {
			this.#ready.resolve();
			this.#finished.resolve();
			if (this.#ended) return;
			this.#ended = true;
			this.#tally.state = state;
			this.#onEnd();
		}
	};
}));
// src/otel/model-attributes.ts
/** Who answered, by the names of the GenAI conventions. Names are outside data: one line, bounded, well-formed. */
function modelAttributes(provider, model) {
	return {
		"gen_ai.operation.name": "chat",
		"gen_ai.provider.name": CONVENTIONAL.get(provider) ?? bounded(provider),
		"gen_ai.request.model": bounded(model)
	};
}
function bounded(name) {
	const text = oneLine(name.slice(0, NAME_LENGTH)).toWellFormed();
	return text === "" ? "unknown" : text;
}
var CONVENTIONAL, NAME_LENGTH;
var init_model_attributes = __esmMin((() => {
	init_safe_text();
	CONVENTIONAL = /* @__PURE__ */ new Map([
		["amazon-bedrock", "aws.bedrock"],
		["azure-openai-responses", "azure.ai.openai"],
		["google", "gcp.gemini"],
		["google-vertex", "gcp.vertex_ai"],
		["mistral", "mistral_ai"],
		["moonshotai", "moonshot_ai"],
		["openai-codex", "openai"],
		["xai", "x_ai"]
	]);
	NAME_LENGTH = 128;
}));
// src/otel/turn-measurements.ts
/**
* Tokens and dollars of one request. As the conventions have it: input tokens contain the cached ones (Pi's own buckets are
* disjoint), and a request that reported no usage counts 0 tokens. What was not priced is left out, not 0.
*/
function requestMeasurements(names, row, kind) {
	const usage = row.usage ?? NO_USAGE;
	const attributes = {
		...modelAttributes(names.provider, names.model),
		[OWN_ATTRIBUTES.request]: kind
	};
	const counted = {
		...attributes,
		"gen_ai.token.modality": "unknown"
	};
	return [
		...[
			["gen_ai.client.inference.usage.input_tokens", promptTokens(usage)],
			["gen_ai.client.inference.usage.output_tokens", usage.output],
			["gen_ai.client.inference.usage.cache_read.input_tokens", usage.cacheRead],
			["gen_ai.client.inference.usage.cache_write.input_tokens", usage.cacheWrite],
			["gen_ai.client.inference.usage.reasoning.output_tokens", usage.reasoning]
		].map(([metric, value]) => ({
			metric,
			value,
			attributes: counted
		})),
		...row.usage === null ? [] : histogram(row.usage, attributes),
		...dollars("pi_cache_stats.cost", row.cost?.total ?? null, attributes)
	];
}
/** The two sums of the hit rate: of turns of a model that reports its cache only. */
function rateMeasurements(names, usage) {
	const attributes = modelAttributes(names.provider, names.model);
	return [{
		metric: "pi_cache_stats.hit_rate.read_tokens",
		value: usage.cacheRead,
		attributes
	}, {
		metric: "pi_cache_stats.hit_rate.prompt_tokens",
		value: promptTokens(usage),
		attributes
	}];
}
/** How a turn went; of a break also what it missed. */
function verdictMeasurements(names, verdict) {
	const { outcome, cause, certainty } = verdict;
	const attributes = {
		...modelAttributes(names.provider, names.model),
		[OWN_ATTRIBUTES.outcome]: outcome,
		[OWN_ATTRIBUTES.cause]: cause ?? "none",
		[OWN_ATTRIBUTES.origin]: cause === null ? "none" : ORIGINS[cause],
		[OWN_ATTRIBUTES.certainty]: certainty
	};
	const turn = {
		metric: "pi_cache_stats.turns",
		value: 1,
		attributes
	};
	if (!isBreak(verdict)) return [turn];
	return [
		turn,
		{
			metric: "pi_cache_stats.missed.tokens",
			value: verdict.missedTokens,
			attributes
		},
		...dollars("pi_cache_stats.missed.cost", verdict.missedCost, attributes)
	];
}
function histogram(usage, attributes) {
	const of = (type, value) => ({
		metric: "gen_ai.client.token.usage",
		value,
		attributes: {
			...attributes,
			"gen_ai.token.type": type
		}
	});
	return [of("input", promptTokens(usage)), of("output", usage.output)];
}
function dollars(metric, value, attributes) {
	return value === null || !(value >= 0) ? [] : [{
		metric,
		value,
		attributes
	}];
}
var init_turn_measurements = __esmMin((() => {
	init_usage();
	init_cause();
	init_evidence$1();
	init_instruments();
	init_model_attributes();
}));
// src/otel/session-meter.ts
var session_meter_exports = /* @__PURE__ */ __exportAll({
	HELD_TURNS: () => HELD_TURNS,
	SessionMeter: () => SessionMeter
});
var HELD_TURNS, SessionMeter;
var init_session_meter = __esmMin((() => {
	init_entry();
	init_usage();
	init_judge();
	init_turn_measurements();
	HELD_TURNS = 2e3;
	SessionMeter = class {
		#monitor;
		#host;
		#held = [];
		constructor(monitor, host) {
			this.#monitor = monitor;
			this.#host = host;
		}
		/** The entries from one index up to another, in the order of the file. */
		measure(from, to) {
			const { scan, price } = this.#monitor;
			scan.update(this.#host);
			const measurements = [];
			for (const entry of this.#host.entries().slice(from, to)) {
				const fact = readEntry(entry, price);
				if (fact?.kind === "refresh" && fact.warms !== null) measurements.push(...requestMeasurements(fact.warms, fact.row, "refresh"));
				else if (fact?.kind === "turn") measurements.push(...requestMeasurements(fact.turn, fact.turn.row, "turn"), ...this.#judged(entry, fact.turn));
			}
			return [...measurements, ...this.#release()];
		}
		#judged(entry, turn) {
			const id = entryId(entry);
			const { usage } = turn.row;
			if (usage === null || promptTokens(usage) === 0) return this.#verdict(id, turn);
			this.#held.push({
				id,
				turn,
				usage
			});
			if (this.#held.length > 2e3) this.#held.shift();
			return [];
		}
		/** Those whose model is known by now to report its cache. */
		#release() {
			const { ledger } = this.#monitor.scan.file;
			const ready = this.#held.filter(({ turn }) => ledger.isReporting(turn));
			if (ready.length === 0) return [];
			this.#held = this.#held.filter(({ turn }) => !ledger.isReporting(turn));
			return ready.flatMap(({ id, turn, usage }) => [...rateMeasurements(turn, usage), ...this.#verdict(id, turn)]);
		}
		#verdict(id, turn) {
			return verdictMeasurements(turn, (id === null ? void 0 : this.#monitor.session.verdicts?.of(id)) ?? unmeasured());
		}
	};
}));
// src/metering.ts
var metering_exports = /* @__PURE__ */ __exportAll({ Metering: () => Metering });
/** Entries in the session's file. */
function countOf(host) {
	return host.entryCount() ?? host.entries().length;
}
var Metering;
var init_metering = __esmMin((() => {
	init_once();
	Metering = class {
		#source;
		#load = once(async () => ({
			...await Promise.resolve().then(() => (init_settings(), settings_exports)),
			...await Promise.resolve().then(() => (init_exporter(), exporter_exports)),
			...await Promise.resolve().then(() => (init_session_meter(), session_meter_exports))
		}));
		#open = null;
		#told = false;
		constructor(source) {
			this.#source = source;
		}
		/** A session begins. Loading happens in the background, while the user types. */
		async open() {
			const host = this.#source.host();
			if (!this.#source.monitor.config.otel || host === null) return;
			const before = this.close();
			const parts = this.#start(host);
			this.#open = {
				host,
				seen: countOf(host),
				parts,
				pending: Promise.resolve()
			};
			await before;
			await parts;
		}
		/**
		* Measures what was appended to the session since the last time; while disabled it is passed over. Which entries that are is
		* decided at once, the rest in the background.
		*/
		async measure() {
			const open = this.#open;
			if (open === null) return;
			const from = open.seen;
			open.seen = countOf(open.host);
			const to = open.seen;
			if (to <= from || !this.#source.monitor.enabled) return open.pending;
			open.pending = this.#record(open, from, to, open.pending);
			return open.pending;
		}
		/** Measures and exports soon. */
		async flush() {
			const open = this.#open;
			if (open === null) return;
			await this.measure();
			(await open.parts)?.exporter.flush();
		}
		/** The session ends: the last export, which is waited for a few hundred milliseconds at most. */
		async close() {
			const open = this.#open;
			if (open === null) return;
			const measured = this.measure();
			this.#open = null;
			await measured.catch(() => this.#source.monitor.countInternalError());
			await (await open.parts)?.exporter.close();
		}
		async #record(open, from, to, before) {
			await before.catch(() => void 0);
			await this.#source.judge();
			const parts = await open.parts;
			parts?.exporter.record(parts.meter.measure(from, to));
		}
		async #start(host) {
			const { monitor, env } = this.#source;
			const { metrics } = monitor;
			const { readSettings, Exporter, SessionMeter } = await this.#load();
			const { state, intervalMs, invalid } = readSettings(env);
			metrics.state = state;
			metrics.invalid = invalid;
			if (state === "unsupported") await this.#tell();
			if (state !== "exporting") return null;
			return {
				exporter: new Exporter(intervalMs, metrics, () => {
					if (metrics.state === "failed") monitor.countInternalError();
					this.#tell();
				}),
				meter: new SessionMeter(monitor, host)
			};
		}
		async #tell() {
			if (this.#told) return;
			this.#told = true;
			const { config, metrics } = this.#source.monitor;
			if (metrics.state === "off" || metrics.state === "exporting") return;
			const { loadWords } = await Promise.resolve().then(() => (init_load(), load_exports));
			const words = await loadWords(config.language);
			this.#source.notify(`pi-cache-stats: ${words.metricsState[metrics.state]}`);
		}
	};
}));
// src/extension.ts
init_once();
init_unknown();
/**
* The door to Pi: the only file that subscribes. One call is one instance with its own state. No handler returns a
* value or throws, and nothing is done at load but subscribing.
*/
function cacheStats(pi) {
	const config = readConfig(process.env);
	const commands = once(async () => ({
		...await Promise.resolve().then(() => (init_dispatch(), dispatch_exports)),
		...await Promise.resolve().then(() => (init_deliver(), deliver_exports))
	}));
	let models = null;
	let host = null;
	let ui = null;
	const monitor = new Monitor(config, createPricer(() => models));
	const views = new Views(monitor);
	const parts = new SessionParts({
		pi,
		monitor,
		host: () => host,
		models: () => models
	});
	const metering = once(async () => {
		const { Metering } = await Promise.resolve().then(() => (init_metering(), metering_exports));
		return new Metering({
			monitor,
			host: () => host,
			judge: () => parts.judge(),
			env: process.env,
			notify: (text) => ui?.notify(text, "warning")
		});
	});
	let meters = null;
	/** At once where it is loaded: which entries are measured must not depend on what happens meanwhile. */
	const meter = async (does) => {
		if (!config.otel) return;
		meters ??= await metering();
		await meters[does]();
	};
	const clock = () => performance.now();
	/** While the user types, or the turn goes on: nobody waits for it. */
	const inBackground = (work) => void work.catch(() => monitor.countInternalError());
	const guarded = (handler) => guard(handler, () => monitor.countInternalError());
	pi.on("session_start", guarded(({ reason }, ctx) => {
		host = createHost(pi, ctx);
		models = ctx.modelRegistry;
		ui = ctx.ui;
		const entries = host.entryCount() ?? host.entries().length;
		monitor.sessionStarted(entries === 0 ? null : {
			entries,
			reason
		});
		const opened = host;
		const loadRest = () => {
			if (host !== opened) return;
			if (config.prefixDiagnostics !== "off") inBackground(parts.observe());
			inBackground(parts.judge());
			inBackground(meter("open"));
		};
		const shown = views.open(ctx.ui, opened);
		if (shown !== void 0) return shown.then(loadRest);
		loadRest();
	}));
	pi.on("session_shutdown", guarded(() => {
		views.close();
		parts.record();
		const closed = meter("close");
		host = null;
		models = null;
		ui = null;
		return closed;
	}));
	pi.on("turn_start", guarded(() => monitor.turnStarted()));
	pi.on("before_provider_request", guarded((event) => {
		const awaited = monitor.requestStarted(clock());
		const view = host;
		if (view === null) return void 0;
		const context = requestContext(view);
		if (!awaited) monitor.refreshSent(Date.now(), context);
		const observe = () => monitor.observe(event.payload, awaited, context);
		return monitor.requests.isObserving ? observe() : parts.observe().then(observe);
	}));
	pi.on("after_provider_response", guarded((event) => {
		monitor.responseHead();
		if (event.status !== 400 || host === null) return;
		const model = host.model();
		monitor.refused(model?.provider ?? "", model?.id ?? "", Date.now());
	}));
	pi.on("provider_stream_event", guarded((event) => monitor.providerSaid(event.data)));
	pi.on("message_start", guarded(({ message }) => {
		if (message.role === "assistant") monitor.responseStarted();
	}));
	pi.on("message_update", guarded((event) => monitor.streamed(event.assistantMessageEvent, clock())));
	pi.on("message_end", guarded(({ message }) => monitor.responseEnded(message, clock())));
	pi.on("turn_end", guarded((event) => {
		const entryId = textOrNull(event.messageEntryId) ?? (host === null ? null : savedEntry(event.message, host));
		monitor.turnEnded(event.message, entryId, Date.now());
		views.refresh();
		if (entryId !== null && monitor.enabled) inBackground(parts.announce(entryId));
		inBackground(meter("measure"));
	}));
	pi.on("agent_settled", guarded(() => {
		parts.record();
		inBackground(meter("flush"));
	}));
	const moved = guarded(() => {
		parts.moved();
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
		description: config.language === "zh" ? "\u63d0\u793a\u7f13\u5b58\u547d\u4e2d\u7387" : "Prompt cache hit rates",
		getArgumentCompletions: (prefix) => commands().then(({ complete }) => complete(prefix, config.language), () => null),
		handler: async (args, ctx) => {
			const context = async () => {
				const { getAgentDir, VERSION } = await import("@earendil-works/pi-coding-agent");
				const view = host ?? createHost(pi, ctx);
				await parts.judge();
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
				inBackground(meter("measure"));
				const { dispatch, deliver } = await commands();
				deliver(await dispatch(args, config, context, () => monitor.countInternalError()), ctx);
			})();
		}
	});
}
export { cacheStats as default };

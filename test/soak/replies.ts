import type { Reply } from "../support/provider/index.ts";
import type { Random } from "./random.ts";

/** How a run goes: what the last of its requests meets, or what is mixed in between. */
export type Manner =
  | "whole"
  | "failed"
  | "cut"
  | "refused"
  | "gave up"
  | "aborted before the head"
  | "aborted in the stream"
  | "aborted in a tool"
  | "command in the stream"
  | "steered in the stream";

const TEXT = "What was asked is done, and this is the short story of it, told in words that nobody needs. ";

/** What every piece of a slow answer holds, and no other answer. */
export const SLOW_SIGN = "~";
/** Slow enough that a person, or a test on a busy machine, can stop it: 5 s. */
const SLOW: Reply = { text: SLOW_SIGN.repeat(200), deltas: 100, deltaDelay: 50 };
/** Slow enough that something can be said meanwhile. */
const FLOWING: Reply = { ...SLOW, deltas: 20, deltaDelay: 15 };
const TOOL: Reply = { text: "A look.", toolCalls: [{ name: "read", arguments: { path: "notes.txt" } }] };
/** The tool that takes long; no other reply calls it. */
export const SLOW_TOOL_NAME = "bash";
const SLOW_TOOL: Reply = { text: "Wait.", toolCalls: [{ name: SLOW_TOOL_NAME, arguments: { command: "sleep 20" } }] };
const OVERLOADED: Reply = { fault: { kind: "status", status: 529 } };
const CUT: Reply = { text: TEXT, deltas: 6, fault: { kind: "cut", afterDeltas: 3 } };

/** Attempts that Pi makes: the first one, and the retries of its settings. */
export const ATTEMPTS = 4;

/** What the provider answers in a run, one reply for each request that Pi will make: so many turns. */
export function repliesOf(manner: Manner, rounds: number, random: Random): readonly Reply[] {
  const calls = Array.from({ length: rounds - 1 }, () => roundOf(random));
  const whole = [...calls, { text: TEXT.slice(0, random.between(10, TEXT.length)) }];
  switch (manner) {
    case "whole":
      return whole;
    case "failed":
      return inserted(
        whole,
        Array.from({ length: random.between(1, 2) }, () => failure(random)),
        random,
      );
    case "cut":
      return inserted(whole, [CUT], random);
    case "refused":
      return [...calls, { fault: { kind: "status", status: 400, message: "Not like this." } }];
    case "gave up":
      return [...calls, ...Array.from({ length: ATTEMPTS }, () => OVERLOADED)];
    case "aborted before the head":
      return [...calls, { text: TEXT, headDelay: 5_000 }];
    case "aborted in the stream":
      return [...calls, SLOW];
    case "aborted in a tool":
      return [...calls, SLOW_TOOL];
    case "command in the stream":
      return [...calls, FLOWING];
    case "steered in the stream":
      return [...calls, FLOWING, { text: TEXT }];
  }
}

/** A run in which the session is replaced while its last answer streams. */
export function repliesUntilReplaced(): readonly Reply[] {
  return [TOOL, SLOW];
}

/** When Pi is killed: after a run, while it waits for a response, while one streams, or while a tool runs. */
export const KILL_MOMENTS = ["idle", "head", "stream", "tool"] as const;
export type KillMoment = (typeof KILL_MOMENTS)[number];

/** A run that comes to that moment with its last request. */
export function repliesUntil(moment: KillMoment): readonly Reply[] {
  const last = { idle: { text: TEXT }, head: { text: TEXT, headDelay: 5_000 }, stream: SLOW, tool: SLOW_TOOL };
  return [TOOL, last[moment]];
}

function roundOf(random: Random): Reply {
  const thinking = random.next() < 0.2 ? { thinking: "A thought that is soon over." } : {};
  return { ...TOOL, ...thinking };
}

function failure(random: Random): Reply {
  return { fault: { kind: "status", status: random.pick([429, 500, 529] as const) } };
}

function inserted(replies: readonly Reply[], faults: readonly Reply[], random: Random): readonly Reply[] {
  const at = random.between(0, replies.length - 1);
  return [...replies.slice(0, at), ...faults, ...replies.slice(at)];
}

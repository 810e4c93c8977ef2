import { type Comparison, compareSnapshots } from "./compare.ts";
import { beginAlike, headDigest, kinship } from "./conversation.ts";
import type { Snapshot } from "./snapshot.ts";

/** Conversations followed at once in one scope: a main one, and side conversations that share its session. */
const CONVERSATIONS = 4;
/** Tokens kept for all of them together, about a megabyte; the one used last is always kept. */
const TOKENS_KEPT = 100_000;
/** UTF-16 code units kept for the others: some adapters make strings of their own for each request. */
const CHARS_KEPT = 4_000_000;
/** Heads remembered to recognise one that comes back. */
const HEADS_REMEMBERED = 8;

/** One conversation of a scope. */
interface Conversation {
  /** The last request that was answered: what the next one is compared with. */
  answered: Snapshot | null;
  /** The newest request, not answered yet. A retry takes its place. */
  pending: Snapshot | null;
  /** Digests of the heads it had before the present one, newest last. */
  heads: readonly string[];
}

/** What a chain says about a request. */
export interface ChainLink {
  /** What it was compared with; null for the first request of a conversation. */
  readonly previous: Snapshot | null;
  readonly comparison: Comparison | null;
  /** The head differs from the one before and is one that was there earlier: A → B → A. */
  readonly flap: boolean;
  /** The user has moved in the tree or compacted since the last answer. */
  readonly moved: boolean;
}

type OwnerOf = (tool: string) => string | null;

/**
 * The consecutive requests of one scope. Requests of different conversations may interleave: one that shares neither the
 * head nor the first history item with any starts its own, and so does a short history of which nothing was seen before.
 */
export class Chain {
  readonly #salt: string;
  /** Most recently used last. */
  #conversations: readonly Conversation[] = [];
  #moved = false;

  constructor(salt: string) {
    this.#salt = salt;
  }

  /** The user has moved in the tree or compacted: a history that shares nothing with the last is the user's own. */
  moved(): void {
    this.#moved = true;
  }

  /** Places a request in its conversation and compares it with the last one answered there. */
  request(snapshot: Snapshot, ownerOf: OwnerOf): ChainLink {
    const moved = this.#moved;
    // A request that was never answered leaves no trace: the next one is compared as if it had not been.
    for (const conversation of this.#conversations) conversation.pending = null;
    const found = this.#find(snapshot, moved);
    const previous = found?.conversation.answered ?? null;
    const comparison = previous === null ? null : compareSnapshots(previous, snapshot, ownerOf);
    let flap = false;
    // With another first item it may be another conversation with the same head: the old one stays to be continued.
    if (found === null || !found.sameStart) {
      this.#use({ answered: null, pending: snapshot, heads: [] });
    } else {
      const { conversation } = found;
      if (previous !== null && comparison?.relation === "changed")
        flap = this.#noteHead(conversation, previous, snapshot);
      conversation.pending = snapshot;
      this.#use(conversation);
    }
    return { previous, comparison, flap, moved };
  }

  /** The newest request was answered. */
  answered(): void {
    const current = this.#conversations.at(-1);
    if (current === undefined || current.pending === null) return;
    current.answered = current.pending;
    current.pending = null;
    this.#moved = false;
  }

  /** Makes a conversation the one used last and drops the oldest past the limits, and those without an answer. */
  #use(conversation: Conversation): void {
    const others = this.#conversations.filter((other) => other !== conversation && other.answered !== null);
    const kept: Conversation[] = [conversation];
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
  #find(
    snapshot: Snapshot,
    moved: boolean,
  ): { readonly conversation: Conversation; readonly sameStart: boolean } | null {
    const [only] = this.#conversations;
    // The usual case without counting what is shared: that is for the comparison to find out.
    if (this.#conversations.length === 1 && only?.answered && beginAlike(only.answered, snapshot)) {
      return { conversation: only, sameStart: true };
    }
    let best: Conversation | null = null;
    let most = 0;
    for (const conversation of this.#conversations) {
      if (conversation.answered === null) continue;
      const shared = kinship(conversation.answered, snapshot, moved);
      if (shared === 0 || shared < most) continue;
      best = conversation;
      most = shared;
    }
    if (best !== null) return { conversation: best, sameStart: most >= 1 };
    // Another protocol in the same scope shares nothing with what was sent before: that is the change. And what comes after
    // the user's move continues what was there, however little is left of it.
    const last = this.#conversations.findLast(({ answered }) => answered !== null);
    const continues = moved || last?.answered?.shape !== snapshot.shape;
    return last === undefined || !continues ? null : { conversation: last, sameStart: false };
  }

  #noteHead(conversation: Conversation, previous: Snapshot, snapshot: Snapshot): boolean {
    const [before, now] = [headDigest(this.#salt, previous), headDigest(this.#salt, snapshot)];
    if (before === null || now === null || before === now) return false;
    const known = conversation.heads.includes(now);
    conversation.heads = [...conversation.heads.filter((head) => head !== before), before].slice(-HEADS_REMEMBERED);
    return known;
  }
}

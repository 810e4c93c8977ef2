import { describe, expect, it } from "vitest";
import {
  answeringModel,
  type PastRequest,
  PastRequests,
  refreshed,
  startedBy,
} from "../../src/verdict/past-requests.ts";
import type { Counts } from "../support/entries.ts";
import { past, START, usageOf } from "../support/verdicts.ts";

const M1 = { provider: "acme", api: "anthropic-messages", model: "m1" };
const M2 = { ...M1, model: "m2" };
const READ: Counts = [10, 5, 9_000, 0];
const SILENT: Counts = [9_000, 5, 0, 0];
const WRITE: Counts = [10, 5, 0, 9_000];

function requests(...all: readonly PastRequest[]): PastRequests {
  const known = new PastRequests();
  for (const one of all) known.add(one);
  return known;
}

describe("the request that a turn is measured against", () => {
  it("is the last of the same provider, api, model and endpoint", () => {
    const known = requests(
      past(READ, { position: 1 }),
      past(READ, { position: 2 }),
      past(READ, { ...M2, position: 3 }),
    );
    expect(known.before(M1, "here")?.position).toBe(2);
    expect(known.before(M2, "here")?.position).toBe(3);
    expect(known.before({ ...M1, provider: "other" }, "here")).toBeNull();
    expect(known.before({ ...M1, api: "other" }, "here")).toBeNull();
    expect(known.before(M1, "there")).toBeNull();
    expect(known.newest?.position).toBe(3);
  });

  it("is none, and there is no newest, before any", () => {
    expect(new PastRequests().before(M1, null)).toBeNull();
    expect(new PastRequests().newest).toBeNull();
    expect(new PastRequests().byName("acme", "m1")).toBeNull();
  });

  it("keeps each endpoint's own, A → B → A", () => {
    const known = requests(past(READ, { endpoint: "a", position: 1 }), past(READ, { endpoint: "b", position: 2 }));
    expect(known.before(M1, "a")?.position).toBe(1);
    expect(known.before(M1, "b")?.position).toBe(2);
    expect(known.before(M1, null)?.position).toBe(2);
  });

  it("may be one whose endpoint was not seen", () => {
    const known = requests(past(READ, { endpoint: null, position: 1 }));
    expect(known.before(M1, "a")?.position).toBe(1);
    known.add(past(READ, { endpoint: "a", position: 2 }));
    expect(known.before(M1, "b")).toBeNull();
    known.add(past(READ, { endpoint: null, position: 3 }));
    expect(known.before(M1, "a")?.position).toBe(3);
    expect(known.before(M1, "b")?.position).toBe(3);
  });
});

describe("the endpoints of a model", () => {
  it("are remembered up to eight, the one used longest ago being forgotten first", () => {
    const known = new PastRequests();
    for (let at = 0; at < 8; at++) known.add(past(READ, { endpoint: `e${at}`, position: at }));
    known.add(past(READ, { endpoint: "e0", position: 8 }));
    expect(known.before(M1, "e1")?.position).toBe(1);
    known.add(past(READ, { endpoint: "e8", position: 9 }));
    expect(known.before(M1, "e1")).toBeNull();
    expect(known.before(M1, "e0")?.position).toBe(8);
    for (let at = 2; at < 8; at++) expect(known.before(M1, `e${at}`)?.position).toBe(at);
    expect(known.isElsewhere(M1, "e1")).toBe(true);
  });

  it("of one model take no place from another's", () => {
    const known = requests(past(READ, { ...M2, position: 0 }));
    for (let at = 1; at < 30; at++) known.add(past(READ, { endpoint: `e${at}`, position: at }));
    expect(known.before(M2, "here")?.position).toBe(0);
  });
});

describe("the model that answered", () => {
  const answered = (model: string, responseModel: string | null) => answeringModel({ model, responseModel });

  it("is the one that was asked, where nothing else is said or a dated version of it answered", () => {
    expect(answered("m1", null)).toBe("m1");
    expect(answered("m1", "m1")).toBe("m1");
    expect(answered("gpt-5.2", "gpt-5.2-2026-01-31")).toBe("gpt-5.2");
    expect(answered("claude-opus-4-5", "claude-opus-4-5-20251101")).toBe("claude-opus-4-5");
    expect(answered("claude-opus-4-5", "claude-opus-4-5@20251101")).toBe("claude-opus-4-5");
    expect(answered("grok-4", "grok-4-0709")).toBe("grok-4");
    expect(answered("mistral-large", "mistral-large-latest")).toBe("mistral-large");
  });

  it("is another where its name goes on with something else than a date", () => {
    expect(answered("gpt-5", "gpt-5-mini")).toBe("gpt-5-mini");
    expect(answered("gpt-5", "gpt-5.1-2026-01-31")).toBe("gpt-5.1-2026-01-31");
    expect(answered("gpt-5", "gpt-5-mini-2026-01-31")).toBe("gpt-5-mini-2026-01-31");
    expect(answered("claude-opus-4", "claude-opus-4-5")).toBe("claude-opus-4-5");
    expect(answered("m1", "m10")).toBe("m10");
  });

  it("is another where its name begins otherwise", () => {
    expect(answered("gpt-5.2", "gpt-5.1-2026-01-31")).toBe("gpt-5.1-2026-01-31");
    expect(answered("router/auto", "m1")).toBe("m1");
    expect(answered("gpt-5.2-2026-01-31", "gpt-5.2")).toBe("gpt-5.2");
  });
});

describe("a model that answered at another endpoint only", () => {
  it("is elsewhere; one that never answered is not, and one seen here is not", () => {
    const known = requests(past(READ, { endpoint: "a" }));
    expect(known.isElsewhere(M1, "b")).toBe(true);
    expect(known.isElsewhere(M1, "a")).toBe(false);
    expect(known.isElsewhere(M1, null)).toBe(false);
    expect(known.isElsewhere(M2, "b")).toBe(false);
  });
});

describe("a request without cache activity", () => {
  it("counts from the shortest prompt that is cached on", () => {
    expect(requests(past([1_024, 5, 0, 0])).newest).not.toBeNull();
    expect(requests(past([1_023, 5, 0, 0])).newest).toBeNull();
    expect(requests(past([4_095, 5, 0, 0], { model: "claude-opus-4-5" })).newest).toBeNull();
    expect(requests(past([4_096, 5, 0, 0], { model: "claude-opus-4-5" })).newest).not.toBeNull();
    expect(requests(past([4_095, 5, 0, 0], { api: "google-generative-ai" })).newest).toBeNull();
    expect(requests(past([4_096, 5, 0, 0], { api: "google-generative-ai" })).newest).not.toBeNull();
  });

  it("counts however short it is, once something was read or written", () => {
    expect(requests(past([1, 5, 1, 0])).newest).not.toBeNull();
    expect(requests(past([1, 5, 0, 1])).newest).not.toBeNull();
  });

  it("does not count of a model that says what it writes", () => {
    const known = new PastRequests();
    known.noteActivity(M1, usageOf([10, 5, 0, 1]));
    known.add(past(WRITE, { position: 1 }));
    known.add(past(SILENT, { position: 2 }));
    expect(known.before(M1, "here")?.position).toBe(1);
    known.add(past(SILENT, { ...M2, position: 3 }));
    expect(known.before(M2, "here")?.position).toBe(3);
  });

  it("counts of a model that only ever says what it reads", () => {
    const known = new PastRequests();
    known.noteActivity(M1, usageOf(READ));
    known.add(past(SILENT, { position: 2 }));
    expect(known.before(M1, "here")?.position).toBe(2);
  });

  it("has left nothing when its model turns out to say what it writes", () => {
    const known = requests(past(SILENT, { position: 1 }), past(SILENT, { endpoint: "there", position: 2 }));
    known.noteActivity(M1, usageOf(WRITE));
    expect(known.before(M1, "here")).toBeNull();
    expect(known.before(M1, "there")).toBeNull();
    expect(known.isElsewhere(M1, "x")).toBe(false);
    expect(known.newest).toBeNull();
  });

  it("has left nothing, while what was read at another endpoint stays", () => {
    const known = requests(past(READ, { position: 1 }), past(SILENT, { endpoint: "there", position: 2 }));
    known.noteActivity(M1, usageOf(WRITE));
    expect(known.before(M1, "here")?.position).toBe(1);
    expect(known.before(M1, "there")).toBeNull();
    expect(known.newest?.position).toBe(1);
  });

  it("of another model stays when this one turns out to say what it writes", () => {
    const known = requests(past(SILENT, { position: 1 }), past(SILENT, { ...M2, position: 2 }));
    known.noteActivity(M1, usageOf(WRITE));
    expect(known.before(M2, "here")?.position).toBe(2);
    expect(known.newest?.position).toBe(2);
  });

  it("leaves the newest of any other model in its place when it is found to have left nothing", () => {
    const known = requests(past(READ, { ...M2, position: 1 }), past(SILENT, { position: 2 }));
    known.noteActivity(M1, usageOf(WRITE));
    expect(known.newest?.position).toBe(1);
  });

  it("is not dropped a second time by later writes", () => {
    const known = requests(past(READ, { position: 1 }));
    known.noteActivity(M1, usageOf(WRITE));
    known.noteActivity(M1, usageOf(WRITE));
    expect(known.before(M1, "here")?.position).toBe(1);
  });
});

describe("whether a model reports its cache", () => {
  it("is not known of it because another model of its provider has", () => {
    const known = new PastRequests();
    known.noteActivity(M1, usageOf(READ));
    expect(known.isReporting(M2)).toBe(false);
    expect(known.isReporting({ ...M1, provider: "other" })).toBe(false);
  });

  it("is known once it read or wrote, of this provider, api and model", () => {
    const known = new PastRequests();
    expect(known.isReporting(M1)).toBe(false);
    known.noteActivity(M1, usageOf(SILENT));
    expect(known.isReporting(M1)).toBe(false);
    known.noteActivity(M1, usageOf(READ));
    known.noteActivity(M2, usageOf(WRITE));
    expect([M1, M2].map((id) => known.isReporting(id))).toEqual([true, true]);
    expect(known.isReporting({ ...M1, api: "other" })).toBe(false);
  });
});

describe("the last request by two names", () => {
  it("is the newest of all apis and endpoints", () => {
    const known = requests(
      past(READ, { position: 1 }),
      past(READ, { endpoint: "there", position: 3 }),
      past(READ, { api: "other", position: 2 }),
    );
    expect(known.byName("acme", "m1")?.position).toBe(3);
  });

  it("is known by the model that was asked and by the one that answered", () => {
    const known = requests(past(READ, { answeredBy: "m1-2026", position: 4 }));
    expect(known.byName("acme", "m1-2026")?.position).toBe(4);
    expect(known.byName("acme", "m1")?.position).toBe(4);
    expect(known.byName("other", "m1")).toBeNull();
    expect(known.byName("acme", "m2")).toBeNull();
  });
});

describe("a refresh", () => {
  const first = past(READ, { startedAt: START });
  const at = (last: PastRequest, seconds: number | null) =>
    refreshed(last, { ...last, startedAt: seconds === null ? null : START + seconds * 1_000 });

  it("is what a later turn is measured against, and not one that had started before it", () => {
    const one = at(first, 100);
    const two = at(one, 200);
    const started = (seconds: number | null) => startedBy(two, seconds === null ? null : START + seconds * 1_000);
    expect(started(201)).toBe(two);
    expect(started(200)).toBe(two);
    expect(started(199.999)).toBe(one);
    expect(started(100)).toBe(one);
    expect(started(50)).toBe(first);
    expect(started(-50)).toBe(first);
    expect(started(null)).toBe(two);
    expect(startedBy(at(first, null), START)).toMatchObject({ startedAt: null, refreshOf: first });
  });

  it("remembers a bounded row of those before it", () => {
    let newest = first;
    for (let count = 1; count <= 1_000; count++) newest = at(newest, count);
    let row = 0;
    for (let one: PastRequest | null = newest; one !== null; one = one.refreshOf) row += 1;
    expect(row).toBeGreaterThan(20);
    expect(row).toBeLessThan(40);
    expect(newest.startedAt).toBe(START + 1_000_000);
  });
});

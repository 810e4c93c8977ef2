import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * The command `/later SECONDS` moves the clock of the Pi process forward: what asks for the time of day gets a later
 * one. Timers and `performance.now` go on as they were. Pair it with `advance` of the simulator.
 */
export function clockFaults(pi: ExtensionAPI): void {
  pi.registerCommand("later", {
    description: "Move the clock forward",
    handler: async (seconds) => moveClock(Number(seconds.trim()) * 1_000),
  });
}

/** May be called again: each call wraps the clock that it finds. */
function moveClock(ms: number): void {
  const before = globalThis.Date;
  const now = (): number => before.now() + ms;
  globalThis.Date = new Proxy(before, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}

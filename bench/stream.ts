/** The cost of one streamed delta early and late in a long response. Run: npm run bench:stream */
import { readConfig } from "../src/config.ts";
import { Monitor } from "../src/monitor.ts";
import { Limits, microseconds } from "./measure.ts";

const monitor = new Monitor(readConfig({}), () => null);
monitor.sessionStarted();
const delta = { type: "text_delta", delta: "word " };
let clock = 0;

function perDelta(): number {
  return microseconds(1_000, 50, () => monitor.streamed(delta, ++clock));
}

// Warm up on a response of its own, so that both measurements run compiled code.
monitor.requestStarted(0);
perDelta();
monitor.requestStarted(clock);
const early = perDelta();
for (let skipped = 0; skipped < 1_000_000; skipped++) monitor.streamed(delta, ++clock);
const late = perDelta();
console.log(`one delta: ${(early * 1_000).toFixed(1)} ns early, ${(late * 1_000).toFixed(1)} ns after a million`);
const limits = new Limits();
limits.check("a delta after a million against an early one", late / early, 3, "times");
limits.finish();

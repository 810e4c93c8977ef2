/** Loaded before a program: writes the most memory that it held, in MB, to its file descriptor 3 when it ends. */
import { writeSync } from "node:fs";

process.on("exit", () => {
  writeSync(3, String((process.resourceUsage().maxRSS * 1_024) / 1e6));
});

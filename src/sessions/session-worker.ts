import { parentPort, workerData } from "node:worker_threads";
import { finiteOrNull } from "../unknown.ts";
import { isSummarised, Summariser } from "./summarise.ts";

// A second thread that summarises files: it is told a path and answers with its result, one after the other.
const summariser = new Summariser(finiteOrNull(workerData));
parentPort?.on("message", (path: string) => {
  const result = summariser.read(path);
  parentPort?.postMessage(result, isSummarised(result) ? [result.keys.buffer] : []);
});

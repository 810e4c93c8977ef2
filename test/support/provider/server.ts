import { createServer } from "node:http";
import { patient } from "../patience.ts";
import type { ProviderOptions, ProviderSimulator } from "./contract.ts";
import { openLedger } from "./ledger.ts";
import { protocolAt } from "./request-reading.ts";
import { Service } from "./service.ts";
import { arrivalRecord, noteDelivery } from "./truth-record.ts";

/** Starts a provider on a free port of 127.0.0.1. Rejects when it cannot listen. */
export async function startProvider(options: ProviderOptions = {}): Promise<ProviderSimulator> {
  const now = options.now ?? Date.now;
  const closing = new AbortController();
  const service = new Service(options, closing.signal);
  const ledger = openLedger();
  const running = new Set<Promise<void>>();
  let advanced = 0;
  let arrived = 0;
  let closed: Promise<void> | null = null;

  const server = createServer((request, response) => {
    arrived += 1;
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const protocol = protocolAt(request.method ?? "", path);
    const truth = arrivalRecord(arrived, protocol, path, request, now() + advanced);
    const work = service.serve(truth, request, response).then((delivery) => {
      noteDelivery(truth, delivery);
      ledger.add(truth);
    });
    running.add(work);
    work.finally(() => running.delete(work));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port.");
  const url = `http://127.0.0.1:${address.port}`;

  const shutDown = async () => {
    closing.abort();
    const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await stopped;
    await Promise.all(running);
    ledger.close();
  };

  return {
    url,
    anthropicUrl: url,
    openaiUrl: `${url}/v1`,
    requests: ledger.finished,
    get reporting() {
      return service.reporting;
    },
    set reporting(value) {
      service.reporting = value;
    },
    enqueue: (...replies) => service.enqueue(replies),
    forget: () => service.forget(),
    advance(ms) {
      advanced += ms;
    },
    waitForRequest: (number, timeoutMs = patient(10_000)) => ledger.waitFor(number, timeoutMs),
    close() {
      closed ??= shutDown();
      return closed;
    },
  };
}

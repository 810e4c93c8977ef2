export type {
  Fault,
  IncomingRequest,
  Outcome,
  ProtocolName,
  ProviderOptions,
  ProviderSimulator,
  Reply,
  Reporting,
  Responder,
  Shortfall,
  Truth,
} from "./contract.ts";
export { defaultResponder } from "./responder.ts";
export { startProvider } from "./server.ts";

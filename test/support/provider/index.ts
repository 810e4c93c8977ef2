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
export type {
  AnthropicDiagnosis,
  AnthropicMissReason,
  Diagnosis,
  OpenAIDiagnosis,
  OpenAIMissReason,
} from "./diagnosis.ts";
export { defaultResponder } from "./responder.ts";
export { startProvider } from "./server.ts";

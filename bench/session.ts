import { SessionManager } from "@earendil-works/pi-coding-agent";

/** Appends one exchange to Pi's own session manager: a user message and an assistant message with usage. */
export function appendTurn(session: SessionManager, number: number): void {
  const timestamp = 1_760_000_000_000 + number * 1_000;
  session.appendMessage({ role: "user", content: `question ${number}`, timestamp });
  session.appendMessage({
    role: "assistant",
    content: [{ type: "text", text: `answer ${number}` }],
    api: "anthropic-messages",
    provider: "sim-anthropic",
    model: "claude-sim",
    usage: {
      ...{ input: 7, output: 210, cacheRead: 9_900 + number, cacheWrite: 300, totalTokens: 10_417 + number },
      cost: { input: 0.000021, output: 0.00315, cacheRead: 0.00297, cacheWrite: 0.001125, total: 0.007266 },
    },
    stopReason: "stop",
    timestamp,
  });
}

/** A session of Pi's own, in memory, with this many entries (rounded down to whole exchanges). */
export function sessionOf(entries: number): SessionManager {
  const session = SessionManager.inMemory();
  for (let number = 1; number <= entries / 2; number++) appendTurn(session, number);
  return session;
}

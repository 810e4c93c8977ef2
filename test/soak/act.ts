import type { Drive } from "./drive.ts";
import type { Action } from "./plan.ts";
import { play, replaceInStream } from "./runs.ts";

/** Does one thing, waits until Pi is idle again, and counts it if it happened. */
export async function act(drive: Drive, action: Action): Promise<void> {
  if (action.kind === "run") await play(drive, action);
  else if (await happens(drive, action)) drive.count(action.kind);
  await drive.truths.settle();
}

/** Whether it happened: there may be nothing to compact, or no answer to fork at. */
async function happens(drive: Drive, action: Exclude<Action, { kind: "run" }>): Promise<boolean> {
  const { pi } = drive;
  switch (action.kind) {
    case "compaction":
      return (await refusalOf(pi.send({ type: "compact" }))) === null;
    case "failed compaction":
      return failCompaction(drive);
    case "tree move":
    case "branch summary": {
      const word = action.kind === "branch summary" ? " summary" : "";
      return (await pi.command(`/soak-tree ${action.steps}${word}`)) === "moved";
    }
    case "model switch":
      await pi.send({ type: "set_model", provider: action.provider, modelId: action.model });
      return true;
    case "thinking switch":
      await pi.send({ type: "set_thinking_level", level: action.level });
      return true;
    case "command":
      if (!drive.bare) await pi.command(action.text);
      return true;
    case "reload":
      await pi.send({ type: "prompt", message: "/go-reload" });
      break;
    case "new session":
      await pi.send({ type: "new_session" });
      break;
    case "new session in the stream":
      await replaceInStream(drive, action.replies);
      return true;
    case "resumed session":
      await pi.send({ type: "switch_session", sessionPath: drive.sessions[action.session]?.file });
      break;
    case "fork":
      if ((await pi.command(`/soak-fork ${action.steps}`)) === "forked") break;
      // The plan knows sessions by their place: without a fork this one stands there too.
      drive.sessions.push(drive.session);
      return false;
  }
  await drive.opened();
  return true;
}

/** What the summary cost until it failed is in no entry. */
async function failCompaction({ pi, truths, session }: Drive): Promise<boolean> {
  const before = session.summaries.length;
  truths.refusesSummary = true;
  const refusal = await refusalOf(pi.send({ type: "compact" }), /No summary today/);
  truths.refusesSummary = false;
  if (refusal === null) throw new Error("A compaction went well although its summary was refused.");
  return session.summaries.splice(before).length > 0;
}

/** Why Pi did not compact, null if it did: too little to summarise, or what is expected. Rejects with anything else. */
async function refusalOf(compaction: Promise<unknown>, expected = /nothing to compact/i): Promise<string | null> {
  try {
    await compaction;
    return null;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (expected.test(text) || /nothing to compact|already compacted/i.test(text)) return text;
    throw error;
  }
}

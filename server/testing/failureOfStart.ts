import { start } from "../process/start.ts";
import { failureSentence } from "../process/startFailure.ts";

/** Starts the server in this process with only these settings. @returns the sentence with which it fails */
export async function failureOfStart(env: Record<string, string>): Promise<string> {
  const failure = await start({ PORT: "0", DEMO: "0", LOG_LEVEL: "silent", ...env }).then(
    () => new Error("The server started"),
    (error: unknown) => error,
  );
  const sentence = failureSentence(failure);
  if (sentence === null) throw failure;
  return sentence;
}

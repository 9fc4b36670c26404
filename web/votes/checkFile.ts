import { checkResult, type ResultCheck } from "@survey-app/contract/results/checkResult.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { sha256 } from "./sha256.ts";

/** A file that can't be a result or a ledger; the message is a sentence for the user. */
export class NotAResult extends Error {}

/** In bytes: four times the largest result that the server makes. Larger files would block the page while they are parsed. */
const RESULT_MAX = 2_000_000;
/** The longest line of a ledger's file, in characters, for the same reason. */
const LINE_MAX = 2_000_000;

/**
 * Checks the file of a portable result in the browser, together with the file of its ledger if there is one. Nothing is sent.
 * @throws NotAResult
 * @throws LedgerFlaw the first contradiction
 */
export async function checkFile(result: File, ledger: File | null): Promise<ResultCheck> {
  if (result.size > RESULT_MAX) throw new NotAResult(resultTexts.tooLarge);
  const value = parse(await result.text().catch(() => unreadable()));
  return checkResult(value, { hash: sha256, pages: ledger ? pagesOf(ledger) : undefined });
}

async function* pagesOf(file: File): AsyncGenerator<unknown> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value = "" } = await reader.read().catch(unreadable);
    const lines = (rest + value).split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) if (line.trim()) yield parse(line);
    if (rest.length > LINE_MAX) throw new NotAResult(resultTexts.tooLarge);
    if (done) return;
  }
}

function unreadable(): never {
  throw new NotAResult(resultTexts.unreadable);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotAResult(resultTexts.notJson);
  }
}

import { getRecordFile } from "@survey-app/contract/meetings/record.ts";
import { checkRecord, isPortableRecord, type RecordCheck } from "@survey-app/contract/results/checkRecord.ts";
import { checkResult, type ResultCheck } from "@survey-app/contract/results/checkResult.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { apiFile } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { NoResponse } from "../api/noResponse.ts";
import { sha256 } from "./sha256.ts";

/** The content of a checked file. */
export type CheckedFile = { result: ResultCheck } | { record: RecordCheck };

/** A file that can't be a result or a ledger; the message is a sentence for the user. */
export class NotAResult extends Error {}

/**
 * In bytes: more than the largest file that the server makes, the record of a meeting with 50 questions of 2,000 votes.
 * Larger ones would block the page while they are parsed.
 */
const RESULT_MAX = 20_000_000;
/** The longest time that a record may take to arrive, in milliseconds. */
const DOWNLOAD_MS = 60_000;
/** The longest line of a ledger's file, in characters, for the same reason. */
const LINE_MAX = 2_000_000;

/**
 * Checks the file of a portable result, together with the file of its ledger if there is one, or that of a meeting's
 * record, in the browser. Nothing is sent.
 * @throws NotAResult
 * @throws LedgerFlaw the first contradiction
 */
export async function checkFile(result: File, ledger: File | null): Promise<CheckedFile> {
  if (result.size > RESULT_MAX) throw new NotAResult(resultTexts.tooLarge);
  const value = parse(await result.text().catch(() => unreadable()));
  if (isPortableRecord(value)) return { record: await checkRecord(value, { hash: sha256 }) };
  return { result: await checkResult(value, { hash: sha256, pages: ledger ? pagesOf(ledger) : undefined }) };
}

/**
 * Checks the record of a meeting on this site, in the browser.
 * @param address of its page, or of its file.
 * @throws NotAResult
 */
export async function checkAddress(address: string): Promise<CheckedFile> {
  const { origin, pathname } = URL.parse(address.trim(), location.href) ?? {};
  const meeting = /\/meetings\/([\w-]{1,64})(?:\/record(?:\.json)?)?\/?$/.exec(pathname ?? "")?.[1];
  if (meeting === undefined || origin !== location.origin) throw new NotAResult(recordTexts.otherAddress);
  return { record: await checkRecord(parse(await downloadRecord(meeting)), { hash: sha256 }) };
}

/** The file of a meeting's record. @throws NotAResult if it doesn't arrive, with the reason */
async function downloadRecord(meeting: string): Promise<string> {
  try {
    return await (await apiFile(getRecordFile, { params: { meeting } }, AbortSignal.timeout(DOWNLOAD_MS))).text();
  } catch (error) {
    // It took too long, or was cut off while it was read.
    const isCutOff = error instanceof DOMException || error instanceof TypeError;
    throw new NotAResult(failureOf(isCutOff ? new NoResponse(false) : error).text);
  }
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

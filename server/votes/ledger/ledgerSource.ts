import { createReadStream } from "node:fs";
import { getLedger } from "@survey-app/contract/votes.ts";
import { API_PREFIX } from "../../http/endpoints.ts";

/** Why a ledger could not be read, in a sentence for whoever asked for it. */
export class UnreadableLedger extends Error {}

/** A server that says nothing for so long, in milliseconds, says nothing. */
const ANSWER_MS = 30_000;
/** The largest answer has 10 000 rows, of some 120 bytes. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

export interface LedgerSource {
  /** The survey that was asked for; undefined for a file, which may be of any. */
  surveyId?: string;
  /** The answers of its ledger, one after the other. @throws UnreadableLedger */
  answers: AsyncGenerator<unknown>;
}

/**
 * @param source the address of a survey's page or of its ledger, or a file with saved answers
 * @throws UnreadableLedger
 */
export function openLedgerSource(source: string): LedgerSource {
  if (!/^https?:\/\//i.test(source)) return { answers: parseFile(source) };
  const { surveyId, url } = ledgerAddress(source);
  return { surveyId, answers: fetchAnswers(url) };
}

/** The address of the ledger of the survey that an address is about. */
function ledgerAddress(address: string): { surveyId: string; url: URL } {
  const url = URL.parse(address);
  const id = /^\/(?:surveydetails|vote|api\/surveys)\/([\w-]{1,64})(?:\/ledger)?\/?$/.exec(url?.pathname ?? "")?.[1];
  if (!url || !id)
    throw new UnreadableLedger(
      `${address} is not the address of a survey: those look like https://survey.example/surveydetails/ID.`,
    );
  const found = new URL(API_PREFIX + getLedger.path.replace(":id", id), url);
  const limit = url.searchParams.get("limit");
  if (limit) found.searchParams.set("limit", limit);
  return { surveyId: id, url: found };
}

async function* fetchAnswers(first: URL): AsyncGenerator<unknown> {
  let next: URL | null = first;
  while (next) {
    const answered: Response = await fetchOne(next);
    const answer = parse(await readText(answered, next), `What ${next.href} answers`);
    yield answer;
    const after = nextOf(answered, next);
    // Else a server could keep us asking for ever.
    if (after && (answer as { entries?: unknown[] }).entries?.length === 0)
      throw new UnreadableLedger(`${next.href} has no votes, and names a page after it.`);
    next = after;
  }
}

async function fetchOne(url: URL): Promise<Response> {
  let answered: Response;
  try {
    answered = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UnreadableLedger(`${url.origin} can't be reached: ${(cause as Error | undefined)?.message || message}.`);
  }
  const location = answered.headers.get("location");
  const elsewhere = location === null ? null : URL.parse(location, url);
  if (elsewhere)
    throw new UnreadableLedger(`${url.href} sends us on to ${elsewhere.href}: ask there, if that is meant.`);
  if (answered.status === 404) throw new UnreadableLedger(`${url.href} says that there is no such survey.`);
  if (!answered.ok) throw new UnreadableLedger(`${url.href} answers with status ${answered.status}.`);
  return answered;
}

/** An answer's text, as long as that is no longer than a ledger's can be. */
async function readText(answered: Response, { href }: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answered.body ?? []) {
      bytes += chunk.length;
      if (bytes > ANSWER_MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new UnreadableLedger(`${href} does not answer to its end: ${(error as Error).message}.`);
  }
  if (bytes > ANSWER_MAX_BYTES) throw new UnreadableLedger(`What ${href} answers is too long for a ledger's.`);
  return Buffer.concat(chunks).toString("utf8");
}

/** Where the next page is; a log whose pages stand on several servers is not one server's log. */
function nextOf(answered: Response, asked: URL): URL | null {
  const link = /<([^>]+)>; rel="next"/.exec(answered.headers.get("link") ?? "")?.[1];
  if (link === undefined) return null;
  const next = URL.parse(link, asked);
  if (next?.origin !== asked.origin)
    throw new UnreadableLedger(`${asked.href} goes on at another server, ${next?.href ?? "at no address"}.`);
  return next;
}

/** JSON documents that stand in a file one after the other, read one at a time. */
async function* parseFile(path: string): AsyncGenerator<unknown> {
  let text = "";
  try {
    let scanned: Scanned = { depth: 0, isInText: false, isEscaped: false };
    for await (const chunk of createReadStream(path, "utf8") as AsyncIterable<string>) {
      let begin = 0;
      for (let at = 0; at < chunk.length; at++) {
        const before = scanned.depth;
        scanned = scan(scanned, chunk[at] as string);
        if (before !== 1 || scanned.depth !== 0) continue;
        yield parse(text + chunk.slice(begin, at + 1), path);
        text = "";
        begin = at + 1;
      }
      text += chunk.slice(begin);
    }
  } catch (error) {
    if (error instanceof UnreadableLedger) throw error;
    throw new UnreadableLedger(`${path} can't be read: ${(error as Error).message}.`);
  }
  if (text.trim() !== "") yield parse(text, path);
}

interface Scanned {
  /** Braces and brackets that are open. */
  depth: number;
  isInText: boolean;
  isEscaped: boolean;
}

function scan({ depth, isInText, isEscaped }: Scanned, letter: string): Scanned {
  if (isInText) {
    return { depth, isInText: isEscaped || letter !== '"', isEscaped: !isEscaped && letter === "\\" };
  }
  const step = letter === "{" || letter === "[" ? 1 : letter === "}" || letter === "]" ? -1 : 0;
  return { depth: depth + step, isInText: letter === '"', isEscaped: false };
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableLedger(`${what} is not JSON, as the ledger's answers are.`);
  }
}

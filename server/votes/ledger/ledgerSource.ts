import { createReadStream } from "node:fs";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { getRecordFile } from "@survey-app/contract/meetings/record.ts";
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { OperatorError } from "../../database/operatorError.ts";
import { BodyTooLong, boundedBody } from "../../http/outgoing.ts";

/** A ledger could not be read. */
export class UnreadableLedger extends OperatorError {}

/** The timeout of a request, in milliseconds. */
const TIMEOUT_MS = 30_000;
/**
 * The largest accepted response or document of a file: twice the record of a meeting with 50 questions of 2,000 votes,
 * whose rows are about 130 bytes long.
 */
const RESPONSE_MAX_BYTES = 32 * 1024 * 1024;

export interface LedgerSource {
  /** The requested survey; undefined for a file, which may be about any survey, and for the record of a meeting. */
  surveyId?: string;
  /** The pages of its ledger, in order, or one document. @throws UnreadableLedger */
  pages: AsyncGenerator<unknown>;
  /** Reads the survey as its page shows it; undefined for documents. @throws UnreadableLedger */
  readSurvey?: () => Promise<unknown>;
}

/**
 * Opens a ledger, or the record of a meeting.
 * @param source the URL of a survey's page or of its ledger, or of a meeting or its record, or a file with saved
 *   responses
 * @throws UnreadableLedger
 */
export function openLedgerSource(source: string): LedgerSource {
  if (!/^https?:\/\//i.test(source)) return { pages: parseFile(source) };
  const record = recordUrl(source);
  if (record) return { pages: fetchPages(record) };
  const { surveyId, url } = ledgerUrl(source);
  return { surveyId, pages: fetchPages(url), readSurvey: () => fetchSurvey(surveyId, url) };
}

async function fetchSurvey(surveyId: string, ledger: URL): Promise<unknown> {
  const url = new URL(API_PREFIX + getSurvey.path.replace(":id", surveyId), ledger);
  return parse(await readText(await fetchOne(url), url), `The response of ${url.href}`);
}

/** Returns the URL of the record for the URL of a meeting's page or record; null for another one. */
function recordUrl(address: string): URL | null {
  const url = URL.parse(address);
  const id = /^\/(?:api\/)?meetings\/([\w-]{1,64})(?:\/record(?:\.json)?)?\/?$/.exec(url?.pathname ?? "")?.[1];
  return url && id ? new URL(API_PREFIX + getRecordFile.path.replace(":meeting", id), url) : null;
}

/** Returns the ledger's URL for the URL of a survey's page or ledger. */
function ledgerUrl(address: string): { surveyId: string; url: URL } {
  const url = URL.parse(address);
  const id = /^\/(?:surveydetails|vote|api\/surveys)\/([\w-]{1,64})(?:\/ledger)?\/?$/.exec(url?.pathname ?? "")?.[1];
  if (!url || !id)
    throw new UnreadableLedger(
      `${address} is not the URL of a survey. Example: https://survey.example/surveydetails/ID.`,
    );
  const ledger = new URL(API_PREFIX + getLedger.path.replace(":id", id), url);
  const limit = url.searchParams.get("limit");
  if (limit) ledger.searchParams.set("limit", limit);
  return { surveyId: id, url: ledger };
}

async function* fetchPages(first: URL): AsyncGenerator<unknown> {
  let next: URL | null = first;
  while (next) {
    const response: Response = await fetchOne(next);
    const page = parse(await readText(response, next), `The response of ${next.href}`);
    yield page;
    const after = nextOf(response, next);
    // Otherwise a server could keep this loop running forever.
    if (after && (page as { entries?: unknown[] }).entries?.length === 0)
      throw new UnreadableLedger(`${next.href} is a page without votes that links to a next page.`);
    next = after;
  }
}

async function fetchOne(url: URL): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" });
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UnreadableLedger(`${url.origin} can't be reached: ${(cause as Error | undefined)?.message || message}.`);
  }
  const location = response.headers.get("location");
  const elsewhere = location === null ? null : URL.parse(location, url);
  if (elsewhere)
    throw new UnreadableLedger(`${url.href} redirects to ${elsewhere.href}. To check that ledger, use its URL.`);
  if (response.status === 404)
    throw new UnreadableLedger(`${url.href} was not found: there is no such survey or meeting.`);
  if (!response.ok) throw new UnreadableLedger(`${url.href} responds with status ${response.status}.`);
  return response;
}

/** Reads the response's text. @throws UnreadableLedger if it is longer than a ledger's page can be */
async function readText(response: Response, { href }: URL): Promise<string> {
  try {
    return (await boundedBody(response, RESPONSE_MAX_BYTES)).toString("utf8");
  } catch (error) {
    if (error instanceof BodyTooLong)
      throw new UnreadableLedger(`The response of ${href} is too long for a page of a ledger.`);
    throw new UnreadableLedger(`The response of ${href} is incomplete: ${(error as Error).message}.`);
  }
}

/** Returns the URL of the next page. It must be on the same server, because a ledger is one server's statement. */
function nextOf(response: Response, current: URL): URL | null {
  const link = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  if (link === undefined) return null;
  const next = URL.parse(link, current);
  if (next?.origin !== current.origin)
    throw new UnreadableLedger(`${current.href} links to another server, ${next?.href ?? "without a valid URL"}.`);
  return next;
}

/** Reads a file with several JSON documents in a row, one document at a time. */
async function* parseFile(path: string): AsyncGenerator<unknown> {
  let text = "";
  try {
    let scanned: Scanned = { depth: 0, isInText: false, isEscaped: false };
    for await (const chunk of createReadStream(path, "utf8") as AsyncIterable<string>) {
      let begin = 0;
      for (let index = 0; index < chunk.length; index++) {
        const before = scanned.depth;
        scanned = scan(scanned, chunk[index] as string);
        if (before !== 1 || scanned.depth !== 0) continue;
        yield parse(text + chunk.slice(begin, index + 1), path);
        text = "";
        begin = index + 1;
      }
      text += chunk.slice(begin);
      if (text.length > RESPONSE_MAX_BYTES) throw new UnreadableLedger(`${path} is too long for a page of a ledger.`);
    }
  } catch (error) {
    if (error instanceof UnreadableLedger) throw error;
    throw new UnreadableLedger(`${path} can't be read: ${(error as Error).message}.`);
  }
  if (text.trim() !== "") yield parse(text, path);
}

interface Scanned {
  /** The number of open braces and brackets. */
  depth: number;
  isInText: boolean;
  isEscaped: boolean;
}

function scan({ depth, isInText, isEscaped }: Scanned, character: string): Scanned {
  if (isInText) {
    return { depth, isInText: isEscaped || character !== '"', isEscaped: !isEscaped && character === "\\" };
  }
  const step = character === "{" || character === "[" ? 1 : character === "}" || character === "]" ? -1 : 0;
  return { depth: depth + step, isInText: character === '"', isEscaped: false };
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableLedger(`${what} is not JSON.`);
  }
}

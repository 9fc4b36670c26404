import { createReadStream } from "node:fs";
import { ledger } from "@survey-app/contract/votes.ts";
import { API } from "../http/serve.ts";

/** Why a ledger could not be read, in a sentence for whoever asked for it. */
export class UnreadableLedger extends Error {}

/** A server that says nothing for so long, in milliseconds, says nothing. */
const ANSWER_MS = 30_000;

/**
 * The answers of a public ledger, one after the other.
 * @param source the address of a survey's page or of its ledger, or a file with saved answers
 * @throws UnreadableLedger
 */
export function readAnswers(source: string): AsyncGenerator<unknown> {
  return /^https?:\/\//i.test(source) ? fetchAnswers(ledgerAddress(source)) : parseFile(source);
}

/** The address of the ledger of the survey that an address is about. */
function ledgerAddress(address: string): URL {
  const url = URL.parse(address);
  const id = /^\/(?:surveydetails|vote|api\/surveys)\/([\w-]{1,64})(?:\/ledger)?\/?$/.exec(url?.pathname ?? "")?.[1];
  if (!url || !id)
    throw new UnreadableLedger(
      `${address} is not the address of a survey: those look like https://survey.example/surveydetails/ID.`,
    );
  const found = new URL(API + ledger.path.replace(":id", id), url);
  const limit = url.searchParams.get("limit");
  if (limit) found.searchParams.set("limit", limit);
  return found;
}

async function* fetchAnswers(first: URL): AsyncGenerator<unknown> {
  let next: URL | null = first;
  while (next) {
    const answered: Response = await fetchOne(next);
    yield await answered.json().catch(() => {
      throw new UnreadableLedger(`What ${next?.href} answers is not JSON.`);
    });
    next = nextOf(answered, next);
  }
}

async function fetchOne(url: URL): Promise<Response> {
  let answered: Response;
  try {
    answered = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UnreadableLedger(`${url.origin} can't be reached: ${(cause as Error | undefined)?.message || message}.`);
  }
  if (answered.status === 404) throw new UnreadableLedger(`${url.href} says that there is no such survey.`);
  if (!answered.ok) throw new UnreadableLedger(`${url.href} answers with status ${answered.status}.`);
  return answered;
}

/** Where the next page is; a log whose pages stand on several servers is not one server's log. */
function nextOf(answered: Response, asked: URL): URL | null {
  const link = /<([^>]+)>; rel="next"/.exec(answered.headers.get("link") ?? "")?.[1];
  if (link === undefined) return null;
  const next = new URL(link, asked);
  if (next.origin !== asked.origin)
    throw new UnreadableLedger(`${asked.href} goes on at another server, ${next.href}.`);
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

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableLedger(`${path} is not JSON, as the ledger's answers are.`);
  }
}

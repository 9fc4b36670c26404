import { EMAIL_LINK_MINUTES } from "@survey-app/contract/session/emailLinks.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import { newTicket } from "../api/useTicket.ts";
import { readJson, readStored, removeStored, store } from "../ui/browserStorage.ts";
import { readDraft, writeDraft } from "../ui/draft.ts";
import { NEW_DRAFT, voteDraftKey } from "./draftKeys.ts";

/**
 * The choices and texts of a visitor before signing up. They are a draft of the tab. A link in an email opens another
 * tab, so one draft can be kept for that: in this browser, for as long as the link is valid, and only for the address
 * that the link was sent to. Neither the email nor its link mentions it, and opening a link neither casts a vote nor
 * submits anything: a button on the page does.
 */

/** As a visitor's draft, so that signing out deletes it. */
const KEPT = "draft::kept";

/**
 * The ticket of the question that this tab has kept, or was opened for. Like a draft, it goes when its user signs out.
 */
const OWN = "draft:kept";

/** The question that was published last: tabs that still show it learn that from here. */
const PUBLISHED = "draft::published";

interface Kept {
  key: string;
  returnTo: string;
  draft: object;
  email: string;
  until: number;
  /** Only of a question. */
  ticket?: string;
}

/** The key of the draft of the page to which a visitor comes back; null if it has none. */
function keyAt(returnTo: string | null): string | null {
  const surveyId = /^\/(?:surveydetails|vote)\/([\w-]+)$/.exec(returnTo ?? "")?.[1];
  if (surveyId) return voteDraftKey(surveyId);
  return /^\/ask(?![\w-])/.test(returnTo ?? "") ? NEW_DRAFT : null;
}

/** The tab's draft; null if nothing was picked or typed. */
function readTabs(key: string | null): object | null {
  const draft = key && readDraft<{ vote: string; Title: string }>("session", key);
  return draft && (draft.vote || draft.Title) ? draft : null;
}

/** Returns the kept draft, and deletes it if it is too old. */
function readKept(): Kept | null {
  const kept = readJson<Kept>("local", KEPT);
  if (kept && kept.until > Date.now()) return kept;
  removeStored("local", KEPT);
  return null;
}

/** Whether a visitor comes from a survey on which they picked an answer. */
export function hasPickedVote(returnTo: string | null): boolean {
  readKept();
  return readTabs(keyAt(returnTo)) !== null;
}

/** Keeps the draft of this tab for the one that a link sent to `email` opens. @returns what was kept */
export function keepDraft(returnTo: string, email: string): "choice" | "question" | null {
  const key = keyAt(returnTo);
  const draft = readTabs(key);
  if (!key || !draft) return null;
  keep({ key, returnTo, draft }, email);
  return key === NEW_DRAFT ? "question" : "choice";
}

/** Keeps a question for the tab that opens the link with which `email` is confirmed: there it can be published. */
export function keepQuestion(draft: object, email: string): void {
  keep({ key: NEW_DRAFT, returnTo: "/ask", draft }, email);
}

function ownTicket(): string {
  const ticket = readStored("session", OWN) ?? newTicket();
  store("session", OWN, ticket);
  return ticket;
}

function keep(kept: Pick<Kept, "key" | "returnTo" | "draft">, email: string): void {
  const ms = EMAIL_LINK_MINUTES * 60_000;
  store(
    "local",
    KEPT,
    JSON.stringify({
      ...kept,
      email: writtenAddress(email),
      until: Date.now() + ms,
      ...(kept.key === NEW_DRAFT && { ticket: ownTicket() }),
    } satisfies Kept),
  );
  // A draft whose link was never opened must not stay. Where the tab is closed, the next visit of a page to sign up or
  // sign in deletes it.
  setTimeout(readKept, ms + 1000);
}

/** The survey on which an answer was picked before its voter confirmed `email`; null if none was kept. */
export function voteToReturnTo(email: string): string | null {
  const kept = readKept();
  return kept?.email === writtenAddress(email) && kept.key !== NEW_DRAFT ? kept.returnTo : null;
}

/** Moves the draft that was kept for `email` to this tab. */
export function takeKeptDraft(returnTo: string | null, email: string): void {
  const kept = readKept();
  if (kept?.email !== writtenAddress(email) || kept.key !== keyAt(returnTo)) return;
  if (!readTabs(kept.key)) writeDraft("session", kept.key, kept.draft);
  removeStored("local", KEPT);
}

/** Copies the question that was kept for `email` to this tab, in place of another one. @returns whether there is one */
export function openKeptQuestion(email: string): boolean {
  const kept = readKept();
  if (kept?.email !== writtenAddress(email) || kept.key !== NEW_DRAFT) return false;
  writeDraft("session", kept.key, kept.draft);
  if (kept.ticket) store("session", OWN, kept.ticket);
  return true;
}

/** Deletes the kept draft: it was published, or its writer gave it up. */
export const dropKeptDraft = (): void => removeStored("local", KEPT);

/**
 * Notes that this tab has published its question, for the others that show it: behind the emailed link, or where it was
 * written.
 */
export function notePublished(id: string): void {
  const ticket = readStored("session", OWN);
  if (ticket !== null) store("local", PUBLISHED, JSON.stringify({ ticket, id }));
  removeStored("session", OWN);
  dropKeptDraft();
}

/** Takes note that another tab has published this one's question. @returns the id of its survey; null if none has */
export function takePublished(): string | null {
  const ticket = readStored("session", OWN);
  const published = readJson<{ ticket: string; id: string }>("local", PUBLISHED);
  if (ticket === null || published?.ticket !== ticket) return null;
  removeStored("session", OWN);
  return published.id;
}

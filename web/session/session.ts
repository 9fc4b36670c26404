import { ACCESS_TOKEN_KEY, createAccessToken, getSession, signOut } from "@survey-app/contract/session.ts";
import { getUser, type Identity, type User } from "@survey-app/contract/users.ts";
import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { ApiRequestError, api, holdSession } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { isOffline } from "../api/noAnswer.ts";
import { dropAnswers, isPrivate } from "../api/queryClient.ts";
import { readToken, removeToken, storeToken, userIdOf } from "../api/token.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { announce } from "../ui/announcement.ts";
import { clearDrafts, setDraftOwner } from "../ui/draft.ts";
import { makeListeners } from "../ui/listeners.ts";
import { dismissToasts, toast } from "../ui/toast.ts";
import { answerConfirmation, askToConfirm } from "./confirmation.ts";
import { loginAddress } from "./returnTo.ts";

/** Who is there. `loading` until the first answer; the server always renders `loading`. */
export type Session = { phase: "loading" } | { phase: "visitor"; notice?: string } | { phase: "signedIn"; user: User };

let session: Session = { phase: "loading" };
let queries: QueryClient | null = null;
let refreshedAt = 0;
/** Tells the other tabs that the person goes by something new. */
let otherTabs: BroadcastChannel | null = null;
/** Begins the message that tells them who signed out: their drafts go in every tab. */
const SIGNED_OUT = "signedOut ";
const { subscribe, tell } = makeListeners();
export const subscribeToSession = subscribe;

export const readSession = (): Session => session;

/** How often somebody who was signed in has left. */
let departures = 0;
export const readDepartures = (): number => departures;

function set(next: Session): void {
  const isSame = session.phase === "signedIn" && next.phase === "signedIn" && session.user._id === next.user._id;
  if (session.phase === "signedIn" && !isSame) {
    departures += 1;
    dismissToasts();
    announce(null);
  }
  session = next;
  setDraftOwner(next.phase === "signedIn" ? next.user._id : null);
  tell();
}

/** Starts finding out who is there, and keeps it true while tabs sign in and out and roles change. */
export function beginSession(client: QueryClient): void {
  queries = client;
  void load(0);
  addEventListener("storage", (event) => {
    if (event.key === ACCESS_TOKEN_KEY || event.key === null) followToken();
  });
  // A page that Back brings out of the browser's memory has heard of nothing meanwhile.
  addEventListener("pageshow", ({ persisted }) => persisted && followToken());
  // Not by the token: two of one second are the same, and storing the same again tells nobody.
  otherTabs = new BroadcastChannel("session");
  otherTabs.addEventListener("message", ({ data }: MessageEvent<string>) => {
    if (data.startsWith(SIGNED_OUT)) clearDrafts(data.slice(SIGNED_OUT.length));
    else void refresh();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - refreshedAt > 30_000) void refresh();
  });
}

/** Follows what another tab did: signed in, signed out, or changed the account. */
function followToken(): void {
  const token = readToken();
  if (!token && session.phase === "signedIn") forget();
  if (token && session.phase === "visitor") void load(0);
  const owner = token && userIdOf(token);
  // A token that can't be read is nobody else's: the next call renews it.
  if (!owner || session.phase !== "signedIn" || owner === session.user._id) return;
  // The token is somebody else's by now: nothing of the person before stays, and the token does.
  leave({ phase: "loading" });
  void load(0);
}

async function load(tries: number): Promise<void> {
  try {
    const answer = await api(getSession, {});
    if (!answer) {
      removeToken();
      if (session.phase !== "visitor") set({ phase: "visitor" });
      return;
    }
    await enter(answer.user.email);
  } catch (error) {
    // No answer is no verdict: try again a little later, and let the person read as a visitor after that.
    if (!(error instanceof ApiRequestError && error.status < 500) && tries < 2) {
      setTimeout(() => void load(tries + 1), 1000 * 2 ** tries);
    } else if (session.phase === "loading") set({ phase: "visitor" });
  }
}

/** The cookie is there: fetches the token, then the role (spec §4). */
export async function enter(email: string): Promise<User> {
  const { token } = await api(createAccessToken, { body: { email } });
  storeToken(token);
  holdSession({ email, userId: userIdOf(token), confirm: askToConfirm, onEnd: (status) => void leaveForLogin(status) });
  const user = await api(getUser, { params: { email } });
  refreshedAt = Date.now();
  const isAnother = session.phase === "signedIn" && session.user._id !== user._id;
  set({ phase: "signedIn", user });
  if (isAnother && queries) dropAnswers(queries);
  return user;
}

/** Something happened here that changes the role: it shows everywhere, in the other tabs too. */
export async function refreshSession(): Promise<void> {
  await refresh();
  otherTabs?.postMessage("refreshed");
}

/** Reads the role again: a promotion shows without signing in anew. */
async function refresh(): Promise<void> {
  if (session.phase !== "signedIn") return;
  refreshedAt = Date.now();
  try {
    if (await followAddress()) return;
    const user = await api(getUser, { params: { email: session.user.email } });
    if (readSession().phase === "signedIn") set({ phase: "signedIn", user });
  } catch {
    // The next call tells; nothing on the screen depends on this one.
  }
}

/**
 * Goes by the person's new e-mail address if another tab or device has changed it: calls name their caller by it, and
 * one that names the old one is refused as if it were somebody else's. Answers whether it is a new one.
 */
async function followAddress(): Promise<boolean> {
  if (session.phase !== "signedIn") return false;
  const answer = await api(getSession, {});
  if (!answer || answer.user.email === session.user.email) return false;
  await enterAnew(answer.user.email);
  return true;
}

/** Asks anew who is there, after something that may have ended the session or changed its e-mail address. */
export async function renewSession(): Promise<void> {
  const answer = await api(getSession, {});
  if (!answer) return forget();
  await enterAnew(answer.user.email);
  otherTabs?.postMessage("renewed");
}

/** Enters where somebody may have been before: what only that person may see is dropped, and what is shown asked for. */
async function enterAnew(email: string): Promise<void> {
  await enter(email);
  await queries?.resetQueries({ predicate: isPrivate });
}

/** Shows the new name or photo of the person signed in wherever they appear, in the other tabs too. */
export function showIdentity({ displayName, photoURL }: Identity): void {
  if (session.phase === "signedIn") set({ phase: "signedIn", user: { ...session.user, name: displayName, photoURL } });
  otherTabs?.postMessage("renamed");
}

/** Signs out, or says that the person is still signed in: only the server can end the session of the cookie. */
export async function endSession(): Promise<void> {
  if (isOffline()) {
    toast(frameTexts.notSent, "error");
    return;
  }
  const before = session;
  // What is asked for with the token meanwhile would be refused, and taken for a session that ended by itself: from here
  // on nobody asks, and what is under way is dropped.
  const held = holdSession(null);
  set({ phase: "loading" });
  await queries?.cancelQueries({ predicate: isPrivate });
  try {
    await api(signOut, {});
  } catch (error) {
    // A session that has ended already is no failure.
    if (!(error instanceof ApiRequestError && error.status === 401)) {
      holdSession(held);
      set(before);
      toast(failureOf(error, frameTexts.stillSignedIn).text, "error");
      return;
    }
  }
  navigate("/");
  forget();
  const userId = before.phase === "signedIn" ? before.user._id : "";
  clearDrafts(userId);
  otherTabs?.postMessage(SIGNED_OUT + userId);
}

/** Drops everything that only the person who was signed in may see. */
function forget(notice?: string): void {
  removeToken();
  leave({ phase: "visitor", ...(notice && { notice }) });
}

function leave(next: Session): void {
  holdSession(null);
  answerConfirmation(false);
  set(next);
  if (queries) dropAnswers(queries);
}

/** The server refused the token (spec §8): out, once, and to the login page, which says why. */
async function leaveForLogin(status: 401 | 403): Promise<void> {
  if (await followAddress().catch(() => false)) return;
  const from = location.pathname + location.search;
  navigate(loginAddress(from));
  forget(status === 401 ? frameTexts.sessionEnded : frameTexts.noAccess);
  // A refusal for another reason leaves the cookie alive, and a reload would sign in again.
  await api(signOut, {}).catch(() => undefined);
}

import { createAccessToken, getSession, signOut } from "@survey-app/contract/session/session.ts";
import { getUser, type Identity, type User } from "@survey-app/contract/users/users.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { ApiRequestError, api, setSessionUser } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { isOffline } from "../api/noResponse.ts";
import { dropPrivateData, isPrivate } from "../api/queryClient.ts";
import { readToken, removeToken, storeToken, userIdOf } from "../api/token.ts";
import { navigateLater } from "../routing/moves.ts";
import { announce } from "../ui/announcement.ts";
import { browserTimeZone } from "../ui/browserTimeZone.ts";
import { clearDrafts, followVisit, setDraftOwner } from "../ui/draft.ts";
import { createListeners } from "../ui/listeners.ts";
import { dismissToasts, toast } from "../ui/toast.ts";
import { finishReauthentication, requestReauthentication } from "./reauthentication.ts";
import { loginAddress } from "./returnTo.ts";

/** The reason why a response signed someone out; the page that shows it has the sentence. */
export type Left = "sessionEnded" | "noAccess";

/**
 * The current user. `loading` until the first response; during server rendering always `loading`. A guest is a visitor,
 * but for what they asked.
 */
export type Session =
  | { phase: "loading" }
  | { phase: "visitor"; left?: Left | undefined; guest?: User | undefined }
  | { phase: "signedIn"; user: User };

let session: Session = { phase: "loading" };

/** The sender of this tab's requests: the user, or a guest; null for other visitors, and while it is not known. */
export function senderOf(session: Session): User | null {
  if (session.phase === "signedIn") return session.user;
  return (session.phase === "visitor" && session.guest) || null;
}

let queries: QueryClient | null = null;
let refreshedAt = 0;
/** Counts sign-ins in this tab: a response to an earlier request, that there is no session, is out of date. */
let signIns = 0;
/** Notifies the other tabs that the user's role, email or profile has changed. */
let otherTabs: BroadcastChannel | null = null;
const { subscribe, emit } = createListeners();
export const subscribeToSession = subscribe;

export const readSession = (): Session => session;

/**
 * The number of times that a person left this tab: a signed-in user, or a visitor before a sign-out elsewhere in this
 * browser.
 */
let departures = 0;
export const readDepartures = (): number => departures;

function set(next: Session): void {
  const isSame = session.phase === "signedIn" && next.phase === "signedIn" && session.user._id === next.user._id;
  if (session.phase === "signedIn" && !isSame) depart();
  session = next;
  setDraftOwner(next.phase === "signedIn" ? next.user._id : next.phase === "visitor" ? "" : null);
  emit();
}

function depart(): void {
  departures += 1;
  dismissToasts();
  announce(null);
}

/** Loads the session, and keeps it current while tabs sign in and out and roles change. */
export function trackSession(client: QueryClient): void {
  queries = client;
  followVisit();
  void load(0);
  addEventListener("storage", followToken);
  // A page restored from the back/forward cache has missed all events.
  addEventListener("pageshow", ({ persisted }) => persisted && followToken());
  // Not by the token: two tokens of the same second are identical, and storing an equal value fires no event.
  otherTabs = openChannel();
  otherTabs?.addEventListener("message", () => void refresh());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - refreshedAt > 30_000) void refresh();
  });
}

/**
 * Connects this tab to the others; null where the browser forbids that together with cookies, so that there isn't a
 * session to follow.
 */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel("session");
  } catch {
    return null;
  }
}

/** Follows what another tab did: signed in, signed out, or changed the account. */
function followToken(): void {
  if (followVisit()) {
    depart();
    emit();
  }
  const token = readToken();
  const sender = senderOf(session);
  if (!token && sender) forget();
  if (token && session.phase === "visitor" && !sender) void load(0);
  const owner = token && userIdOf(token);
  // A token that can't be read need not be another user's: the next request renews it.
  if (!owner || !sender || owner === sender._id) return;
  // The token is another user's now: drop everything of the previous user, but keep the token.
  leave({ phase: "loading" });
  void load(0);
}

async function load(tries: number): Promise<void> {
  const signInsBefore = signIns;
  try {
    const response = await api(getSession, {});
    if (!response) {
      if (signIns !== signInsBefore) return;
      removeToken();
      if (session.phase !== "visitor") set({ phase: "visitor" });
      return;
    }
    await loadCurrentUser(response.user.email);
  } catch (error) {
    // Without a response the session may be valid: retry a little later; after that, show the page as to a visitor.
    if (!(error instanceof ApiRequestError && error.status < 500) && tries < 2) {
      setTimeout(() => void load(tries + 1), 1000 * 2 ** tries);
    } else if (session.phase === "loading") set({ phase: "visitor" });
  }
}

/** Fetches the token with the session cookie, then the user with the role (specification §4.1). */
export async function loadCurrentUser(email: string): Promise<User> {
  signIns += 1;
  const { token } = await api(createAccessToken, { body: { email, timeZone: browserTimeZone() } });
  storeToken(token);
  setSessionUser({
    email,
    userId: userIdOf(token),
    signInAgain: requestReauthentication,
    onEnd: (status) => void leaveForLogin(status),
  });
  const user = await api(getUser, { params: { email } });
  refreshedAt = Date.now();
  const isAnother = session.phase === "signedIn" && session.user._id !== user._id;
  set(user.isGuest ? { phase: "visitor", guest: user } : { phase: "signedIn", user });
  if (isAnother && queries) dropPrivateData(queries);
  return user;
}

/** After an action that changes the role: updates it everywhere, in the other tabs too. */
export async function refreshSession(): Promise<void> {
  await refresh();
  otherTabs?.postMessage("refreshed");
}

/** Reads the role again: a promotion shows without signing in again. */
async function refresh(): Promise<void> {
  if (!senderOf(session)) return;
  refreshedAt = Date.now();
  try {
    if ((await followAddress()) || session.phase !== "signedIn") return;
    const user = await api(getUser, { params: { email: session.user.email } });
    if (readSession().phase === "signedIn") set({ phase: "signedIn", user });
  } catch {
    // The next request reports it; nothing on the screen depends on this one.
  }
}

/**
 * Switches to the user's new email address if another tab or device has changed it, or made a guest an account:
 * requests name the current user by email, and one with the old address is rejected like another user's. Resolves to
 * whether it has changed.
 */
async function followAddress(): Promise<boolean> {
  const sender = senderOf(session);
  if (!sender) return false;
  const response = await api(getSession, {});
  if (!response || response.user.email === sender.email) return false;
  await loadCurrentUserAndRefetch(response.user.email);
  return true;
}

/** Loads the session again after an action that may have ended it or changed its email address. */
export async function renewSession(): Promise<void> {
  const response = await api(getSession, {});
  if (!response) return forget();
  await loadCurrentUserAndRefetch(response.user.email);
  otherTabs?.postMessage("renewed");
}

/**
 * Loads the current user where another one may have been signed in: drops private data and fetches again what is on the
 * screen.
 */
async function loadCurrentUserAndRefetch(email: string): Promise<void> {
  await loadCurrentUser(email);
  await queries?.resetQueries({ predicate: isPrivate });
}

/** Shows the current user's new name or photo everywhere, in the other tabs too. */
export function showIdentity({ displayName, photoURL }: Identity): void {
  if (session.phase === "signedIn") set({ phase: "signedIn", user: { ...session.user, name: displayName, photoURL } });
  otherTabs?.postMessage("renamed");
}

/**
 * Signs out. If the request fails, the user stays signed in and sees a message: only the server can end the cookie's
 * session.
 */
export async function logOut(): Promise<void> {
  if (isOffline()) {
    toast(frameTexts.notSent, "error");
    return;
  }
  const before = session;
  const goHome = navigateLater();
  // Requests with the token would now be rejected and look like an expired session: from here on none is sent, and
  // pending ones are aborted.
  const previousUser = setSessionUser(null);
  set({ phase: "loading" });
  await queries?.cancelQueries({ predicate: isPrivate });
  let next: string | undefined;
  try {
    next = (await api(signOut, { body: undefined })).url;
  } catch (error) {
    // If the session has already ended, signing out has succeeded.
    if (!(error instanceof ApiRequestError && error.status === 401)) {
      setSessionUser(previousUser);
      set(before);
      toast(failureOf(error, frameTexts.stillSignedIn).text, "error");
      return;
    }
  }
  // Links work while the request is under way, "Login" too.
  goHome("/");
  forget();
  clearDrafts(before.phase === "signedIn" ? before.user._id : "");
  // The organization's provider ends its own session, and leads back.
  if (next !== undefined) location.assign(next);
}

/** Drops all data that only the signed-in user may see. */
function forget(left?: Left): void {
  removeToken();
  leave({ phase: "visitor", left });
}

function leave(next: Session): void {
  setSessionUser(null);
  finishReauthentication(false);
  set(next);
  if (queries) dropPrivateData(queries);
}

/** The server rejected the token (specification §4.1): sign out, once, and go to the login page, which says why. */
async function leaveForLogin(status: 401 | 403): Promise<void> {
  if (await followAddress().catch(() => false)) return;
  // Signing in wouldn't bring back anything of a guest's.
  if (session.phase === "visitor") return forget();
  const from = location.pathname + location.search;
  navigate(loginAddress(from));
  forget(status === 401 ? "sessionEnded" : "noAccess");
  // A rejection for another reason leaves the cookie valid, and a reload would sign in again.
  await api(signOut, { body: { isRejected: true } }).catch(() => undefined);
}

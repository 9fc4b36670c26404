import type { InputOf } from "@survey-app/contract/http/endpoint.ts";
import type { ErrorCode } from "@survey-app/contract/http/errors.ts";
import type { signInWithCode } from "@survey-app/contract/session/secondFactor.ts";
import type { signIn } from "@survey-app/contract/session/session.ts";
import type { SignInFailure } from "@survey-app/contract/session/signInFailures.ts";
import type { Identity } from "@survey-app/contract/users/users.ts";
import { isLanguage } from "@survey-app/texts/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { ApiError, apiError, orThrow } from "../http/apiError.ts";
import { languageOfSender, type ReaderLanguage } from "../http/readerLanguage.ts";
import { findPasswords } from "./accounts.sql.ts";
import type { Cookies } from "./cookies.ts";
import type { PasswordHasher } from "./passwords/passwordHash.ts";
import type { SignInAttempts } from "./passwords/signInAttempts.ts";
import { findPending, PENDING_SECONDS } from "./pending.sql.ts";
import type { FollowRole } from "./providers/followRole.ts";
import type { SecretBox } from "./secondFactor/codes.ts";
import { REMEMBERED_SECONDS, warnOfGuesses } from "./secondFactor/secondFactor.sql.ts";
import { COOKIE_SECONDS, type SignedIn, type SignInClient } from "./session.sql.ts";
import type { SessionCache } from "./sessionCache.ts";
import { type CodeNeeded, signInByCode, signInByPassword } from "./signIn.sql.ts";

/** The parts that every sign-in method needs to give a browser its session. */
export interface BrowserSessions {
  cookies: Cookies;
  sessions: SessionCache;
  readerLanguage: ReaderLanguage;
}

interface SignInOptions extends BrowserSessions {
  passwords: PasswordHasher;
  signInAttempts: SignInAttempts;
  box: SecretBox;
  /** Whether users may sign in with a password. */
  hasPasswords: boolean;
}

type Credentials = InputOf<typeof signIn>["body"];
type SentCode = InputOf<typeof signInWithCode>["body"];

/** The sign-ins that are also forms for browsers without JavaScript. They return the user, who then has a session. */
export function createSignIn(database: Database, parts: SignInOptions) {
  const { cookies, passwords, signInAttempts, box, hasPasswords } = parts;

  async function isPasswordCorrect(found: { hash: string } | undefined, password: string): Promise<boolean> {
    if (found) return passwords.verify({ hash: found.hash, password });
    // Hashing takes as long as comparing a password, so the time doesn't reveal who has an account.
    await passwords.hash(password);
    return false;
  }

  return {
    /**
     * @throws {ApiError} `wrongCredentials`, alike and as slowly for unknown addresses and wrong passwords; `codeRequired`;
     *   `accountBlocked`; `tooManyFailures`; `providerOff`
     */
    async byPassword(
      { email, password }: Credentials,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<Identity> {
      if (!hasPasswords) throw apiError("providerOff");
      const signedIn = await signInAttempts.guardSignIn({ email, ip: request.ip }, async () => {
        const [found] = await findPasswords(database, [email]);
        if (!(await isPasswordCorrect(found, password)) || !found) throw apiError("wrongCredentials");
        return orThrow(await signInByPassword(database, found, signInClientOf(request, cookies)));
      });
      return issueSession(signedIn, parts, request, reply);
    },

    /**
     * Finishes a sign-in that waits for a code, sets the role that its provider gives, and stores the cookie of a
     * device that is to be remembered.
     * @throws {ApiError} `wrongCode`, after which it still waits; `tooManyCodes`; `tookTooLong`; `accountBlocked`
     */
    async byCode(
      sent: SentCode,
      request: FastifyRequest,
      reply: FastifyReply,
      followRole: FollowRole,
    ): Promise<Identity> {
      const token = cookies.read(request.headers.cookie, "code");
      const pending = token === null ? null : await findPending(database, "code", token);
      if (token === null || pending === null) throw apiError("tookTooLong");
      const signingIn = signInAttempts.guardCode(pending.userId, async () =>
        orThrow(await signInByCode(database, token, { ...sent, box }, signInClientOf(request, cookies))),
      );
      const signedIn = await signingIn.catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === "tooManyCodes") await warnOfGuesses(database, pending.userId);
        throw error;
      });
      cookies.clear(reply, "code");
      if (signedIn.role !== null) await followRole(pending.userId, signedIn.role, request);
      if (signedIn.deviceToken !== null) cookies.set(reply, "device", signedIn.deviceToken, REMEMBERED_SECONDS);
      return issueSession(signedIn, parts, request, reply);
    },
  };
}

/** The client that sent a request to sign in. */
export function signInClientOf(request: FastifyRequest, cookies: Cookies): SignInClient {
  const { ip, headers } = request;
  return {
    ip,
    language: languageOfSender(request),
    userAgent: headers["user-agent"],
    oldToken: cookies.read(headers.cookie, "session_token"),
    deviceToken: cookies.read(headers.cookie, "device"),
  };
}

/**
 * Gives the browser its new session. Every sign-in method ends here.
 * @returns the user
 * @throws {ApiError} `codeRequired` if the sign-in waits for the code of the second factor
 */
export function issueSession(
  result: SignedIn | CodeNeeded,
  { cookies, sessions, readerLanguage }: BrowserSessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Identity {
  if ("codeToken" in result) {
    cookies.set(reply, "code", result.codeToken, PENDING_SECONDS);
    throw apiError("codeRequired");
  }
  const { user, language, token, replaced } = result;
  request.actor = user.id;
  if (replaced !== null) sessions.invalidate(replaced);
  cookies.set(reply, "session_token", token, COOKIE_SECONDS);
  if (language !== null && isLanguage(language)) readerLanguage.remember(reply, language);
  return user;
}

/** The errors that the login page explains. */
const failures: Partial<Record<ErrorCode, SignInFailure | "codeRequired">> = {
  wrongCredentials: "wrong",
  accountBlocked: "blocked",
  tooManyFailures: "tooMany",
  tooFast: "tooFast",
  codeRequired: "codeRequired",
  wrongCode: "wrongCode",
  tooManyCodes: "tooManyCodes",
  tookTooLong: "stale",
};

/**
 * The failure of a sign-in that ends on a page, or that it waits for a code. Undefined if the login page doesn't
 * explain the error.
 */
export function signInFailureOf(error: unknown): SignInFailure | "codeRequired" | undefined {
  return error instanceof ApiError ? failures[error.code] : undefined;
}

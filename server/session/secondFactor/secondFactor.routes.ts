import * as secondFactor from "@survey-app/contract/secondFactor.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { ApiError, apiError } from "../../http/apiError.ts";
import type { RegisterEndpoint } from "../../http/endpoints.ts";
import type { Cookies } from "../cookies.ts";
import type { SignInAttempts } from "../passwords/signInAttempts.ts";
import { findPending } from "../pending.sql.ts";
import type { SessionCache } from "../sessionCache.ts";
import type { SignedIn } from "../signIn.sql.ts";
import { clientOf, handOver } from "../signIn.ts";
import { renewCodes, startSetup, turnOff, turnOn } from "./change.sql.ts";
import type { SecretBox } from "./codes.ts";
import { forgetDevices, REMEMBERED_SECONDS, readSecondFactor, warnOfGuesses } from "./secondFactor.sql.ts";
import { signInByCode } from "./signInByCode.sql.ts";

interface CodeParts {
  cookies: Cookies;
  signInAttempts: SignInAttempts;
  box: SecretBox;
}

/**
 * Finishes a sign-in that waits for a code, and stores the cookie of a device that is to be remembered.
 * @throws {ApiError} `wrongCode`, after which it still waits; `tooManyCodes`; `tookTooLong`; `accountBlocked`
 */
export type CodeSignIn = (
  sent: { code: string; remember: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<SignedIn>;

export function createCodeSignIn(database: Database, { cookies, signInAttempts, box }: CodeParts): CodeSignIn {
  return async (sent, request, reply) => {
    const token = cookies.read(request.headers.cookie, "code");
    const pending = token === null ? null : await findPending(database, "code", token);
    if (token === null || pending === null) throw apiError("tookTooLong");
    const attempt = async () => {
      const result = await signInByCode(database, token, { ...sent, box }, clientOf(request, cookies));
      if (result === "wrong") throw apiError("wrongCode");
      if (result === "stale") throw apiError("tookTooLong");
      if (result === "blocked") throw apiError("accountBlocked");
      return result;
    };
    const guarded = signInAttempts.guardCode(pending.userId, attempt).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === "tooManyCodes") await warnOfGuesses(database, pending.userId);
      throw error;
    });
    const { deviceToken, ...signedIn } = await guarded;
    cookies.clear(reply, "code");
    if (deviceToken !== null) cookies.set(reply, "device", deviceToken, REMEMBERED_SECONDS);
    return signedIn;
  };
}

interface SecondFactorParts extends CodeParts {
  sessions: SessionCache;
  signInByCode: CodeSignIn;
}

/** The second factor: codes of an authenticator app, and recovery codes. */
export function serveSecondFactor(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  parts: SecondFactorParts,
): void {
  const { box, sessions, signInAttempts } = parts;

  registerEndpoint(secondFactor.signInWithCode, async ({ body, request, reply }) => ({
    user: handOver(await parts.signInByCode(body, request, reply), parts, request, reply),
  }));

  registerEndpoint(secondFactor.getSecondFactor, async ({ currentUser }) => ({
    ...(await readSecondFactor(database, currentUser.userId)),
    isMissing: currentUser.lacksSecondFactor,
  }));

  registerEndpoint(secondFactor.setUpSecondFactor, async ({ currentUser }) => {
    const started = await startSetup(database, currentUser, box);
    if (started === "unconfirmed") throw apiError("confirmFirst");
    if (started === "isOn") throw apiError("alreadySo");
    return started;
  });

  registerEndpoint(secondFactor.turnOnSecondFactor, async ({ body: { code }, currentUser }) => {
    const { userId } = currentUser;
    const recoveryCodes = await signInAttempts.guardCode(userId, async () => {
      const result = await turnOn(database, currentUser, { code, box });
      if (result === "sessionEnded") throw apiError(result);
      if (result === "wrong") throw apiError("wrongCode");
      if (result === "stale") throw apiError("tookTooLong");
      if (result === "isOn") throw apiError("alreadySo");
      return result;
    });
    sessions.invalidateUser(userId);
    return { recoveryCodes };
  });

  registerEndpoint(secondFactor.turnOffSecondFactor, async ({ currentUser }) => {
    if (!(await turnOff(database, currentUser.userId, null))) throw apiError("alreadySo");
    sessions.invalidateUser(currentUser.userId);
    return { modifiedCount: 1 };
  });

  registerEndpoint(secondFactor.renewRecoveryCodes, async ({ currentUser }) => {
    const recoveryCodes = await renewCodes(database, currentUser.userId);
    if (recoveryCodes === null) throw apiError("alreadySo");
    return { recoveryCodes };
  });

  registerEndpoint(secondFactor.forgetDevice, async ({ params, currentUser }) => {
    if ((await forgetDevices(database, currentUser.userId, params.id)) === 0) throw apiError("notFound");
    return { modifiedCount: 1 };
  });
}

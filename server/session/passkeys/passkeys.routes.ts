import * as passkeys from "@survey-app/contract/session/passkeys.ts";
import { PASSKEYS_MAX } from "@survey-app/contract/text/limits.ts";
import type { FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { apiError, orNotFound, orThrow } from "../../http/apiError.ts";
import type { CurrentUser } from "../../http/currentUser.ts";
import type { RegisterEndpoint } from "../../http/endpoints.ts";
import { signInByPasskey } from "../signIn.sql.ts";
import { issueSession, signInClientOf } from "../signIn.ts";
import type { SignInParts } from "../signInParts.ts";
import { CHALLENGE_SECONDS } from "./challenges.ts";
import {
  deletePasskey,
  type FoundPasskey,
  findOrCreateHandle,
  findPasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from "./passkeys.sql.ts";
import { ALGORITHMS, type RelyingParty, verifyNewCredential, verifyUsedCredential } from "./webauthn.ts";

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;
const SIGN_IN = "sign in";
/** Adding a passkey belongs to one session. */
const addingOf = ({ sessionId }: CurrentUser) => `add ${sessionId}`;

/**
 * Passkeys (WebAuthn). Authenticators find the account themselves: requests don't name an account before the sign-in,
 * so responses don't reveal who has a passkey. The authenticator verifies its user, so a passkey counts as both
 * factors.
 */
export function servePasskeys(registerEndpoint: RegisterEndpoint, database: Database, parts: SignInParts): void {
  const { publicUrl, challenges } = parts;
  const site: RelyingParty = { id: new URL(publicUrl).hostname, origin: publicUrl };
  const requireAllowed = () => {
    if (!parts.hasPasswords) throw apiError("providerOff");
  };

  registerEndpoint(passkeys.requestPasskeyChallenge, async ({ reply }) => {
    requireAllowed();
    const challenge = challenges.issue(reply, SIGN_IN);
    return { challenge, rpId: site.id, timeout: TIMEOUT_MS, userVerification: "required" as const };
  });

  registerEndpoint(passkeys.signInWithPasskey, async ({ body: { credential, email }, request, reply }) => {
    requireAllowed();
    const passkey = await findPasskey(database, credential.id);
    const isExpected =
      passkey && passkey.handle === credential.response.userHandle && (email ?? passkey.email) === passkey.email;
    if (!isExpected) throw apiError("passkeyRefused");
    const counter = await verify(request, SIGN_IN, passkey, (challenge) =>
      verifyUsedCredential(credential, { challenge, site, passkey }),
    );
    const signedIn = await signInByPasskey(database, passkey, counter, signInClientOf(request, parts.cookies));
    return { user: issueSession(orThrow(signedIn), parts, request, reply) };
  });

  registerEndpoint(passkeys.listMyPasskeys, ({ currentUser }) => listPasskeys(database, currentUser.userId));

  registerEndpoint(passkeys.requestPasskeyOptions, async ({ currentUser, reply }) => {
    requireAllowed();
    const found = orThrow(await findOrCreateHandle(database, currentUser));
    const known = await listPasskeys(database, currentUser.userId);
    if (known.length >= PASSKEYS_MAX) throw apiError("tooManyPasskeys");
    const type = "public-key" as const;
    return {
      challenge: challenges.issue(reply, addingOf(currentUser)),
      rp: { id: site.id, name: parts.siteName },
      user: { id: found.handle, name: currentUser.email, displayName: currentUser.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type, alg })),
      timeout: TIMEOUT_MS,
      attestation: "none" as const,
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId, type })),
      authenticatorSelection: {
        residentKey: "required" as const,
        requireResidentKey: true as const,
        userVerification: "required" as const,
      },
    };
  });

  registerEndpoint(passkeys.addPasskey, async ({ body: { name, credential }, currentUser, request }) => {
    requireAllowed();
    const passkey = await verify(request, addingOf(currentUser), null, (challenge) =>
      verifyNewCredential(credential, { challenge, site }),
    );
    const { id } = orThrow(await insertPasskey(database, currentUser, { ...passkey, name }));
    return { insertedId: id };
  });

  registerEndpoint(passkeys.renamePasskey, async ({ params, body: { name }, currentUser }) => {
    orNotFound(await renamePasskey(database, currentUser.userId, params.id, name));
    return { modifiedCount: 1 };
  });

  registerEndpoint(passkeys.removePasskey, async ({ params, currentUser }) => {
    orNotFound(await deletePasskey(database, currentUser.userId, params.id));
    parts.sessions.invalidateUser(currentUser.userId);
    return { modifiedCount: 1 };
  });

  /** Verifies an answer to this browser's challenge, and uses the challenge up. @throws {ApiError} `passkeyRefused` */
  async function verify<T>(
    request: FastifyRequest,
    purpose: string,
    passkey: FoundPasskey | null,
    check: (challenge: string) => Promise<T>,
  ): Promise<T> {
    const challenge = challenges.read(request, purpose);
    if (challenge === null) throw apiError("passkeyRefused");
    const result = await check(challenge).catch((error: Error) => {
      // The log shows operators a copied key, whose counter is too low.
      const reason = error.message.slice(0, REASON_MAX);
      request.log.warn({ reqId: request.id, passkey: passkey?.id, reason }, "a passkey was refused");
      throw apiError("passkeyRefused");
    });
    if (!(await challenges.use(challenge))) throw apiError("passkeyRefused");
    return result;
  }
}

/** The library's reasons quote the request. */
const REASON_MAX = 200;

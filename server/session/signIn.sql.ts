import { randomUUID } from "node:crypto";
import type { Registration } from "@survey-app/contract/session/registration.ts";
import { isAtDeletedDomain } from "@survey-app/contract/text/deletedAddress.ts";
import type { Database } from "../database/database.ts";
import { createToken } from "../database/tokenHash.ts";
import { isRowError } from "../database/unavailable.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import {
  type AccountKey,
  findPasswordHash,
  findUserByIdentity,
  findUserIdByEmail,
  insertIdentity,
  insertPasswordUser,
  insertUser,
  isActive,
  type LockedUser,
  lockUser,
  type NewUser,
} from "./accounts.sql.ts";
import { type AfterCode, consumePending, findPending, insertPending } from "./pending.sql.ts";
import { proveAddress } from "./proof.sql.ts";
import type { RoleAnswer } from "./providers/roleClaim.ts";
import { acceptInvitation, isMailboxTaken, mayRegister } from "./registration.sql.ts";
import type { SecretBox } from "./secondFactor/codes.ts";
import { consumeCode, hasSecondFactor, isRemembered, rememberDevice } from "./secondFactor/secondFactor.sql.ts";
import { type SignedIn, type SignInClient, startSession } from "./session.sql.ts";

/** A sign-in that waits for the code of the second factor. There is no session yet. */
export interface CodeNeeded {
  userId: string;
  /** For the cookie. */
  codeToken: string;
}

/** A finished sign-in with a code. */
export interface SignedInByCode extends SignedIn {
  /** For the cookie of a device that is now remembered. */
  deviceToken: string | null;
  /** The role, according to the provider at which the sign-in began. The caller sets it. */
  role: RoleAnswer | null;
}

/**
 * Creates an account with a password and signs in.
 * @param isProven whether a link that was sent to the address was opened
 * @returns `emailTaken`: another account has the address or, where only one may, its mailbox; `linkSpent`: the address
 *   may have none
 */
export function signUpByPassword(
  database: Database,
  account: Omit<NewUser, "id" | "emailVerified" | "role"> & { passwordHash: string },
  { registration, isProven }: { registration: Registration; isProven: boolean },
  client: SignInClient,
): Promise<SignedIn | "emailTaken" | "linkSpent"> {
  return database.transaction(async (tx) => {
    const { email } = account;
    if (!(await mayRegister(tx, registration, email))) return "linkSpent";
    if (await isMailboxTaken(tx, registration, account)) return "emailTaken";
    const id = isProven ? await acceptInvitation(tx, email) : randomUUID();
    if (!(await insertPasswordUser(tx, { ...account, id, emailVerified: isProven, role: "user" }))) return "emailTaken";
    if (!isProven) await enqueueEmail(tx, email, { kind: "emailVerification", userId: id });
    return startSession(tx, { ...(await lockUser(tx, id)), email }, client, { hasSecondFactor: false });
  });
}

/**
 * Signs in a user whose password was compared with `hash`.
 * @returns `wrongCredentials`: the password has changed since. The change ended all sessions, and this sign-in must not
 *   start another one
 */
export function signInByPassword(
  database: Database,
  { userId, hash }: { userId: string; hash: string },
  client: SignInClient,
): Promise<SignedIn | CodeNeeded | "accountBlocked" | "wrongCredentials"> {
  return database.transaction(async (tx) => {
    // The lock waits for a change that is about to be committed.
    const user = await lockUser(tx, userId);
    return (await findPasswordHash(tx, userId)) === hash ? signInAs(tx, user, client) : "wrongCredentials";
  });
}

/**
 * Every sign-in with one factor continues here, also through providers: people who turned on the second factor expect
 * it to protect the account in every case. Blocked users can't sign in by any method.
 * @param provided the changes that a provider's answer causes; the caller sets the role, unless a code is needed
 */
async function signInAs(
  tx: Database,
  user: LockedUser,
  client: SignInClient,
  provided: AfterCode = { identity: null },
): Promise<SignedIn | CodeNeeded | "accountBlocked"> {
  if (!isActive(user)) return "accountBlocked";
  const needsSecondFactor = await hasSecondFactor(tx, user.id);
  if (needsSecondFactor && !(await isRemembered(tx, user.id, client.deviceToken))) {
    const codeToken = createToken();
    const { id: userId, credential_version: credentialVersion } = user;
    await insertPending(tx, "code", codeToken, { userId, credentialVersion, ...provided });
    return { userId, codeToken };
  }
  if (provided.identity) await insertIdentity(tx, user.id, provided.identity);
  return startSession(tx, user, client, { hasSecondFactor: needsSecondFactor });
}

/**
 * Finishes a sign-in that waits for a code.
 * @param codeToken from the browser's cookie
 * @returns `wrongCode`: the sign-in still waits; `tookTooLong`: it is too old, or the password or address has changed
 *   since it began
 */
export function signInByCode(
  database: Database,
  codeToken: string,
  { code, remember, box }: { code: string; remember: boolean; box: SecretBox },
  client: SignInClient,
): Promise<SignedInByCode | "wrongCode" | "tookTooLong" | "accountBlocked"> {
  return database.transaction(async (tx) => {
    const pending = await findPending(tx, "code", codeToken);
    if (!pending) return "tookTooLong";
    const user = await lockUser(tx, pending.userId);
    // Reads it again, because another request may have finished it while this one waited for the lock.
    if (!(await findPending(tx, "code", codeToken)) || user.credential_version !== pending.credentialVersion)
      return "tookTooLong";
    const used = await consumeCode(tx, user.id, code, box);
    if (used === "wrong") return "wrongCode";
    await consumePending(tx, "code", codeToken);
    if (used === "recovery") await enqueueEmail(tx, user.email, { kind: "securityChange", change: "recoveryCodeUsed" });
    const signedIn = await signInWithBothFactors(tx, user, client);
    if (signedIn === "accountBlocked") return signedIn;
    const { identity, role = null } = pending;
    if (identity && (await findUserByIdentity(tx, identity)) === null) await insertIdentity(tx, user.id, identity);
    const deviceToken = remember ? await rememberDevice(tx, user.id, client.userAgent) : null;
    return { ...signedIn, deviceToken, role };
  });
}

/** Ends a sign-in with both factors. */
async function signInWithBothFactors(
  tx: Database,
  user: LockedUser,
  client: SignInClient,
): Promise<SignedIn | "accountBlocked"> {
  return isActive(user) ? startSession(tx, user, client, { hasSecondFactor: true }) : "accountBlocked";
}

/**
 * Signs in a user whose passkey was verified.
 * @returns `passkeyRefused`: the passkey was removed meanwhile, or used by another request with the same or a later
 *   counter
 */
export function signInByPasskey(
  database: Database,
  { id, userId }: { id: string; userId: string },
  counter: number,
  client: SignInClient,
): Promise<SignedIn | "accountBlocked" | "passkeyRefused"> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const { numUpdatedRows } = await tx.db
      .updateTable("passkeys")
      .set({ counter, last_used_at: Date.now() })
      .where("id", "=", id)
      .where(({ eb, or, and }) =>
        or([eb("counter", "<", counter), and([eb("counter", "=", 0), eb.val(counter === 0)])]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows ? signInWithBothFactors(tx, user, client) : "passkeyRefused";
  });
}

/** Who signs in through a provider, as verified by it. */
export interface ProviderIdentity extends AccountKey {
  /** Null if the provider has none that satisfies our rules. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  photoUrl: string | null;
}

/**
 * Signs in through a provider: as the user with this identity, else as the user with its address, else as a new user. An
 * address that the provider has confirmed is proven by that (docs/signing-in.md); any other finds no existing account.
 * @returns `taken`: there is an account with the address, which the provider has not confirmed; `stale`: another request
 *   has just changed or created the account; `notOpen`: the address may have no account here
 */
export async function signInByProvider(
  database: Database,
  { identity, role }: { identity: ProviderIdentity; role: RoleAnswer | null },
  registration: Registration,
  client: SignInClient,
): Promise<SignedIn | CodeNeeded | "accountBlocked" | "taken" | "noEmail" | "ofDeleted" | "notOpen" | "stale"> {
  const { email, emailVerified } = identity;
  const signingIn = database.transaction(async (tx) => {
    const known = await findUserByIdentity(tx, identity);
    if (known === null && email === null) return "noEmail";
    if (known === null && email !== null && isAtDeletedDomain(email)) return "ofDeleted";
    const existing = known ?? (await findUserIdByEmail(tx, email));
    if (existing === null && !(await mayCreate(tx, identity, registration))) return "notOpen";
    const user = existing === null ? await createUser(tx, identity) : await lockUser(tx, existing);
    // A change that the lock waited for may have removed the identity or the address.
    if (!user || (await findUserByIdentity(tx, identity)) !== known || (known === null && user.email !== email))
      return "stale";
    if (known === null && existing !== null && !emailVerified) return "taken";
    const { language } = client;
    if (user.email === email && emailVerified) await proveAddress(tx, user, { identity, language });
    const { provider, subject } = identity;
    // The proof may have changed the language.
    return signInAs(tx, await lockUser(tx, user.id), client, {
      identity: known === null ? { provider, subject } : null,
      role,
    });
  });
  return signingIn.catch((error: unknown) => {
    if (isRowError(error)) return "stale";
    throw error;
  });
}

/** Whether a new identity may have an account: where the address decides, the provider must have confirmed it. */
async function mayCreate(tx: Database, { email, emailVerified }: ProviderIdentity, registration: Registration) {
  if (registration.kind === "open") return true;
  if (!emailVerified || email === null || !(await mayRegister(tx, registration, email))) return false;
  return !(await isMailboxTaken(tx, registration, { email }));
}

/** Creates a user for an identity with an address. @returns null if another request has just done so */
async function createUser(tx: Database, { name, email, emailVerified, photoUrl }: ProviderIdentity) {
  if (email === null) return null;
  const id = emailVerified ? await acceptInvitation(tx, email) : randomUUID();
  if (!(await insertUser(tx, { id, name, email, emailVerified, photoUrl, role: "user" }))) return null;
  if (!emailVerified) await enqueueEmail(tx, email, { kind: "emailVerification", userId: id });
  return lockUser(tx, id);
}

import { randomUUID } from "node:crypto";
import { type Identity, type StoredRole, VERIFIED } from "@survey-app/contract/users.ts";
import { lockUser, proveAddress } from "../account/proof.sql.ts";
import type { Database } from "../database/database.ts";
import { createToken, tokenHash } from "../database/tokenHash.ts";
import { isAboutTheRows } from "../database/unavailable.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import {
  type AccountKey,
  findPasswordHash,
  findUserOf,
  insertIdentity,
  insertPasswordUser,
  insertUser,
  type NewUser,
} from "./accounts.sql.ts";
import { deviceOf, HEADER_MAX } from "./device.ts";
import { insertPending } from "./pending.sql.ts";
import { hasSecondFactor, isRemembered } from "./secondFactor/secondFactor.sql.ts";
import { endSessionOf, idleEnd } from "./session.sql.ts";
import { isNewDevice } from "./userSessions.sql.ts";

/** The client that signs in. */
export interface SignInClient {
  ip: string;
  userAgent: string | undefined;
  /** The token of the session that its browser has; null without one. */
  oldToken: string | null;
  /** The token by which its browser may be a remembered device; null without one. */
  deviceToken: string | null;
}

export interface SignedIn {
  user: Identity;
  /** The new session's token, for the cookie. */
  token: string;
  /** The id of the session that the new one replaces. */
  replaced: string | null;
}

/** A sign-in that waits for the code of the second factor. There is no session yet. */
export interface CodeNeeded {
  userId: string;
  /** For the cookie. */
  codeToken: string;
}

/** Who signs in through a provider, as verified by it. */
export interface ProviderIdentity extends AccountKey {
  /** Null if the provider has none that satisfies our rules. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  photoUrl: string | null;
  /** The role that the organization gives; null if admins decide it here. */
  role: StoredRole | null;
}

/** Creates an account with a password and signs in. @returns null if the email address is taken */
export function signUpByPassword(
  database: Database,
  account: Omit<NewUser, "id" | "emailVerified" | "role"> & { passwordHash: string },
  client: SignInClient,
): Promise<SignedIn | null> {
  return database.transaction(async (tx) => {
    const id = randomUUID();
    if (!(await insertPasswordUser(tx, { ...account, id, emailVerified: false, role: "user" }))) return null;
    await enqueueEmail(tx, account.email, { kind: "emailVerification", userId: id });
    return startSession(tx, await lockUser(tx, id), client, { hasSecondFactor: false });
  });
}

/**
 * Signs in a user whose password was compared with `hash`.
 * @returns `changed` if that is no longer the password: the change ended all sessions, and this one must not follow it
 */
export function signInByPassword(
  database: Database,
  { userId, hash }: { userId: string; hash: string },
  client: SignInClient,
): Promise<SignedIn | CodeNeeded | "blocked" | "changed"> {
  return database.transaction(async (tx) => {
    // The lock waits for a change that is about to be committed.
    const user = await lockUser(tx, userId);
    return (await findPasswordHash(tx, userId)) === hash ? signInAs(tx, user, client) : "changed";
  });
}

/**
 * Signs in through a provider: as the user with this identity, else as the user with its address, else as a new user. An
 * address that the provider has confirmed is proven by that (decision 0020); any other finds no existing account.
 * @returns `taken`: there is an account with the address, which the provider has not confirmed; `stale`: another request
 *   has just changed or created the account
 */
export async function signInByProvider(
  database: Database,
  identity: ProviderIdentity,
  client: SignInClient,
): Promise<SignedIn | CodeNeeded | "blocked" | "taken" | "noEmail" | "stale"> {
  const { email, emailVerified } = identity;
  const signingIn = database.transaction(async (tx) => {
    const known = await findUserOf(tx, identity);
    if (known === null && email === null) return "noEmail";
    const existing = known ?? (await findUserWith(tx, email));
    const user = existing === null ? await createUser(tx, identity) : await lockUser(tx, existing);
    // A change that the lock waited for may have removed the identity or the address.
    if (!user || (await findUserOf(tx, identity)) !== known || (known === null && user.email !== email)) return "stale";
    if (known === null && existing !== null && !emailVerified) return "taken";
    if (user.email === email && emailVerified) await proveAddress(tx, user, { identity });
    const { provider, subject } = identity;
    return signInAs(tx, user, client, known === null ? { provider, subject } : null);
  });
  return signingIn.catch((error: unknown) => {
    if (isAboutTheRows(error)) return "stale";
    throw error;
  });
}

async function findUserWith({ db }: Database, email: string | null): Promise<string | null> {
  const found = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return found?.id ?? null;
}

/** Creates a user for an identity with an address. @returns null if another request has just done so */
async function createUser(tx: Database, { name, email, emailVerified, photoUrl }: ProviderIdentity) {
  if (email === null) return null;
  const id = randomUUID();
  if (!(await insertUser(tx, { id, name, email, emailVerified, photoUrl, role: "user" }))) return null;
  if (!emailVerified) await enqueueEmail(tx, email, { kind: "emailVerification", userId: id });
  return lockUser(tx, id);
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>;

/**
 * Every sign-in with one factor ends here, providers' too: anyone who turned the second factor on expects it to protect the account
 * however it is opened. Blocked users can't sign in by any method.
 * @param identity is added to the account by this sign-in, after the code where one is needed: it is a lasting way in
 */
async function signInAs(
  tx: Database,
  user: LockedUser,
  client: SignInClient,
  identity: AccountKey | null = null,
): Promise<SignedIn | CodeNeeded | "blocked"> {
  if (user.status !== VERIFIED) return "blocked";
  const needsBoth = await hasSecondFactor(tx, user.id);
  if (needsBoth && !(await isRemembered(tx, user.id, client.deviceToken))) {
    const codeToken = createToken();
    const { id: userId, credential_version: credentialVersion } = user;
    await insertPending(tx, "code", codeToken, { userId, credentialVersion, identity });
    return { userId, codeToken };
  }
  if (identity) await insertIdentity(tx, user.id, identity);
  return startSession(tx, user, client, { hasSecondFactor: needsBoth });
}

/** Ends a sign-in with both factors. */
export async function signInWithBoth(
  tx: Database,
  user: LockedUser,
  client: SignInClient,
): Promise<SignedIn | "blocked"> {
  return user.status === VERIFIED ? startSession(tx, user, client, { hasSecondFactor: true }) : "blocked";
}

/** Starts a session of a locked user, in place of the one that the browser had, and reports a new device by email. */
async function startSession(
  tx: Database,
  user: LockedUser,
  { ip, userAgent, oldToken }: SignInClient,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<SignedIn> {
  const { db } = tx;
  const token = createToken();
  const now = Date.now();
  await db
    .insertInto("sessions")
    .values({
      id: randomUUID(),
      token: tokenHash(token),
      user_id: user.id,
      expires_at: idleEnd(),
      ip_address: ip,
      user_agent: userAgent?.slice(0, HEADER_MAX) ?? null,
      created_at: now,
      updated_at: now,
      has_second_factor: Number(hasSecondFactor),
    })
    .execute();
  // Those of other users are kept: one client may act for several.
  const replaced = oldToken === null ? undefined : await endSessionOf(tx, oldToken, user.id);
  const device = deviceOf(userAgent);
  // An unconfirmed address may belong to a stranger, who has nothing to do with this account.
  if ((await isNewDevice(tx, user.id, device)) && user.email_verified)
    await enqueueEmail(tx, user.email, { kind: "newDevice", device, at: Date.now() });
  const { id, email, name, photo_url } = user;
  return { user: { id, email, displayName: name, photoURL: photo_url }, token, replaced: replaced?.id ?? null };
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { DEMO_PASSWORD, demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { OperatorError } from "../database/operatorError.ts";
import { countEndedCodes } from "../invitations/codes.sql.ts";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { findPasswords } from "../session/accounts.sql.ts";
import { FIRST_ADMIN } from "../session/firstAdmin.ts";
import type { WarnLog } from "../session/passwords/breachedPasswords.ts";
import { passwordHasher } from "../session/passwords/passwordHash.ts";
import { createPasswordStrength, type PasswordStrengthSettings } from "../session/passwords/passwordStrength.ts";
import { hasUnknownCountedAddresses } from "../voters/countedAddresses.sql.ts";

/**
 * A secret that takes fewer guesses, as a power of ten, is made of words: 32 random letters and digits take 10³¹ or
 * more, and 32 characters of words at most 10²⁹.
 */
const SECRET_GUESSES_MIN = 30;

/**
 * `npm run ship` leaves out the sandbox and the demo.
 * @throws {OperatorError} if the settings ask for them and they are missing
 */
export function requireSandbox(
  { isProduction }: Pick<Config, "isProduction">,
  folder = join(import.meta.dirname, "../sandbox"),
): void {
  if (isProduction || existsSync(folder)) return;
  throw new OperatorError(
    "This folder holds only what production runs: set NODE_ENV=production. A demo starts from a checkout (npm start).",
  );
}

/**
 * For production. @throws {OperatorError} if a secret made of words, the first admin's password or open demo accounts
 * would let strangers in
 */
export async function checkProductionReadiness(
  database: Database,
  { firstAdmin, sessionSecret, ...config }: Pick<Config, "firstAdmin" | "sessionSecret"> & PasswordStrengthSettings,
  log: WarnLog,
): Promise<void> {
  const reasons: string[] = [];
  if (sessionSecret && (await isMadeOfWords(sessionSecret)))
    reasons.push(
      "SESSION_SECRET is made of words, which can be guessed: set 32 random characters or more (openssl rand -hex 32), and add this one to SESSION_SECRET_OLD.",
    );
  if (firstAdmin) {
    const owner = { name: FIRST_ADMIN, email: firstAdmin.email };
    const weakness = await createPasswordStrength(config, log).weaknessOf(firstAdmin.password, owner);
    if (weakness) reasons.push(weakness.replace("This password", "ADMIN_PASSWORD"));
  }
  const open = await openDemoAccounts(database);
  if (open.length > 0)
    reasons.push(
      `The database holds demo accounts, whose password is public (${open.join(", ")}): begin with an empty database, or start a checkout with NODE_ENV=development once and change their passwords or delete them on their profiles.`,
    );
  if (reasons.length > 0) throw new OperatorError(reasons.join("\n"));
}

/**
 * @throws {OperatorError} if a former secret is missing, with which the server recognizes people who deleted their
 *   account and must not vote twice
 */
export async function checkFormerSecrets(database: Database, secrets: readonly [string, ...string[]]): Promise<void> {
  if (await hasUnknownCountedAddresses(database, createCountedAddressKeys(secrets)))
    throw new OperatorError(
      "SESSION_SECRET has changed, and the former one is still needed, so that people who deleted their account can't be invited again and vote twice: add it to SESSION_SECRET_OLD, or to SESSION_SECRET_LEAKED if others may know it.",
    );
}

/**
 * The message at a start about codes that no longer open anything; null if there are none. The server starts all the
 * same: owners can replace these codes.
 * @param codeKeys the numbers of the keys with which codes are recognized
 */
export async function describeEndedCodes(database: Database, codeKeys: readonly string[]): Promise<string | null> {
  const count = await countEndedCodes(database, codeKeys);
  if (count === 0) return null;
  return `${count} code(s) of open surveys can't be checked, because the secret that made them is not in SESSION_SECRET or SESSION_SECRET_OLD. Add it to SESSION_SECRET_OLD, unless it leaked. Otherwise the owners of the surveys replace the codes: "Replace and print" on their lists.`;
}

async function isMadeOfWords(secret: string): Promise<boolean> {
  // Hexadecimal digits are random, but so few characters can look like dates and sequences.
  if (/^[\da-f]+$/i.test(secret)) return false;
  const { guessesInWords } = await import("../session/passwords/commonPasswords.ts");
  return guessesInWords(secret) < SECRET_GUESSES_MIN;
}

/** The addresses of demo accounts that still have the demo password. */
async function openDemoAccounts(database: Database): Promise<string[]> {
  const stored = await findPasswords(
    database,
    demoAccounts.map(({ email }) => email),
  );
  const open: string[] = [];
  for (const { email, status, hash } of stored)
    if (status === VERIFIED && (await passwordHasher.verify({ hash, password: DEMO_PASSWORD }))) open.push(email);
  return open;
}

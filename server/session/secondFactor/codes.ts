import { RECOVERY_CODES } from "@survey-app/contract/session/secondFactor.ts";
import { latinCapitals } from "@survey-app/contract/text/crockford.ts";
import { withPlainDigits } from "@survey-app/contract/text/digits.ts";
import { narrow, withoutUnseen } from "@survey-app/contract/text/unseenCharacters.ts";
import { Secret, TOTP } from "otpauth";
import { decrypt, encrypt } from "../../database/encryption.ts";
import type { Secrets } from "../../database/secrets.ts";
import { deriveKey, tokenHash } from "../../database/tokenHash.ts";

/** How long a code of an authenticator app is shown, in seconds. */
const STEP_SECONDS = 30;
/** Codes of this many steps before and after the current one are accepted, because phones' clocks differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** 80 bits: they can't be guessed from their hashes either, and fit in sixteen characters. */
const RECOVERY_BYTES = 10;

const totpOf = (secret: Secret, issuer = "", email = "") => new TOTP({ issuer, label: email, secret });

export type SecretBox = ReturnType<typeof createSecretBox>;

/**
 * Encrypts the secrets of authenticator apps: a copy of the database alone must not contain second factors.
 * @param accepted the accepted values of SESSION_SECRET, the current one first
 */
export function createSecretBox(accepted: Secrets["accepted"]) {
  const keys = accepted.map((secret) => deriveKey(secret, "second factor")) as [Buffer, ...Buffer[]];
  return {
    /** Encrypts for one user: another user's row can't use it. */
    seal: (secret: Secret, userId: string): string => encrypt(keys[0], secret.bytes, userId),
    /** @returns null if it was encrypted with a SESSION_SECRET that isn't accepted, or for another user */
    open(sealed: string, userId: string): Secret | null {
      for (const key of keys) {
        const bytes = decrypt(key, sealed, userId);
        if (bytes) return new Secret({ buffer: new Uint8Array(bytes).buffer });
      }
      return null;
    },
  };
}

export const createSecret = () => new Secret({ size: SECRET_BYTES });

/** The secret as an app reads it: in base32, and as the URL of the QR code, with the name of the site. */
export function describeSecret(
  secret: Secret,
  { site, email }: { site: string; email: string },
): { secret: string; url: string } {
  return { secret: secret.base32, url: totpOf(secret, site, email).toString() };
}

/** @returns the time step of a right code, in units of `STEP_SECONDS` since 1970; null for a wrong one */
export function stepOf(secret: Secret, code: string): number | null {
  // The library compares bytes, and throws if a text has more of them than characters.
  if (!isAppCode(code)) return null;
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/**
 * Normalizes a code as people type and paste it: with spaces, punctuation and invisible characters, in any case, with
 * digits of any script, with wide letters, and with look-alike letters of other keyboards.
 */
export const normalizeCode = (typed: string) =>
  latinCapitals(withPlainDigits(withoutUnseen(narrow(typed))))
    .replaceAll(/[\s\p{P}\p{S}]/gu, "")
    .toLowerCase();

/** Whether a normalized code looks like an app's; others are recovery codes. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code);

/**
 * Creates recovery codes in the form in which people write them down: "k3tq-9…", four times four characters of base32.
 */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ size: RECOVERY_BYTES });
    return base32.toLowerCase().replaceAll(/.{4}(?=.)/g, "$&-");
  });
}

/** The form in which a recovery code is stored. */
export const recoveryHash = (code: string) => tokenHash(`recovery ${normalizeCode(code)}`);

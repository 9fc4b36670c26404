import { Secret, TOTP } from "otpauth";

/** An authenticator app with a secret in base32. */
export function appOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const since = Date.now();
  /** The code of a time step after the one in which the app was set up: the server accepts each once. */
  return { code: (steps = 0) => totp.generate({ timestamp: since + steps * 30_000 }) };
}

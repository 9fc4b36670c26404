import { Secret, TOTP } from "otpauth";

/** An authenticator app with a secret in base32. */
export function appOf(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const since = Date.now();
  return {
    /**
     * The code of a time step after the one in which the app was set up: the server accepts each once. A later step
     * than that of the setup is the current one at least, however slow the machine is.
     */
    code(steps = 0) {
      const timestamp = since + steps * 30_000;
      return totp.generate({ timestamp: steps > 0 ? Math.max(timestamp, Date.now()) : timestamp });
    },
  };
}

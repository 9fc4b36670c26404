import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { CODE_MAX } from "../text/limits.ts";
import { id, line, requiredText } from "../text/text.ts";
import { withoutUnseen } from "../text/unseenCharacters.ts";
import { identity } from "../users/users.ts";
import { SIGN_INS } from "./session.ts";

/** Recovery codes of one account; each works once. */
export const RECOVERY_CODES = 10;

/**
 * Six digits of the authenticator app, in any script, or a recovery code. Spaces, dashes and unseen characters are
 * ignored.
 */
const code = z.pipe(
  requiredText("Code", formErrors.code.required).check(z.overwrite(withoutUnseen)),
  line("Code", 1, CODE_MAX, formErrors.code),
);

/** The fields of the form for the second step of a sign-in. */
export const codeForm = z.object({ code, remember: z._default(z.boolean("remember must be true or false"), false) });

export const signInWithCode = endpoint({
  method: "POST",
  path: "/auth/sign-in/code",
  summary: "Finish a sign-in that got `codeRequired`: with a code of the authenticator app, or a recovery code",
  access: "anyone",
  body: codeForm,
  response: z.object({ user: identity }),
  errors: ["wrongCode", "tooManyCodes", "tookTooLong", "accountBlocked"],
  rateLimit: SIGN_INS,
});

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/me/second-factor",
  summary: "Whether the current user's sign-ins need a code, and on which devices they don't",
  access: "signedIn",
  response: z.object({
    /** Null while it is off. */
    since: z.nullable(z.string()),
    recoveryCodesLeft: z.number(),
    /**
     * Whether the current user is an admin who doesn't have admin rights in this session, because it lacks a second
     * factor.
     */
    isMissing: z.boolean(),
    devices: z.array(z.object({ _id: z.string(), device: z.string(), createdAt: z.string(), expiresAt: z.string() })),
  }),
});

export const setUpSecondFactor = endpoint({
  method: "POST",
  path: "/me/second-factor/setup",
  summary: "Start setting up an authenticator app: returns a new secret, which replaces an earlier unconfirmed one",
  access: "signedIn",
  /** The secret in base32, and as the `otpauth:` URL of the QR code. */
  response: z.object({ secret: z.string(), url: z.string() }),
  errors: ["confirmFirst", "alreadySo"],
  recentSignIn: true,
  rateLimit: { max: 30, seconds: 3600 },
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The field of the form that confirms an authenticator app. */
export const appCode = z.object({ code });

export const turnOnSecondFactor = endpoint({
  method: "POST",
  path: "/me/second-factor",
  summary:
    "Turn the second factor on with a first code of the app; ends all other sessions and returns the recovery codes",
  access: "signedIn",
  body: appCode,
  response: recoveryCodes,
  errors: ["wrongCode", "tooManyCodes", "tookTooLong", "alreadySo"],
  recentSignIn: true,
  rateLimit: { max: 60, seconds: 3600 },
});

export const turnOffSecondFactor = endpoint({
  method: "DELETE",
  path: "/me/second-factor",
  summary: "Turn the second factor off; its recovery codes and remembered devices are deleted",
  access: "signedIn",
  response: modifiedResponse,
  errors: ["alreadySo"],
  recentSignIn: true,
  rateLimit: { max: 30, seconds: 3600 },
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/me/second-factor/recovery-codes",
  summary: "Replace the current user's recovery codes",
  access: "signedIn",
  response: recoveryCodes,
  errors: ["alreadySo"],
  recentSignIn: true,
  rateLimit: { max: 30, seconds: 3600 },
});

export const forgetDevice = endpoint({
  method: "DELETE",
  path: "/me/remembered-devices/:id",
  summary: "Stop remembering a device: its next sign-in needs a code",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});

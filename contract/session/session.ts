import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { NAME_MAX } from "../text/limits.ts";
import { email, id, line, newEmail, requiredText, textOr } from "../text/text.ts";
import { identity } from "../users/users.ts";
import { webAddress } from "../users/webAddress.ts";

/** The key under which the browser keeps the bearer token (specification §3). */
export const ACCESS_TOKEN_KEY = "access-token";

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;
/** The longest password that sign-in accepts; the first admin's, set in the environment, may be that long. */
export const PASSWORD_SENT_MAX = 200;

/** The composition that specification §5 requires, with one look-ahead per class: linear in the length of the input. */
const composition = /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])(?=[^!@#$&*]*[!@#$&*])/;

export const newPassword = requiredText("Password", formErrors.password.required).check(
  z.minLength(1, { error: formErrors.password.required, abort: true }),
  z.minLength(PASSWORD_MIN, { error: formErrors.password.tooShort, abort: true }),
  z.maxLength(PASSWORD_MAX, { error: formErrors.password.tooLong, abort: true }),
  z.regex(composition, formErrors.password.composition),
);

export const newAccount = z.object({
  name: line("Name", 1, NAME_MAX, formErrors.name),
  email: newEmail,
  password: newPassword,
  image: webAddress("Photo URL", formErrors.photo),
});

/** The fields of the sign-up form: `image` has the spec's name `photoURL`. */
export const signUpForm = z.object({ ...z.omit(newAccount, { image: true }).shape, photoURL: newAccount.shape.image });

/** A password to compare. The rules for new passwords don't apply; the maximum length keeps hashing cheap. */
export const sentPassword = z
  .string(formErrors.password.required)
  .check(z.maxLength(PASSWORD_SENT_MAX, formErrors.password.sentTooLong));

export const credentials = z.object({ email, password: sentPassword });

/** The sign-up requests of one network in an hour: a class behind one address signs up at the same time. */
export const SIGN_UPS = { max: 120, seconds: 3600 } as const;

/** The accounts that one network can create in a day, in addition to the limit on its requests. */
export const ACCOUNTS_A_DAY = { max: 400, seconds: 86_400 } as const;

/**
 * The sign-ins of one network with each method: enough for a class or an office behind one address. Wrong passwords
 * have separate limits.
 */
export const SIGN_INS = { max: 300, seconds: 900 } as const;

export const signUp = endpoint({
  method: "POST",
  path: "/auth/sign-up/email",
  summary: "Create an account and sign in (sets the session cookie)",
  access: "anyone",
  body: z.object({
    ...newAccount.shape,
    /**
     * From the link that `requestSignUpLink` or an admin's invitation sent to the address; needed unless everyone may
     * sign up.
     */
    proof: textOr(line("proof", 1, 100), ""),
  }),
  response: z.object({ user: identity }),
  errors: ["emailTaken", "providerOff", "registrationClosed", "signUpLinkNeeded", "linkSpent"],
  rateLimit: SIGN_UPS,
});

export const signIn = endpoint({
  method: "POST",
  path: "/auth/sign-in/email",
  summary: "Sign in with email and password (sets the session cookie)",
  access: "anyone",
  body: credentials,
  response: z.object({ user: identity }),
  errors: ["wrongCredentials", "tooManyFailures", "accountBlocked", "codeRequired", "providerOff"],
  rateLimit: SIGN_INS,
});

/** The OpenID providers; `oidc` is the organization's own. */
export const provider = z.enum(["google", "facebook", "oidc"], "provider must be google, facebook or oidc");
export type Provider = z.infer<typeof provider>;

export const signInWithProvider = endpoint({
  method: "POST",
  path: "/auth/sign-in/social",
  summary: "Start a sign-in with a provider; returns the URL to redirect the browser to",
  access: "anyone",
  body: z.object({
    provider,
    /**
     * The path to return to after signing in; anything but a path on our origin becomes "/". Errors return to /login.
     */
    callbackURL: textOr(line("callbackURL", 1, 2000), "/"),
  }),
  response: z.object({ url: z.string(), redirect: z.literal(true) }),
  errors: ["providerOff", "providerAway"],
  rateLimit: SIGN_INS,
});

export const signOut = endpoint({
  method: "POST",
  path: "/auth/sign-out",
  summary:
    "Sign out: ends the session and all its tokens immediately. The next sign-in of this browser at a provider asks for the account. " +
    "With `isRejected` it doesn't: the server has rejected the session, and no one asked to sign out",
  access: "anyone",
  body: z.optional(z.object({ isRejected: z._default(z.boolean("isRejected must be true or false"), false) })),
  response: z.object({
    success: z.literal(true),
    /**
     * The address at which the organization's provider ends its own session, for the browser to open next; only if that
     * is set up.
     */
    url: z.optional(z.string()),
  }),
  // A whole office behind one address can sign out at the same time.
  rateLimit: { max: 120, seconds: 60 },
});

export const getSession = endpoint({
  method: "GET",
  path: "/auth/get-session",
  summary: "The user of the session cookie; null for a visitor",
  access: "anyone",
  response: z.nullable(z.object({ user: identity })),
  readsCookie: true,
});

export const createAccessToken = endpoint({
  method: "POST",
  path: "/jwt",
  summary:
    "A bearer token for the signed-in user, valid for 15 minutes. The first one after a change of the role comes with a new " +
    "session cookie, and the old cookie becomes invalid",
  access: "cookie",
  takesGuests: true,
  identityFields: { email: "own" },
  body: z.object({
    email,
    /**
     * The browser's time zone (IANA), for times in the user's emails. A zone that the server doesn't know isn't stored:
     * browsers can know newer ones.
     */
    timeZone: z.optional(z.string("timeZone must be text").check(z.maxLength(64, "timeZone is too long"))),
  }),
  response: z.object({ token: z.string() }),
  rateLimit: { max: 120, seconds: 60 },
});

export const revokeUserSessions = endpoint({
  method: "DELETE",
  path: "/users/:id/sessions",
  summary: "End all sessions of a user, and revoke all API keys, immediately",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
});

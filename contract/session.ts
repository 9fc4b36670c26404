import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { modifiedResponse } from "./pagination.ts";
import { email, id, line, textOr, webAddress } from "./text.ts";
import { identity } from "./users.ts";

/** Where the browser keeps the bearer token (spec §3). */
export const ACCESS_TOKEN_KEY = "access-token";

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;
/** The longest password that a sign-in compares; the first admin's, which the environment gives, may be that long. */
export const PASSWORD_SENT_MAX = 200;

/** The composition that spec §5 asks for, one look-ahead a class: linear in the length of the input. */
const composition = /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])(?=[^!@#$&*]*[!@#$&*])/;

export const newPassword = z
  .string({ error: (issue) => (issue.input === undefined ? "Password is required" : "Password must be text") })
  .check(
    z.minLength(1, { error: "Password is required", abort: true }),
    z.minLength(PASSWORD_MIN, { error: "Password must be 6 characters", abort: true }),
    z.maxLength(PASSWORD_MAX, { error: "Password must be less than 20 characters", abort: true }),
    z.regex(composition, "Password must have one Uppercase one lower case, one number and one special character."),
  );

export const newAccount = z.object({
  name: line("Name", 1, 80),
  email,
  password: newPassword,
  image: z.nullish(webAddress("Photo URL")),
});

/** What the sign-up form asks for: the spec's own field name, and the photo required. */
export const signUpForm = z.object({ ...z.omit(newAccount, { image: true }).shape, photoURL: webAddress("Photo URL") });

/** Not held to the rules of a new one: whether it is right is the sign-in's to say. The bound keeps hashing cheap. */
export const sentPassword = z
  .string("Password is required")
  .check(z.maxLength(PASSWORD_SENT_MAX, "That password is too long"));

export const credentials = z.object({ email, password: sentPassword });

export const signUp = endpoint({
  method: "POST",
  path: "/auth/sign-up/email",
  summary: "Make an account and sign in (sets the session cookie)",
  access: "anyone",
  body: newAccount,
  response: z.object({ user: identity }),
  errors: ["emailTaken"],
  rateLimit: { max: 20, seconds: 3600 },
});

export const signIn = endpoint({
  method: "POST",
  path: "/auth/sign-in/email",
  summary: "Sign in by e-mail and password (sets the session cookie)",
  access: "anyone",
  body: credentials,
  response: z.object({ user: identity }),
  errors: ["wrongCredentials", "tooManyFailures", "accountBlocked"],
  rateLimit: { max: 60, seconds: 900 },
});

/** Who else vouches for people. */
export const provider = z.enum(["google", "facebook"], "provider must be google or facebook");
export type Provider = z.infer<typeof provider>;

export const signInWithProvider = endpoint({
  method: "POST",
  path: "/auth/sign-in/social",
  summary: "Begin to sign in through Google or Facebook: the address to send the browser to",
  access: "anyone",
  body: z.object({
    provider,
    /** Where the browser comes back to, a path of ours; anything else counts as "/". Errors come back to /login. */
    callbackURL: textOr(line("callbackURL", 1, 2000), "/"),
  }),
  response: z.object({ url: z.string(), redirect: z.literal(true) }),
  errors: ["providerOff"],
  rateLimit: { max: 60, seconds: 900 },
});

export const signOut = endpoint({
  method: "POST",
  path: "/auth/sign-out",
  summary: "Sign out: ends the session and every token made from it, at once",
  access: "anyone",
  response: z.object({ success: z.literal(true) }),
  // An office behind one address can sign out at once.
  rateLimit: { max: 120, seconds: 60 },
});

export const getSession = endpoint({
  method: "GET",
  path: "/auth/get-session",
  summary: "Who the session cookie belongs to; null for a visitor",
  access: "anyone",
  response: z.nullable(z.object({ user: identity })),
  readsCookie: true,
});

export const createAccessToken = endpoint({
  method: "POST",
  path: "/jwt",
  summary:
    "A bearer token of 15 minutes for the person signed in; the first after a change of their role comes with a new " +
    "session cookie, and the old one opens nothing any more",
  access: "cookie",
  identityFields: { email: "own" },
  body: z.object({ email }),
  response: z.object({ token: z.string() }),
  rateLimit: { max: 120, seconds: 60 },
});

export const revokeUserSessions = endpoint({
  method: "DELETE",
  path: "/users/:id/sessions",
  summary: "End all sessions of a user, at once",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["notFound"],
});

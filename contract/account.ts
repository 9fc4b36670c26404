import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { modifiedResponse } from "./pagination.ts";
import { newPassword, provider, sentPassword } from "./session.ts";
import { email, id, textOr } from "./text.ts";
import { user } from "./users.ts";

const success = z.object({ success: z.literal(true) });

/** The secret of a link sent by mail. */
const linkToken = z
  .string("token is required")
  .check(z.regex(/^[\w-]{20,100}$/, "This link is not whole. Open it again from the mail"));

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/auth/request-password-reset",
  summary: "Send a link for a new password; answered alike whether there is such an account",
  access: "anyone",
  body: z.object({ email }),
  response: success,
  rateLimit: { max: 10, seconds: 3600 },
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/auth/reset-password",
  summary: "Set a new password by a link's token; ends all sessions",
  access: "anyone",
  body: z.object({ token: linkToken, newPassword }),
  response: success,
  errors: ["linkSpent"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/auth/verify-email",
  summary:
    "Confirm an e-mail address by a link's token. The first proof of an address ends the passwords, identities and " +
    "sessions of before, except for the account's own session that the request carries, or its password",
  access: "anyone",
  body: z.object({
    token: linkToken,
    /** The account's, for browsers that are not signed in to it. Empty: refused with `ownerRequired` there; left out: the
     * address alone is proven. */
    password: z.nullish(sentPassword),
  }),
  response: z.object({
    email: z.string(),
    /** For `resetPassword`, where no way to sign in is left; else null. */
    passwordToken: z.nullable(z.string()),
  }),
  errors: ["linkSpent", "emailTaken", "ownerRequired", "wrongPassword", "noPassword", "tooManyFailures"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const requestEmailVerification = endpoint({
  method: "POST",
  path: "/me/verification",
  summary: "Send the link that confirms one's own e-mail address once more",
  access: "signedIn",
  response: success,
  errors: ["alreadySo"],
  rateLimit: { max: 5, seconds: 3600 },
});

/** How the person signed in can sign in. */
export const getMyAccount = endpoint({
  method: "GET",
  path: "/me/account",
  summary: "How the caller signs in: password, providers, whether the e-mail address is confirmed",
  access: "signedIn",
  response: z.object({
    email: z.string(),
    emailVerified: z.boolean(),
    hasPassword: z.boolean(),
    providers: z.array(provider),
  }),
});

/** One's own password, typed once more. Nothing typed is told beside the field, not counted as a wrong one. */
const ownPassword = sentPassword.check(z.minLength(1, "Password is required"));

/** What the form for another password asks for. */
export const passwordChange = z.object({ password: ownPassword, newPassword });

export const changePassword = endpoint({
  method: "POST",
  path: "/me/password",
  summary: "Change one's own password; ends all other sessions",
  access: "signedIn",
  body: passwordChange,
  response: success,
  errors: ["wrongPassword", "noPassword", "tooManyFailures"],
  rateLimit: { max: 30, seconds: 3600 },
});

/** What the form for another e-mail address asks for. */
export const emailChange = z.object({ email, password: ownPassword });

export const changeEmail = endpoint({
  method: "POST",
  path: "/me/email",
  summary: "Send a link to a new e-mail address; the address changes once the link is used",
  access: "signedIn",
  body: emailChange,
  response: success,
  errors: ["wrongPassword", "noPassword", "tooManyFailures"],
  rateLimit: { max: 10, seconds: 3600 },
});

/** A place where somebody is signed in. */
export const userSession = z.object({
  _id: z.string(),
  /** "Chrome on Windows", or "an unknown browser": words from a closed list. */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether this call came from it. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

export const listMySessions = endpoint({
  method: "GET",
  path: "/me/sessions",
  summary: "Where the caller is signed in, the latest first",
  access: "signedIn",
  response: z.array(userSession),
});

export const revokeMySession = endpoint({
  method: "DELETE",
  path: "/me/sessions/:id",
  summary: "End one of one's own sessions, at once",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["notFound"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const revokeMyOtherSessions = endpoint({
  method: "DELETE",
  path: "/me/sessions",
  summary: "End all of one's own sessions but this one, at once",
  access: "signedIn",
  response: modifiedResponse,
  rateLimit: { max: 60, seconds: 3600 },
});

export const exportMyData = endpoint({
  method: "GET",
  path: "/me/export",
  summary: "Everything stored about the caller, as one JSON document",
  access: "signedIn",
  response: z.object({
    exportedAt: z.string(),
    user,
    identities: z.array(z.string()),
    sessions: z.array(z.object({ device: z.string(), createdAt: z.string() })),
    votes: z.array(
      z.object({
        surveyId: z.string(),
        Title: z.string(),
        vote: z.number(),
        comments: z.string(),
        receipt: z.string(),
        at: z.string(),
      }),
    ),
    reports: z.array(z.object({ surveyId: z.string(), Title: z.string(), inapp: z.string(), at: z.string() })),
    surveys: z.array(z.object({ _id: z.string(), Title: z.string(), Description: z.string(), createDate: z.string() })),
    payments: z.array(z.object({ price: z.number(), transactionId: z.string(), status: z.string(), date: z.string() })),
    images: z.array(z.string()),
  }),
  rateLimit: { max: 20, seconds: 3600 },
});

/** Who has no password deletes the account within so many minutes after signing in. */
export const DELETION_SIGN_IN_MINUTES = 10;

export const deleteMyAccount = endpoint({
  method: "DELETE",
  path: "/me",
  summary: "Delete one's own account: votes stay counted, under the name of a deleted user",
  access: "signedIn",
  /** One's own e-mail address, typed to confirm, so a wrong one is a slip (422); and the password, if there is one. */
  body: z.object({ email, password: textOr(sentPassword, "") }),
  response: success,
  errors: ["wrongPassword", "lastAdmin", "tooManyFailures", "signInAgain"],
});

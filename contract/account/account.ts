import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { emailTopic, unsentReason } from "../ops/emailTrail.ts";
import { webhook } from "../ops/webhooks.ts";
import { apiKey } from "../session/apiKeys.ts";
import { LINKS, OPENED_LINKS } from "../session/emailLinks.ts";
import { newPassword, provider, sentPassword } from "../session/session.ts";
import { getEmailPreferences } from "../surveys/outcomes.ts";
import { ownFields } from "../surveys/surveyFields.ts";
import { language } from "../text/language.ts";
import { email, id, newEmail, textOr, writtenEmail } from "../text/text.ts";
import { user } from "../users/users.ts";

const success = z.object({ success: z.literal(true) });

/**
 * The format of `linkToken`: 256 bits. Pages check it, so that people notice a damaged link before they type anything.
 */
export const LINK_TOKEN = /^[\w-]{43}$/;
/** The secret token of a link sent by email. */
const linkToken = z.string("token is required").check(z.regex(LINK_TOKEN, formErrors.links.incomplete));

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/auth/request-password-reset",
  summary: "Send a password reset link; the response is the same whether or not the account exists",
  access: "anyone",
  body: z.object({ email }),
  response: success,
  errors: ["providerOff"],
  rateLimit: LINKS,
});

export const checkResetLink = endpoint({
  method: "POST",
  path: "/auth/reset-password/check",
  summary: "Whether the link of a password reset still works, without using it up",
  access: "anyone",
  body: z.object({ token: linkToken }),
  response: success,
  errors: ["linkSpent", "providerOff"],
  rateLimit: OPENED_LINKS,
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/auth/reset-password",
  summary: "Set a new password with the token of a link; ends all sessions and revokes all API keys",
  access: "anyone",
  body: z.object({ token: linkToken, newPassword }),
  response: success,
  errors: ["linkSpent", "providerOff"],
  rateLimit: OPENED_LINKS,
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/auth/verify-email",
  summary:
    "Confirm an email address with the token of a link. The first confirmation of an address removes the account's earlier " +
    "password, identities and sessions, unless the request has a session of the account, or its password",
  access: "anyone",
  body: z.object({
    token: linkToken,
    /**
     * The account's password, for browsers that are not signed in to the account. There an empty one gets
     * `ownerRequired`; without the field, only the address is confirmed.
     */
    password: z.nullish(sentPassword),
  }),
  response: z.object({
    email: writtenEmail,
    /** A token for `resetPassword` if the account doesn't have a sign-in method left; else null. */
    passwordToken: z.nullable(z.string()),
  }),
  errors: [
    "linkSpent",
    "emailTaken",
    "addressNotAllowed",
    "ownerRequired",
    "wrongPassword",
    "noPassword",
    "tooManyFailures",
  ],
  rateLimit: OPENED_LINKS,
});

export const requestEmailVerification = endpoint({
  method: "POST",
  path: "/me/verification",
  summary: "Send the link that confirms the current user's email address again",
  access: "signedIn",
  response: success,
  errors: ["alreadySo"],
  rateLimit: { max: 5, seconds: 3600 },
});

export const getMyAccount = endpoint({
  method: "GET",
  path: "/me/account",
  summary: "The current user's sign-in methods, and whether the email address is confirmed",
  access: "signedIn",
  response: z.object({
    email: writtenEmail,
    emailVerified: z.boolean(),
    hasPassword: z.boolean(),
    hasPasskey: z.boolean(),
    providers: z.array(provider),
    /** The language of pages and emails; null until the user chose one or signed in from a page. */
    language: z.nullable(language),
  }),
});

export const setMyLanguage = endpoint({
  method: "PUT",
  path: "/me/language",
  summary: "Choose the language of the current user's pages and emails",
  access: "signedIn",
  body: z.object({ language }),
  response: modifiedResponse,
  rateLimit: { max: 60, seconds: 60 },
});

/**
 * The current user's password, for re-authentication. An empty one is a validation error and doesn't count as a wrong
 * password.
 */
const ownPassword = sentPassword.check(z.minLength(1, formErrors.password.required));

/** The fields of the form that changes the password. */
export const passwordChange = z.object({ password: ownPassword, newPassword });

export const changePassword = endpoint({
  method: "POST",
  path: "/me/password",
  summary: "Change the current user's password; ends all other sessions and revokes all API keys",
  access: "signedIn",
  body: passwordChange,
  response: success,
  errors: ["wrongPassword", "noPassword", "tooManyFailures"],
  rateLimit: { max: 30, seconds: 3600 },
});

/** The fields of the form that changes the email address. */
export const emailChange = z.object({ email: newEmail, password: ownPassword });

export const changeEmail = endpoint({
  method: "POST",
  path: "/me/email",
  summary: "Send a link to a new email address; the address changes when the link is used",
  access: "signedIn",
  body: emailChange,
  response: success,
  errors: ["wrongPassword", "noPassword", "tooManyFailures"],
  rateLimit: { max: 10, seconds: 3600 },
});

export const userSession = z.object({
  _id: z.string(),
  /** "Chrome on Windows", or "an unknown browser". The list of names is closed. */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether this request came from this session. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

export const listMySessions = endpoint({
  method: "GET",
  path: "/me/sessions",
  summary: "The current user's sessions, most recently used first",
  access: "signedIn",
  response: z.array(userSession),
});

export const revokeMySession = endpoint({
  method: "DELETE",
  path: "/me/sessions/:id",
  summary: "End one of the current user's sessions immediately",
  access: "signedIn",
  params: z.object({ id }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});

export const revokeMyOtherSessions = endpoint({
  method: "DELETE",
  path: "/me/sessions",
  summary: "End all of the current user's other sessions, and revoke all API keys, immediately",
  access: "signedIn",
  response: modifiedResponse,
  rateLimit: { max: 60, seconds: 3600 },
});

export const exportMyData = endpoint({
  method: "GET",
  path: "/me/export",
  summary: "Everything stored about the current user, as one JSON document",
  access: "signedIn",
  response: z.object({
    exportedAt: z.string(),
    user,
    language: z.nullable(z.string()),
    /** The time zone of times in emails; null before the first sign-in. */
    timeZone: z.nullable(z.string()),
    /** The day on which the account was last used; null before the first sign-in. */
    lastUsedOn: z.nullable(z.string()),
    emailPreferences: getEmailPreferences.response,
    identities: z.array(z.string()),
    passkeys: z.array(z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
    /** When the second factor was turned on; null while it is off. */
    secondFactorSince: z.nullable(z.string()),
    /** The devices that can sign in without a code of the second factor. */
    rememberedDevices: z.array(z.object({ device: z.string(), createdAt: z.string(), expiresAt: z.string() })),
    sessions: z.array(z.object({ device: z.string(), createdAt: z.string() })),
    webhooks: z.array(z.omit(webhook, { _id: true })),
    apiKeys: z.array(z.omit(apiKey, { _id: true })),
    votes: z.array(
      z.object({
        surveyId: z.string(),
        Title: z.string(),
        /** Null for a secret vote: its answer is stored only in sums. */
        vote: z.nullable(z.number()),
        comments: z.string(),
        /** Null on confidential and secret surveys. */
        receipt: z.nullable(z.string()),
        /** Whether the user changed this vote later, so that it no longer counts. */
        isReplaced: z.boolean(),
        /** Null for a secret vote, which is not dated. */
        at: z.nullable(z.string()),
      }),
    ),
    reports: z.array(z.object({ surveyId: z.string(), Title: z.string(), inapp: z.string(), at: z.string() })),
    surveys: z.array(z.object({ _id: z.string(), ...ownFields })),
    /**
     * The surveys and meetings whose lists contain the user's confirmed address, with the name that the owner entered
     * for it.
     */
    invitations: z.array(z.object({ surveyId: z.string(), Title: z.string(), label: z.string(), at: z.string() })),
    /** The user's appeals against unpublishing one of the surveys. */
    appeals: z.array(z.object({ surveyId: z.string(), appeal: z.string(), at: z.string() })),
    /** The outcomes that the user wrote for their own surveys, in all versions. */
    outcomes: z.array(z.object({ surveyId: z.string(), text: z.string(), at: z.string() })),
    /** Other people's surveys that the user co-owns, or was invited to co-own (`at` is null) at a confirmed address. */
    sharedSurveys: z.array(z.object({ surveyId: z.string(), Title: z.string(), at: z.nullable(z.string()) })),
    /** The user's lists of people, without the people: their owner can download those on each list's page. */
    voterLists: z.array(z.object({ name: z.string(), people: z.number(), at: z.string() })),
    /** The questions prepared for the rooms of the user's surveys. */
    roomQuestions: z.array(z.object({ surveyId: z.string(), Title: z.string(), at: z.string() })),
    /**
     * The entries with the user's confirmed addresses on other people's saved lists; the owners of these lists aren't
     * named.
     */
    onVoterLists: z.array(z.object({ label: z.string(), group: z.string(), at: z.string() })),
    /** The user's meetings, with the titles of questions that are still drafts. */
    meetings: z.array(
      z.object({
        meetingId: z.string(),
        name: z.string(),
        about: z.string(),
        drafts: z.array(z.string()),
        at: z.string(),
      }),
    ),
    /** The people who wait for a code on the lists of the user's surveys and meetings, until an admin allows codes. */
    waitingPeople: z.array(z.object({ surveyId: z.string(), label: z.string(), at: z.string() })),
    /** The surveys whose emails the user turned on or off. */
    follows: z.array(z.object({ surveyId: z.string(), follows: z.boolean() })),
    /** The request to become a surveyor with one of the surveys, until an admin accepts it. */
    surveyorRequest: z.nullable(z.object({ surveyId: z.string(), at: z.string() })),
    /** The emails to the user within the last 30 days, each with its state. */
    emails: z.array(
      z.object({
        topic: emailTopic,
        surveyId: z.nullable(z.string()),
        /** Null for an email that was sent. */
        reason: z.nullable(unsentReason),
        at: z.string(),
      }),
    ),
    payments: z.array(z.object({ price: z.number(), transactionId: z.string(), status: z.string(), date: z.string() })),
    images: z.array(z.string()),
  }),
  rateLimit: { max: 20, seconds: 3600 },
});

export const deleteMyAccount = endpoint({
  method: "DELETE",
  path: "/me",
  summary: "Delete the current user's account; the votes stay counted, under the name of a deleted user",
  access: "signedIn",
  /**
   * The account's email, typed to confirm, so a wrong one is a validation error (422); and the password, if it has one.
   */
  body: z.object({ email, password: textOr(sentPassword, "") }),
  response: success,
  errors: ["wrongPassword", "lastAdmin", "tooManyFailures", "signInAgain"],
});

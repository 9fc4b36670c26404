import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { newAccount, SIGN_UPS } from "../session/session.ts";
import { surveyForm } from "../surveys/surveyFields.ts";
import { createSurvey } from "../surveys/surveys.ts";
import { id } from "../text/text.ts";
import { identity } from "../users/users.ts";

/**
 * Guests (ASK_UNLISTED=anyone) ask a show of hands without an account. A guest is a user with neither an address nor a
 * password: one browser with its session. Guests own their surveys like any owner, but don't get emails, and can't do
 * anything else until they add an address.
 */

/**
 * The most guests of a site at a time. A guest and their surveys stay until 30 days after the last survey has closed.
 */
export const GUESTS_MAX = 10_000;

/**
 * The guests that one network can create in a day, in addition to the limit on accounts. One network must not use up
 * `GUESTS_MAX`: a survey by open link ends within 31 days, so a guest who asks once stays for 61 days at most.
 */
export const GUESTS_A_DAY = { max: 60, seconds: 86_400 } as const;

/** The most surveys of a guest in all; at most `OPEN_UNLISTED_MAX` of them can be open at a time. */
export const GUEST_SURVEYS_MAX = 200;

/** How long a guest without an address is kept after the last of their surveys has closed, in days. */
export const GUEST_KEPT_DAYS = 30;

export const askAsGuest = endpoint({
  method: "POST",
  path: "/guests",
  summary:
    "With ASK_UNLISTED=anyone, ask a show of hands by open link without an account: creates a guest with this survey, and sets the " +
    `session cookie. A guest is deleted, with the surveys, ${GUEST_KEPT_DAYS} days after the last of these has closed`,
  access: "anyone",
  body: z.object(surveyForm.shape),
  response: z.object({ ...createSurvey.response.shape, user: identity }),
  errors: ["signInRequired", "alreadySo", "tooManyGuests"],
  rateLimit: SIGN_UPS,
});

export const keepGuest = endpoint({
  method: "POST",
  path: "/guests/account",
  summary:
    "Make the current user, a guest, an account with the same id, by an address, which is to be confirmed, and a password. The session " +
    "is replaced, and the surveys stay",
  access: "signedIn",
  takesGuests: true,
  body: newAccount,
  response: z.object({ user: identity }),
  errors: ["alreadySo", "emailTaken", "registrationClosed", "providerOff"],
  rateLimit: { max: 10, seconds: 3600 },
});

export const deleteGuest = endpoint({
  method: "DELETE",
  path: "/guests/:id",
  summary: "Delete a guest with all their surveys and the votes on them, for good",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
});

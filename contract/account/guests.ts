import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { newAccount, SIGN_UPS } from "../session/session.ts";
import { surveyForm } from "../surveys/surveyFields.ts";
import { createSurvey } from "../surveys/surveys.ts";
import { id } from "../text/text.ts";
import { identity } from "../users/users.ts";

/**
 * Guests (ASK_UNLISTED=anyone) ask a show of hands without an account. A guest is a user with neither an address nor a password: one
 * browser with its session. They own what they ask as every owner does, but get no email, and can do nothing else until they add an
 * address.
 */

/** The most guests that a site has at a time: each keeps its surveys until 30 days after the last one has closed. */
export const GUESTS_MAX = 10_000;

/**
 * Guests that one network creates in a day, besides the limit of its accounts. One network must not use up `GUESTS_MAX`: a guest stays
 * for 61 days at most, because a survey by open link ends within 31.
 */
export const GUESTS_A_DAY = { max: 60, seconds: 86_400 } as const;

/** The most surveys that a guest asks in all; `OPEN_UNLISTED_MAX` of them at a time. */
export const GUEST_SURVEYS_MAX = 200;

/** How many days a guest without an address is kept after the last of their surveys has closed. */
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

import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { ERASURE_DAYS } from "../text/limits.ts";
import { id } from "../text/text.ts";
import { exportMyData } from "./account.ts";

/**
 * Deleting and copying a person's data by an admin, for people who can't sign in or have died (GDPR, articles 15 and
 * 17).
 */

/**
 * The data that an admin's copy leaves out: votes whose choices admins can't see, lists with people on them, and
 * emails.
 */
const LEFT_OUT = [
  "votes on confidential and secret surveys, on those whose result is hidden, and on those whose earlier answers stay sealed",
  "lists of invited people, saved lists, people who wait for a code, and invitations",
  "emails",
] as const;

export const scheduleErasure = endpoint({
  method: "POST",
  path: "/users/:id/erasure",
  summary:
    `Delete a user's account after ${ERASURE_DAYS} days, as its owner could. A confirmed address gets an email, and its owner can keep ` +
    "the account until then",
  access: "admin",
  recentSignIn: true,
  params: z.object({ id }),
  response: z.object({ eraseAt: z.string() }),
  errors: ["ownAccount", "lastAdmin", "guestAccount", "alreadySo"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const cancelErasure = endpoint({
  method: "DELETE",
  path: "/users/:id/erasure",
  summary: "Keep a user's account that would be deleted by the decision of an admin",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
});

export const keepMyAccount = endpoint({
  method: "DELETE",
  path: "/me/erasure",
  summary: "Keep the current user's account, which would be deleted by the decision of an admin",
  access: "signedIn",
  response: modifiedResponse,
  rateLimit: { max: 20, seconds: 3600 },
});

export const sendData = endpoint({
  method: "POST",
  path: "/users/:id/data/email",
  summary: "Email a user the link to the page on which they can save their data; only to a confirmed address",
  access: "admin",
  params: z.object({ id }),
  response: z.object({ success: z.literal(true) }),
  errors: ["guestAccount", "addressUnconfirmed"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const exportDataOf = endpoint({
  method: "POST",
  path: "/users/:id/data",
  summary:
    "An admin's copy of a user's data, for people who can't sign in any more; without votes whose choices admins can't see, and " +
    "without lists of people. It is logged",
  access: "admin",
  recentSignIn: true,
  params: z.object({ id }),
  response: z.object({
    ...exportMyData.response.shape,
    /** The data that was left out, in English. */
    leftOut: z.array(z.enum(LEFT_OUT)),
  }),
  errors: ["guestAccount"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const leftOut = [...LEFT_OUT];

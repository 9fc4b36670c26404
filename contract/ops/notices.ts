import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";

/** Counts of unread feedback stop here. */
export const UNREAD_MAX = 100;

export const getMyNotices = endpoint({
  method: "GET",
  path: "/me/notices",
  summary: "What waits for the current user: unread feedback; for admins surveys that await review and reported ones",
  access: "signedIn",
  keyScope: "read",
  response: z.object({
    /** At most `UNREAD_MAX`, which then means that there may be more. */
    unreadFeedback: z.number(),
    /** 0 except for admins, like `reported`. */
    awaitingReview: z.number(),
    /** Surveys with open reports. */
    reported: z.number(),
    /** For admins, while the database's disk is full, read-only or broken, so that every vote is refused. */
    storesNothing: z.optional(z.literal(true)),
  }),
});

import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { INVITATION_HOURS, votesAs } from "../invitations/invitations.ts";
import { oneMeeting } from "./meetings.ts";

/**
 * The state of a person's vote on a question. `here`: it counts, and came from this browser; `elsewhere`: it counts,
 * and came from another one; `counted`: it counts, but is secret, so that nothing says where it came from; `none`: the
 * person didn't vote. Null before the close.
 */
export const voteOfMine = z.nullable(z.enum(["here", "elsewhere", "counted", "none"]));

/** The facts that the holder of an opened link or code of a meeting can read about themselves. */
export const mine = z.object({
  votesAs,
  /** The number of the first question on which they can vote, if they were added after the meeting began; else null. */
  from: z.nullable(z.number()),
  isRemoved: z.boolean(),
  questions: z.array(z.object({ n: z.number(), surveyId: z.string(), vote: voteOfMine })),
});
export type Mine = z.infer<typeof mine>;

/** How long the page of a meeting can renew the token of a link or code that it opened, in days. */
export const RENEWED_DAYS = 8;

export const getMine = endpoint({
  method: "GET",
  path: "/meetings/:meeting/mine",
  summary:
    "What the holder of an opened link or code of a meeting may know: the name under which they vote, and after the close of each question " +
    "whether a vote was counted with it, from this browser or another one. Also for people who were removed from the list",
  access: "invited",
  params: oneMeeting,
  response: mine,
  rateLimit: { max: 600, seconds: 60 },
  readsCookie: true,
});

export const renewMeetingToken = endpoint({
  method: "POST",
  path: "/meetings/:meeting/token",
  summary:
    `Renew the token of an opened link or code of a meeting for another ${INVITATION_HOURS} hours, at most ${RENEWED_DAYS} days after ` +
    "it was opened, and not after the end of the meeting",
  access: "invited",
  params: oneMeeting,
  response: z.object({ token: z.string(), expiresAt: z.string() }),
  errors: ["meetingEnded"],
  rateLimit: { max: 60, seconds: 3600 },
});

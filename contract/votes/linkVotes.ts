import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { readQuestion } from "../surveys/readQuestion.ts";
import { surveyResults } from "../surveys/surveys.ts";
import { id } from "../text/text.ts";
import { castVote, vote } from "./votes.ts";

/**
 * Votes by open link (`electorate: "link"`): everyone with the link can vote without an account, once in each browser.
 * Nobody is verified, and every place that shows such a result says so.
 */

/** How long a browser can find its vote after the close, in days. After that, nothing tells whose it was. */
export const LINK_KEPT_DAYS = 30;
/**
 * The new votes on one survey from one network (IPv4 /24, IPv6 /48): `burst` at once, then `perMinute`, and `max` in
 * all. In room mode, which the host turns on for `roomMinutes` when everyone is in one room, the only limit is
 * `roomMax` in all.
 */
export const LINK_LIMITS = { burst: 60, perMinute: 10, max: 500, roomMax: 1500, roomMinutes: 30 } as const;

/**
 * The most requests of one network's phones in a minute to open a survey or vote; votes that count have `LINK_LIMITS`.
 */
const REQUESTS = { max: 6000, seconds: 60 } as const;

/** The path, below the API's base, to which the vote form without JavaScript is sent. */
export const linkVoteFormPath = (surveyId: string): string => `/surveys/${surveyId}/link/vote/form`;

export const openLinkSurvey = endpoint({
  method: "POST",
  path: "/surveys/:id/link",
  summary:
    "Get the cookie with which this browser votes on a survey by open link, and what this browser may see: its vote " +
    "(null before voting) and the totals. Repeating the request keeps the cookie. A browser keeps at most 50 such " +
    "cookies. If it voted and its cookie was removed for others, `isForgotten` is true and it gets no other cookie",
  access: "anyone",
  params: z.object({ id }),
  response: z.object({
    vote: z.nullable(vote),
    /** Whether this browser voted, but its vote can no longer be found here. */
    isForgotten: z.boolean(),
    results: surveyResults,
  }),
  errors: ["notLinkElectorate"],
  rateLimit: REQUESTS,
  readsCookie: true,
});

export const castLinkVote = endpoint({
  method: "POST",
  path: "/surveys/:id/link/vote",
  summary:
    "Vote on a survey by open link, without an account, or change that vote. It works like `POST /serveyVoting`, but takes no comment " +
    `and no report. It requires the cookie of \`POST /surveys/:id/link\`. One network can send ${LINK_LIMITS.burst} new votes on a survey at once, ` +
    `then ${LINK_LIMITS.perMinute} a minute, and ${LINK_LIMITS.max} in all; in room mode ${LINK_LIMITS.roomMax} at any speed. Beyond that it gets \`networkBusy\``,
  access: "anyone",
  params: z.object({ id }),
  body: z.object({
    vote: castVote.body.shape.vote,
    replaces: castVote.body.shape.replaces,
    question: readQuestion,
  }),
  response: z.object({ insertedId: z.string(), receipt: castVote.response.shape.receipt }),
  errors: [
    "notLinkElectorate",
    "cookiesRefused",
    "voteForgotten",
    "networkBusy",
    "questionMoved",
    "alreadyVoted",
    "voteChangedMeanwhile",
    "tooManyChanges",
    "hasEnded",
  ],
  rateLimit: REQUESTS,
  readsCookie: true,
});

/** The progress of voting by open link, for the survey's owner. */
const linkVoting = z.object({
  /** New votes that the limits of networks refused, and invalid ones. */
  refused: z.number(),
  /** Until when the wider limit of room mode holds; null while it is off. */
  roomUntil: z.nullable(z.string()),
});
export type LinkVoting = z.infer<typeof linkVoting>;

export const getLinkVoting = endpoint({
  method: "GET",
  path: "/surveys/:id/link",
  summary:
    "How many votes on a survey of the current user by open link were refused, because a network sent too many or they were invalid, and " +
    "whether room mode is on",
  access: "signedIn",
  takesGuests: true,
  keyScope: "read",
  params: z.object({ id }),
  response: linkVoting,
  errors: ["notLinkElectorate"],
});

export const setRoomMode = endpoint({
  method: "PUT",
  path: "/surveys/:id/link/room",
  summary:
    `Say that the voters of a survey of the current user are in one room: for ${LINK_LIMITS.roomMinutes} minutes one network can send ` +
    `${LINK_LIMITS.roomMax} votes, at any speed. Repeat it to prolong that`,
  access: "signedIn",
  takesGuests: true,
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({ on: z.boolean("on must be true or false") }),
  response: linkVoting,
  errors: ["notLinkElectorate", "notPublished", "hasEnded"],
  rateLimit: { max: 60, seconds: 60 },
});

import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse, paginationQuery } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import { id } from "../text/text.ts";
import { castVote } from "../votes/votes.ts";
import { addInvitations, createCodes, INVITATION_ROWS_MAX } from "./invitations.ts";

/**
 * People without an email address who wait on the list of a survey or meeting until an admin allows codes. They can't
 * vote, and aren't part of any public number. Once codes are allowed, the owner creates theirs: a code is shown only
 * once, to the person who hands it out.
 */
const waitingPerson = z.object({ _id: z.string(), label: z.string(), createdAt: z.string() });
export type WaitingPerson = z.infer<typeof waitingPerson>;

export const listWaitingPeople = endpoint({
  method: "GET",
  path: "/surveys/:id/invitations/waiting",
  summary:
    "The people on the list of a survey or meeting of the current user who have no email address and wait until an admin allows codes, in " +
    "the order in which they were added (`waiting` of `POST /surveys/{id}/invitations`). They can't vote and count nowhere until they " +
    "have a code",
  access: "signedIn",
  keyScope: "read",
  params: z.object({ id }),
  query: z.object(paginationQuery),
  response: z.array(waitingPerson),
  paginated: true,
  errors: ["listOfMeeting"],
  rateLimit: { max: 240, seconds: 60 },
});

export const makeWaitingCodes = endpoint({
  method: "POST",
  path: "/surveys/:id/invitations/waiting/codes",
  summary:
    `Once codes are allowed: give the people who wait a code each, up to ${INVITATION_ROWS_MAX} at a time, and \`left\` says how many ` +
    "remain. From then on they can vote, and count as added. The codes are shown once; repeating a request with the same `ticket` returns " +
    "them again, as `POST /surveys/{id}/invitations` does",
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({ ticket: castVote.body.shape.ticket }),
  response: z.object({ codes: createCodes.response, left: z.number() }),
  errors: addInvitations.errors,
  rateLimit: { max: 600, seconds: 3600 },
});

export const removeWaitingPerson = endpoint({
  method: "DELETE",
  path: "/surveys/:id/invitations/waiting/:person",
  summary: "Remove a person who waits for a code from the list, without a trace",
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id, person: id }),
  response: modifiedResponse,
  errors: ["openElectorate", "listOfMeeting", "meetingEnded", "hasEnded"],
  rateLimit: { max: 600, seconds: 3600 },
});

export const listCodeRequests = endpoint({
  method: "GET",
  path: "/admin/code-requests",
  summary:
    "The surveys and meetings on whose lists people wait until an admin allows codes (`POST /surveys/{id}/invitations/codes/allow`), oldest " +
    "first: whose they are and how many people wait, not who",
  access: "admin",
  query: z.object(paginationQuery),
  response: z.array(
    z.object({
      /** Of the survey or meeting. */
      _id: z.string(),
      holder: z.enum(["survey", "meeting"]),
      /** The question, or the name of the meeting. */
      Title: z.string(),
      language: z.nullable(language),
      ownerName: z.string(),
      ownerId: z.string(),
      /** How many people wait. */
      people: z.number(),
    }),
  ),
  paginated: true,
});

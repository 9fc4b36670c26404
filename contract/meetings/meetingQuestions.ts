import * as z from "zod/mini";
import { SPLIT_MIN } from "../ballots/ledger.ts";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse, wholeNumber } from "../http/pagination.ts";
import { MEETING_QUESTIONS_MAX } from "../text/limits.ts";
import { id, version } from "../text/text.ts";
import { castVote } from "../votes/votes.ts";
import { draftForm, repeatReason } from "./meetingForms.ts";
import { openedQuestion } from "./meetingState.ts";
import { draft, oneMeeting } from "./meetings.ts";

/** How soon a question without a rule ends after its owner ends it, in seconds. */
export const END_SOON_SECONDS = 30;

const oneDraft = z.object({ meeting: id, draft: id });
const oneQuestion = z.object({
  meeting: id,
  n: wholeNumber("n", 1, MEETING_QUESTIONS_MAX),
});

/** Identifies a request, so that repeating it after a lost response does nothing twice. */
const ticket = castVote.body.shape.ticket;
/** The survey of the question that the sender saw as the last opened one; null for none. */
const after = z.nullish(id);

export const addDraft = endpoint({
  method: "POST",
  path: "/meetings/:meeting/drafts",
  summary: `Add a draft to a meeting of the current user, at the end; at most ${MEETING_QUESTIONS_MAX} questions in all`,
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  body: z.object({ ...draftForm.shape, ticket }),
  response: draft,
  errors: ["meetingEnded", "tooManyQuestions", "tooFewPeople"],
  rateLimit: { max: 240, seconds: 3600 },
});

export const changeDraft = endpoint({
  method: "PATCH",
  path: "/meetings/:meeting/drafts/:draft",
  summary: "Change a draft: `version` is the one that the sender has read",
  access: "asker",
  keyScope: "manage",
  params: oneDraft,
  body: z.object({ ...draftForm.shape, version }),
  response: draft,
  errors: ["meetingEnded", "meetingChanged", "tooFewPeople"],
  rateLimit: { max: 600, seconds: 3600 },
});

export const deleteDraft = endpoint({
  method: "DELETE",
  path: "/meetings/:meeting/drafts/:draft",
  summary: "Delete a draft. One that was opened meanwhile is not found",
  access: "asker",
  keyScope: "manage",
  params: oneDraft,
  response: modifiedResponse,
  rateLimit: { max: 240, seconds: 3600 },
});

export const orderDrafts = endpoint({
  method: "PUT",
  path: "/meetings/:meeting/drafts/order",
  summary: "Order the drafts: all of them, by their ids",
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  body: z.object({
    drafts: z.array(id, "drafts must be a list").check(
      z.maxLength(MEETING_QUESTIONS_MAX, `drafts must be at most ${MEETING_QUESTIONS_MAX}`),
      z.refine((ids) => new Set(ids).size === ids.length, "drafts must differ"),
    ),
  }),
  response: modifiedResponse,
  errors: ["meetingChanged"],
  rateLimit: { max: 600, seconds: 3600 },
});

export const openQuestion = endpoint({
  method: "POST",
  path: "/meetings/:meeting/questions",
  summary:
    "Open a question to everyone on the list of a meeting of the current user: a draft with its `version`, or one that was typed " +
    "(`question`, with a `ticket`). `after` is the survey of the last question that the sender knows. The same draft or ticket " +
    "again changes nothing, and responds with its question",
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  body: z.object({
    draft: z.nullish(id),
    version: z.nullish(version),
    question: z.nullish(draftForm),
    ticket,
    after,
  }),
  response: openedQuestion,
  errors: [
    "questionOpen",
    "meetingChanged",
    "meetingEnded",
    "meetingNotAccepted",
    "meetingsOff",
    "nobodyInvited",
    "codesNotAllowed",
    "tooFewPeople",
    "tooManyQuestions",
  ],
  rateLimit: { max: 120, seconds: 3600 },
});

export const takeBackQuestion = endpoint({
  method: "POST",
  path: "/meetings/:meeting/questions/:n/take-back",
  summary: "End an open question before anybody has voted on it. It stays in the record, as taken back",
  access: "asker",
  keyScope: "manage",
  params: oneQuestion,
  response: openedQuestion,
  errors: ["hasEnded", "votesStored"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const endQuestionSoon = endpoint({
  method: "POST",
  path: "/meetings/:meeting/questions/:n/end-soon",
  summary:
    `End an open question without a rule in ${END_SOON_SECONDS} seconds, which everyone sees; not with fewer than ${SPLIT_MIN} votes ` +
    "if they are secret. One that ends sooner stays as it is",
  access: "asker",
  keyScope: "manage",
  params: oneQuestion,
  response: openedQuestion,
  errors: ["hasEnded", "passRuleFixed", "tooFewVotes"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const repeatQuestion = endpoint({
  method: "POST",
  path: "/meetings/:meeting/questions/:n/repeat",
  summary: "Make a draft that asks a closed question again, for a reason that the record shows; both stay in it",
  access: "asker",
  keyScope: "manage",
  params: oneQuestion,
  body: z.object({ reason: repeatReason }),
  response: draft,
  errors: ["meetingEnded", "notClosed", "tooManyQuestions", "tooFewPeople"],
  rateLimit: { max: 120, seconds: 3600 },
});

import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, paginationQuery } from "../http/pagination.ts";
import { WALL_PATH } from "../sharing/shortAddresses.ts";
import { feedbackText, unpublishReason } from "../surveys/moderation.ts";
import { MEETINGS_MAX } from "../text/limits.ts";
import { id, version } from "../text/text.ts";
import { copyOf, meetingForm, questionSettings } from "./meetingForms.ts";
import { meetingEvent, meetingState, openedQuestion } from "./meetingState.ts";

/**
 * A meeting: several questions, one after the other, for the people on one list. An opened question is a survey for
 * invited people, whose list is a copy of the meeting's; one that is not opened yet is a draft, which only the owner of
 * the meeting reads.
 */

/** A meeting ends this many hours after its last opening, unless its owner has ended it. */
export const MEETING_HOURS = 12;
/** Characters of a wall's code. */
export const WALL_CODE_LENGTH = 8;

/** `prepared`: no question was opened yet; `begun`; `ended`: no further question can be opened. */
const progress = z.enum(["prepared", "begun", "ended"]);

/** A meeting in the list of its owner. */
export const meetingEntry = z.object({
  _id: z.string(),
  name: z.string(),
  startsAt: z.nullable(z.string()),
  people: z.number(),
  /** The number of questions that were opened, and of drafts. */
  opened: z.number(),
  drafts: z.number(),
  state: progress,
});
export type MeetingEntry = z.infer<typeof meetingEntry>;

/** A question that was not opened yet. Only its owner reads it. */
export const draft = z.object({
  _id: z.string(),
  /** 1, 2, 3 … in the order in which the owner wants to open them. */
  position: z.number(),
  version: z.number(),
  Title: z.string(),
  Description: z.string(),
  ...questionSettings,
  /** The opened question that it asks again. */
  repeats: z.nullable(z.object({ n: z.number(), reason: z.string() })),
});
export type Draft = z.infer<typeof draft>;

/** A meeting as its owner sees it. */
export const managedMeeting = z.object({
  ...meetingState.shape,
  about: z.string(),
  defaults: z.object(questionSettings),
  /** Whether an admin has allowed codes although questions are secret. */
  codesAllowed: z.boolean(),
  /** Whether an admin must accept it before links are sent and questions are opened, and whether one has. */
  needsReview: z.boolean(),
  accepted: z.boolean(),
  /** The people on its list without an email address. */
  withoutEmail: z.number(),
  /**
   * The people without an email address who can't vote yet, because an admin must allow codes first. They aren't on the
   * list of any question.
   */
  waiting: z.number(),
  /** The codes that were made, and the people whose link was not sent. */
  codes: z.number(),
  notSent: z.number(),
  /** The links and codes that were replaced, as in its record. */
  replaced: z.number(),
  /**
   * The people who can get a correction: those who were sent a link, if the name or the start has changed since; 0 once
   * it was sent.
   */
  toCorrect: z.number(),
  drafts: z.array(draft),
  /** All opened questions, the first one first. */
  questions: z.array(openedQuestion),
});
export type ManagedMeeting = z.infer<typeof managedMeeting>;

// Where everyone can read a response, the path doesn't use `id`: the response is about several surveys.
export const oneMeeting = z.object({ meeting: id });

export const listMeetings = endpoint({
  method: "GET",
  path: "/meetings",
  summary: "The current user's meetings, newest first",
  access: "signedIn",
  keyScope: "read",
  query: z.object(paginationQuery),
  response: z.array(meetingEntry),
  paginated: true,
  rateLimit: { max: 240, seconds: 60 },
});

export const createMeeting = endpoint({
  method: "POST",
  path: "/meetings",
  summary:
    "Create a meeting. With `copyOf` it takes over the people with an email address from another one of the current user, with new links, " +
    `and its drafts. At most ${MEETINGS_MAX} that have not ended`,
  access: "asker",
  keyScope: "manage",
  body: z.object({ ...meetingForm.shape, copyOf }),
  response: insertedResponse,
  errors: ["notFound", "meetingsOff", "tooManyMeetings"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const getManagedMeeting = endpoint({
  method: "GET",
  path: "/meetings/:meeting/managed",
  summary: "A meeting of the current user, with its drafts. Nobody else reads them, admins included",
  access: "signedIn",
  keyScope: "manage",
  params: oneMeeting,
  response: managedMeeting,
  // It reads as many surveys as the meeting has questions. While one is open, each page of its owner asks 40 times a
  // minute: a laptop, a phone and the screen of the room are open side by side.
  rateLimit: { max: 240, seconds: 60 },
});

export const changeMeeting = endpoint({
  method: "PATCH",
  path: "/meetings/:meeting",
  summary:
    "Change a meeting of the current user. Fields that are left out become empty, but for `defaults`, which then stay; " +
    "`version` is the one that the sender has read. The name stays once a question was opened",
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  body: z.object({ ...meetingForm.shape, version }),
  response: modifiedResponse,
  errors: ["meetingChanged", "meetingEnded", "meetingNamed"],
  rateLimit: { max: 240, seconds: 3600 },
});

export const sendCorrection = endpoint({
  method: "POST",
  path: "/meetings/:meeting/correction",
  summary:
    "Email the name and the start of a meeting of the current user again to the people who were sent a link, once after each change of " +
    "these and before its first question is opened. `modifiedCount`: how many they are; 0 if there is nothing to correct. `version` is " +
    "the one that the sender has read",
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  body: z.object({ version }),
  response: modifiedResponse,
  errors: ["meetingChanged", "meetingEnded", "meetingNotAccepted", "sendsNoEmail"],
  // Emails beyond the limits of an address wait for days, up to 2,000 for each correction.
  rateLimit: { max: 10, seconds: 86_400 },
});

export const deleteMeeting = endpoint({
  method: "DELETE",
  path: "/meetings/:meeting",
  summary: "Delete a meeting of the current user, with its list and drafts, before its first question is opened",
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  response: modifiedResponse,
  errors: ["meetingBegun"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const endMeeting = endpoint({
  method: "POST",
  path: "/meetings/:meeting/end",
  summary:
    "End a meeting of the current user, for good: no further question can be opened. `modifiedCount` is 0 if it has ended. Without " +
    `this it ends ${MEETING_HOURS} hours after its last question was opened`,
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  response: modifiedResponse,
  errors: ["questionOpen"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const renewWall = endpoint({
  method: "POST",
  path: "/meetings/:meeting/wall",
  summary:
    `Create the code with which ${WALL_PATH}/CODE shows a meeting of the current user on the screen of another computer, or keep the ` +
    `one that exists. It works until the meeting ends; before its first question is opened, for ${MEETING_HOURS} hours after its ` +
    "planned start, or after the last time that the owner's page has asked for it",
  access: "asker",
  keyScope: "manage",
  params: oneMeeting,
  response: z.object({ code: z.string(), expiresAt: z.string() }),
  errors: ["meetingEnded"],
  rateLimit: { max: 60, seconds: 60 },
});

export const getMeeting = endpoint({
  method: "GET",
  path: "/meetings/:meeting",
  summary: "A meeting and its last opened question, as everyone with its address sees them",
  access: "anyone",
  params: oneMeeting,
  response: meetingState,
});

export const streamMeeting = endpoint({
  method: "GET",
  path: "/meetings/:meeting/events",
  summary:
    "A meeting and its last opened question, then again after every change, at most twice a second, without the question's `Title` and " +
    "`Description` where they are those of the event before. Events `beat` as in the stream of one survey",
  access: "anyone",
  params: oneMeeting,
  response: meetingEvent,
  stream: true,
});

export const listWaitingMeetings = endpoint({
  method: "GET",
  path: "/admin/meetings",
  summary: "The meetings that wait for an admin, oldest first: who asks whom, never their drafts",
  access: "admin",
  query: z.object(paginationQuery),
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      about: z.string(),
      ownerName: z.string(),
      ownerId: z.string(),
      startsAt: z.nullable(z.string()),
      people: z.number(),
      version: z.number(),
    }),
  ),
  paginated: true,
});

export const acceptMeeting = endpoint({
  method: "POST",
  path: "/admin/meetings/:meeting/accept",
  summary:
    "Accept a meeting, so that its links can be sent and its questions opened. `version` is the one that the admin has read. " +
    "`modifiedCount` is 0 if it was accepted already",
  access: "admin",
  params: oneMeeting,
  body: z.object({ version }),
  response: modifiedResponse,
  errors: ["meetingChanged"],
});

export const takeDownMeeting = endpoint({
  method: "POST",
  path: "/admin/meetings/:meeting/take-down",
  summary:
    "Take a meeting down, for good: it ends, its open question is closed, its questions are unpublished, and its name is hidden; numbers " +
    "and heads of its questions stay in its record. Its owner gets the feedback by email. `modifiedCount` is 0 if it was taken down already",
  access: "admin",
  params: oneMeeting,
  body: z.object({
    /** Why, for everyone to read. */
    reason: unpublishReason,
    feedback: feedbackText.check(z.minLength(1, "feedback is required")),
  }),
  response: modifiedResponse,
});

import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { csvQuery } from "../results/downloads.ts";
import { surveyTotals } from "../surveys/surveys.ts";
import { language } from "../text/language.ts";
import { ROOM_HOURS, ROOM_QUESTIONS_MAX, TITLE_MAX } from "../text/limits.ts";
import { id, line, version } from "../text/text.ts";
import { castVote } from "../votes/votes.ts";

/**
 * A room: a presentation of several surveys by open link, one after the other. When the host asks the next question,
 * the pages that are open in the room move to it. A room is the chain of these surveys, and the id of any of them
 * identifies it.
 */

const room = z.object({
  /** The public questions, in the order in which the room asked them, with the results that a visitor sees. */
  questions: z.array(z.object({ Title: z.string(), language: z.nullable(language), ...surveyTotals.shape })),
});
export type Room = z.infer<typeof room>;

export const getRoom = endpoint({
  method: "GET",
  path: "/rooms/:survey",
  summary:
    "The questions of the room of a survey by open link, with their results; only this one, if the room has not gone on",
  access: "anyone",
  // Not `id`: the response is about several surveys.
  params: z.object({ survey: id }),
  response: room,
  errors: ["notLinkElectorate"],
  // It reads as many surveys as the room has questions.
  rateLimit: { max: 120, seconds: 60 },
});

const Title = line("Title", 1, TITLE_MAX, formErrors.title);

/** The next question of a room: one that is asked with this request, a prepared one, or another survey. */
const nextQuestion = z
  .object({
    /** Another survey by open link of the same owner. */
    next: z.nullish(id),
    /** A question, which becomes a survey with the settings of the current one. */
    question: z.nullish(line("question", 1, TITLE_MAX, formErrors.title)),
    /** A prepared question, which also becomes a survey. */
    draft: z.nullish(z.object({ _id: id, version }, "draft must be an object")),
    /**
     * The survey to which the room had moved when the sender last saw it; null for none. If it has moved elsewhere
     * since, the request is refused.
     */
    after: z.nullish(id),
    ticket: castVote.body.shape.ticket,
  })
  .check(
    z.refine(({ next, question, draft }) => [next, question, draft].filter((each) => each != null).length === 1, {
      path: ["question"],
      message: "Send one of next, question and draft",
    }),
  );

export const moveRoom = endpoint({
  method: "POST",
  path: "/surveys/:id/room",
  summary:
    "Go on to the next question in the room of a survey by open link of the current user. `question` and `draft` ask a new survey of its " +
    "owner, published at once, with the present one's settings, language and time to vote; `next` opens another one of the same owner " +
    "(admins: any owner's). `after` names what the room had gone on to; repeating a request with the same `ticket`, after a lost response, " +
    `asks the question once. Pages that are open move there. A room goes on for ${ROOM_HOURS} hours after its first move`,
  access: "signedIn",
  takesGuests: true,
  keyScope: "manage",
  params: z.object({ id }),
  body: nextQuestion,
  response: room,
  errors: [
    "notLinkElectorate",
    "notPublished",
    "hasEnded",
    "roomEnded",
    "alreadyInRoom",
    "roomFull",
    "roomMovedMeanwhile",
    "roomQuestionsChanged",
    "reviewedFirst",
    "roomOwnerStopped",
    "roleRequired",
    "addressUnconfirmed",
    "tooManyUnlisted",
  ],
  // Twice the questions of a room: each request can create a survey.
  rateLimit: { max: 200, seconds: 3600 },
});

/** The questions that are prepared for a room. */
const roomQuestions = z.object({
  /** Identifies the stored list. A change sends it, and is refused if the list has changed since. */
  state: z.string(),
  questions: z.array(z.object({ _id: z.string(), Title: z.string(), version: z.number() })),
});
export type RoomQuestions = z.infer<typeof roomQuestions>;

export const listRoomQuestions = endpoint({
  method: "GET",
  path: "/rooms/:survey/questions",
  summary:
    "The questions that are prepared for the room of a survey by open link of the current user, in their order. They are no surveys until " +
    "they are asked, so that only the owner and co-owners can read them",
  access: "signedIn",
  takesGuests: true,
  keyScope: "manage",
  params: z.object({ survey: id }),
  response: roomQuestions,
  errors: ["notLinkElectorate"],
});

const STATE = "state must be 32 lower-case hex digits";
const TOO_MANY = `At most ${ROOM_QUESTIONS_MAX} questions can be prepared`;

export const setRoomQuestions = endpoint({
  method: "PUT",
  path: "/rooms/:survey/questions",
  summary:
    "Replace the questions that are prepared for the room of a survey by open link of the current user: the whole list, in its order. " +
    "Questions without `_id` are new, and those that are left out are deleted. `state` names the list that the sender has read",
  access: "signedIn",
  takesGuests: true,
  keyScope: "manage",
  params: z.object({ survey: id }),
  body: z.object({
    state: z.string(STATE).check(z.regex(/^[0-9a-f]{32}$/, STATE)),
    questions: z
      .array(z.object({ _id: z.nullish(id), Title }, "A question must be an object"), "questions must be a list")
      .check(z.maxLength(ROOM_QUESTIONS_MAX, TOO_MANY)),
  }),
  // Enough for that many of the longest questions, with four bytes for each character.
  bodyMax: 256 * 1024,
  response: roomQuestions,
  errors: ["notLinkElectorate", "roomQuestionsChanged", "roomOwnerStopped"],
  rateLimit: { max: 120, seconds: 60 },
});

export const getRoomCsv = endpoint({
  method: "GET",
  path: "/rooms/:survey/results.csv",
  summary: "The results of all questions of a room as one table, as a visitor sees them",
  access: "anyone",
  params: z.object({ survey: id }),
  query: csvQuery,
  response: z.string(),
  file: "text/csv",
  errors: ["notLinkElectorate"],
  rateLimit: { max: 120, seconds: 60 },
});

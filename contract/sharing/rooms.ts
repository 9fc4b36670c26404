import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { csvQuery } from "../results/downloads.ts";
import { surveyTotals } from "../surveys/surveys.ts";
import { language } from "../text/language.ts";
import { id } from "../text/text.ts";

/**
 * A room: a presentation that goes on. From a survey by open link its host opens the next one, and the pages that are open in the room move
 * there by themselves. A room is the chain of these surveys, and any of them names it.
 */

/** For how long after its first move a room can go on, in hours. */
export const ROOM_HOURS = 12;
/** The most questions of a room. */
export const ROOM_QUESTIONS_MAX = 100;

const room = z.object({
  /** The questions that are public, in the order in which the room had them, as a visitor sees their results. */
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

export const moveRoom = endpoint({
  method: "POST",
  path: "/surveys/:id/room",
  summary:
    "Open the next question in the room of a survey by open link: another one of the same owner, who is the current user (admins: any). " +
    `Pages that are open move there. A room goes on for ${ROOM_HOURS} hours after its first move`,
  access: "signedIn",
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({ next: id }),
  response: room,
  errors: ["notLinkElectorate", "notPublished", "hasEnded", "roomEnded", "alreadyInRoom"],
  rateLimit: { max: 60, seconds: 60 },
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

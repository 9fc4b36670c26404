import { hasEnded, isBeforeStart, PUBLISHED, type Survey } from "./surveys.ts";

/**
 * The state of a survey, by which its owner, the admins and everyone else know what can be done with it.
 *
 * - `waiting`: it awaits an admin's decision, for the first time or again.
 * - `sentBack`: an admin sent it back, and its owner has not changed it yet.
 * - `unpublished`: an admin unpublished it, and its owner has neither appealed nor changed it yet.
 * - `scheduled`: it is published and starts later.
 * - `published`: people can vote.
 * - `ended`: its deadline has passed, and the job that closes surveys has not closed it yet.
 * - `closed`: voting has ended, and the result is final.
 */
export type Publication = "waiting" | "sentBack" | "unpublished" | "scheduled" | "published" | "ended" | "closed";

/** The facts that decide on the state of a survey at one instant. */
export interface PublicationFacts {
  isPublished: boolean;
  isSentBack: boolean;
  isUnpublished: boolean;
  isBeforeStart: boolean;
  isClosed: boolean;
  hasEnded: boolean;
}

/** The state that these facts make. `publicationCase` (server/ballots/publication.sql.ts) says the same in SQL. */
export function publicationFrom(facts: PublicationFacts): Publication {
  if (!facts.isPublished) return facts.isSentBack ? (facts.isUnpublished ? "unpublished" : "sentBack") : "waiting";
  if (facts.isBeforeStart) return "scheduled";
  return facts.isClosed ? "closed" : facts.hasEnded ? "ended" : "published";
}

/** The fields of a survey that decide on its state. */
export type PublishedSurvey = Pick<
  Survey,
  "status" | "sentBack" | "unpublished" | "scheduled" | "createDate" | "deadline" | "closedAt"
>;

/** The state of a survey at the instant `now`, in milliseconds. */
export const publicationOf = (survey: PublishedSurvey, now: number): Publication =>
  publicationFrom({
    isPublished: survey.status === PUBLISHED,
    isSentBack: survey.sentBack !== undefined,
    isUnpublished: survey.unpublished !== undefined,
    isBeforeStart: isBeforeStart(survey, now),
    isClosed: survey.closedAt !== null,
    hasEnded: hasEnded(survey, now),
  });

/** Whether a survey awaits an admin's decision, which doesn't depend on the time. */
export const awaitsReview = (survey: PublishedSurvey): boolean => publicationOf(survey, 0) === "waiting";

/** Whether everyone can read a survey in this state. */
export const isPublicAs = (publication: Publication): boolean =>
  publication === "published" || publication === "ended" || publication === "closed";

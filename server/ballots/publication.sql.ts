import { type Publication, publicationFrom } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { SurveyRow } from "../database/tables.ts";
import { hasEnded, isPublic } from "./publicSurvey.ts";

/** The columns that decide on the state of a survey. */
export const publicationColumns = [
  "status",
  "sent_back_at",
  "unpublished_for",
  "appears_at",
  "ends_at",
  "closed_at",
] as const;

type PublicationRow = Pick<Selectable<SurveyRow>, (typeof publicationColumns)[number]>;

/** The state of a survey at the instant `now`, in milliseconds. */
export const publicationOf = (row: PublicationRow, now: number): Publication =>
  publicationFrom({
    isPublished: row.status === PUBLISHED,
    isSentBack: row.sent_back_at !== null,
    isUnpublished: row.unpublished_for !== null,
    isBeforeStart: !isPublic(row, now),
    isClosed: row.closed_at !== null,
    hasEnded: hasEnded(row, now),
  });

/**
 * `publicationOf` in SQL, for `surveys` under an alias. Indexes can't find a state, so lists of all surveys use
 * `publicOnly`.
 */
export function publicationCase(now: number, table: string): RawBuilder<Publication> {
  const column = (name: (typeof publicationColumns)[number]) => sql.ref(`${table}.${name}`);
  return sql<Publication>`case
    when ${column("status")} <> ${sql.lit(PUBLISHED)} then case
      when ${column("sent_back_at")} is null then 'waiting'
      when ${column("unpublished_for")} is null then 'sentBack'
      else 'unpublished' end
    when ${column("appears_at")} > ${now} then 'scheduled'
    when ${column("closed_at")} is not null then 'closed'
    when ${column("ends_at")} <= ${now} then 'ended'
    else 'published' end`;
}

/** Why people can't vote on a survey in this state; null if they can. */
export function whyNotOpen(publication: Publication): "notPublished" | "hasEnded" | null {
  if (publication === "published") return null;
  return publication === "ended" || publication === "closed" ? "hasEnded" : "notPublished";
}

import { SERIES_MAX, type SeriesSurvey } from "@survey-app/contract/surveys/series.ts";
import { sql } from "kysely";
import { mayLeadTo, publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import type { SurveyEventHandler } from "../events/surveyEvents.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { readSurveys, toSurvey } from "./surveys.sql.ts";

/** The public surveys of a survey's series, itself included; none if it was never asked again. */
const inSeriesOf = ({ db }: Database, surveyId: string) =>
  db
    .selectFrom("surveys as own")
    .innerJoin("surveys as other", "other.series_id", "own.series_id")
    .select("other.id")
    .where("own.id", "=", surveyId)
    .where("own.series_id", "is not", null)
    .where(publicOnly(Date.now(), "other"))
    .where(mayLeadTo("own", "other"));

/** The newest of them, oldest first. */
async function findSeriesIds(database: Database, surveyId: string): Promise<string[]> {
  const newest = await inSeriesOf(database, surveyId).orderBy("other.id", "desc").limit(SERIES_MAX).execute();
  return newest.map(({ id }) => id).reverse();
}

/** Whether others of a survey's series are public. */
export async function isInSeries(database: Database, surveyId: string): Promise<boolean> {
  const other = inSeriesOf(database, surveyId).where("other.id", "<>", surveyId).limit(1);
  return (await other.executeTakeFirst()) !== undefined;
}

/**
 * Invalidates the pages of a survey's series when it becomes public, is hidden or deleted: each says whether there are
 * others.
 */
export const createSeriesInvalidator =
  (bus: Pick<EventBus, "emit">): SurveyEventHandler =>
  async (tx, { kind, surveyId, isPublic }) => {
    if (!isPublic || !["published", "unpublished", "changed", "deleted"].includes(kind)) return;
    const rows = await tx.db
      .selectFrom("surveys as own")
      .innerJoin("surveys as other", "other.series_id", "own.series_id")
      .select("other.id")
      .where("own.id", "=", surveyId)
      .where("own.series_id", "is not", null)
      .execute();
    if (rows.length > 0) tx.afterCommit(() => bus.emit(new Set(rows.map(({ id }) => id)), "content"));
  };

/** These surveys as a visitor sees each of them, so a series doesn't show a result that the survey's own page hides. */
export async function readSeries(database: Database, surveyId: string): Promise<SeriesSurvey[]> {
  const ids = await findSeriesIds(database, surveyId);
  if (ids.length === 0) return [];
  const entries = sql`select id, 0 as position from surveys where id in (${sql.join(ids)})`;
  const surveys = (await readSurveys(database, entries, "asc")).map((row) => toSurvey(row, null));
  return Promise.all(
    surveys.map(async (survey) => {
      const list =
        survey.electorate === "invited" ? await findListNumbers(database, survey._id, survey.participants) : null;
      return { ...survey, people: list && list.invited + list.added };
    }),
  );
}

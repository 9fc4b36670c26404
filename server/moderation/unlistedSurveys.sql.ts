import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import {
  type listUnlistedSurveys,
  type UnlistedSurvey,
  VISITORS_REPORTS_MAX,
} from "@survey-app/contract/votes/unlistedSurveys.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { isPublic } from "../ballots/publicSurvey.ts";
import { isAskedUnreviewed } from "../ballots/rights.sql.ts";
import { countMatching, countUpTo } from "../database/countMatching.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { AdminActor, CurrentUser } from "../http/currentUser.ts";
import { readSurveys, toSurvey } from "../surveys/surveys.sql.ts";
import { insertReports } from "./reports.sql.ts";

/** SQL condition on `surveys`. The literals let both engines use its partial index. */
const unlisted = sql<boolean>`listed = 0 and status = ${sql.lit(PUBLISHED)}`;
const unaccepted = sql<boolean>`${unlisted} and accepted = 0`;

/** The published surveys that aren't in any public list, newest first; for admins. */
export async function findUnlistedSurveys(
  database: Database,
  { new: isNew, limit, cursor }: z.output<typeof listUnlistedSurveys.query>,
  viewer: CurrentUser,
): Promise<PagedRows<UnlistedSurvey>> {
  const matching = isNew ? unaccepted : unlisted;
  const counted = await countUpTo(database, database.db.selectFrom("surveys").where(matching));
  const after = decodeCursor(cursor, 0);
  const entries = sql`select id, id as position from surveys
    where ${matching} ${after ? sql`and id < ${after[1]}` : sql``} order by id desc limit ${limit + 1}`;
  const found = await readSurveys(database, entries, "desc");
  return toPage(found, limit, {
    ...counted,
    cursorOf: ({ _id }) => [0, _id],
    show: (row) => ({ ...toSurvey(row, viewer), accepted: row.accepted === 1, ownerRole: row.ownerRole }),
  });
}

/**
 * Stores a report without an author on a public survey that no one vouches for, or that people vote on through an open
 * link.
 * @returns `vouchedFor`: only users may report this one, under their names
 */
export async function reportWithoutAuthor(
  tx: Database,
  surveyId: string,
  text: string,
): Promise<{ id: string } | "notFound" | "vouchedFor" | "reportedEnough"> {
  const survey = await tx.db
    .selectFrom("surveys")
    .select(["status", "appears_at", "electorate"])
    .where("id", "=", surveyId)
    // The lock counts visitors who report at the same time one after the other.
    .$call(tx.dialect.lock)
    .executeTakeFirst();
  if (!survey || !isPublic(survey, Date.now())) return "notFound";
  if (survey.electorate !== "link" && !(await isAskedUnreviewed(tx, surveyId))) return "vouchedFor";
  const open = tx.db
    .selectFrom("reports")
    .where("survey_id", "=", surveyId)
    .where("user_id", "is", null)
    .where("outcome", "is", null);
  if ((await countMatching(open)) >= VISITORS_REPORTS_MAX) return "reportedEnough";
  const id = newId();
  await insertReports(tx, [{ id, surveyId, userId: null, text }]);
  return { id };
}

/**
 * Accepts a published survey that no admin read before its publication.
 * @param version the version that the admin has read
 * @returns false if it is accepted already
 */
export async function acceptSurvey(
  { tx, by, record }: Change<AdminActor>,
  id: string,
  version: number,
): Promise<boolean | "notFound" | "changedMeanwhile"> {
  await lockBallotBox(tx, id);
  const survey = await tx.db
    .selectFrom("surveys")
    .select(["title", "status", "accepted", "version"])
    .where("id", "=", id)
    .$call(tx.dialect.lock)
    .executeTakeFirst();
  if (survey?.status !== PUBLISHED) return "notFound";
  if (survey.accepted === 1) return false;
  if (survey.version !== version) return "changedMeanwhile";
  await tx.db.updateTable("surveys").set({ accepted: 1 }).where("id", "=", id).execute();
  const logged = { title: survey.title, before: {}, after: { version } };
  await record({ kind: "accepted", surveyId: id, by, logged, isPublic: true });
  return true;
}

import {
  FLYER_DAYS,
  hasShortAddress,
  PRESENTATION_HOURS,
  SHORT_CODE_LENGTH,
  type ShortAddresses,
  type ShortAddressKind,
} from "@survey-app/contract/sharing/shortAddresses.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { type RawBuilder, sql } from "kysely";
import { isPublic } from "../ballots/publicSurvey.ts";
import { may } from "../ballots/rights.ts";
import { publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";
import { randomCode } from "../database/randomCode.ts";
import type { SurveyEventHandler } from "../events/surveyEvents.ts";
import type { CurrentUser } from "../http/currentUser.ts";

/**
 * The time for which an expired code is kept, in milliseconds. Until then no other survey gets it, because people may
 * still have it in a photo or in a browser's history; its own survey can get it back.
 */
const KEPT_MS = 30 * DAY_MS;
/**
 * New codes that are tried, at most, when one is taken. Even with a million in use, three in a row are taken once in
 * 10⁹ times.
 */
const ATTEMPTS_MAX = 10;

const PRESENTATION_MS = PRESENTATION_HOURS * HOUR_MS;
const FLYER_MS = FLYER_DAYS * DAY_MS;

/** SQL condition on `short_addresses`: whether a code still leads to its survey. */
const worksAt = (now: number): RawBuilder<boolean> => sql<boolean>`(expires_at is null or expires_at > ${now})`;

/**
 * The survey that a code leads to.
 * @returns null if the code is unknown or expired, or visitors can't see the survey
 */
export async function findSurveyOf({ db }: Database, code: string): Promise<string | null> {
  const now = Date.now();
  const found = await db
    .selectFrom("short_addresses")
    .innerJoin("surveys", "surveys.id", "short_addresses.survey_id")
    .select("surveys.id")
    .where("code", "=", code)
    .where(worksAt(now))
    .where(publicOnly(now))
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The codes of a survey that visitors can see. @returns null if they can't */
export async function findShortAddresses({ db }: Database, surveyId: string): Promise<ShortAddresses | null> {
  const now = Date.now();
  const rows = await db
    .selectFrom("surveys")
    .leftJoin("short_addresses", (join) => join.onRef("survey_id", "=", "surveys.id").on(worksAt(now)))
    .select(["kind", "code"])
    .where("surveys.id", "=", surveyId)
    .where(publicOnly(now))
    .execute();
  const codeOf = (kind: ShortAddressKind) => rows.find((row) => row.kind === kind)?.code ?? null;
  return rows.length === 0 ? null : { presentation: codeOf("presentation"), flyer: codeOf("flyer") };
}

/**
 * Prolongs the code of a public survey of `currentUser` (admins: of any survey), or creates one. Call it in a
 * transaction.
 * @param makeCode makes a random code
 * @returns all codes of the survey that work, or the reason why it can't have one
 */
export async function renewShortAddress(
  tx: Database,
  surveyId: string,
  {
    kind,
    currentUser,
    makeCode = randomCode,
  }: { kind: ShortAddressKind; currentUser: CurrentUser; makeCode?: (length: number) => string },
): Promise<ShortAddresses | null | "notFound" | "notPublished" | "noShortAddress"> {
  // Locked, so that of two requests the second finds the code of the first, and a close doesn't miss it.
  const survey = await tx.db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "status", "appears_at", "closed_at", "electorate"])
    .where("id", "=", surveyId)
    .$call(tx.dialect.lock)
    .executeTakeFirst();
  if (!survey || !may("makeShortAddress", currentUser, survey)) return "notFound";
  const now = Date.now();
  if (!isPublic(survey, now)) return "notPublished";
  if (!hasShortAddress(survey)) return "noShortAddress";
  const closesAt = survey.closed_at === null ? null : survey.closed_at + FLYER_MS;
  const expiresAt = kind === "presentation" ? now + PRESENTATION_MS : closesAt;
  const { numUpdatedRows } = await tx.db
    .updateTable("short_addresses")
    .set({ expires_at: expiresAt })
    .where("survey_id", "=", surveyId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  const isOver = expiresAt !== null && expiresAt <= now;
  if (numUpdatedRows === 0n && !isOver)
    await insertCode(tx, () => ({
      code: makeCode(SHORT_CODE_LENGTH[kind]),
      survey_id: surveyId,
      kind,
      expires_at: expiresAt,
    }));
  return findShortAddresses(tx, surveyId);
}

/** The least extension of a code that is stored, in milliseconds: so most requests to keep a code don't write. */
const KEPT_STEP_MS = HOUR_MS;

/**
 * Prolongs the code of a presentation for everyone who shows it: they have that code, or the address of the survey. It
 * only prolongs a code that works, and only while people can vote: a stranger can't prolong it beyond that.
 */
export async function keepShortAddress({ db, dialect }: Database, surveyId: string): Promise<void> {
  const now = Date.now();
  await db
    .updateTable("short_addresses")
    .set({ expires_at: now + PRESENTATION_MS })
    .where("survey_id", "=", surveyId)
    .where("kind", "=", "presentation")
    .where(worksAt(now))
    .where("expires_at", "<", now + PRESENTATION_MS - KEPT_STEP_MS)
    .where("survey_id", "in", (eb) =>
      eb
        .selectFrom("surveys")
        .select("id")
        .where("id", "=", surveyId)
        .where("electorate", "=", "link")
        .where("closed_at", "is", null)
        .where(sql<boolean>`ends_at > ${dialect.now}`)
        .where(publicOnly(now)),
    )
    .execute();
}

/** Inserts a row with a code that is not taken. @param makeRow makes it with another code each time */
async function insertCode(
  { db }: Database,
  makeRow: () => { code: string; survey_id: string; kind: ShortAddressKind; expires_at: number | null },
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("short_addresses")
      .values(makeRow())
      .onConflict((conflict) => conflict.column("code").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return;
  }
  throw new Error(`${ATTEMPTS_MAX} random codes in a row were taken`);
}

/** Makes the code of a survey's flyer expire some time after the close. */
export const expireFlyerCode: SurveyEventHandler = async ({ db }, { kind, surveyId }) => {
  if (kind !== "closed") return;
  const closedAt = db.selectFrom("surveys").select("closed_at").where("id", "=", surveyId);
  await db
    .updateTable("short_addresses")
    .set({ expires_at: sql<number>`(${closedAt}) + ${sql.lit(FLYER_MS)}` })
    .where("survey_id", "=", surveyId)
    .where("kind", "=", "flyer")
    .execute();
};

/** Deletes the codes that expired long ago. */
export function removeExpiredCodes(database: Database): Promise<void> {
  const isOld = sql<boolean>`expires_at <= ${Date.now() - KEPT_MS}`;
  return deleteInChunks(database, "short_addresses", "code", isOld);
}

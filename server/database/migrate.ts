import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { baseline } from "./migrations/0001-baseline.ts";
import { createShortAddresses } from "./migrations/0002-short-addresses.ts";
import { indexUnlistedSurveys } from "./migrations/0003-unlisted-surveys.ts";
import { createOpenLinks } from "./migrations/0004-open-links.ts";
import { addAskedAsUser } from "./migrations/0005-asked-as-user.ts";
import { createFirstVotes } from "./migrations/0006-first-votes.ts";
import { compareAnswers } from "./migrations/0007-answers-without-list.ts";
import { addUsersLanguage } from "./migrations/0008-users-language.ts";
import { addSurveysLanguage } from "./migrations/0009-surveys-language.ts";
import { createCoOwners } from "./migrations/0010-co-owners.ts";
import { addPassRules } from "./migrations/0011-pass-rules.ts";
import { createVoterLists } from "./migrations/0012-voter-lists.ts";
import { addSeries } from "./migrations/0013-series.ts";
import { addRetention } from "./migrations/0014-retention.ts";
import { createAccountInvitations } from "./migrations/0015-account-invitations.ts";
import { addImageAlt } from "./migrations/0016-image-alt.ts";
import { indexFeeds } from "./migrations/0017-feed-indexes.ts";
import { compareQuestions } from "./migrations/0018-asked-question.ts";
import { addDeletedAddresses } from "./migrations/0019-deleted-addresses.ts";
import { createHeartbeats } from "./migrations/0020-heartbeats.ts";
import { createFailedSteps } from "./migrations/0021-failed-steps.ts";
import { indexMailboxes } from "./migrations/0022-mailboxes.ts";
import { foldTexts } from "./migrations/0023-folded-texts.ts";
import { addRefusals } from "./migrations/0026-mail-and-sign-in.ts";
import { addLedgerFormat } from "./migrations/0027-ledger-format.ts";
import { createFormerCodes } from "./migrations/0028-former-codes.ts";
import { addRotation } from "./migrations/0029-rotation.ts";
import { renewKeyAtFirstVote } from "./migrations/0030-key-at-first-vote.ts";
import { addDaysWithoutZone } from "./migrations/0032-days-without-zone.ts";
import { addPaymentSteps } from "./migrations/0033-payment-steps.ts";
import { addContact } from "./migrations/0034-contact.ts";
import { createEmailTrail } from "./migrations/0035-email-trail.ts";
import { addShownResults } from "./migrations/0036-shown-results.ts";
import { createRoomQuestions } from "./migrations/0037-room-questions.ts";
import { createMeetings } from "./migrations/0038-meetings.ts";
import { addWallCodes } from "./migrations/0039-wall-codes.ts";
import { createWaitingPeople } from "./migrations/0040-waiting-people.ts";
import { addCorrectionsAndTakeDowns } from "./migrations/0041-corrections-and-take-downs.ts";
import { addGuests } from "./migrations/0042-guests.ts";
import { addTimeZones } from "./migrations/0043-time-zones.ts";
import { addErasures } from "./migrations/0044-erasures.ts";
import { addStepsOfJobs } from "./migrations/0045-steps-of-jobs.ts";
import { indexUserTexts } from "./migrations/0047-user-search.ts";
import { indexBulkEmails } from "./migrations/0048-bulk-emails.ts";
import { OperatorError } from "./operatorError.ts";
import { buildVotesIndexes } from "./postgres/votesIndexes.ts";

/**
 * Migrations run forward only, in this order, and are never edited after a release. They import only their own parts,
 * which tools/check/checkImports.ts enforces: a change of other code must not change what an old migration does.
 */
const migrations: Record<string, (db: Kysely<never>, dialect: Dialect) => Promise<void>> = {
  "0001-baseline": baseline,
  "0002-short-addresses": createShortAddresses,
  "0003-unlisted-surveys": indexUnlistedSurveys,
  "0004-open-links": createOpenLinks,
  "0005-asked-as-user": addAskedAsUser,
  "0006-first-votes": createFirstVotes,
  "0007-answers-without-list": compareAnswers,
  "0008-users-language": addUsersLanguage,
  "0009-surveys-language": addSurveysLanguage,
  "0010-co-owners": createCoOwners,
  "0011-pass-rules": addPassRules,
  "0012-voter-lists": createVoterLists,
  "0013-series": addSeries,
  "0014-retention": addRetention,
  "0015-account-invitations": createAccountInvitations,
  "0016-image-alt": addImageAlt,
  "0017-feed-indexes": indexFeeds,
  "0018-asked-question": compareQuestions,
  "0019-deleted-addresses": addDeletedAddresses,
  "0020-heartbeats": createHeartbeats,
  "0021-failed-steps": createFailedSteps,
  "0022-mailboxes": indexMailboxes,
  "0023-folded-texts": foldTexts,
  "0026-mail-and-sign-in": addRefusals,
  "0027-ledger-format": addLedgerFormat,
  "0028-former-codes": createFormerCodes,
  "0029-rotation": addRotation,
  "0030-key-at-first-vote": renewKeyAtFirstVote,
  "0032-days-without-zone": addDaysWithoutZone,
  "0033-payment-steps": addPaymentSteps,
  "0034-contact": addContact,
  "0035-email-trail": createEmailTrail,
  "0036-shown-results": addShownResults,
  "0037-room-questions": createRoomQuestions,
  "0038-meetings": createMeetings,
  "0039-wall-codes": addWallCodes,
  "0040-waiting-people": createWaitingPeople,
  "0041-corrections-and-take-downs": addCorrectionsAndTakeDowns,
  "0042-guests": addGuests,
  "0043-time-zones": addTimeZones,
  "0044-erasures": addErasures,
  "0045-steps-of-jobs": addStepsOfJobs,
  "0047-user-search": indexUserTexts,
  "0048-bulk-emails": indexBulkEmails,
};

/** The names of this version's migrations, in order. */
export const migrationNames = Object.keys(migrations);

/**
 * Migrates the schema to the latest version, under a lock, so that instances that start together migrate once. Accepts
 * a schema that a later version has migrated: to roll back a release, start the earlier one (docs/operating.md).
 * @param names the first migrations, for the tables of an earlier version; all by default
 */
export async function migrate(database: Database, names: readonly string[] = migrationNames): Promise<void> {
  await requireUtf8(database);
  if (await isMigrated(database, names)) return;
  const { db, dialect } = database;
  if (dialect.engine === "postgres") await buildVotesIndexes(database);
  const chosen = Object.entries(migrations).filter(([name]) => names.includes(name));
  const getMigrations = async () =>
    Object.fromEntries(
      chosen.map(([name, up]): [string, Migration] => [name, { up: (trx) => up(trx as Kysely<never>, dialect) }]),
    );
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error && !(await isMigrated(database, names))) throw error;
}

/** @throws {OperatorError} if PostgreSQL stores texts in another encoding, which lacks letters of many names */
async function requireUtf8({ db, dialect }: Database): Promise<void> {
  if (dialect.engine !== "postgres") return;
  const { rows } = await sql<{ encoding: string; name: string }>`
    select current_setting('server_encoding') as encoding, current_database() as name`.execute(db);
  const [{ encoding, name } = { encoding: "", name: "" }] = rows;
  if (encoding !== "UTF8")
    throw new OperatorError(
      `The database ${name} stores texts as ${encoding}, not as UTF-8. Create another one: create database ${name}_utf8 encoding 'UTF8' template template0 locale 'C.UTF-8'`,
    );
}

/**
 * Whether the database has run these migrations, and maybe further ones. Most starts end here: the migrator
 * would read the columns of all tables first.
 */
async function isMigrated({ db }: Database, names: readonly string[]): Promise<boolean> {
  const applied = sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  // An empty database doesn't have this table; other errors occur again in the migrator.
  const rows = await applied.then((result) => result.rows).catch(() => []);
  return names.every((name, index) => rows[index]?.name === name);
}

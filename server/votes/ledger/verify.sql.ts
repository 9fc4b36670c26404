import { type RawBuilder, sql } from "kysely";
import type { Database, MainDatabase } from "../../database/database.ts";
import { withConsistentSnapshot } from "../../database/postgres/snapshot.ts";
import { compareSecretCounters, type SecretMismatch } from "./verifySecret.sql.ts";

/**
 * A survey whose counters differ from its stored votes. Only each person's last row counts. The days count only rows
 * that are `listed` already.
 */
export interface CountMismatch {
  surveyId: string;
  total: number;
  yes: number;
  unsure: number;
  storedTotal: number;
  storedYes: number;
  storedUnsure: number;
  /** Rows, replaced ones included. */
  rows: number;
  storedRows: number;
  listed: number;
  listedYes: number;
  listedUnsure: number;
  /** The copies of the counters that lists show while the ballot box can't be read. */
  copiedYes: number;
  copiedUnsure: number;
  /** The sums of the survey's daily counts. */
  daysTotal: number;
  daysYes: number;
  daysUnsure: number;
}

export interface Recount {
  surveys: number;
  votes: number;
  mismatches: (CountMismatch | SecretMismatch)[];
}

/** The columns that a ballot box copies from its survey. They decide whether votes are stored and results shown. */
const copied = [
  "status",
  "appears_at",
  "ends_at",
  "closed_at",
  "results",
  "privacy",
  "changeable",
  "unsure",
  "electorate",
] as const;

/** The ids of surveys without a ballot box, or whose box holds another status, time or setting than the survey. */
export async function findStaleBoxes({ db }: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("surveys")
    .leftJoin("ballot_boxes", "survey_id", "id")
    .select("id")
    .where(({ eb, or, ref }) =>
      or([
        eb("survey_id", "is", null),
        ...copied.map((column) => eb(`surveys.${column}`, "is distinct from", ref(`ballot_boxes.${column}`))),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The ids of surveys that don't exist although these tables have their rows: some of the tables don't have foreign
 * keys.
 */
export function findOrphans(database: Database): Promise<string[]> {
  const tables = ["ballot_boxes", "votes", "survey_days", "reports", "secret_voters"] as const;
  return withoutTimeLimit(database, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`${sql.join(
      tables.map(
        (table) => sql`select survey_id as id from ${sql.table(table)} where survey_id not in (select id from surveys)`,
      ),
      sql` union `,
    )}`.execute(db);
    return rows.map(({ id }) => id);
  });
}

/**
 * Recounts all stored votes and compares them with the counters of ballot boxes and days. Reads a consistent snapshot
 * on both engines, so votes cast meanwhile don't matter.
 */
export function recount(database: Database | MainDatabase): Promise<Recount> {
  // On SQLite on a thread that nothing else waits for, because it reads all votes.
  if (database.dialect.engine === "sqlite" && "forLongReads" in database) return recountInParts(database);
  return withoutTimeLimit(database, async (tx) =>
    combine([await compareCounters(tx), await compareSecretCounters(tx)]),
  );
}

/**
 * Surveys in one statement on SQLite, whose log grows until it ends. Each survey is compared with its own votes only.
 */
const SURVEYS_OF_PART = 500;

async function recountInParts(database: MainDatabase): Promise<Recount> {
  const parts: Recount[] = [await compareSecretCounters(database.forLongReads)];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const [last]: { id: string }[] = await database.db
      .selectFrom("surveys")
      .select("id")
      .where("id", ">", from)
      .orderBy("id")
      .offset(SURVEYS_OF_PART - 1)
      .limit(1)
      .execute();
    parts.push(await compareCounters(database.forLongReads, { after: from, to: last?.id }));
    after = last?.id;
  }
  return combine(parts);
}

const combine = (parts: readonly Recount[]): Recount => ({
  surveys: parts.reduce((sum, { surveys }) => sum + surveys, 0),
  votes: parts.reduce((sum, { votes }) => sum + votes, 0),
  mismatches: parts.flatMap(({ mismatches }) => mismatches),
});

/** Runs `work` on a consistent snapshot, without a statement timeout. */
function withoutTimeLimit<T>(database: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  // SQLite doesn't have such a limit, and a transaction would block votes; each statement sees a snapshot anyway.
  if (database.dialect.engine === "sqlite") return work(database);
  return withConsistentSnapshot(database, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx.db);
    // A distributed database then sends the surveys to every server, which counts its own votes, instead of sending
    // votes here.
    await sql`set local citus.local_table_join_policy = 'prefer-local'`.execute(tx.db);
    return work(tx);
  });
}

/**
 * Compares the counters of surveys other than secret ones with the stored votes.
 * @param range the ids after `after` up to `to`; all by default
 */
async function compareCounters({ db }: Database, { after = "", to }: { after?: string; to?: string | undefined } = {}) {
  // The rows that counted when the days were last refreshed.
  const wasCounted = sql`v.n <= s.listed_rows and coalesce(v.replaced_by > s.listed_rows, true)`;
  const countIf = (condition: RawBuilder<unknown>) => sql`count(case when ${condition} then 1 end)`;
  const inRange = (column: RawBuilder<unknown>) =>
    sql`${column} > ${after} ${to === undefined ? sql`` : sql`and ${column} <= ${to}`}`;
  // Grouped by ids only, in whose order SQLite reads: with more columns it would sort all votes first, 1 GB of memory
  // for five million. So columns that are the same in all rows of a group are aggregated too.
  const { rows } = await sql<CountMismatch>`
    select s.id as "surveyId", b.participants as total, b.yes_votes as yes, b.unsure_votes as unsure,
      ${countIf(sql`v.n is not null and v.replaced_by is null`)} as "storedTotal",
      ${countIf(sql`v.replaced_by is null and v.choice = 1`)} as "storedYes",
      ${countIf(sql`v.replaced_by is null and v.choice = 2`)} as "storedUnsure",
      b.ledger_rows as rows, count(v.n) as "storedRows",
      max(s.listed_votes) as listed, ${countIf(sql`${wasCounted} and v.choice = 1`)} as "listedYes",
      ${countIf(sql`${wasCounted} and v.choice = 2`)} as "listedUnsure",
      max(s.listed_yes) as "copiedYes", max(s.listed_unsure) as "copiedUnsure",
      coalesce(max(d.total), 0) as "daysTotal", coalesce(max(d.yes), 0) as "daysYes", coalesce(max(d.unsure), 0) as "daysUnsure"
    from surveys s join ballot_boxes b on b.survey_id = s.id
    left join votes v on v.survey_id = b.survey_id
    left join (
      select survey_id, sum(participants) as total, sum(yes_votes) as yes, sum(unsure_votes) as unsure
      from survey_days where ${inRange(sql`survey_id`)} group by survey_id
    ) d on d.survey_id = b.survey_id
    where s.privacy <> 'secret' and ${inRange(sql`s.id`)}
    group by s.id, b.survey_id`.execute(db);
  // PostgreSQL sums bigints as `numeric`, which arrives as text.
  const counted = rows.map(({ surveyId, ...counts }) => ({ surveyId, ...toNumbers(counts) }));
  return {
    surveys: counted.length,
    votes: counted.reduce((sum, row) => sum + row.storedTotal, 0),
    mismatches: counted.filter(
      (row) =>
        row.total !== row.storedTotal ||
        row.yes !== row.storedYes ||
        row.unsure !== row.storedUnsure ||
        row.rows !== row.storedRows ||
        row.listed > row.total ||
        row.listed !== row.daysTotal ||
        row.listedYes !== row.daysYes ||
        row.listedUnsure !== row.daysUnsure ||
        row.listedYes !== row.copiedYes ||
        row.listedUnsure !== row.copiedUnsure,
    ),
  };
}

function toNumbers<T extends Record<string, unknown>>(counts: T): T {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])) as T;
}

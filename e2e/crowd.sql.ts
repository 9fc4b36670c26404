import { hash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ledgerLine, ledgerStart, rowKeyText, sealText } from "@survey-app/contract/ballots/ledger.ts";
import { isNightly } from "../tools/test/testFiles.ts";
import { people } from "./people.ts";

/** The full numbers at night; otherwise a fifth of each. */
const FULL = isNightly ? 1 : 0.2;

export const CROWD = {
  users: 1000 * FULL,
  surveys: 10_000 * FULL,
  votes: 1000 * FULL,
  reports: 500 * FULL,
  feedback: 2000 * FULL,
  payments: 1000 * FULL,
};

/** The survey on which every user has voted. */
export const CROWDED_SURVEY = "crowd-00001";

/**
 * Multiplies the demo data in a server's SQLite file: thousands of users and surveys, the demo's user and member with a
 * vote, a comment or a report on many of them, and every user's vote on one survey.
 */
export function addCrowd(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  // The index of names calls it. All names of the crowd are ASCII.
  database.function("searchable", { deterministic: true }, (name) => String(name).toLowerCase());
  const count = (upTo: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${upTo})`;
  const idOf = ({ email }: { email: string }) => `(select id from users where email = '${email}')`;
  const now = "cast(unixepoch('subsec') * 1000 as integer)";
  const survey = "printf('crowd-%05d', i)";
  const user = "printf('crowd-user-%05d', i)";
  const demo = `demo as (select *, row_number() over () as place, count(*) over () as many from surveys where status = 2)`;
  const own = (who: { email: string }, table: string, columns: string, values: string, rows: number) =>
    `${count(rows)} insert into ${table} (survey_id, user_id, id, ${columns}, created_at)
    select ${survey}, ${idOf(who)}, printf('crowd-${who.email.split("@")[0]}-%05d', i), ${values}, ${now} - i * 60000 from n;`;
  try {
    database.exec(`begin immediate;
    create temp table crowd_votes (survey_id, user_id, id, choice, comment, created_at);
    ${count(CROWD.users)} insert into users (id, name, email, email_verified, created_at, updated_at)
    select ${user}, 'Member ' || i, 'member' || i || '@example.net', 1, ${now}, ${now} from n;
    ${count(CROWD.surveys)}, ${demo}
    insert into surveys (id, owner_id, title, description, category, image, status, starts_at, ends_at, created_at,
      updated_at, search_text)
    select ${survey}, owner_id, title, description, category, image, 2 - (i % 11 = 0), ${now} - i * 60000, null,
      ${now} - i * 60000, ${now} - i * 60000, search_text from n join demo on place = 1 + i % many;
    ${own(people.user, "crowd_votes", "choice, comment", "i % 2, ''", CROWD.votes)}
    ${own(people["pro-user"], "crowd_votes", "choice, comment", "i % 3 = 0, 'A comment on survey ' || i", CROWD.votes)}
    ${own(people.user, "reports", "text", "'A report on survey ' || i", CROWD.reports)}
    ${own(people["pro-user"], "reports", "text", "'Another report on survey ' || i", CROWD.reports)}
    ${count(CROWD.users)} insert into crowd_votes (survey_id, user_id, id, choice, comment, created_at)
    select '${CROWDED_SURVEY}', ${user}, printf('crowd-vote-%05d', i), i % 2, '', ${now} - i * 1000 from n;
    ${count(CROWD.feedback)} insert into feedback (id, survey_id, admin_id, text, status, created_at)
    select printf('crowd-%05d', i), ${survey}, ${idOf(people.admin)}, 'A note on survey ' || i, 2, ${now} - i * 60000 from n;
    ${count(CROWD.payments)} insert into payments (id, user_id, price_cents, transaction_id, status, created_at)
    select printf('crowd-%05d', i), iif(i % 2, ${user}, ${idOf(people["pro-user"])}), 1200, 'pi_crowd_' || i, 'paid',
      ${now} - i * 60000 from n;`);
    storeVotes(database);
    database.exec(`update ballot_boxes set ledger_format = 2,
      participants = (select count(*) from votes where survey_id = ballot_boxes.survey_id),
      ledger_rows = (select count(*) from votes where survey_id = ballot_boxes.survey_id),
      yes_votes = (select count(*) from votes where survey_id = ballot_boxes.survey_id and choice = 1),
      ledger_head = coalesce((select hash from votes where survey_id = ballot_boxes.survey_id order by n desc limit 1), '')
    where survey_id like 'crowd-%';
    update surveys set
      (listed_votes, listed_yes, listed_rows) = (select participants, yes_votes, ledger_rows from ballot_boxes where survey_id = surveys.id),
      open_reports = (select count(*) from reports where survey_id = surveys.id)
    where id like 'crowd-%';
    commit;`);
  } finally {
    database.close();
  }
}

interface CrowdVote {
  survey_id: string;
  user_id: string;
  id: string;
  choice: 0 | 1;
  comment: string;
  created_at: number;
  ledger_key: string;
}

/** Chains the votes of each survey as the server does. */
function storeVotes(database: DatabaseSync): void {
  const insert = database.prepare(
    "insert into votes (survey_id, n, user_id, id, choice, comment, created_at, hash) values (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const votes = database
    .prepare("select * from crowd_votes join ballot_boxes using (survey_id) order by survey_id, created_at")
    .all();
  let [last, n, head] = ["", 0, ""];
  for (const { survey_id, user_id, id, choice, comment, created_at, ledger_key } of votes as unknown as CrowdVote[]) {
    if (survey_id !== last) [last, n, head] = [survey_id, 0, hash("sha256", ledgerStart(survey_id, null))];
    const date = new Date(created_at).toISOString().slice(0, 10);
    const seal = hash("sha256", sealText(hash("sha256", rowKeyText(ledger_key, ++n)), choice));
    head = hash("sha256", ledgerLine(head, { n, date, replaces: null, seal }));
    insert.run(survey_id, n, user_id, id, choice, comment, created_at, head);
  }
}

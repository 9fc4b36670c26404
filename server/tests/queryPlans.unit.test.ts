import { join } from "node:path";
import { followSurvey } from "@survey-app/contract/surveys/outcomes.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { type CompiledQuery, type KyselyPlugin, SqliteQueryCompiler, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, toDatabase } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { openSqliteFile, type SqliteFile } from "../database/sqlite/sqliteFile.ts";
import { createToken } from "../database/tokenHash.ts";
import { changeOf } from "../events/surveyEvents.ts";
import { readFeedEvents } from "../feeds/feedEvents.sql.ts";
import { listPublicIds } from "../feeds/sitemap.sql.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { countEndedCodes } from "../invitations/codes.sql.ts";
import { findAdded } from "../invitations/invitations.sql.ts";
import { findInvitationByToken } from "../invitations/issuedCodes.sql.ts";
import { type LockedList, lockListOf } from "../invitations/lockedList.sql.ts";
import { hasRoomForBulk } from "../mail/outbox.sql.ts";
import { aboutSurvey } from "../mailings/aboutSurvey.sql.ts";
import { addReminders, enqueueMailings } from "../mailings/mailings.sql.ts";
import { findMailedSurvey } from "../mailings/surveySends.sql.ts";
import { enqueueReportOutcomes } from "../moderation/reportOutcomes.sql.ts";
import { findEmailsTo } from "../ops/emailTrail.sql.ts";
import { findOldestOfQueues } from "../ops/queueAges.sql.ts";
import { findOpenPayment, findPendingPayments, listPayments } from "../payments/payments.sql.ts";
import { isAnyDue } from "../queues/queues.sql.ts";
import { findOpenVoter } from "../surveys/listSurveys.sql.ts";
import { countForUser } from "../surveys/numbers.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { SQLITE_FILE } from "../testing/freshDatabase.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { listUsers } from "../users/listUsers.sql.ts";
import { lockAdmins } from "../users/users.sql.ts";
import { anonymizeInvitations, lockMeetingsOf } from "../voters/deletedAccounts.sql.ts";
import {
  findLastLinks,
  removeOldTrail,
  removeTrailOfAccount,
  removeTrailOfAddress,
  removeTrailOfPeople,
} from "../voters/emailTrail.sql.ts";
import { findInvitationOf, findOwnMark } from "../voters/findVoter.sql.ts";
import { findCandidates, isOwnerKnown } from "../voters/recipients.sql.ts";
import { findUnsentReasons } from "../voters/unsentReasons.sql.ts";
import { findVotesOfCookies } from "../voters/votesOfCookies.sql.ts";
import { findMarked, findPerson } from "../voters/votesOfPerson.sql.ts";
import { removeComment } from "../votes/comments.sql.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { findOwnVote } from "../votes/reading/listVotes.sql.ts";
import { listParticipations } from "../votes/reading/participations.sql.ts";
import { findVotesByName } from "../votes/reading/votersByName.sql.ts";
import { storeBallotsOnSqlite } from "../votes/storing/storeOnSqlite.sql.ts";
import { enqueueWebhookEvent } from "../webhooks/deliveries.sql.ts";

let t: TestApp;
let voter: Person;
/** Follows that survey without a vote. */
let follower: Person;
/** The survey that `voter` has voted on. */
let surveyId: string;
/** The survey that `voter` is invited to, with that invitation and the owner. */
let invitedId: string;
let invitationId: string;
let ownerId: string;
/** A browser's cookie for a survey by open link. */
let linkCookie: { name: `link.${string}`; token: string };
beforeAll(async () => {
  t = await testApp();
  const { user, pro, surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  voter = user;
  follower = pro;
  ownerId = surveyor.id;
  surveyId = await t.makeSurvey(surveyor, { publishedBy: admin });
  await t.request(votes.castVote, { as: voter, body: { SurveyID: surveyId, vote: 1 } });
  const invited = invitedSurveys(() => ({ t, surveyor, admin }));
  ({ id: invitedId } = await invited.makeOpen(0, {}, [user.email]));
  [{ _id: invitationId } = { _id: "" }] = await invited.list(invitedId);
  const links = linkSurveys(() => ({ t, surveyor }));
  const linkId = await links.make();
  const [, token = ""] = (await links.open(linkId)).cookie.split("=");
  linkCookie = { name: `link.${linkId}`, token };
  for (const id of [surveyId, invitedId]) await t.request(followSurvey, { as: pro, params: { id } });
});
afterAll(() => t.close());

const userId = newId();
const locked = async () => (await lockListOf(t.database, surveyId))?.list as LockedList;
const asViewer = ({ id, email }: Person) => ({ userId: id, email }) as CurrentUser;
const readings: Record<string, (database: Database) => Promise<unknown>> = {
  "the numbers on a dashboard": (database) => countForUser(database, userId, Date.now()),
  "the feed of all surveys": (database) => readFeedEvents(database, {}),
  "the feed of a category": (database) => readFeedEvents(database, { category: "Storage Solutions" }),
  "the feed of a survey": (database) => readFeedEvents(database, { surveyId: newId() }),
  "a page of the sitemap": (database) => listPublicIds(database, { after: "", upTo: newId() }),
  "a user's vote on a survey": async (database) => {
    const survey = await findSurvey(t.database, surveyId, null);
    return survey && findOwnVote(database, survey, asViewer(voter));
  },
  "a user's comment on a survey": (database) =>
    database.transaction((tx) =>
      removeComment(
        changeOf(tx, null, async () => {}),
        { surveyId, userId: voter.id },
      ),
    ),
  "the votes that a browser's cookies remember": (database) =>
    findVotesOfCookies(database, [linkCookie, { name: `ballot.${invitationId}`, token: createToken() }]),
  "what a user voted on": (database) =>
    listParticipations(database, "voted", voter.email, { limit: 24 }, asViewer(voter)),
  ...Object.fromEntries(
    (["reminder", "outcome"] as const).flatMap((kind) =>
      (["invited", "voters", "followers"] as const).map((stage) => [
        `the next recipients of a mailing (${kind}, ${stage})`,
        async (database: Database) => {
          const survey = await findMailedSurvey(t.database, invitedId);
          return survey && findCandidates(database, survey, { stage, kind, after: "", limit: 100 });
        },
      ]),
    ),
  ),
  "whether an email to a person on a list is still to be sent": (database) =>
    findUnsentReasons(database, [{ kind: "reminder", surveyId: invitedId, invitationId, address: voter.email }]),
  "whether a reminder to a follower is still to be sent": (database) =>
    findUnsentReasons(database, [{ kind: "reminders", surveyId, userId: follower.id, address: follower.email }]),
  "what an email says about its survey": (database) =>
    aboutSurvey(
      database,
      { kind: "invitationOutcome", senderId: null, surveyId: invitedId, invitationId, address: voter.email },
      { surveyors: "everyone" },
    ),
  "whether an address knows an owner": (database) => isOwnerKnown(database, { ownerId, address: voter.email }),
  "the invitation with which an account votes": (database) => findInvitationOf(database, invitedId, voter.id),
  "the mark of a secret vote": (database) => findOwnMark(database, { _id: invitedId, electorate: "invited" }, voter.id),
  "the marks of a person on some surveys": async (database) =>
    findMarked(database, await findPerson(database, voter.id), [surveyId, invitedId]),
  "the surveys on which a user can vote": (database) => findOpenVoter(database, voter.id),
  "the invitations of a deleted account": (database) =>
    anonymizeInvitations(
      database,
      { userId: voter.id, email: voter.email },
      { key: { number: "1", hash: () => "hash" }, meetings: ["meeting"] },
    ),
  "the meetings of a deleted account": (database) => lockMeetingsOf(database, { userId: voter.id, email: voter.email }),
  "the invitation of a code": (database) =>
    expect(
      findInvitationByToken(database, { hashes: ["hash", "other"], isShort: true }, () => null),
    ).rejects.toMatchObject({ code: "invitationInvalid" }),
  "how many codes open nothing any more": (database) => countEndedCodes(database, ["key"]),
  "people whom a repeated request has added to a list": async (database) =>
    findAdded(database, { list: await locked(), ticketHash: "hash", codeKey: "key" }),
  "webhooks that want an event of a survey": (database) => enqueueWebhookEvent(database, surveyId, "closed"),
  "the admins": lockAdmins,
  "the newest payments": (database) => listPayments(database, { q: "", limit: 24 }),
  "the emails to an address": (database) => findEmailsTo(database, voter.email, asViewer(voter)),
  "the trail of old emails": (database) => removeOldTrail(database),
  "the trail of a deleted account": (database) => removeTrailOfAccount(database, voter.id),
  "the trail of a deleted account's address": (database) =>
    removeTrailOfAddress(database, { email: voter.email, isConfirmed: true }),
  "the trail of a person on a list": (database) =>
    removeTrailOfPeople(database, [{ surveyId: invitedId, invitationId }]),
  "why links of a list were not sent": (database) => findLastLinks(database, invitedId, [invitationId]),
  "whether an email is due": (database) => isAnyDue(database, "outbox"),
  "surveys whose deadline is near": (database) => addReminders(database),
  "unfinished mailings": (database) => enqueueMailings({ ...t.database, ...database }),
  "authors of settled reports": (database) =>
    enqueueReportOutcomes(database, { size: 1, hasRoom: hasRoomForBulk(database, 1), onTrailFailed: () => {} }),
  "a user's open payment": (database) => findOpenPayment(database, userId),
  "a user's pending payments": (database) => findPendingPayments(database, userId),
};

// Only on SQLite, whose planner has fixed figures (migrations/0001-baseline/statistics.ts). PostgreSQL collects its
// own.
const readsMany = new RegExp(
  [
    // All surveys or payments of a status, except counting them in an index.
    /(?<!USING COVERING INDEX \w+ )\(status=\?( AND category=\?)?\)/,
    // All votes on a survey, all comments on it, or all people on its list.
    /(votes|invitations) USING (PRIMARY KEY|INDEX votes_commented) \(survey_id=\?\)/,
    // An index made for one statement, or a table without an index for this question.
    /AUTOMATIC|SCAN (surveys|mailings|reports|payments|webhooks|users|outbox|email_trail)(?! USING INDEX (?!sqlite_))/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

for (const [name, read] of Object.entries(readings))
  test(`${name}: SQLite reads an index of the few that are asked for, not all rows of a status`, async () => {
    const queries: CompiledQuery[] = [];
    const { db, dialect } = t.database;
    await read(toDatabase(db.withPlugin(recorder(queries)), dialect));
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) expect.soft(await planOf(query), query.sql).not.toMatch(readsMany);
  });

test("searches by name on SQLite read an index of folded names, and call no function for each name", async () => {
  const queries: CompiledQuery[] = [];
  const { db, dialect } = t.database;
  const database = toDatabase(db.withPlugin(recorder(queries)), dialect);
  const boxes = db.updateTable("ballot_boxes").where("survey_id", "=", surveyId);
  await boxes.set({ ledger_rows: 1_000_000 }).execute();
  const survey = await findSurvey(t.database, surveyId, null);
  if (survey) await findVotesByName(database, { survey, q: "zoë", where: sql`true`, limit: 10 });
  await boxes.set({ ledger_rows: 1 }).execute();
  await listUsers(database, { q: "zoë", limit: 10 });
  const plans = await Promise.all(queries.map(planOf));
  expect(plans.filter((plan) => plan.includes("SEARCH users USING COVERING INDEX users_by_folded_name"))).toHaveLength(
    1,
  );
  const scanning = plans.filter((plan) => plan.includes("SCAN users"));
  expect(scanning.length).toBeGreaterThanOrEqual(2);
  for (const plan of scanning) expect(plan).toContain("SCAN users USING COVERING INDEX users_by_age");
});

test("the ages of queues on SQLite: surveys are found by the few whose answers are to be erased", async () => {
  const queries: CompiledQuery[] = [];
  const { db, dialect } = t.database;
  await findOldestOfQueues({ forLists: toDatabase(db.withPlugin(recorder(queries)), dialect) });
  const plans = await Promise.all(queries.map(planOf));
  const onSurveys = plans
    .join("\n")
    .split("\n")
    .filter((step) => /\bsurveys\b/.test(step));
  expect(onSurveys).toEqual([expect.stringMatching(/^SEARCH surveys USING .* \(id=\?\)$/)]);
});

test("recounting all votes on SQLite sorts none of them, because it sorts in memory", async () => {
  const queries: CompiledQuery[] = [];
  const { db, dialect } = t.database;
  await recount(toDatabase(db.withPlugin(recorder(queries)), dialect));
  const counting = queries.filter(({ sql }) => /join votes|from secret_voters/.test(sql));
  expect(counting).toHaveLength(2);
  for (const query of counting) expect.soft(await planOf(query), query.sql).not.toContain("TEMP B-TREE");
});

async function planOf(query: CompiledQuery): Promise<string> {
  const explained = { ...query, sql: `explain query plan ${query.sql}` };
  const { rows } = await t.database.db.executeQuery<{ detail: string }>(explained);
  return rows.map(({ detail }) => detail).join("\n");
}

test("storing a vote on SQLite builds no temporary table", () => {
  const file = openSqliteFile(join(t.dataDir, SQLITE_FILE));
  const statements = new Map<string, readonly unknown[]>();
  const recording: SqliteFile = {
    ...file,
    all: (sql, values) => file.all(note(sql, values), values),
    run: (sql, values) => file.run(note(sql, values), values),
  };
  const note = (sql: string, values: readonly unknown[]) => {
    statements.set(sql, values);
    return sql;
  };
  const ballot = { id: newId(), surveyId, userId: newId(), choice: 1, comment: "", report: "" } as const;
  const [result] = storeBallotsOnSqlite(recording, { ballots: [ballot] });
  expect(result?.kind).toBe("stored");
  expect([...statements.keys()].filter((text) => text.includes("insert into votes"))).toHaveLength(1);
  for (const [text, values] of statements) {
    const steps = file.all(`explain ${text}`, values) as { opcode: string }[];
    expect
      .soft(
        steps.map(({ opcode }) => opcode),
        text,
      )
      .not.toContain("OpenEphemeral");
  }
  // The text that migration 0007 wrote instead of a list still excludes other answers.
  const unknown = () =>
    file.run(
      "insert into votes select survey_id, 99, ?, ?, 3, '', 0, '', null, 0, null, null, null, null from votes limit 1",
      [newId(), newId()],
    );
  expect(unknown).toThrow("CHECK constraint failed: choice = 0 or choice = 1 or choice = 2");
  file.close();
});

const compiler = new SqliteQueryCompiler();

/** Records each statement that runs. */
function recorder(queries: CompiledQuery[]): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      queries.push(compiler.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

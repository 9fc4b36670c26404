import { randomUUID } from "node:crypto";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as voterLists from "@survey-app/contract/invitations/voterLists.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { listSimilarSurveys } from "@survey-app/contract/surveys/similarSurveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeFormerTerm } from "../database/searchText.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { foldStoredTexts } from "./foldedTexts.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let admin: Person;
let surveyor: Person;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  ({ admin, surveyor } = people);
});
afterAll(() => t.close());

/** Every place with a search: a text is stored there, and is found by `q`. */
const PLACES = [
  "surveys",
  "similar surveys",
  "users",
  "voters",
  "people on a list",
  "people on a saved list",
  "audit log",
];
type Place = (typeof PLACES)[number];
type Find = (q: string) => Promise<string[]>;

const makers: Record<Place, (text: string) => Promise<Find>> = {
  async surveys(Title) {
    const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: `${Title}?` });
    return async (q) => idsAmong([id], await t.request(surveys.listPublishedSurveys, { query: { q, limit: 100 } }));
  },
  async "similar surveys"(text) {
    const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: `${text} ${text}x?` });
    return async (q) =>
      idsAmong([id], await t.request(listSimilarSurveys, { query: { title: `${q} ${q}x`, language: "de" } }));
  },
  async users(name) {
    const { id } = await makePerson(t.database, t.tokens, { name });
    return async (q) => idsAmong([id], await t.request(users.listUsers, { as: admin, query: { q, limit: 100 } }));
  },
  async voters(name) {
    const survey = await t.makeSurvey(surveyor, { publishedBy: admin });
    const voter = await makePerson(t.database, t.tokens, { name });
    await t.request(votes.castVote, { as: voter, body: { SurveyID: survey, vote: 1 } });
    await sql`update ballot_boxes set ledger_rows = 1000000 where survey_id = ${survey}`.execute(t.database.db);
    return async (q) => {
      const found = await t.request(votes.listSurveyVotes, { params: { id: survey }, query: { q } });
      return found.map(({ userName }) => (userName === name ? "found" : userName));
    };
  },
  async "people on a list"(label) {
    const list = invitedSurveys(() => ({ t, surveyor, admin }));
    const id = await list.make();
    await list.add(id, [{ label }, { label: "Another" }]);
    return async (q) => {
      const found = await t.request(invitations.listInvitations, { as: surveyor, params: { id }, query: { q } });
      return found.map((row) => (row.label === label ? "found" : row.label));
    };
  },
  async "people on a saved list"(label) {
    const { insertedId: id } = await t.request(voterLists.createVoterList, { as: surveyor, body: { name: "List" } });
    await t.request(voterLists.addListedPeople, {
      as: surveyor,
      params: { id },
      body: { rows: [{ label }, { label: "Another" }] },
    });
    return async (q) => {
      const found = await t.request(voterLists.listListedPeople, { as: surveyor, params: { id }, query: { q } });
      return found.map((row) => (row.label === label ? "found" : row.label));
    };
  },
  async "audit log"(Title) {
    const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: `${Title}?` });
    return async (q) => {
      const events = await t.request(listAuditEvents, { as: admin, query: { q, limit: 100 } });
      return events.some(({ about }) => about.id === id) ? ["found"] : [];
    };
  },
};

const idsAmong = (ids: string[], rows: { _id: string }[]): string[] =>
  rows.filter(({ _id }) => ids.includes(_id)).map(() => "found");

/** A text that is nowhere else, and two ways to type it. */
const TEXTS = [
  ["Grüße", "GRUSSE", "grüsse"],
  ["Łódź", "lodz", "ŁODZ"],
  ["Ørskov", "orskov", "ØRSKOV"],
  ["Đặng", "dang", "ĐẶNG"],
  ["Işıklı", "ISIKLI", "ışıklı"],
  ["Άνθος", "ανθοσ", "ΑΝΘΟΣ"],
  ["Ёлкин", "елкин", "ЁЛКИН"],
  ["مُحَمَّد", "محمد", "محمّد"],
  ["أحمد", "احمد", "آحمد"],
  ["שָׁלוֹם", "שלום", "שלוֹם"],
  ["ＦＵＬＬ", "full", "ＦＵｌｌ"],
  ["O’Malley", "o'malley", "O‘Malley"],
] as const;

describe.each(PLACES)("a search in %s", (place) => {
  test.each(TEXTS)("finds %s by %s and %s", async (text, ...typed) => {
    const unique = `q${randomUUID().slice(0, 6)}`;
    const find = await makers[place]?.(`${text}${unique}`);
    for (const q of typed) expect(await find?.(q + unique), q).toEqual(["found"]);
    for (const q of [`x${typed[0]}${unique}`, `${typed[0]}x${unique}`]) expect(await find?.(q), q).toEqual([]);
  });

  test("distinguishes letters that are different ones in their script", async () => {
    const unique = `q${randomUUID().slice(0, 6)}`;
    for (const [text, other] of [
      ["がが", "かか"],
      ["йод", "иод"],
    ] as const) {
      const find = await makers[place]?.(text + unique);
      expect(await find?.(text + unique)).toEqual(["found"]);
      expect(await find?.(other + unique)).toEqual([]);
    }
  });
});

/** Makes the database as if version 1.0 had written everything in it. */
async function asWrittenBefore(): Promise<void> {
  const { db } = t.database;
  for (const table of ["users", "invitations", "voter_list_people", "audit_log"] as const)
    await db.updateTable(table).set({ folded: null }).execute();
  for (const { id, title } of await db.selectFrom("surveys").select(["id", "title"]).execute())
    await db
      .updateTable("surveys")
      .set({ search_text: `  ${encodeFormerTerm(title)}` })
      .where("id", "=", id)
      .execute();
}

/** How many rows wait to be folded. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from users where folded is null and octet_length(name) > length(name))
    + (select count(*) from invitations where folded is null and octet_length(label) > length(label))
    + (select count(*) from voter_list_people where folded is null and octet_length(label) > length(label))
    + (select count(*) from audit_log where folded is null and octet_length(about_title) > length(about_title))
    + (select count(*) from survey_listings where ${t.database.dialect.isFormerSearchText}) as count`.execute(
    t.database.db,
  );
  return Number(rows[0]?.count);
}

describe("texts that version 1.0 has written", () => {
  test.each(PLACES)("are found in %s by their own letters, and after the job by others, too", async (place) => {
    const unique = `q${randomUUID().slice(0, 6)}`;
    const find = await makers[place]?.(`Größe${unique}`);
    await asWrittenBefore();
    expect(await find?.(`GRÖßE${unique}`)).toEqual(["found"]);
    await foldStoredTexts(t.database);
    expect(await countWaiting()).toBe(0);
    for (const q of ["grosse", "GRÖSSE", "größe"]) expect(await find?.(q + unique), q).toEqual(["found"]);
  });

  test("are folded in bounded steps, which go on after an interruption", async () => {
    for (let n = 0; n < 250; n++) await makePerson(t.database, t.tokens, { name: `Zoë ${n}` });
    await asWrittenBefore();
    const waiting = await countWaiting();
    const interrupted = new AbortController();
    let steps = 0;
    const signal = Object.defineProperty({}, "aborted", { get: () => ++steps > 150 || interrupted.signal.aborted });
    await foldStoredTexts(t.database, {
      signal: signal as AbortSignal,
      onStepFailed: () => {},
      onStepRecovered: () => {},
    });
    const left = await countWaiting();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(waiting);
    await foldStoredTexts(t.database);
    expect(await countWaiting()).toBe(0);
  });

  test("when 1.0 changes or deletes a name or label, nothing of the former one stays, and the new one is folded", async () => {
    const { db } = t.database;
    const { id } = await makePerson(t.database, t.tokens, { name: "Zoë Before" });
    const user = () => db.selectFrom("users").select(["name", "folded"]).where("id", "=", id).executeTakeFirstOrThrow();
    expect((await user()).folded).toBe("zoe before");
    await db.updateTable("users").set({ name: "Zoé After" }).where("id", "=", id).execute();
    expect((await user()).folded).toBeNull();
    await foldStoredTexts(t.database);
    expect((await user()).folded).toBe("zoe after");
    await db.updateTable("users").set({ name: "Deleted user" }).where("id", "=", id).execute();
    expect((await user()).folded).toBeNull();

    await makers["people on a list"]?.("Änne");
    await makers["people on a saved list"]?.("Änne");
    for (const table of ["invitations", "voter_list_people"] as const) {
      const stored = () => db.selectFrom(table).select("folded").where("folded", "=", "anne").execute();
      expect(await stored(), table).toHaveLength(1);
      await db.updateTable(table).set({ label: "" }).where("label", "=", "Änne").execute();
      expect(await stored(), table).toEqual([]);
    }
  });
});

test("a changed name, label or title is found in its new form immediately", async () => {
  const person = await makePerson(t.database, t.tokens, { name: "Jürgen" });
  await t.request(users.updateMyProfile, { as: person, body: { displayName: "Žofie Qvist" } });
  const found = await t.request(users.listUsers, { as: admin, query: { q: "zofie qvist" } });
  expect(found.map(({ _id }) => _id)).toEqual([person.id]);

  const { insertedId: id } = await t.request(voterLists.createVoterList, { as: surveyor, body: { name: "L" } });
  const rows = [{ label: "Jürgen" }];
  await t.request(voterLists.addListedPeople, { as: surveyor, params: { id }, body: { rows } });
  const [listed] = await t.request(voterLists.listListedPeople, { as: surveyor, params: { id } });
  const params = { id, person: listed?._id ?? "" };
  await t.request(voterLists.changeListedPerson, { as: surveyor, params, body: { label: "Žofie" } });
  const search = (q: string) =>
    t.request(voterLists.listListedPeople, { as: surveyor, params: { id }, query: { q } }).then((all) => all.length);
  expect([await search("zofie"), await search("jurgen")]).toEqual([1, 0]);
});

test("no event of the audit log changes, except for what is folded", async () => {
  await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Größe?" });
  const { db } = t.database;
  await db.updateTable("audit_log").set({ folded: "anything" }).execute();
  for (const column of ["about_title", "before", "request_id", "at"] as const)
    await expect(sql`update audit_log set ${sql.ref(column)} = ${sql.ref(column)}`.execute(db), column).rejects.toThrow(
      /append-only/,
    );
  await db.updateTable("audit_log").set({ folded: null }).execute();
});

import * as users from "@survey-app/contract/users/users.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addMembership } from "../testing/memberships.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { FOUND_MAX, SCANNED_MAX } from "./listUsers.sql.ts";

/** More than one page looks at. */
const CROWD = SCANNED_MAX + 50;
const LONG_AGO = Date.UTC(2020, 0, 1);

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  for (let first = 0; first < CROWD; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, CROWD - first) }, (_, index) => crowdMember(first + index));
    await t.database.db.insertInto("users").values(rows).execute();
  }
});
afterAll(() => t.close());

/** Three of a crowd came in each second. */
function crowdMember(number: number) {
  const at = Date.UTC(2025, 0, 1) + Math.floor(number / 3) * 1000;
  return {
    id: `crowd-${String(number).padStart(5, "0")}`,
    name: `Crowd Member ${number}`,
    email: `c${number}@crowd.example`,
    email_verified: 1,
    photo_url: null,
    created_at: at,
    updated_at: at,
  };
}

/** A person who came before the crowd. */
async function makeEarly(name: string, options: Parameters<typeof makePerson>[2] = {}): Promise<Person> {
  const person = await makePerson(t.database, t.tokens, { name, ...options });
  await t.database.db.updateTable("users").set({ created_at: LONG_AGO }).where("id", "=", person.id).execute();
  return person;
}

async function read(query: object) {
  const response = await t.send(users.listUsers, { as: people.admin, query: { limit: 100, ...query } });
  expect(response.statusCode).toBe(200);
  const rows = response.json<{ _id: string; name: string }[]>();
  const next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ""))?.[1];
  return { ids: rows.map(({ _id }) => _id), total: response.headers["x-total-count"], next };
}

/** Follows a list to its end. @returns the ids of all pages */
async function readAll(query: object): Promise<string[]> {
  const seen: string[] = [];
  let page: { ids: string[]; next: string | undefined } = await read(query);
  for (;;) {
    seen.push(...page.ids);
    if (!page.next) return seen;
    const cursor = new URL(page.next, "http://localhost").searchParams.get("cursor");
    page = await read({ ...query, cursor });
  }
}

const crowdIds = Array.from({ length: CROWD }, (_, number) => crowdMember(number).id).reverse();

test("a long list is counted up to a bound, and a filter that finds few is counted exactly", async () => {
  const early = await makeEarly("Mia Member");
  await addMembership(t.database, early.id);
  expect((await read({})).total).toBe("10000+");
  expect((await read({ role: "user" })).total).toBe("10000+");
  expect(await read({ role: "pro-user" })).toMatchObject({ ids: [people.pro.id, early.id], total: "2" });
  expect(await read({ role: "surveyor" })).toMatchObject({ total: "2" });
  expect(await read({ role: "admin" })).toMatchObject({ ids: [people.admin.id], total: "1" });
  expect(await read({ role: "pro-user", limit: 1 })).toMatchObject({ ids: [people.pro.id], total: "2" });
  expect(await readAll({ role: "pro-user", limit: 1 })).toEqual([people.pro.id, early.id]);
});

test.each([
  ["ŁUKASZ", "Zoë Łukasz"],
  ["lukasz", "Zoë Łukasz"],
  ["zoe", "Zoë Łukasz"],
  ["ZOE\u0308", "Zoë Łukasz"],
  ["zoë łuk", "Zoë Łukasz"],
  ["июнь", "Июнь ЁЛКИНА"],
  ["елкина", "Июнь ЁЛКИНА"],
  ["王伟", "王伟"],
  ["王", "王伟"],
  ["王伟峰", "陈王伟峰"],
  ["100%", "100% Sure_Thing"],
  ["sure_thing", "100% Sure_Thing"],
  ["o'br", 'O\'Brien "Q" AND NOT'],
  ["“q” and not", 'O\'Brien "Q" AND NOT'],
  ["𝒢𝓇", "𝒢𝓇𝒶𝒸ℯ"],
  ["𠮷", "𠮷田太郎"],
  ["𠮷田", "𠮷田太郎"],
])("searching %j in a crowd finds %s, who came before it, and nobody else", async (q, name) => {
  const { id } = await makeEarly(name);
  expect(await read({ q })).toEqual({ ids: [id], total: "1", next: undefined });
  expect(await read({ q, role: "user" })).toMatchObject({ ids: [id], total: "1" });
  expect(await read({ q, role: "admin" })).toMatchObject({ ids: [] });
  await t.database.db.deleteFrom("sessions").where("user_id", "=", id).execute();
  await t.database.db.deleteFrom("users").where("id", "=", id).execute();
  expect(await read({ q })).toMatchObject({ ids: [], total: "0" });
});

test.each(["100_", "sure%thing", "%%%", "___", "\\%1"])("in a search, %j stands for itself", async (q) => {
  const { id } = await makeEarly("100% Sure_Thing");
  expect(await readAll({ q })).toEqual([]);
  await t.database.db.deleteFrom("sessions").where("user_id", "=", id).execute();
  await t.database.db.deleteFrom("users").where("id", "=", id).execute();
});

test("a search finds addresses, also with letters that stored domains don't have", async () => {
  const { id } = await makeEarly("Anna Address");
  await t.database.db.updateTable("users").set({ email: "anna@xn--mller-kva.example" }).where("id", "=", id).execute();
  for (const q of ["ANNA@MÜLLER.example", "anna@müller.example", "na@xn--mller"])
    expect(await read({ q })).toMatchObject({ ids: [id], total: "1" });
});

test("the pages of a text that many have are complete, in the order of the list, and counted as far as one page looks", async () => {
  expect((await read({ q: "crowd" })).total).toBe("9996+");
  expect(await readAll({ q: "crowd" })).toEqual(crowdIds);
  expect(await readAll({ q: "C@CROWD.example" })).toEqual([]);
});

test("a text that more users have than the index may find is still found on later pages", async () => {
  const last = crowdMember(FOUND_MAX).id;
  const oldest = t.database.db.updateTable("users").where("id", ">=", "crowd-00000").where("id", "<=", last);
  await oldest.set({ name: "Quaint Folk" }).execute();
  const later = Array.from({ length: CROWD - FOUND_MAX }, (_, number) => ({
    ...crowdMember(CROWD + number),
    name: "Somebody Else",
  }));
  for (let first = 0; first < later.length; first += 1000)
    await t.database.db
      .insertInto("users")
      .values(later.slice(first, first + 1000))
      .execute();
  const { next, ...first } = await read({ q: "quaint" });
  expect(first).toEqual({ ids: [], total: "0+" });
  expect(next).toBeDefined();
  expect(await readAll({ q: "quaint" })).toEqual(crowdIds.slice(-FOUND_MAX - 1));
});

test("a changed name is found immediately, and the earlier one no longer is; deleted accounts aren't found", async () => {
  const { id, email } = await makeEarly("Before Wedding");
  const rename = (name: string) => t.database.db.updateTable("users").set({ name }).where("id", "=", id).execute();
  await rename("After Ceremony");
  expect((await read({ q: "wedding" })).ids).toEqual([]);
  expect((await read({ q: "ceremony" })).ids).toEqual([id]);
  await t.database.db.updateTable("users").set({ status: users.BLOCKED }).where("id", "=", id).execute();
  expect((await read({ q: "ceremony" })).ids).toEqual([id]);
  await t.database.db.updateTable("users").set({ status: DELETED }).where("id", "=", id).execute();
  for (const q of ["ceremony", email]) expect(await read({ q })).toMatchObject({ ids: [], total: "0" });
});

test.runIf(inject("engine") === "sqlite")("what a user deletes is no longer in the index of texts", async () => {
  const { id } = await makeEarly("Ωmega");
  const countBlocks = async () => {
    const { rows } = await sql<{ blocks: number }>`
      select count(*) as blocks from user_trigrams_data where instr(block, cast('ωme' as blob)) > 0`.execute(
      t.database.db,
    );
    return rows[0]?.blocks;
  };
  expect(await countBlocks()).toBe(1);
  const account = t.database.db.updateTable("users").where("id", "=", id);
  await account.set({ name: users.DELETED_NAME, folded: null, status: DELETED }).execute();
  expect(await countBlocks()).toBe(0);
});

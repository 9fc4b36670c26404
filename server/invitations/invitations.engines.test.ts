import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitedSurveys, newTicket, secretSettings } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(async () => {
  // After all of these tests, the public numbers still agree with the lists.
  expect(await findListFlaws(t.database)).toEqual([]);
  await t.close();
});

const invited = invitedSurveys(() => ({ t, ...people }));

describe("a list", () => {
  test("is read row by row: bad rows and duplicates are reported, and the others added; a dry run doesn't add any", async () => {
    const id = await invited.make();
    const rows = [
      { email: " Ann@Example.org ", label: "" },
      { email: "ann@example.org" },
      { email: "not an address" },
      { label: "Ro\u0007om" },
      { label: "x".repeat(81) },
      { email: "", label: "  " },
      { email: null, label: "=1+1" },
      { email: "bo@example.org", label: "Müller \u202e" },
      { email: "bo@example.org", label: "Müller" },
    ];
    const send = (dryRun: boolean) =>
      t.request(invitations.addInvitations, { as: people.surveyor, params: { id }, body: { rows, dryRun } });
    const dry = await send(true);
    expect(dry).toMatchObject({ added: 3, codes: [] });
    expect(dry.problems).toEqual([
      { row: 1, kind: "duplicate", message: "This address is already in row 1" },
      { row: 2, kind: "invalid", message: "Enter a valid email address", code: "email.invalid" },
      {
        row: 3,
        kind: "invalid",
        message: "A person's name must not contain control characters (U+0007)",
        code: "label.control",
      },
      { row: 4, kind: "invalid", message: "A person's name must be at most 80 characters", code: "label.tooLong" },
      { row: 5, kind: "invalid", message: "A row needs an email address, a name or both", code: "listRow.empty" },
      {
        row: 7,
        kind: "invalid",
        message: "A person's name must not contain control characters (U+202E)",
        code: "label.control",
      },
    ]);
    expect(await invited.list(id)).toEqual([]);
    expect(await send(false)).toMatchObject({ added: 3, problems: dry.problems, codes: [{ label: "=1+1" }] });
    // Repeating the request after a lost response doesn't add an address twice.
    const again = await t.request(invitations.addInvitations, {
      as: people.surveyor,
      params: { id },
      body: { rows: rows.slice(0, 1) },
    });
    expect(again).toEqual({
      added: 0,
      waiting: 0,
      problems: [{ row: 0, kind: "onList", message: "This address is already on the list", code: "listRow.onList" }],
      sameLabel: [],
      codes: [],
    });
    expect((await invited.list(id)).map(({ email, label, state }) => [email, label, state])).toEqual([
      ["ann@example.org", "", "listed"],
      [null, "=1+1", "listed"],
      ["bo@example.org", "Müller", "listed"],
    ]);
  });

  test("a request that is repeated after a lost response adds each person once, and returns the same codes for an hour", async () => {
    const id = await invited.make();
    await invited.add(id, [{ email: "al@example.org" }]);
    const request = { as: people.surveyor, params: { id } };
    const ticket = newTicket();
    const rows = [{ email: "zoe@example.org" }, { label: "Room 1" }, { email: "al@example.org" }, { label: "Room 1" }];
    const add = (body: object = {}) =>
      t.request(invitations.addInvitations, { ...request, body: { rows, ticket, ...body } });
    await add({ dryRun: true });
    const [first, ...more] = await Promise.all([add(), add(), add()]);
    expect(first).toMatchObject({ added: 3, problems: [{ row: 2, kind: "onList" }] });
    expect(new Set(first?.codes.map(({ code }) => code)).size).toBe(2);
    for (const repeated of more) expect(repeated).toEqual(first);
    const codes = { count: 2, ticket };
    const make = () => t.request(invitations.createCodes, { ...request, body: codes });
    const [made, ...again] = await Promise.all([make(), make(), make()]);
    for (const repeated of again) expect(repeated).toEqual(made);
    const labels = ["", "", "Room 1", "Room 1", "Code 1", "Code 2"];
    expect((await invited.list(id)).map(({ label }) => label)).toEqual(labels);
    // Neither other people nor another request's people are mistaken for them.
    expect(await add({ rows: rows.slice(1, 2) })).toMatchObject({ added: 1, codes: [{ label: "Room 1" }] });
    expect(await add({ ticket: newTicket() })).toMatchObject({ added: 2, codes: [{}, {}] });

    // A repeated request can't read codes later: neither replaced ones, nor any after an hour.
    await invited.reissue(id, made?.[0]?.invitationId ?? "");
    expect(await make()).toEqual(made?.slice(1));
    const long = Date.now() - (invitations.CODES_REPEATED_MINUTES + 1) * 60_000;
    await t.database.db.updateTable("invitations").set({ created_at: long }).where("survey_id", "=", id).execute();
    expect(await add()).toEqual({ ...first, codes: [] });
    expect(await t.refused(invitations.createCodes, { ...request, body: codes })).toMatchObject({ code: "alreadySo" });
    expect(await invited.list(id)).toHaveLength(labels.length + 3);
  });

  test("continues numbering its codes from the largest number, whatever labels its owner gives to others", async () => {
    const id = await invited.make();
    const namesOf = async (count: number) => (await invited.makeCodes(id, count)).map(({ label }) => label);
    expect(await namesOf(2)).toEqual(["Code 1", "Code 2"]);
    const labels = ["Code red", "code 40", "CODE 50", "Code 1", "Code 6 (spare)", "Code ٣"];
    for (const [index, label] of labels.entries()) {
      await invited.add(id, [{ label }]);
      // Only a label of exactly this form is a number; neither engine ignores its case.
      expect(await namesOf(1), label).toEqual([`Code ${3 + index}`]);
    }
    await invited.add(id, [{ label: "Code 1234567" }]);
    expect(await namesOf(2)).toEqual(["Code 1234568", "Code 1234569"]);
  });

  test("only one of two simultaneous requests with the same addresses adds them", async () => {
    const id = await invited.make();
    const rows = Array.from({ length: 50 }, (_, index) => ({ email: `p${index}@example.org` }));
    const added = await Promise.all([invited.add(id, rows), invited.add(id, rows), invited.add(id, rows)]);
    expect(added.map((each) => each.added).sort((a, b) => a - b)).toEqual([0, 0, 50]);
    await invited.publish(id);
    expect((await invited.resultLabel(id)).list).toMatchObject({ invited: 50, added: 0 });
  });

  test("is paged in its order, searched in labels and addresses, and filtered by state", async () => {
    const id = await invited.make();
    await invited.add(id, [{ email: "zoe@example.org" }, { label: "Änne" }, { email: "al@example.org", label: "Al" }]);
    const read = (query: Record<string, unknown>) =>
      t.send(invitations.listInvitations, { as: people.surveyor, params: { id }, query });
    const first = await read({ limit: 2 });
    expect(first.headers["x-total-count"]).toBe("3");
    expect(first.json().map(({ email }: { email: string }) => email)).toEqual(["zoe@example.org", null]);
    const next = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1];
    expect((await read({ limit: 2, cursor: next })).json()).toMatchObject([{ label: "Al" }]);
    expect((await read({ q: "än" })).json()).toMatchObject([{ label: "Änne" }]);
    expect((await read({ q: "zoe@" })).json()).toMatchObject([{ email: "zoe@example.org" }]);
    expect((await read({ state: "struck" })).json()).toEqual([]);
  });

  test("of a secret survey is fixed with the first vote", async () => {
    const { id, codes } = await invited.makeOpen(2, secretSettings());
    await invited.add(id, [{ label: "In time" }]);
    await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    expect(await invited.addRefused(id)).toMatchObject({ status: 409, code: "listFixed" });
    const body = { count: 1 };
    expect(await t.refused(invitations.createCodes, { as: people.surveyor, params: { id }, body })).toMatchObject({
      code: "listFixed",
    });
  });
});

test("gets one email to each person, however often its owner presses, and however many instances enqueue", async () => {
  const emails = Array.from({ length: 30 }, (_, index) => `pressed-${index}@example.org`);
  const { id } = await invited.makeOpen(0, {}, emails);
  const press = () => t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  const enqueue = () => enqueueMailings(t.database);
  await Promise.all([...Array.from({ length: 20 }, press), enqueue(), enqueue()]);
  await Promise.all([enqueue(), enqueue(), enqueue()]);
  const sent = await t.database.db
    .selectFrom("outbox")
    .select("address")
    .where("kind", "=", "invitation")
    .where("address", "like", "pressed-%")
    .execute();
  expect(sent.map(({ address }) => address).sort()).toEqual(emails.toSorted());
});

import { type Asks, type Closing, notesText } from "@survey-app/contract/ballots/ledger.ts";
import { createLedgerChecker } from "@survey-app/contract/results/checkLedger.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import { getPortableResult } from "@survey-app/contract/results/downloads.ts";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../../ballots/voteChain.ts";
import type { ImageFiles } from "../../images/imageFiles.ts";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { closeEnded } from "../../surveys/closeSurvey.sql.ts";
import { newBallot } from "../../testing/ballots.ts";
import { invitedSurveys, secretSettings, untilClose } from "../../testing/invitedSurveys.ts";
import { checkLedgerOf } from "../../testing/ledgers.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { voteAsNewPerson } from "../../testing/voteAsNewPerson.ts";
import { storeBallots } from "../storing/votes.sql.ts";
import { recount } from "./verify.sql.ts";
import { findBrokenChains } from "./verifyChains.sql.ts";
import { checkQuestions } from "./verifyQuestions.sql.ts";

let t: TestApp;
let files: ImageFiles;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  files = openImageFiles({ ...t, bucket: null });
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const publish = (settings: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
const read = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const ledgerOf = (id: string): Promise<LedgerPage> =>
  t.request(getLedger, { as: people.surveyor, params: { id }, query: {} });
const fileOf = async (id: string) => JSON.parse((await t.send(getPortableResult, { params: { id } })).payload);
const close = (id: string) => t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
const boxOf = (id: string) =>
  t.database.db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", id).executeTakeFirstOrThrow();

/** An admin's edit, which stays public. */
async function edit(id: string, change: object): Promise<void> {
  const { category, image, deadline, Title } = await read(id);
  const body = { Title, category, image, deadline, ...change } as never;
  await t.request(surveys.updateSurvey, { as: people.admin, params: { id }, body });
}

async function expectSound(): Promise<void> {
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect(await findBrokenChains(t.database)).toEqual([]);
  expect((await checkQuestions(t.database, files)).differs).toEqual([]);
}

test("edits before the first vote change what the ledger asks, and the first vote fixes it with all receipts", async () => {
  const id = await publish();
  const hashes = new Set<string>();
  for (const change of [
    {},
    { Title: "Is it other?" },
    { Description: "More" },
    { image: "https://pictures.example/a.png" },
  ]) {
    await edit(id, change);
    const { label } = await read(id);
    const { asks, format, head } = await ledgerOf(id);
    expect({ format, question: asks?.question, head }).toEqual({
      format: 3,
      question: label.questionHash,
      head: label.head,
    });
    hashes.add(head);
    expect(await checkLedgerOf(t, id)).toMatchObject({ rows: 0, head });
  }
  expect(hashes.size).toBe(4);
  // Drawings are the program's own: the hash stays the same with another one.
  const drawings = ["cleaning-tools", "food-preparation"].map((name) => `/categories/${name}.svg`);
  const drawn = new Set<string>();
  for (const image of drawings) {
    await edit(id, { image });
    drawn.add((await boxOf(id)).question_hash);
  }
  expect([...drawn]).toEqual([(await read(id)).label.questionHash]);
  const { label } = await read(id);
  const [stored] = await storeBallots(t.database, [{ ...newBallot(id), question: label.questionHash }, newBallot(id)]);
  const receipts = [(stored as { receipt: string }).receipt];
  const checker = createLedgerChecker({ hash: sha256, receipts });
  await checker.read(await ledgerOf(id));
  expect(checker.end()).toMatchObject({ rows: 2, asks: { question: label.questionHash } });
  expect((await boxOf(id)).ledger_format).toBe(3);
  // With another question in its start, rows don't follow from it, so no receipt belongs to such a ledger.
  const page = await ledgerOf(id);
  const other = { ...page, asks: { ...(page.asks as Asks), question: sha256("other") } };
  await expect(createLedgerChecker({ hash: sha256 }).read(other)).rejects.toThrow(/Vote 1 doesn't follow/);
  await expectSound();
});

const list = {
  invited: 6,
  added: 0,
  struck: 0,
  codes: 6,
  replaced: 0,
  reissuedByOperator: 0,
  unsent: 0,
  objections: 0,
};
const rule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
const translations = [{ language: "pl", Title: "Czy tak jest?", Description: "" }];

/** Surveys with six votes each, and what the end of their ledgers says. */
const kinds: Record<string, { make: () => Promise<string>; asks: Partial<Asks>; closing: Partial<Closing> }> = {
  "for everyone": {
    make: async () => publish(),
    asks: { electorate: "everyone", results: "live", changeable: false, unsure: false, after: null },
    closing: { by: "admin", planned: null, notes: 0, notesHash: null, shown: null, list: null },
  },
  "in two languages, with a described picture": {
    make: async () =>
      publish({
        language: "en",
        translations,
        image: "https://pictures.example/a.png",
        imageAlt: "A sign",
        unsure: true,
      }),
    asks: { unsure: true },
    closing: { list: null },
  },
  "sealed and changeable": {
    make: async () => publish({ changeable: true, ...untilClose() }),
    asks: { results: "afterClose", changeable: true },
    closing: { moves: 0, notes: 0 },
  },
  confidential: {
    make: async () => publish({ privacy: "confidential", ...untilClose() }),
    asks: { privacy: "confidential" },
    closing: {},
  },
  secret: { make: async () => publish(secretSettings()), asks: { privacy: "secret" }, closing: {} },
  "for a list": {
    make: async () => (await invited.makeOpen(6)).id,
    asks: { electorate: "invited" },
    closing: { list },
  },
};

/** Six votes; two of them are Yes. */
async function vote(id: string, electorate: Asks["electorate"] | undefined): Promise<void> {
  if (electorate === "invited") {
    const rows = await t.database.db
      .selectFrom("invitations")
      .select(["id", "issue"])
      .where("survey_id", "=", id)
      .orderBy("id")
      .execute();
    const ballots = rows.map(({ id: invitation, issue }, index) => ({
      ...newBallot(id, invitation, index < 2 ? 1 : 0),
      invitation: { id: invitation, opened: { issue, ballotHash: sha256(invitation) } },
    }));
    const stored = await storeBallots(t.database, ballots);
    expect(stored.map(({ kind }) => kind)).toEqual(ballots.map(() => "stored"));
  } else for (const choice of [1, 1, 0, 0, 0, 0] as const) await voteAsNewPerson(t, id, choice);
}

// Security: F07
test.each(Object.entries(kinds))(
  "the final head of a survey %s stands for its question, its settings and its close",
  async (_, { make, asks, closing }) => {
    const id = await make();
    await vote(id, asks.electorate);
    const { label: before } = await read(id);
    await close(id);
    const file = await fileOf(id);
    const { head, label } = { head: (await ledgerOf(id)).end, label: file.label };
    expect(file).toMatchObject({ format: "Survey App result 3", ledger: { asks, closing } });
    expect(label.questionHash).toBe(before.questionHash);
    const checked = await checkResult(file, { hash: sha256 });
    expect(checked).toMatchObject({
      head,
      asks: { question: label.questionHash },
      totals: { yes: 2, no: 4, unsure: 0 },
    });
    expect(checked.unverifiable).not.toContain("survey.Title");
    for (const forged of [
      { ...file, survey: { ...file.survey, Title: "Is it not?" } },
      { ...file, label: { ...label, picture: `address ${sha256("another")}` } },
      { ...file, label: { ...label, changeable: !label.changeable } },
      { ...file, label: { ...label, electorate: label.electorate === "link" ? "everyone" : "link" } },
      { ...file, label: { ...label, deadlineMoves: 1 } },
      { ...file, ledger: { ...file.ledger, closing: { ...file.ledger.closing, by: "owner" } } },
    ])
      await expect(checkResult(forged, { hash: sha256 })).rejects.toThrow();
    await expectSound();
  },
);

test("the end has the numbers of the list; later objections don't change it", async () => {
  const { id, ids } = await invited.makeOpen(7, { ...untilClose(), passRule: rule } as object);
  await invited.reissue(id, ids[6] ?? "");
  await vote(id, "invited");
  await t.database.db.updateTable("surveys").set({ starts_at: 0, ends_at: 1 }).where("id", "=", id).execute();
  await closeEnded(t.database, async () => {});
  const expected = { ...list, invited: 7, codes: 7, replaced: 1 };
  const file = await fileOf(id);
  expect(file.ledger.closing).toMatchObject({ by: "deadline", list: expected });
  expect(file.label).toMatchObject({ passed: false, list: expected });
  await checkResult(file, { hash: sha256 });
  await t.database.db
    .updateTable("invitation_days")
    .set({ objections: 2 })
    .where("survey_id", "=", id)
    .where("day", "=", 0)
    .execute();
  const later = await fileOf(id);
  expect(later.label.list.objections).toBe(2);
  expect(later.label.head).toBe(file.label.head);
  await checkResult(later, { hash: sha256 });
  await expectSound();
});

test("a survey without votes gets its format with the close", async () => {
  const id = await publish();
  await close(id);
  expect(await ledgerOf(id)).toMatchObject({ format: 3, rows: 0, closing: { by: "admin" } });
  await checkResult(await fileOf(id), { hash: sha256 });
});

test("the result file of a confidential survey with a rule and too few votes doesn't name an outcome", async () => {
  const settings = { privacy: "confidential", ...untilClose(), passRule: rule } as object;
  const { id } = await invited.makeOpen(3, settings);
  await vote(id, "invited");
  await t.database.db.updateTable("surveys").set({ starts_at: 0, ends_at: 1 }).where("id", "=", id).execute();
  await closeEnded(t.database, async () => {});
  expect(await ledgerOf(id)).toMatchObject({ totals: null, closing: { by: "deadline" } });
  expect(await checkLedgerOf(t, id)).toMatchObject({ totals: null });
});

test("the deadline, moves and notes stand in the end, after which there are no notes", async () => {
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const later = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const id = await publish({ deadline });
  await voteAsNewPerson(t, id, 1);
  await edit(id, { deadline: later, note: "Until Friday." });
  await close(id);
  const { ledger } = await fileOf(id);
  expect(ledger.closing).toMatchObject({ planned: later, moves: 1, notes: 1, by: "admin" });
  expect(ledger.closing.at).toBe((await read(id)).closedAt);
  await expect(edit(id, { note: "Thank you." })).rejects.toThrow("hasEnded");
  const file = await fileOf(id);
  expect(file.survey.notes).toMatchObject([{ text: "Until Friday." }]);
  expect(file.ledger.closing.notesHash).toBe(sha256(notesText(file.survey.notes)));
  expect((await checkResult(file, { hash: sha256 })).unverifiable).not.toContain("survey.notes after the close");
});

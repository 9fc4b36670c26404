import * as account from "@survey-app/contract/account/account.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { FIELD_RULES, fieldNames } from "@survey-app/contract/surveys/fieldRules.ts";
import { askAgain } from "@survey-app/contract/surveys/series.ts";
import { ownFields, publicFields, question, voterFields } from "@survey-app/contract/surveys/surveyFields.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { everyField, type FieldName } from "../testing/everyField.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const { form, changes } = everyField();
const invited = invitedSurveys(() => ({ t, ...people }));
const make = () => t.makeSurvey(people.surveyor, form);
const get = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const update = (id: string, body: object, as = people.surveyor) =>
  t.send(surveys.updateSurvey, { as, params: { id }, body: { ...form, ...body } });
const pick = (names: readonly FieldName[]) => Object.fromEntries(names.map((name) => [name, form[name]]));

/** A survey on which someone has voted. */
async function makeVoted(settings: typeof form | (Omit<typeof form, "passRule"> & { passRule: null }) = form) {
  const { id, codes } = await invited.makeOpen(1, settings);
  expect((await invited.vote(id, await invited.open(codes[0] ?? ""), 1)).statusCode).toBe(200);
  return id;
}

test("Everything that the form says is stored, shown, listed and exported", async () => {
  const id = await make();
  expect(await get(id)).toMatchObject(form);
  const [found] = await t.request(surveys.listMySurveys, {
    as: people.surveyor,
    query: { email: people.surveyor.email },
  });
  expect(found).toMatchObject({ _id: id, ...form });
  const own = await t.request(account.exportMyData, { as: people.surveyor });
  expect(own.surveys.find(({ _id }) => _id === id)).toEqual({ _id: id, ...form });
});

test("Strangers see the public fields of a survey for invited people, and not what is for its voters", async () => {
  const { id, codes } = await invited.makeOpen(1, { ...form, scheduled: false });
  const seen = await t.request(surveys.getSurvey, { params: { id } });
  const publicNames = Object.keys(publicFields) as FieldName[];
  expect(seen).toMatchObject({ ...pick(publicNames), scheduled: false });
  const forVoters = pick(Object.keys(voterFields) as FieldName[]);
  expect(Object.keys({ ...publicFields, ...voterFields })).toEqual(Object.keys(ownFields));
  const opened = (await invited.status(id, await invited.open(codes[0] ?? ""))).json();
  for (const [name, value] of Object.entries(forVoters)) {
    expect(seen[name as FieldName], name).not.toEqual(value);
    expect(opened[name], name).toEqual(value);
  }
});

test("Ask again copies the fields that the rules name, and no other", async () => {
  const { id } = await invited.makeOpen(0, form);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const { insertedId } = await t.request(askAgain, { as: people.surveyor, params: { id } });
  const again = await get(insertedId);
  const isCopied = (name: FieldName) => FIELD_RULES[name].copied !== "never";
  expect(again).toMatchObject(pick(fieldNames.filter(isCopied)));
  for (const name of fieldNames.filter((each) => !isCopied(each))) expect(again[name], name).not.toEqual(form[name]);
});

describe.each(fieldNames)("The field %s", (name) => {
  test("can be changed before the first publication, and the audit log says from what to what", async () => {
    const id = await make();
    expect((await update(id, changes[name], people.admin)).json()).toEqual({ modifiedCount: 1 });
    const changed = changes[name] as Partial<Record<FieldName, unknown>>;
    expect((await get(id))[name]).toEqual(changed[name] ?? undefined);
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(Object.keys(event?.before ?? {})).toContain(name);
    expect(Object.keys(event?.after ?? {})).toContain(name);
    const before: unknown = form[name];
    if (typeof before === "string")
      expect(event).toMatchObject({ before: { [name]: before }, after: { [name]: changed[name] } });
  });

  test("freezes when its rule says so", async () => {
    const { freezes } = FIELD_RULES[name];
    const { id } = await invited.makeOpen(0, form);
    expect((await update(id, changes[name])).json().code).toBe(freezes === "published" ? "frozen" : undefined);
    const answer = await update(await makeVoted(), changes[name]);
    // With a pass rule, the deadline can't be moved after the first vote.
    const ended = name === "deadline" ? "passRuleFixed" : undefined;
    expect(answer.json().code).toBe(freezes === "ended" ? ended : "frozen");
  });

  test("returns a published survey to the admins if they review it", async () => {
    const { id } = await invited.makeOpen(0, form);
    const response = await update(id, changes[name]);
    // Admins don't review surveys that are in no public list.
    const isReviewed = response.statusCode === 200 && FIELD_RULES[name].isReviewed && name !== "listed";
    expect((await get(id)).status).toBe(isReviewed ? surveys.WAITING : surveys.PUBLISHED);
  });

  test("stays unchanged if a form leaves it out that may", async () => {
    const id = await make();
    const answer = await update(id, { [name]: undefined });
    // A result at the end needs a deadline.
    if (["Title", "category", "image", "deadline"].includes(name)) return expect(answer.statusCode).toBe(422);
    // Version 1.0 empties the description then.
    expect((await get(id))[name]).toEqual(name === "Description" ? "" : form[name]);
  });

  test("is part of the question's hash if people vote on it", async () => {
    // Some changes need another one, on which people may vote.
    const { [name]: changed, ...needed } = changes[name] as Partial<Record<FieldName, unknown>>;
    const id = await t.makeSurvey(people.surveyor, { ...form, ...needed });
    const before = (await get(id)).label.questionHash;
    expect((await update(id, { ...needed, [name]: changed })).json()).toEqual({ modifiedCount: 1 });
    const after = (await get(id)).label.questionHash;
    if (FIELD_RULES[name].isAsked) expect(after).not.toBe(before);
    else expect(after).toBe(before);
  });
});

test("A file of the result has each part of the question, and none can be changed in it", async () => {
  // A survey with a pass rule can't be closed early.
  const id = await makeVoted({ ...form, passRule: null });
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  const { payload } = await t.send(downloads.getPortableResult, { params: { id } });
  expect(await checkResult(JSON.parse(payload), { hash: sha256 })).toMatchObject({ participants: 1 });
  for (const part of Object.keys(question) as (keyof typeof question)[]) {
    const file = JSON.parse(payload);
    expect(file.survey, part).toMatchObject({ [part]: form[part] });
    file.survey[part] = (changes[part] as Record<string, unknown>)[part];
    await expect(checkResult(file, { hash: sha256 }), part).rejects.toThrow(/question/);
  }
  const { payload: csv } = await t.send(downloads.getResultsCsv, { params: { id } });
  for (const text of [form.Title, form.imageAlt]) expect(csv).toContain(text);
});

import * as account from "@survey-app/contract/account/account.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { askAgain } from "@survey-app/contract/surveys/series.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { IMAGE_ALT_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { questionEdits } from "../testing/questionEdits.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const polish = { language: "pl" as const, Title: "Czy łódź?", Description: "", imageAlt: "Niebieska łódź" };
const german = { language: "de" as const, Title: "Ein Boot?", Description: "" };
const form = {
  Title: "A boat?",
  Description: "",
  category: "Food Preparation" as const,
  image: "https://example.org/boat.webp",
  imageAlt: "A blue boat",
  language: "en" as const,
  translations: [polish, german],
};
const drawing = "/categories/food-preparation.svg";
const other = "https://example.org/other.webp";

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const question = questionEdits(() => ({ t, ...people }), form);
const { get, update, publish, vote, make, makePublished } = question;
/** Without a description of the picture. */
const undescribed = { ...form, imageAlt: undefined, translations: [{ ...polish, imageAlt: undefined }, german] };

describe("the description of a picture", () => {
  test("is read with the question, in each language that has one", async () => {
    const id = await makePublished({ imageAlt: " A  blue boat " });
    const said = { imageAlt: "A  blue boat", translations: [german, polish] };
    expect(await get(id)).toMatchObject(said);
    expect((await t.request(surveys.listLatestSurveys, {}))[0]).toMatchObject(said);
    await vote(id);
    const [own] = await t.request(votes.listMyParticipations, {
      as: people.user,
      params: { email: people.user.email },
    });
    expect(own).toMatchObject({ SurveyID: id, imageAlt: "A  blue boat" });
  });

  test("is null where there is none, and empty for decoration", async () => {
    expect(await get(await t.makeSurvey(people.surveyor, undescribed))).toMatchObject({ imageAlt: null });
    expect(await get(await t.makeSurvey(people.surveyor, { ...undescribed, imageAlt: "" }))).toMatchObject({
      imageAlt: "",
    });
  });

  test("is not stored with a drawing, which has a fixed one", async () => {
    const id = await make({ image: drawing });
    const { imageAlt, translations } = await get(id);
    expect([imageAlt, ...translations.map((each) => each.imageAlt)]).toEqual([null, undefined, undefined]);
  });

  test.each([
    ["imageAlt", { imageAlt: "x".repeat(IMAGE_ALT_MAX + 1) }, /at most 250 characters/],
    ["imageAlt", { imageAlt: "A\nboat" }, /control characters/],
    ["imageAlt", { imageAlt: "\u200b" }, /control characters/],
    ["imageAlt", { imageAlt: 7 as unknown as string }, /must be text/],
    ["translations.0.imageAlt", { translations: [{ ...polish, imageAlt: "x".repeat(251) }] }, /at most 250 characters/],
    ["imageAlt", { imageAlt: undefined }, /language of the question too/],
    ["imageAlt", { imageAlt: "" }, /language of the question too/],
  ])("is refused with an error of %s: %j", async (field, change, message) => {
    const refused = await t.refused(surveys.createSurvey, { as: people.surveyor, body: { ...form, ...change } });
    expect(refused.errors).toEqual([expect.objectContaining({ field, message: expect.stringMatching(message) })]);
  });

  test("stays with its picture when an edit leaves it out, and goes with it", async () => {
    const id = await make();
    expect((await update(id, { ...undescribed, Title: "A new boat?" })).statusCode).toBe(200);
    expect(await get(id)).toMatchObject({ imageAlt: "A blue boat", translations: [german, polish] });
    expect((await update(id, { translations: [{ ...polish, imageAlt: "" }, german] })).statusCode).toBe(200);
    expect((await get(id)).translations[1]).not.toHaveProperty("imageAlt");
    expect((await update(id, { ...undescribed, image: other })).statusCode).toBe(200);
    const changed = await get(id);
    expect(changed).toMatchObject({ image: other, imageAlt: null });
    expect(changed.translations.some((each) => "imageAlt" in each)).toBe(false);
  });
});

describe("the hash of the question", () => {
  const hashOf = async (change: object) => (await get(await make(change))).label.questionHash;
  const withoutLanguage = { language: undefined, translations: undefined };

  test("covers the picture and its description, in each language in which there is one", async () => {
    const picture = `address ${sha256(form.image)}`;
    const expected = (question: string) => sha256(`["Survey App question 3",[${question}],"${picture}",null]`);
    expect(await hashOf({})).toBe(
      expected('["en","A boat?","","A blue boat"],["de","Ein Boot?","",null],["pl","Czy łódź?","","Niebieska łódź"]'),
    );
    expect(await hashOf({ ...withoutLanguage })).toBe(expected('[null,"A boat?","","A blue boat"]'));
    expect(await hashOf({ ...withoutLanguage, imageAlt: "" })).toBe(expected('[null,"A boat?","",""]'));
    expect(await hashOf({ ...undescribed })).toBe(
      expected('["en","A boat?","",null],["de","Ein Boot?","",null],["pl","Czy łódź?","",null]'),
    );
    expect(await hashOf({ ...undescribed, ...withoutLanguage })).toBe(expected('[null,"A boat?","",null]'));
  });
});

describe("review and freezing", () => {
  test("an admin who read another description doesn't publish the survey, and a changed one returns it to review", async () => {
    const id = await make();
    const { version } = await get(id);
    expect((await update(id, { imageAlt: "A red boat" })).statusCode).toBe(200);
    expect((await publish(id, version)).json()).toMatchObject({ code: "changedMeanwhile" });
    expect((await publish(id, version + 1)).statusCode).toBe(200);
    expect((await update(id, { imageAlt: "A green boat" })).statusCode).toBe(200);
    expect(await get(id)).toMatchObject({ status: surveys.WAITING });
  });

  test("changes by an admin stand in the audit log", async () => {
    const id = await make();
    const translations = [{ ...polish, imageAlt: "Czerwona łódź" }, german];
    await t.request(surveys.updateSurvey, {
      as: people.admin,
      params: { id },
      body: { ...form, imageAlt: "A red boat", translations },
    });
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({
      before: { imageAlt: "A blue boat", translations: expect.stringContaining("Niebieska łódź") },
      after: { imageAlt: "A red boat", translations: expect.stringContaining("Czerwona łódź") },
    });
  });

  test("after the first vote descriptions are frozen in every language; notes can still be added", async () => {
    const id = await makePublished();
    await vote(id);
    for (const change of [
      { imageAlt: "A red boat" },
      { imageAlt: null, translations: undescribed.translations },
      { imageAlt: "", translations: undescribed.translations },
      { translations: [{ ...polish, imageAlt: "Czerwona łódź" }, german] },
      { translations: [polish, { ...german, imageAlt: "Ein Boot" }] },
    ])
      expect((await update(id, change)).json()).toMatchObject({ code: "frozen" });
    // Clients that don't know the field can still add a note.
    expect((await update(id, { ...undescribed, note: "The boat is blue." })).statusCode).toBe(200);
  });

  test("of a concurrent first vote and a changed description one is rejected", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await makePublished();
      expect(["200 404", "409 200"]).toContain(await question.editDuringFirstVote(id, { imageAlt: "A red boat" }));
    }
  });

  test("a vote by open link is not stored if the picture's description was changed meanwhile", async () => {
    const { stale, current } = await question.voteByLinkAfterEdit({ imageAlt: "A red boat" });
    expect(stale.json()).toMatchObject({ code: "questionMoved" });
    expect(current.statusCode).toBe(200);
  });
});

test("a closed question is asked again, copied, exported and verified with what its picture shows in all languages", async () => {
  const settings = { results: "afterClose" as const, deadline: inDays(2) };
  const id = await makePublished(settings);
  await vote(id);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const { insertedId } = await t.request(askAgain, { as: people.surveyor, params: { id } });
  const [former, again] = [await get(id), await get(insertedId)];
  expect(again).toMatchObject({ imageAlt: form.imageAlt, translations: [german, polish] });
  expect(again.label.questionHash).toBe(former.label.questionHash);

  const { payload } = await t.send(downloads.getPortableResult, { params: { id } });
  const file = JSON.parse(payload);
  expect(file).toMatchObject({ survey: { imageAlt: form.imageAlt, translations: [german, polish] } });
  expect(await checkResult(file, { hash: sha256 })).toMatchObject({ participants: 1 });
  for (const [said, forged] of [
    ["A blue boat", "A red boat"],
    ["Niebieska", "Czerwona"],
  ] as const)
    await expect(checkResult(JSON.parse(payload.replace(said, forged)), { hash: sha256 })).rejects.toThrow(/question/);
  const { payload: csv } = await t.send(downloads.getResultsCsv, { params: { id } });
  expect(csv).toContain("picture,A blue boat");
  expect(csv).toContain("picture (pl),Niebieska łódź");

  const own = await t.request(account.exportMyData, { as: people.surveyor });
  expect(own.surveys.find(({ _id }) => _id === id)).toMatchObject({
    image: form.image,
    imageAlt: form.imageAlt,
    translations: [german, polish],
  });
});

test("a result verifies whatever is said of its picture", async () => {
  const exported = async (imageAlt: string | undefined) => {
    const id = await t.makeSurvey(people.surveyor, {
      ...{ Title: form.Title, image: form.image, imageAlt },
      publishedBy: people.admin,
    });
    await vote(id);
    return JSON.parse((await t.send(downloads.getPortableResult, { params: { id } })).payload);
  };
  const files = {
    described: await exported("A blue boat"),
    decoration: await exported(""),
    undescribed: await exported(undefined),
  };
  for (const [name, file] of Object.entries(files)) {
    expect(file.format, name).toBe("Survey App result 3");
    expect(await checkResult(file, { hash: sha256 }), name).toMatchObject({ participants: 1 });
  }
  expect(files.undescribed.survey).not.toHaveProperty("imageAlt");
});

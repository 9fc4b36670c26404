import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { listSimilarSurveys } from "@survey-app/contract/surveys/similarSurveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
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

const polish = { language: "pl" as const, Title: "Czy herbata?", Description: "Zielona." };
const german = { language: "de" as const, Title: "Soll es Tee geben?", Description: "" };
const form = {
  Title: "Should there be tea?",
  Description: "Green.",
  category: "Beverage Makers" as const,
  image: "https://example.org/picture.webp",
  language: "en" as const,
  translations: [polish, german],
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const question = questionEdits(() => ({ t, ...people }), form);
const { get, update, publish, make, makePublished } = question;

describe("a question in several languages", () => {
  test("is read whole in each list and on its page, in the order of the languages", async () => {
    const id = await makePublished();
    const question = { Title: form.Title, language: "en", translations: [german, polish] };
    expect(await get(id)).toMatchObject(question);
    expect((await t.request(surveys.listLatestSurveys, {}))[0]).toMatchObject(question);
    const found = await t.request(surveys.listPublishedSurveys, { query: { q: "herbata" } });
    expect(found.map(({ _id }) => _id)).toEqual([id]);
  });

  test("has one hash for all of them, and one without a language", async () => {
    const hashOf = async (id: string) => (await get(id)).label.questionHash;
    const translated = await make();
    const picture = `address ${sha256(form.image)}`;
    const asked = (question: string) => sha256(`["Survey App question 3",[${question}],"${picture}",null]`);
    expect(await hashOf(translated)).toBe(
      asked(
        '["en","Should there be tea?","Green.",null],["de","Soll es Tee geben?","",null],["pl","Czy herbata?","Zielona.",null]',
      ),
    );
    const { language: _, translations: __, ...asBefore } = form;
    expect(await hashOf(await t.makeSurvey(people.surveyor, asBefore))).toBe(
      asked('[null,"Should there be tea?","Green.",null]'),
    );
  });

  test.each([
    ["language", { language: undefined }, /language of the question/],
    ["translations", { language: "de" as const }, /only once/],
    ["translations", { translations: [polish, polish] }, /only once/],
    ["translations.0.Title", { translations: [{ ...polish, Title: " " }] }, /required/],
  ])("is refused with an error of %s: %j", async (field, change, message) => {
    const refused = await t.refused(surveys.createSurvey, { as: people.surveyor, body: { ...form, ...change } });
    expect(refused.errors).toEqual([expect.objectContaining({ field, message: expect.stringMatching(message) })]);
  });

  test("keeps its translations when an edit leaves them out, and when it is copied", async () => {
    const id = await make();
    const { language: _, translations: __, ...withoutLanguages } = form;
    const body = { ...withoutLanguages, Title: "Should there be green tea?" };
    await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body });
    expect(await get(id)).toMatchObject({ Title: body.Title, language: "en", translations: [german, polish] });
  });
});

describe("review", () => {
  test("an admin who read another translation doesn't publish it", async () => {
    const id = await make();
    const { version } = await get(id);
    expect((await update(id, { translations: [{ ...polish, Title: "Czy kawa?" }, german] })).statusCode).toBe(200);
    expect((await publish(id, version)).json()).toMatchObject({ code: "changedMeanwhile" });
    expect((await publish(id, version + 1)).statusCode).toBe(200);
  });

  test("a changed translation of a published question returns it to review", async () => {
    const id = await makePublished();
    expect((await update(id, { translations: [{ ...polish, Title: "Czy kawa?" }, german] })).statusCode).toBe(200);
    expect(await get(id)).toMatchObject({ status: surveys.WAITING });
  });

  test("changes of a translation by an admin stand in the audit log", async () => {
    const id = await make({ translations: [german] });
    await t.request(surveys.updateSurvey, {
      as: people.admin,
      params: { id },
      body: { ...form, translations: [{ ...german, Title: "Soll es Kaffee geben?" }] },
    });
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({
      before: { translations: "de: Soll es Tee geben?" },
      after: { translations: "de: Soll es Kaffee geben?" },
    });
  });
});

describe("freezing", () => {
  test("the languages are fixed with the first publication, their texts with the first vote", async () => {
    const id = await makePublished();
    for (const change of [{ language: "it" as const }, { translations: [polish] }, { translations: [] }])
      expect((await update(id, change)).json()).toMatchObject({ code: "frozen" });
    const renamed = [{ ...polish, Title: "Czy kawa?" }, german];
    expect((await update(id, { translations: renamed })).statusCode).toBe(200);
    await publish(id);
    await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
    expect((await update(id, { translations: [polish, german] })).json()).toMatchObject({ code: "frozen" });
    expect((await update(id, { translations: renamed, note: "Thanks" })).statusCode).toBe(200);
  });

  test("of a concurrent first vote and a changed translation one is rejected", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await makePublished();
      const translations = [{ ...polish, Title: "Czy kawa?" }, german];
      expect(["200 404", "409 200"]).toContain(await question.editDuringFirstVote(id, { translations }));
    }
  });

  test("a vote by open link on a question with a translation that was changed meanwhile is not stored", async () => {
    const translations = [{ ...polish, Title: "Czy kawa?" }, german];
    const { stale, current } = await question.voteByLinkAfterEdit({ translations });
    expect(stale.json()).toMatchObject({ code: "questionMoved" });
    expect(current.statusCode).toBe(200);
  });
});

test("a result that was hidden is exported with all languages, and verifies until one letter of one of them is changed", async () => {
  const settings = { results: "afterClose" as const, deadline: inDays(2) };
  const id = await makePublished(settings);
  const { receipt } = await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  expect(receipt).toBeTruthy();
  const { label } = await get(id);
  expect(await t.refused(downloads.getPortableResult, { params: { id } })).toMatchObject({ code: "resultHidden" });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const { payload } = await t.send(downloads.getPortableResult, { params: { id } });
  const file = JSON.parse(payload);
  expect(file).toMatchObject({ survey: { language: "en", translations: [german, polish] } });
  // Answers don't have a language, and the question is the one that people voted on.
  expect(file.label.questionHash).toBe(label.questionHash);
  expect(await checkResult(file, { hash: sha256 })).toMatchObject({ participants: 1, totals: { yes: 1 } });
  const forged = JSON.parse(payload.replace("Czy herbata?", "Czy kawa?"));
  await expect(checkResult(forged, { hash: sha256 })).rejects.toThrow(/question/);
  const { payload: csv } = await t.send(downloads.getResultsCsv, { params: { id } });
  expect(csv).toContain("language,en");
  expect(csv).toContain("question (pl),Czy herbata?");
});

describe("lists and tips", () => {
  test("a list can be filtered by languages: translations count, and questions of an unknown language are never left out", async () => {
    const make = (body: object) => makePublished({ category: "Cleaning Tools", ...body });
    const french = await make({ language: "fr", translations: [], Title: "Faut-il du thé ?" });
    const translated = await make({ translations: [polish] });
    const unknown = await make({ language: undefined, translations: undefined, Title: '"language":"it"?' });
    const list = async (languages: string, more: object = {}) =>
      (
        await t.request(surveys.listPublishedSurveys, { query: { category: "Cleaning Tools", languages, ...more } })
      ).map(({ _id }) => _id);
    expect(await list("fr")).toEqual([unknown, french]);
    expect(await list("pl")).toEqual([unknown, translated]);
    expect(await list("fr,en")).toEqual([unknown, translated, french]);
    expect(await list("it")).toEqual([unknown]);
    expect(await list("fr,en", { state: "open", by: "deadline" })).toHaveLength(3);
    expect(await list("fr,en", { state: "ended" })).toEqual([]);
    expect(await list("en", { q: "tea" })).toEqual([translated]);
    expect(await list("en", { by: "votes", sort: "desc" })).toEqual([unknown, translated]);
    expect((await t.refused(surveys.listPublishedSurveys, { query: { languages: "xx" } })).errors?.[0]).toMatchObject({
      field: "query.languages.0",
    });
  });

  test("a similar question is found in the language of the one that is written, also as a translation", async () => {
    const id = await t.makeSurvey(people.surveyor, {
      ...form,
      Title: "Should the kitchen buy a samovar?",
      translations: [{ language: "de", Title: "Soll die Küche einen Samowar kaufen?", Description: "" }],
      publishedBy: people.admin,
    });
    const similar = (title: string, language?: "de" | "en" | "fr") =>
      t.request(listSimilarSurveys, { query: { title, ...(language && { language }) } });
    const german = "Soll unsere Küche einen Samowar kaufen?";
    expect(await similar(german, "de")).toEqual([
      { _id: id, Title: "Soll die Küche einen Samowar kaufen?", language: "de" },
    ]);
    expect(await similar("Should our kitchen buy a samovar?", "en")).toHaveLength(1);
    expect(await similar("Should our kitchen buy a samovar?", "fr")).toEqual([]);
    expect(await similar("Should our kitchen buy a samovar?")).toHaveLength(1);
  });
});

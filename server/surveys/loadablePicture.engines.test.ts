import { askAgain } from "@survey-app/contract/surveys/series.ts";
import * as requests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const ELSEWHERE = "https://watching.example/picture.webp";
const DRAWING = "/categories/cleaning-tools.svg";
const form = () => ({
  Title: "Who opens this?",
  category: "Cleaning Tools" as const,
  image: DRAWING,
  results: "afterClose" as const,
  privacy: "secret" as const,
  deadline: new Date(Date.now() + 7 * DAY_MS).toISOString(),
});
const refusal = { status: 422, errors: [expect.objectContaining({ field: "image", code: "image.elsewhere" })] };

/** A survey as earlier versions could store it. */
async function makeFormer() {
  const id = await t.makeSurvey(people.surveyor, { ...form(), privacy: "confidential", publishedBy: people.admin });
  const stored = { image: ELSEWHERE, image_alt: "A camera" };
  await t.database.db.updateTable("surveys").set(stored).where("id", "=", id).execute();
  return id;
}
const storedImage = (id: string) =>
  t.database.db.selectFrom("surveys").select("image").where("id", "=", id).executeTakeFirstOrThrow();

// Security: F18
test("a survey whose answers are hidden doesn't accept a picture of another site, whose host would learn who opens it", async () => {
  const as = people.surveyor;
  for (const privacy of ["secret", "confidential"] as const) {
    const body = { ...form(), privacy, image: ELSEWHERE };
    expect(await t.refused(surveys.createSurvey, { as, body })).toMatchObject(refusal);
    expect(await t.refused(requests.createSurveyorRequest, { as: people.user, body })).toMatchObject(refusal);
    const { insertedId: id } = await t.request(surveys.createSurvey, { as, body: { ...body, image: DRAWING } });
    expect(await t.refused(surveys.updateSurvey, { as, params: { id }, body })).toMatchObject(refusal);
  }
  const named = { ...form(), privacy: "named" as const, image: ELSEWHERE };
  const { insertedId: id } = await t.request(surveys.createSurvey, { as, body: named });
  expect((await t.request(surveys.getSurvey, { as, params: { id } })).image).toBe(ELSEWHERE);
  // Neither the picture nor the setting alone is wrong.
  const body = { ...named, privacy: "secret" as const };
  expect(await t.refused(surveys.updateSurvey, { as, params: { id }, body })).toMatchObject(refusal);
});

// Security: F18
test("where such a picture was stored before, no answer and no page has its address, and a drawing stands for it", async () => {
  const id = await makeFormer();
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  for (const as of [undefined, people.user, people.surveyor, people.admin]) {
    const survey = await t.request(surveys.getSurvey, { params: { id }, ...(as && { as }) });
    expect(survey.image).toBe(DRAWING);
  }
  const paths = [
    "/api/allSuryesPage",
    "/api/letest/surveyor",
    "/surveysPages",
    `/surveydetails/${id}`,
    `/embed/${id}`,
    `/present/${id}`,
  ];
  for (const url of [...paths, `/api/surveys/${id}/results.json`, `/api/surveys/${id}/ledger.jsonl`]) {
    const { payload } = await t.app.inject({ url, headers: { accept: "*/*" } });
    expect(payload, url).not.toContain("watching.example");
  }
  const params = { email: people.user.email };
  const mine = await t.request(votes.listMyParticipations, { as: people.user, params });
  expect(JSON.stringify(mine)).not.toContain("watching.example");
});

test("its owner can still add a note, which leaves the stored picture, that votes have fixed, as it is", async () => {
  const id = await makeFormer();
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const { deadline } = await t.request(surveys.getSurvey, { params: { id } });
  for (const image of [DRAWING, ELSEWHERE]) {
    const body = {
      ...form(),
      privacy: "confidential" as const,
      deadline,
      image,
      ...(image === ELSEWHERE && { imageAlt: "A camera" }),
      note: `With ${image}`,
    };
    const { modifiedCount } = await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body });
    expect(modifiedCount).toBe(1);
    expect(await storedImage(id)).toEqual({ image: ELSEWHERE });
  }
});

test("before a vote has fixed the question, saving the form stores the drawing that its owner sees", async () => {
  const id = await makeFormer();
  const { deadline } = await t.request(surveys.getSurvey, { params: { id } });
  const body = { ...form(), privacy: "confidential" as const, deadline };
  await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body });
  expect(await storedImage(id)).toEqual({ image: DRAWING });
});

test("asking again asks with the drawing", async () => {
  const id = await makeFormer();
  // With fewer, it can't be closed early.
  for (let n = 0; n < 5; n++)
    await t.request(votes.castVote, { as: await makePerson(t.database, t.tokens), body: { SurveyID: id, vote: 1 } });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const { insertedId } = await t.request(askAgain, { as: people.surveyor, params: { id } });
  expect(await storedImage(insertedId)).toEqual({ image: DRAWING });
});

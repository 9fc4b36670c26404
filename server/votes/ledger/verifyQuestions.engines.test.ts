import { passRuleKey } from "@survey-app/contract/ballots/passRule.ts";
import { uploadImage } from "@survey-app/contract/surveys/images.ts";
import { getSurvey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImageFiles } from "../../images/imageFiles.ts";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { filesOf, hashOfFile, idOfImage } from "../../images/store.ts";
import { closeEnded } from "../../surveys/closeSurvey.sql.ts";
import { invitedSurveys, secretSettings, untilClose } from "../../testing/invitedSurveys.ts";
import { multipart } from "../../testing/multipart.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { voteAsNewPerson } from "../../testing/voteAsNewPerson.ts";
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
const check = () => checkQuestions(t.database, files);
/** What the check says about surveys whose ledger differs, and only about these. */
const differing = async () => new Map((await check()).differs.map(({ surveyId, flaw }) => [surveyId, flaw] as const));
const setSurvey = (id: string, values: object) =>
  t.database.db.updateTable("surveys").set(values).where("id", "=", id).execute();
const setBox = (id: string, values: object) =>
  t.database.db.updateTable("ballot_boxes").set(values).where("survey_id", "=", id).execute();

// Security: F07
test("a question, picture or rule that is exchanged after the votes is found", async () => {
  const [named, ruled, secret] = [await publish(), await publish(), await publish(secretSettings())];
  const illustrated = await publish({ image: "https://pictures.example/a.png" });
  for (const id of [named, ruled, secret, illustrated]) await voteAsNewPerson(t, id, 1);
  expect(await differing()).toEqual(new Map());
  await setSurvey(named, { title: "Is it not?" });
  await setSurvey(ruled, { pass_rule: passRuleKey({ needs: "atLeast", share: "1/3", of: "sides", quorum: null }) });
  await setSurvey(secret, { description: "Something else" });
  await setSurvey(illustrated, { image: "https://pictures.example/b.png" });
  expect(await differing()).toEqual(
    new Map([
      [named, expect.stringMatching(/asks something else, or has another pass rule/)],
      [ruled, expect.stringMatching(/asks something else, or has another pass rule/)],
      [secret, expect.stringMatching(/asks something else, or has another pass rule/)],
      [illustrated, expect.stringMatching(/another picture/)],
    ]),
  );
  // With the hash of the other question the rows don't follow, and a reader of the head sees another one.
  await setBox(named, { question_hash: (await t.request(getSurvey, { params: { id: named } })).label.questionHash });
  expect((await differing()).has(named)).toBe(false);
  expect((await findBrokenChains(t.database)).map(({ surveyId }) => surveyId)).toEqual([named]);
});

test("a close, a note or a number of the list that is changed after the close is found", async () => {
  const { id } = await invited.makeOpen(3, untilClose());
  const noted = await publish({ deadline: new Date(Date.now() + DAY_MS).toISOString() });
  const { category, image, deadline, Title } = await t.request(getSurvey, { params: { id: noted } });
  const body = { Title, category, image, deadline, note: "In 2027." } as never;
  await t.request(updateSurvey, { as: people.admin, params: { id: noted }, body });
  for (const each of [id, noted]) await setSurvey(each, { starts_at: 0, ends_at: 1 });
  await closeEnded(t.database, async () => {});
  const flawsOf = async (...ids: string[]) => {
    const found = await differing();
    return ids.map((each) => found.get(each)?.match(/closed otherwise|other numbers/)?.[0]);
  };
  expect(await flawsOf(id, noted)).toEqual([undefined, undefined]);
  const { db } = t.database;
  const changes: [change: () => Promise<unknown>, back: () => Promise<unknown>][] = [
    [() => setSurvey(noted, { ends_at: 2 }), () => setSurvey(noted, { ends_at: 1 })],
    [() => setSurvey(noted, { closed_by: "owner" }), () => setSurvey(noted, { closed_by: "deadline" })],
    ...[{ text: "In 2028." }, { created_at: 1 }].map((change) => {
      const notes = db.updateTable("survey_notes").where("survey_id", "=", noted);
      const back = { text: "In 2027." };
      return [() => notes.set(change).execute(), () => notes.set(back).execute()] as (typeof changes)[number];
    }),
  ];
  for (const [change, back] of changes) {
    await change();
    expect(await flawsOf(noted)).toEqual(["closed otherwise"]);
    await back();
  }
  await db.updateTable("invitation_days").set({ struck: 1 }).where("survey_id", "=", id).execute();
  expect(await flawsOf(id)).toEqual(["other numbers"]);
});

test("distinguishes pictures that differ, that are missing and that were never hashed", async () => {
  const before = await check();
  const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const upload = async (): Promise<string> => {
    const parts = multipart([{ name: "image", filename: "a.png", type: "image/png", content }]);
    return (await t.send(uploadImage, { as: people.surveyor, ...parts })).json().data.display_url;
  };
  const pictures = [await upload(), await upload(), await upload()];
  const [differs, missing, same] = await Promise.all(pictures.map((image) => publish({ image })));
  const foreign = await publish({ image: "https://pictures.example/a.png" });
  for (const id of [differs, missing, same, foreign]) await voteAsNewPerson(t, id ?? "", 1);
  const [first, second] = pictures.map((image) => filesOf(idOfImage(image) ?? ""));
  await files.remove(first ?? []);
  await files.write(first?.[0] ?? "", Buffer.from("another picture"));
  await files.remove(second ?? []);
  const found = await check();
  expect(found.differs.filter(({ surveyId }) => surveyId === differs)).toHaveLength(1);
  expect(found.missing).toEqual([...before.missing, missing]);
  expect(found.unhashed).toBe(before.unhashed + 1);
  const { label } = await t.request(getSurvey, { params: { id: same ?? "" } });
  const served = await t.app.inject({ url: pictures[2] ?? "" });
  expect(label.picture).toBe(`file ${hashOfFile(served.rawPayload)}`);
});

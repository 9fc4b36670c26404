import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { listMyImages, uploadImage } from "@survey-app/contract/surveys/images.ts";
import { imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, signUpBody } from "../testing/accounts.ts";
import { multipart } from "../testing/multipart.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { bilevelPng } from "../testing/png.ts";
import { appOn, type TestApp, testApp } from "../testing/testApp.ts";
import { PUBLIC_URL } from "../testing/testConfig.ts";

const DRAWING = "/categories/cleaning-tools.svg";
const INITIALS = avatarPath("Nora New") ?? "";

/** An app whose API only its own pages use, and one that pages of another origin use too. */
let closed: TestApp;
let open: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  closed = await testApp({ pages: true });
  open = await appOn(closed, { corsOrigins: ["https://other.example"], dataDir: closed.dataDir, pages: true });
  people = await createUsersOfEveryRole(closed.database, closed.tokens);
});
afterAll(async () => {
  await open.app.close();
  await closed.close();
});

const parts = multipart([{ name: "image", filename: "a.png", type: "image/png", content: bilevelPng(8, 8) }]);
const uploadTo = async (t: TestApp, as: Person): Promise<string> =>
  (await t.send(uploadImage, { as, ...parts })).json().data.display_url;
const surveyor = () => makePerson(closed.database, closed.tokens, { role: "surveyor" });
const form = { Title: "Is this a question?", category: "Cleaning Tools" } as const;

test("pictures have absolute URLs in all responses if pages of another origin may call the API, and paths otherwise", async () => {
  const me = await surveyor();
  const image = await uploadTo(closed, me);
  expect(image).toMatch(/^\/images\//);
  expect(await uploadTo(open, me)).toMatch(/^http:\/\/localhost:3000\/images\/[\w-]{36}\.webp$/);
  const id = await closed.makeSurvey(me, { ...form, image, publishedBy: people.admin });
  await closed.request(users.updateMyProfile, { as: me, body: { photoURL: INITIALS } });
  await closed.request(votes.castVote, { as: me, body: { SurveyID: id, vote: 1, inapp: "Too vague." } });
  const account = signUpBody({ image: INITIALS });
  const cookie = cookieOf(await closed.send(session.signUp, { body: account }));

  const mine = { as: me, params: { email: me.email } };
  const reads: [Endpoint, Parameters<TestApp["send"]>[1], string][] = [
    [surveys.getSurvey, { params: { id } }, image],
    [surveys.listLatestSurveys, {}, image],
    [surveys.listTopSurveys, {}, image],
    [surveys.listPublishedSurveys, {}, image],
    [surveys.listAllSurveys, { as: people.admin }, image],
    [surveys.listMySurveys, { as: me, query: { email: me.email } }, image],
    [votes.listSurveyVotes, { params: { id } }, image],
    [votes.listCollectedVotes, { as: me, params: { id } }, image],
    [votes.listMyParticipations, mine, image],
    [votes.listMyReports, mine, image],
    [listMyImages, { as: me }, image],
    [users.updateMyProfile, { as: me, body: {} }, INITIALS],
    [users.listUsers, { as: people.admin }, INITIALS],
    [session.signIn, { body: { email: account.email, password: account.password } }, INITIALS],
    [session.getSession, { headers: { cookie } }, INITIALS],
  ];
  for (const [endpoint, request, path] of reads) {
    const [own, others] = [await closed.send(endpoint, request), await open.send(endpoint, request)];
    expect([endpoint.path, own.payload]).toEqual([endpoint.path, expect.stringContaining(`":"${path}"`)]);
    expect([endpoint.path, own.payload]).toEqual([endpoint.path, expect.not.stringContaining(PUBLIC_URL)]);
    expect([endpoint.path, others.payload]).toEqual([
      endpoint.path,
      expect.stringContaining(`":"${PUBLIC_URL}${path}"`),
    ]);
    expect([endpoint.path, others.payload]).toEqual([
      endpoint.path,
      expect.not.stringMatching(/"(image|photoURL|display_url)":"\//),
    ]);
  }
});

// Security: H09
test("where pages of other origins may call the API, they can show its uploads, drawings and generated pictures; otherwise only our own site can", async () => {
  const image = await uploadTo(closed, await surveyor());
  for (const [t, policy] of [
    [closed, "same-site"],
    [open, "cross-origin"],
  ] as const)
    for (const url of [image, INITIALS, DRAWING]) {
      const { statusCode, headers } = await t.app.inject({ url });
      expect([url, statusCode, headers["cross-origin-resource-policy"]]).toEqual([url, 200, policy]);
    }
});

test("a survey that was read with absolute picture URLs can be sent back unchanged, even after its first vote", async () => {
  const me = await surveyor();
  for (const image of [await uploadTo(open, me), PUBLIC_URL + DRAWING]) {
    const id = await open.makeSurvey(me, { ...form, image, publishedBy: people.admin });
    const path = image.slice(PUBLIC_URL.length);
    expect(await closed.request(surveys.getSurvey, { params: { id } })).toMatchObject({ image: path });
    await open.request(votes.castVote, { as: me, body: { SurveyID: id, vote: 1 } });
    const { Title, category, image: shown } = await open.request(surveys.getSurvey, { params: { id } });
    expect(shown).toBe(image);
    await open.request(surveys.updateSurvey, { as: me, params: { id }, body: { Title, category, image: shown } });
    expect(await closed.request(surveys.getSurvey, { params: { id } })).toMatchObject({ image: path });
  }
  const [used, unused] = (await closed.request(listMyImages, { as: me })).map(({ isInUse }) => isInUse);
  expect([used, unused]).toEqual([true, undefined]);
});

test("absolute addresses of our own pictures are read as paths, including http addresses on this machine", async () => {
  const me = await surveyor();
  const image = await uploadTo(closed, me);
  const path = { ...form, image: `http://127.0.0.1:3000${imageAt(image, 800)}` };
  const { insertedId: id } = await closed.request(surveys.createSurvey, { as: me, body: path });
  expect(await closed.request(surveys.getSurvey, { as: me, params: { id } })).toMatchObject({ image });
  const own = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000", " HTTP://LOCALHOST:3000"];
  for (const origin of own)
    for (const address of [image, imageAt(image, 480), `${image}?copied#here`, DRAWING, INITIALS])
      await closed.request(users.updateMyProfile, { as: me, body: { photoURL: origin + address } });
  const body = signUpBody({ image: PUBLIC_URL + INITIALS });
  const signedUp = await closed.send(session.signUp, { body });
  expect(signedUp.json()).toMatchObject({ user: { photoURL: INITIALS } });

  for (const foreign of [
    `http://localhost:3001${image}`,
    `http://survey.example${image}`,
    `${PUBLIC_URL}/surveysPages`,
    `${PUBLIC_URL}/images/../../etc/passwd`,
  ]) {
    const refused = await closed.refused(surveys.createSurvey, { as: me, body: { ...form, image: foreign } });
    expect([foreign, refused.status]).toEqual([foreign, 422]);
    expect(refused.errors).toMatchObject([{ field: "image" }]);
  }
});

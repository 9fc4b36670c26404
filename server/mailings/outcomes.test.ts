import { exportMyData } from "@survey-app/contract/account/account.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { OUTCOMES_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAddressHash } from "../mail/addressHash.ts";
import { createMailer } from "../mail/mailer.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { outcomeRequests } from "../testing/outcomeRequests.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { addressHashOf } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { testConfig } from "../testing/testConfig.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";
import { aboutSurvey } from "./aboutSurvey.sql.ts";
import { enqueueMailings } from "./mailings.sql.ts";
import { createUnsubscriber } from "./unsubscribe.ts";
import { whyUnsent } from "./whyUnsent.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  // Emails stay in the outbox, and only the tests close surveys and enqueue emails.
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const { person, publish, vote, follow, unfollow, close, kindsTo, setTimes } = outcomeRequests(() => ({ t, ...people }));
const setOutcome = (id: string, text: string) =>
  t.request(outcomes.setOutcome, { as: people.surveyor, params: { id }, body: { text } });

test("the download of an account has its choices to follow, and the outcomes that its owner wrote", async () => {
  const [id, other] = [await publish(), await publish()];
  const reader = await person();
  await follow(id, reader);
  await unfollow(other, reader);
  const { follows } = await t.request(exportMyData, { as: reader });
  expect(follows.sort((a, b) => Number(b.follows) - Number(a.follows))).toEqual([
    { surveyId: id, follows: true },
    { surveyId: other, follows: false },
  ]);
  await close(id);
  await setOutcome(id, "Tea.");
  const { outcomes: written } = await t.request(exportMyData, { as: people.surveyor });
  expect(written).toMatchObject([{ surveyId: id, text: "Tea." }]);
});

describe("the result", () => {
  test.each([["before"], ["after"]])(
    "is sent, with what was decided, once a survey that was unpublished %s its close is published again",
    async (when) => {
      const id = await publish();
      const reader = await vote(id);
      const setStatus = (status: typeof WAITING | typeof PUBLISHED) =>
        t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "No" } });
      if (when === "before") await setStatus(WAITING);
      await setTimes(id, { starts_at: Date.now() - 2 * DAY_MS, ends_at: Date.now() - 1 });
      await closeEnded(t.database, recorder());
      if (when === "after") await setStatus(WAITING);
      await setOutcome(id, "Tea.");
      await enqueueMailings(t.database);
      expect(await kindsTo(reader)).toEqual([]);
      for (const status of [PUBLISHED, WAITING, PUBLISHED] as const) {
        await setStatus(status);
        await enqueueMailings(t.database);
        expect((await kindsTo(reader)).sort()).toEqual(["surveyOutcome", "surveyResult"]);
      }
    },
  );

  test("is sent even if the voters can't be counted, and the failure is not hidden", async () => {
    const id = await publish();
    const reader = await vote(id);
    await close(id);
    const failing = () => {
      throw new Error("took too long");
    };
    const forLongReads = { ...t.database.forLongReads, db: { selectFrom: failing } as never };
    await expect(enqueueMailings({ ...t.database, forLongReads })).rejects.toThrow("could not be counted");
    expect(await kindsTo(reader)).toEqual(["surveyResult"]);
  });

  test("doesn't reach people who refused it or changed their address, or whose survey was unpublished, while it waited", async () => {
    const [id, hidden] = [await publish(), await publish()];
    const [refuses, unfollows, moves, stays] = [await vote(id), await vote(id), await vote(id), await vote(id)];
    const late = await vote(hidden);
    for (const survey of [id, hidden]) await close(survey);
    await enqueueMailings(t.database);
    const preferences = { results: false, reminders: true, reports: true };
    await t.request(outcomes.setEmailPreferences, { as: refuses, body: preferences });
    await unfollow(id, unfollows);
    const moved = { email: `moved-${moves.email}` };
    await t.database.db.updateTable("users").set(moved).where("id", "=", moves.id).execute();
    const unpublished = { status: WAITING, feedback: "No" } as const;
    await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: hidden }, body: unpublished });
    const sent: string[] = [];
    const mailer = createMailer(t.database, {
      publicUrl: testConfig.publicUrl,
      from: "survey@example.com",
      site: testConfig.site,
      languages: ["en"],
      contactEmail: null,
      limits: false,
      unsubscribeUrl: () => "https://survey.example/unsubscribe",
      signUpLink: async () => null,
      invitationLink: async () => null,
      onInvitation: async () => {},
      isOwnerKnown: async () => false,
      whyUnsent: (email) => whyUnsent(t.database, email, addressHashOf(t)),
      keepTrail,
      aboutMeeting: async () => null,
      aboutSurvey: (email) => aboutSurvey(t.database, email, testConfig),
      transport: { send: async ({ to }) => void sent.push(to), close: () => {} },
      log: t.app.log,
    });
    await mailer.sendDue();
    expect(sent).toContain(stays.email);
    for (const { email } of [refuses, unfollows, moves, late]) expect(sent).not.toContain(email);
  });
});

describe("reminders", () => {
  test("can be sent by the owner two more times while voting is open, and also reach an owner who hasn't voted", async () => {
    const id = await publish();
    const waiting = await person();
    for (const as of [waiting, people.surveyor]) await follow(id, as);
    const remind = () => t.send(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
    const responses = await Promise.all([remind(), remind(), remind()]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
    await enqueueMailings(t.database);
    for (const reader of [waiting, people.surveyor])
      expect((await kindsTo(reader)).filter((kind) => kind === "surveyReminder")).toHaveLength(2);
    await close(id);
    expect((await remind()).json()).toMatchObject({ code: "hasEnded" });
  });
});

describe("the outcome", () => {
  test("can only be given by the owner, after the close; followers are emailed once, and earlier versions stay visible", async () => {
    const id = await publish();
    const voter = await vote(id);
    expect(
      await t.refused(outcomes.setOutcome, { as: people.surveyor, params: { id }, body: { text: "Tea." } }),
    ).toMatchObject({
      status: 409,
      code: "notClosed",
    });
    await close(id);
    await setOutcome(id, "We will have tea.");
    await setOutcome(id, "We will have tea, on Fridays.");
    expect(await setOutcome(id, "We will have tea, on Fridays.")).toEqual({ modifiedCount: 0 });
    await enqueueMailings(t.database);
    expect((await kindsTo(voter)).sort()).toEqual(["surveyOutcome", "surveyResult"]);
    const { outcomes: versions } = await t.request(surveys.getSurvey, { params: { id } });
    expect(versions.map(({ text }) => text)).toEqual(["We will have tea, on Fridays.", "We will have tea."]);
    // The email names the survey, but doesn't quote text that no admin has read.
    expect(JSON.stringify(await emailsTo(t.database, voter))).not.toContain("Fridays");
    for (let version = versions.length; version < OUTCOMES_MAX; version++) await setOutcome(id, `Version ${version}`);
    const further = { as: people.surveyor, params: { id }, body: { text: "One more" } };
    expect(await t.refused(outcomes.setOutcome, further)).toMatchObject({ code: "tooManyOutcomes" });
    const byAdmin = { as: people.admin, params: { id }, body: { text: "Coffee." } };
    expect(await t.refused(outcomes.setOutcome, byAdmin)).toMatchObject({ status: 404 });
  });
});

describe("unsubscribing", () => {
  const hashAddress = createAddressHash([testConfig.sessionSecret]);
  const unsubscriber = createUnsubscriber([testConfig.sessionSecret], { publicUrl: testConfig.publicUrl, hashAddress });
  const pathFor = (userId: string) => {
    const { pathname, search } = new URL(unsubscriber.urlFor({ kind: "results", userId, surveyId: "", address: "" }));
    return pathname + search;
  };
  const post = (url: string, payload: string, contentType = "application/x-www-form-urlencoded") =>
    t.app.inject({ method: "POST", url, payload, headers: { "content-type": contentType } });
  const preferencesOf = (as: Person) => t.request(outcomes.getEmailPreferences, { as });

  // Security: H12
  test("works with one request of a mail client, without a redirect; opening the address changes nothing", async () => {
    const reader = await person();
    await t.app.inject({ method: "GET", url: pathFor(reader.id) });
    await t.app.inject({ method: "HEAD", url: pathFor(reader.id) });
    expect(await preferencesOf(reader)).toEqual({ results: true, reminders: true, reports: true, invitations: true });
    const multipart = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await post(pathFor(reader.id), "List-Unsubscribe=One-Click")).statusCode).toBe(200);
    expect((await post(pathFor(reader.id), multipart, "multipart/form-data; boundary=x")).statusCode).toBe(200);
    expect(await preferencesOf(reader)).toEqual({ results: false, reminders: true, reports: true, invitations: true });
    const id = await publish();
    await vote(id, reader);
    await close(id);
    await enqueueMailings(t.database);
    expect(await kindsTo(reader)).toEqual([]);
    await t.request(outcomes.setEmailPreferences, {
      as: reader,
      body: { results: true, reminders: false, reports: true },
    });
    expect(await preferencesOf(reader)).toEqual({ results: true, reminders: false, reports: true, invitations: true });
    // Preferences that a request leaves out stay unchanged.
    await t.request(outcomes.setEmailPreferences, { as: reader, body: { reports: false } });
    expect(await preferencesOf(reader)).toEqual({ results: true, reminders: false, reports: false, invitations: true });
  });

  test("sends people who pressed the page's button back to it", async () => {
    const reader = await person();
    expect((await post(pathFor(reader.id), "")).headers.location).toBe("/unsubscribe?done=results");
    expect(await preferencesOf(reader)).toMatchObject({ results: false });
  });

  test("links in emails of before a change of the session secret stay valid; without the former secret they don't", () => {
    const urls = { publicUrl: testConfig.publicUrl, hashAddress };
    const url = unsubscriber.urlFor({ kind: "results", userId: "u1", surveyId: "", address: "" });
    const token = new URL(url).searchParams.get("token") ?? "";
    const changed = createUnsubscriber(["another secret", testConfig.sessionSecret], urls);
    expect(changed.read(token)).toEqual({ kind: "results", userId: "u1" });
    expect(changed.urlFor({ kind: "results", userId: "u1", surveyId: "", address: "" })).not.toBe(url);
    expect(createUnsubscriber(["another secret"], urls).read(token)).toBeNull();
  });

  // Security: H12
  test("requires the address that was sent: a forged or changed one has no effect", async () => {
    const [reader, other] = [await person(), await person()];
    const sound = pathFor(reader.id);
    const forged = [
      sound.replace(reader.id, other.id),
      sound.replace("results", "reminders"),
      sound.slice(0, -1),
      `${sound}0`,
      "/unsubscribe?token=results.x",
      "/unsubscribe",
      `/unsubscribe?token=a&token=b`,
    ];
    for (const url of forged) {
      expect((await post(url, "")).headers.location, url).toBe("/unsubscribe?problem=1");
      expect((await post(url, "List-Unsubscribe=One-Click")).statusCode, url).toBe(404);
    }
    for (const as of [reader, other])
      expect(await preferencesOf(as)).toEqual({ results: true, reminders: true, reports: true, invitations: true });
    expect((await post(sound, "x".repeat(5000))).statusCode).toBe(413);
    // A deleted account's link has no effect and doesn't fail.
    expect((await post(pathFor("nobody"), "List-Unsubscribe=One-Click")).statusCode).toBe(200);
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import * as session from "@survey-app/contract/session/session.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { signUpBody } from "../testing/accounts.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { openTcpProxy, type TcpProxy } from "../testing/tcpProxy.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/**
 * Waits for all responses, for 40 seconds at most: a request that waits for the unreachable database would take longer.
 * The time is generous, because the machine may be busy; `npm run soak -- torture` measures how long a 503 takes, with
 * a goal of 2.5 s.
 */
async function answersOf<T>(all: Promise<T>[]): Promise<T[]> {
  const tooLate = sleep(40_000, null, { ref: false }).then(() => {
    throw new Error("No answer while the database is away");
  });
  return Promise.race([Promise.all(all), tooLate]);
}

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let survey: string;
let proxy: TcpProxy;

// Only a database on a server can be unreachable.
describe.runIf(inject("engine") === "postgres")("while the database is unreachable", () => {
  beforeAll(async () => {
    t = await testApp({}, {}, async (databaseUrl) => {
      proxy = await openTcpProxy(databaseUrl);
      return proxy.url;
    });
    people = await createUsersOfEveryRole(t.database, t.tokens);
    survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  });
  afterAll(async () => {
    proxy.cut("open");
    await t.close();
    proxy.close();
  });

  // Security: R14, R50
  test.each(["refusing", "silent", "frozen"] as const)(
    "(%s) every endpoint returns 503 with Retry-After in seconds, and recovers when the database is back",
    async (how) => {
      proxy.cut(how);
      const answers = await answersOf([
        t.send(surveys.listLatestSurveys, {}),
        t.send(surveys.getSurvey, { params: { id: survey } }),
        t.send(users.getUser, { as: people.user, params: { email: people.user.email } }),
        t.send(votes.castVote, { as: people.user, body: { SurveyID: survey, vote: 1 } }),
        t.send(session.signIn, { body: { email: people.user.email, password: "Kettle-on7!" } }),
        t.send(session.signUp, { body: signUpBody() }),
        t.send(session.getSession, { headers: { cookie: `survey-app.session_token=${"x".repeat(43)}` } }),
      ]);
      expect(answers.map(({ statusCode, payload }) => `${statusCode} ${JSON.parse(payload)?.code}`)).toEqual([
        ...Array(6).fill("503 busy"),
        expect.stringMatching(/^(503 busy|200 undefined)$/),
      ]);
      for (const response of answers.slice(0, 6)) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
      expect((await t.app.inject({ url: "/livez" })).statusCode).toBe(200);
      const [notReady] = await answersOf([t.app.inject({ url: "/readyz" })]);
      expect(notReady?.statusCode).toBe(503);

      proxy.cut("open");
      expect((await t.app.inject({ url: "/readyz" })).statusCode).toBe(200);
      expect((await t.send(votes.castVote, { as: people.user, body: { SurveyID: survey, vote: 1 } })).statusCode).toBe(
        200,
      );
      expect(await t.request(surveys.getSurveyResults, { params: { id: survey } })).toMatchObject({ totalVotes: 1 });
    },
  );
});

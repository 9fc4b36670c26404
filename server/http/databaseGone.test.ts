import { connect, createServer, type Server, type Socket } from "node:net";
import * as session from "@survey-app/contract/session.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import * as users from "@survey-app/contract/users.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { makeEverybody } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof makeEverybody>>;
let survey: string;
/** The way to the database, which can be cut: then it refuses, or takes connections and says nothing. */
let way: Server;
let state: "open" | "refusing" | "silent" = "open";
const sockets = new Set<Socket>();

// Only a database elsewhere can be away.
describe.runIf(inject("engine") === "postgres")("while the database is away", () => {
  beforeAll(async () => {
    t = await testApp({}, async (databaseUrl) => {
      const url = new URL(databaseUrl);
      const target = { host: url.hostname, port: Number(url.port) };
      way = createServer((from) => {
        sockets.add(from.on("error", () => {}));
        if (state === "refusing") return from.destroy();
        if (state === "silent") return;
        const to = connect(target);
        sockets.add(to.on("error", () => from.destroy()).on("close", () => from.destroy()));
        from.on("close", () => to.destroy());
        from.pipe(to).pipe(from);
      });
      await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
      url.host = `127.0.0.1:${(way.address() as { port: number }).port}`;
      return url.href;
    });
    people = await makeEverybody(t.database, t.tokens);
    survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  });
  afterAll(async () => {
    cut("open");
    await t.close();
    way.close();
  });

  function cut(to: typeof state): void {
    state = to;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  test.each(["refusing", "silent"] as const)(
    "(%s) every call is 503 within 2.5 s with Retry-After, and all is well when it is back",
    async (how) => {
      cut(how);
      const began = performance.now();
      const answers = await Promise.all([
        t.send(surveys.latest, {}),
        t.send(surveys.get, { params: { id: survey } }),
        t.send(users.get, { as: people.user, params: { email: people.user.email } }),
        t.send(votes.cast, { as: people.user, body: { SurveyID: survey, vote: 1 } }),
        t.send(session.signIn, { body: { email: people.user.email, password: "Passw0rd!" } }),
        t.send(session.signUp, { body: { name: "New", email: "new@example.org", password: "Passw0rd!" } }),
        t.send(session.current, { headers: { cookie: "better-auth.session_token=x.y" } }),
      ]);
      expect(answers.map(({ statusCode, payload }) => `${statusCode} ${JSON.parse(payload)?.code}`)).toEqual([
        ...Array(6).fill("503 busy"),
        expect.stringMatching(/^(503 busy|200 undefined)$/),
      ]);
      for (const answered of answers.slice(0, 6)) expect(Number(answered.headers["retry-after"])).toBeGreaterThan(0);
      expect(performance.now() - began).toBeLessThan(2500);
      expect((await t.app.inject({ url: "/livez" })).statusCode).toBe(200);
      const asked = performance.now();
      expect((await t.app.inject({ url: "/readyz" })).statusCode).toBe(503);
      expect(performance.now() - asked).toBeLessThan(2000);

      cut("open");
      expect((await t.app.inject({ url: "/readyz" })).statusCode).toBe(200);
      expect((await t.send(votes.cast, { as: people.user, body: { SurveyID: survey, vote: 1 } })).statusCode).toBe(200);
      expect(await t.call(surveys.results, { params: { id: survey } })).toMatchObject({ totalVotes: 1 });
    },
  );
});

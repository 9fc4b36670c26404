import * as account from "@survey-app/contract/account.ts";
import type { ProblemDetails } from "@survey-app/contract/errors.ts";
import * as requests from "@survey-app/contract/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import * as users from "@survey-app/contract/users.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { countWaiting } from "../testing/waiting.sql.ts";
import { lockBallotBox } from "../votes/ballotBox.sql.ts";

let t: TestApp;
/** The app with SURVEYORS=everyone. */
let open: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  // Emails stay in the outbox, where the tests read them.
  t = await testApp({}, undefined, { mailPollMs: 3_600_000 });
  open = await testApp({ surveyors: "everyone" });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(async () => {
  await t.close();
  await open.close();
});

const form = { Title: "Is this asked?", category: "Cleaning Tools", image: "https://example.org/a.webp" } as const;
const newUser = (app = t) => makePerson(app.database, app.tokens, { name: "Nora New" });
const ask = async (as: Person, app = t) => app.request(requests.createSurveyorRequest, { as, body: form });
const mine = (as: Person) => t.request(requests.getMySurveyorRequest, { as });
const roleOf = async (as: Person, app = t) =>
  (await app.request(users.getUser, { as, params: { email: as.email } })).role;
const decide = (id: string, body: { status: 1 | 2 | 3; feedback?: string; version?: number }) =>
  t.send(surveys.setSurveyStatus, { as: people.admin, params: { id }, body });

test("an account has one request at a time, however many it sends at once", async () => {
  const nora = await newUser();
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => t.send(requests.createSurveyorRequest, { as: nora, body: form })),
  );
  expect(sent.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const others = sent.filter(({ statusCode }) => statusCode !== 200).map((each) => each.json<ProblemDetails>().code);
  expect(new Set(others)).toEqual(new Set(["alreadyRequested"]));
  const stored = await t.database.db.selectFrom("surveys").select("id").where("owner_id", "=", nora.id).execute();
  expect(stored).toHaveLength(1);
});

test("of an acceptance and a withdrawal at once, one takes effect", async () => {
  for (let round = 0; round < 5; round++) {
    const nora = await newUser();
    const { insertedId: id } = await ask(nora);
    const [accepted, withdrawn] = await Promise.all([
      decide(id, { status: PUBLISHED }),
      t.send(surveys.deleteSurvey, { as: nora, params: { id } }),
    ]);
    // A published survey without votes can be deleted too, but then its owner is a surveyor.
    const wasAccepted = accepted.statusCode === 200;
    expect([200, 404]).toContain(accepted.statusCode);
    expect(withdrawn.statusCode).toBe(200);
    expect(await roleOf(nora)).toBe(wasAccepted ? "surveyor" : "user");
    expect(await mine(nora)).toBeNull();
  }
});

test.runIf(inject("engine") === "postgres")(
  "deleting the account doesn't deadlock with an edit of its survey",
  async () => {
    const nora = await newUser();
    const { insertedId: id } = await ask(nora);
    let deleted: ReturnType<typeof t.send> | undefined;
    await t.database.transaction(async (tx) => {
      await lockBallotBox(tx, id);
      deleted = t.send(account.deleteMyAccount, { as: nora, body: { email: nora.email } });
      await expect.poll(() => countWaiting(t.database)).toBe(1);
      await tx.db.selectFrom("surveys").select("id").where("id", "=", id).$call(tx.dialect.lock).execute();
    });
    expect((await deleted)?.statusCode).toBe(200);
  },
);

import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cookieOf } from "../../testing/accounts.ts";
import { appOf } from "../../testing/authenticatorApp.ts";
import { freshDatabase } from "../../testing/freshDatabase.ts";
import { interruptible } from "../../testing/interrupted.ts";
import { secondFactorRequests } from "../../testing/secondFactorRequests.ts";
import { appOn, type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { turnOffSecondFactor } from "./secondFactor.sql.ts";

let t: TestApp;
let race: ReturnType<typeof interruptible>["race"];

beforeAll(async () => {
  const fresh = await freshDatabase();
  const { database, ...held } = interruptible(fresh.database);
  race = held.race;
  t = await appOn({ ...fresh, database }, {}, WITHOUT_POLLS);
});

afterAll(() => t.close());

const { withSecondFactor, sendPassword, signInWith } = secondFactorRequests(() => t);

const codeOf = (response: { json: () => { code: string } }) => response.json().code;

// Security: R56
test("a code works once: also the one that turned the second factor on, older ones, and two at the same time", async () => {
  const { person, app } = await withSecondFactor();
  expect(codeOf(await signInWith(person, app.code(0)))).toBe("wrongCode");
  const code = app.code(1);
  const [one, two] = await Promise.all([signInWith(person, code), signInWith(person, code)]);
  expect([one.statusCode, two.statusCode].sort()).toEqual([200, 422]);
  for (const used of [app.code(-1), app.code(0), code])
    expect(codeOf(await signInWith(person, used))).toBe("wrongCode");
  expect(codeOf(await signInWith(person, app.code(9)))).toBe("wrongCode");
});

test.each([1, 2, 3, 4])(
  "a sign-in takes one code, even if a second one arrives after statement %i of the first",
  async (statement) => {
    const { person, recoveryCodes } = await withSecondFactor();
    const headers = { cookie: cookieOf(await sendPassword(person)) };
    const [first = "", second = ""] = recoveryCodes;
    const finish = (code: string) => t.send(secondFactor.signInWithCode, { body: { code, remember: false }, headers });
    const [one, two] = await race({
      work: () => finish(first),
      other: () => finish(second),
      when: ({ statements }) => statements === statement,
    });
    expect([one, two].map((response) => response?.statusCode).sort()).toEqual([200, 409]);
    const left = await t.database.db
      .selectFrom("recovery_codes")
      .select("user_id")
      .where("user_id", "=", person.id)
      .execute();
    expect(left).toHaveLength(recoveryCodes.length - 1);
  },
);

test("forgetting one remembered device leaves the others", async () => {
  const { person, recoveryCodes } = await withSecondFactor();
  for (const code of recoveryCodes.slice(0, 2)) await signInWith(person, code, { remember: true });
  const devices = async () => (await t.request(secondFactor.getSecondFactor, { as: person })).devices;
  const [forgotten, kept] = await devices();
  await t.request(secondFactor.forgetDevice, { as: person, params: { id: forgotten?._id ?? "" } });
  expect(await devices()).toEqual([kept]);
});

// Security: R57
test("with ADMIN_SECOND_FACTOR an admin who turns it off is a user in all open sessions, also in another process's", async () => {
  const strict = await testApp({ adminSecondFactor: true }, WITHOUT_POLLS);
  onTestFinished(() => strict.close());
  const { person: admin, recoveryCodes } = await withSecondFactor(strict, { role: "admin" });
  const headers = { cookie: cookieOf(await signInWith(admin, recoveryCodes[0] ?? "", { by: strict })) };
  const { token } = (await strict.send(session.createAccessToken, { body: { email: admin.email }, headers })).json();
  const statuses = () =>
    Promise.all(
      [admin, { ...admin, token }].map(async (as) => (await strict.send(users.listUsers, { as })).statusCode),
    );
  expect(await statuses()).toEqual([200, 200]);
  await strict.request(secondFactor.turnOffSecondFactor, { as: admin });
  expect(await statuses()).toEqual([403, 403]);

  // An operator's command is another process: the change arrives within a second.
  const { secret } = await strict.request(secondFactor.setUpSecondFactor, { as: admin });
  await strict.request(secondFactor.turnOnSecondFactor, { as: admin, body: { code: appOf(secret).code() } });
  expect((await strict.send(users.listUsers, { as: admin })).statusCode).toBe(200);
  expect(await turnOffSecondFactor(strict.database, admin.id, "commandLine")).toBe(true);
  await expect.poll(async () => (await strict.send(users.listUsers, { as: admin })).statusCode).toBe(403);
});

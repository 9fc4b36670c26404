import * as setup from "@survey-app/contract/ops/setup.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveUpNext, outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let admin: Person;
let other: Person;
let surveyor: Person;
beforeAll(async () => {
  // The tests send the emails.
  t = await testApp({ sandbox: true }, { mailPollMs: HOUR_MS });
  ({ admin, surveyor } = await createUsersOfEveryRole(t.database, t.tokens));
  other = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(() => t.close());

const read = () => t.request(setup.getSetup, { as: admin });
const requestTest = () => t.request(setup.sendTestEmail, { as: admin });

test("the steps of a new installation aren't done, and anyone's first survey completes one", async () => {
  expect(await read()).toEqual({ hasSurvey: false, testEmail: null, confirmed: [] });
  await t.makeSurvey(surveyor);
  expect(await read()).toMatchObject({ hasSurvey: true, testEmail: null });
});

test("a test email goes to the admin's own address, and its state is that of the newest one", async () => {
  await requestTest();
  expect(await read()).toMatchObject({ testEmail: "waiting" });
  // While the mail server has the email, its delivery is unknown.
  let during: unknown;
  await sendEmails(t, undefined, async () => {
    during ??= await read();
    throw new Error("550 No such mailbox");
  });
  expect(during).toMatchObject({ testEmail: "waiting" });
  expect(await read()).toMatchObject({ testEmail: "failing" });
  await giveUpNext(t.database, admin.email);
  await sendEmails(t, undefined, () => Promise.reject(new Error("550 No such mailbox")));
  expect(await read()).toMatchObject({ testEmail: "failing" });

  // A second test email replaces the first one, so that an admin can't fill the outbox.
  await requestTest();
  await requestTest();
  // Admins also get an email about what awaits review.
  const waiting = (await outboxRows(t.database, admin.email)).filter(({ kind }) => kind === "testEmail");
  expect(waiting).toHaveLength(1);
  expect(await read()).toMatchObject({ testEmail: "waiting" });
  const sent = (await sendEmails(t)).filter(({ subject }) => subject === "Test email");
  expect(sent.map(({ to }) => String(to))).toEqual([admin.email]);
  expect(await read()).toMatchObject({ testEmail: "sent" });
});

test("a step that an admin ended is ended for all", async () => {
  await t.request(setup.confirmStep, { as: admin, body: { step: "asking" } });
  expect(await t.request(setup.getSetup, { as: other })).toMatchObject({ confirmed: ["asking"] });
  expect(await t.refused(setup.confirmStep, { as: admin, body: { step: "all" } })).toMatchObject({ code: "badInput" });
});

test("without a mail server no test email is stored", async () => {
  const off = await testApp();
  const { admin: as } = await createUsersOfEveryRole(off.database, off.tokens);
  expect(await off.refused(setup.sendTestEmail, { as })).toMatchObject({ code: "emailOff", status: 404 });
  expect(await off.request(setup.getSetup, { as })).toMatchObject({ testEmail: null });
  expect(await outboxRows(off.database, as.email)).toEqual([]);
  await off.close();
});

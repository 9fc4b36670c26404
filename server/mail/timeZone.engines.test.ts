import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proveAddress } from "../session/proof.sql.ts";
import { noteTimeZone } from "../session/session.sql.ts";
import { type Account, PASSWORD, signUp } from "../testing/accounts.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueEmail } from "./outbox.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ sandbox: true }, WITHOUT_POLLS);
});
afterAll(() => t.close());

const nameZone = ({ email, cookie }: Account, timeZone?: string) =>
  t.send(session.createAccessToken, { body: { email, timeZone }, headers: { cookie } });
const zoneOf = async (as: Account) => (await t.request(exportMyData, { as })).timeZone;

/** The email about a new device at noon UTC, as HTML. */
async function emailAtNoon({ email }: Account): Promise<string> {
  const at = Date.parse("2026-07-01T12:00:00Z");
  await enqueueEmail(t.database, email, { kind: "newDevice", device: "Chrome", at });
  const sent = (await sendEmails(t)).filter(({ to, html }) => to === email && html?.includes("Chrome"));
  expect(sent).toHaveLength(1);
  return sent[0]?.html ?? "";
}

test("emails give times in the time zone of the browser that their reader last signed in with", async () => {
  const [unknown, near] = [await signUp(t), await signUp(t)];
  expect(await zoneOf(unknown)).toBeNull();
  expect(await emailAtNoon(unknown)).toContain("01-07-2026, 12:00 (UTC)");
  expect((await nameZone(near, "Europe/Zurich")).statusCode).toBe(200);
  expect(await zoneOf(near)).toBe("Europe/Zurich");
  expect(await emailAtNoon(near)).toContain("01-07-2026, 14:00 (Europe/Zurich)");
  await nameZone(near, "America/New_York");
  expect(await zoneOf(near)).toBe("America/New_York");
  // A client that doesn't name one doesn't change anything.
  await nameZone(near);
  expect(await zoneOf(near)).toBe("America/New_York");
});

test("an account that is deleted meanwhile doesn't get a time zone", async () => {
  const person = await signUp(t);
  await t.request(deleteMyAccount, { as: person, body: { email: person.email, password: PASSWORD } });
  await noteTimeZone(t.database, person.id, "Europe/Zurich");
  const found = t.database.db.selectFrom("users").select("time_zone").where("id", "=", person.id);
  expect(await found.executeTakeFirstOrThrow()).toEqual({ time_zone: null });
});

test("a person who proves an address doesn't keep the time zone of a stranger who had signed up with it", async () => {
  const stranger = await signUp(t);
  await nameZone(stranger, "Asia/Tokyo");
  await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", stranger.id).execute();
  await t.database.transaction(async (tx) => {
    await proveAddress(tx, { ...stranger, email_verified: 0 }, { language: null });
  });
  const found = t.database.db.selectFrom("users").select("time_zone").where("id", "=", stranger.id);
  expect(await found.executeTakeFirstOrThrow()).toEqual({ time_zone: null });
});

test.each(["Etc/Unknown", "America/Not_Known_Here"])(
  "a time zone that only the browser knows lets people in: %s",
  async (name) => {
    const person = await signUp(t);
    expect((await nameZone(person, name)).statusCode).toBe(200);
    expect(await zoneOf(person)).toBeNull();
  },
);

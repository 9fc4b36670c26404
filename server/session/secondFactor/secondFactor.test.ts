import * as account from "@survey-app/contract/account/account.ts";
import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { Secret } from "otpauth";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLink } from "../../mail/links.sql.ts";
import { type Account, cookieOf, PASSWORD, signUp } from "../../testing/accounts.ts";
import { appOf } from "../../testing/authenticatorApp.ts";
import { securityChangesTo } from "../../testing/mail.sql.ts";
import { makePerson } from "../../testing/people.ts";
import { secondFactorRequests } from "../../testing/secondFactorRequests.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";

let t: TestApp;
let limited: TestApp;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  limited = await testApp({ limits: true }, WITHOUT_POLLS);
});

afterAll(async () => {
  await t.close();
  await limited.close();
});

const { withSecondFactor, sendPassword, signInWith } = secondFactorRequests(() => t);

const sessionsOf = async ({ id }: Account, by = t) =>
  (await by.database.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute()).length;
const codeOf = (response: { json: () => { code: string } }) => response.json().code;

// Security: R56
test("a password alone doesn't give a session, and a right code after it signs in", async () => {
  const { person, app } = await withSecondFactor();
  const first = await sendPassword(person);
  expect([first.statusCode, codeOf(first)]).toEqual([409, "codeRequired"]);
  expect(first.cookies.map(({ name }) => name)).toEqual(["survey-app.code"]);
  expect(await sessionsOf(person)).toBe(1);
  const headers = { cookie: cookieOf(first) };
  expect((await t.send(session.getSession, { headers })).json()).toBeNull();
  expect((await t.send(session.createAccessToken, { body: { email: person.email }, headers })).statusCode).toBe(401);

  const send = (code: string) => t.send(secondFactor.signInWithCode, { body: { code }, headers });
  expect(codeOf(await send("000000"))).toBe("wrongCode");
  const signedIn = await send(app.code(1));
  expect(signedIn.json()).toMatchObject({ user: { id: person.id } });
  const current = await t.send(session.getSession, { headers: { cookie: cookieOf(signedIn) } });
  expect(current.json()).toMatchObject({ user: { id: person.id } });
  // The cookie between the two steps works once.
  expect(codeOf(await send(app.code(2)))).toBe("tookTooLong");
});

/** A text with the digits of another script, whose zero is given. */
const inDigits = (zero: string, code: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

// Security: R56
test("a code is read in the digits of every keyboard; other letters are a wrong code", async () => {
  const person = await signUp(t);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", person.id).execute();
  const app = appOf((await t.send(secondFactor.setUpSecondFactor, { as: person })).json().secret);
  const turnOn = (code: string) => t.send(secondFactor.turnOnSecondFactor, { as: person, body: { code } });
  for (const code of ["äöüäöü", "😀😀😀", "½½½½½½", "١٢٣٤٥", inDigits("٠", "000000")])
    expect(codeOf(await turnOn(code)), code).toBe("wrongCode");
  expect((await turnOn(inDigits("٠", app.code()))).statusCode).toBe(200);
  const persian = inDigits("۰", app.code(1));
  expect((await signInWith(person, `\u200e${persian.slice(0, 3)}\u00a0${persian.slice(3)}\u200b`)).statusCode).toBe(
    200,
  );
});

test("a recovery code is read with any dashes, as other keyboards type it, and with what copying leaves in it", async () => {
  const { person, recoveryCodes } = await withSecondFactor();
  const [code = "", other = "", third = ""] = recoveryCodes;
  const wide = third.replaceAll(/\w/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));
  expect((await signInWith(person, `“${wide}”.`)).statusCode).toBe(200);
  expect((await signInWith(person, code.replaceAll("-", "–"))).statusCode).toBe(200);
  expect((await signInWith(person, `\u2066${[...other].join("\u00ad")}\u2069`)).statusCode).toBe(200);
});

// Security: R56
test("a recovery code works once, however it is typed, and its owner gets an email", async () => {
  const { person, recoveryCodes } = await withSecondFactor();
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ""] = recoveryCodes;
  expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  // Two at the same time, with another code.
  const both = await Promise.all([
    signInWith(person, recoveryCodes[1] ?? ""),
    signInWith(person, recoveryCodes[1] ?? ""),
  ]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  const typed = ` ${code.toUpperCase().replaceAll("-", " ")} `;
  expect((await signInWith(person, typed)).statusCode).toBe(200);
  expect(codeOf(await signInWith(person, code))).toBe("wrongCode");
  const { recoveryCodesLeft } = await t.request(secondFactor.getSecondFactor, { as: person });
  expect(recoveryCodesLeft).toBe(8);
  const other = await withSecondFactor();
  expect(codeOf(await signInWith(other.person, recoveryCodes[2] ?? ""))).toBe("wrongCode");
  expect(await securityChangesTo(t.database, person)).toEqual([
    "secondFactorOn",
    "recoveryCodeUsed",
    "recoveryCodeUsed",
  ]);
});

// Security: R56
test("the database contains neither the app's secret nor a recovery code", async () => {
  const { person, secret, recoveryCodes } = await withSecondFactor();
  const { db } = t.database;
  const stored = JSON.stringify([
    await db.selectFrom("second_factors").selectAll().where("user_id", "=", person.id).execute(),
    await db.selectFrom("recovery_codes").selectAll().where("user_id", "=", person.id).execute(),
    await db.selectFrom("pending_sign_ins").selectAll().execute(),
  ]);
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  for (const form of [secret, bytes.toString("hex"), bytes.toString("base64url"), ...recoveryCodes])
    expect(stored).not.toContain(form);
  // Nor can it be moved to an account whose app the attacker has.
  const other = await withSecondFactor();
  const { secret: theirs } = await db
    .selectFrom("second_factors")
    .select("secret")
    .where("user_id", "=", other.person.id)
    .executeTakeFirstOrThrow();
  await db.updateTable("second_factors").set({ secret: theirs }).where("user_id", "=", person.id).execute();
  expect(codeOf(await signInWith(person, other.app.code(1)))).toBe("wrongCode");
  // Without the secret, recovery codes still work.
  expect((await signInWith(person, recoveryCodes[0] ?? "")).statusCode).toBe(200);
});

// Security: R56
test("five wrong codes for an account block all codes for a while, from any address; a right one clears the count", async () => {
  const { person, app, recoveryCodes } = await withSecondFactor(limited);
  const wrong = async (address: string) => {
    const { email } = person;
    const first = await limited.app.inject({
      method: "POST",
      url: "/api/auth/sign-in/email",
      payload: { email, password: PASSWORD },
      remoteAddress: address,
    });
    return limited.app.inject({
      method: "POST",
      url: "/api/auth/sign-in/code",
      payload: { code: "000000" },
      headers: { cookie: cookieOf(first) },
      remoteAddress: address,
    });
  };
  for (let n = 0; n < 4; n++) expect(codeOf(await wrong(`10.0.${n}.1`))).toBe("wrongCode");
  expect((await signInWith(person, app.code(1), { by: limited })).statusCode).toBe(200);
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => wrong(`10.1.${n}.1`)));
  expect(many.filter((response) => codeOf(response) === "wrongCode")).toHaveLength(5);
  const last = await signInWith(person, recoveryCodes[0] ?? "", { by: limited });
  expect([last.statusCode, codeOf(last)]).toEqual([429, "tooManyCodes"]);
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
  // One email for all of them.
  expect(await securityChangesTo(limited.database, person)).toEqual(["secondFactorOn", "codesGuessed"]);
});

test("a remembered device doesn't need a code for thirty days, until it is forgotten or all sessions are ended", async () => {
  const { person, recoveryCodes } = await withSecondFactor();
  const remembered = async (code = "") => {
    const response = await signInWith(person, code, { remember: true });
    return response.cookies.filter(({ name }) => name === "survey-app.device");
  };
  const devices = () => t.request(secondFactor.getSecondFactor, { as: person }).then((factor) => factor.devices);
  const cookies = await remembered(recoveryCodes[0]);
  expect(cookies).toMatchObject([{ httpOnly: true, maxAge: 30 * 24 * 3600 }]);
  const cookie = cookieOf({ cookies: cookies as { name: string; value: string }[] });
  expect((await sendPassword(person, cookie)).statusCode).toBe(200);
  // Only for the account that was signed in to.
  const other = await withSecondFactor();
  expect(codeOf(await sendPassword(other.person, cookie))).toBe("codeRequired");

  const [device] = await devices();
  const params = { id: device?._id ?? "" };
  expect(await t.refused(secondFactor.forgetDevice, { as: other.person, params })).toMatchObject({ code: "notFound" });
  await t.request(secondFactor.forgetDevice, { as: person, params });
  expect(codeOf(await sendPassword(person, cookie))).toBe("codeRequired");

  const again = cookieOf({ cookies: (await remembered(recoveryCodes[1])) as { name: string; value: string }[] });
  expect((await sendPassword(person, again)).statusCode).toBe(200);
  await t.request(account.revokeMyOtherSessions, { as: person });
  expect(codeOf(await sendPassword(person, again))).toBe("codeRequired");

  const last = cookieOf({ cookies: (await remembered(recoveryCodes[2])) as { name: string; value: string }[] });
  await t.database.db
    .updateTable("remembered_devices")
    .set({ expires_at: Date.now() - 1 })
    .where("user_id", "=", person.id)
    .execute();
  expect(codeOf(await sendPassword(person, last))).toBe("codeRequired");
  expect(await devices()).toEqual([]);
});

// Security: R56
test("a new password ends a sign-in that waits for a code, and does not replace the code", async () => {
  const { person, app } = await withSecondFactor();
  const headers = { cookie: cookieOf(await sendPassword(person)) };
  const newPassword = "Kettle-off7!";
  await t.request(account.changePassword, { as: person, body: { password: PASSWORD, newPassword } });
  const finish = await t.send(secondFactor.signInWithCode, { body: { code: app.code(1) }, headers });
  expect(codeOf(finish)).toBe("tookTooLong");

  await t.request(account.requestPasswordReset, { body: { email: person.email } });
  const link = { userId: person.id, email: person.email, purpose: "passwordReset" } as const;
  const token = await createLink(t.database, link);
  await t.request(account.resetPassword, { body: { token, newPassword: PASSWORD } });
  expect(codeOf(await sendPassword(person))).toBe("codeRequired");
});

test("a user who is blocked, or deleted, between the two steps is not signed in", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const { person, app } = await withSecondFactor();
  const headers = { cookie: cookieOf(await sendPassword(person)) };
  await t.request(users.setUserStatus, { as: admin, params: { id: person.id }, body: { status: "Blocked" } });
  const response = await t.send(secondFactor.signInWithCode, { body: { code: app.code(1) }, headers });
  expect(codeOf(response)).toBe("accountBlocked");

  const gone = await withSecondFactor();
  const waiting = { cookie: cookieOf(await sendPassword(gone.person)) };
  await t.request(account.deleteMyAccount, { as: gone.person, body: { email: gone.person.email, password: PASSWORD } });
  const body = { code: gone.app.code(1) };
  expect((await t.send(secondFactor.signInWithCode, { body, headers: waiting })).statusCode).toBe(422);
  for (const table of ["second_factors", "recovery_codes", "remembered_devices"] as const)
    expect(await t.database.db.selectFrom(table).selectAll().where("user_id", "=", gone.person.id).execute()).toEqual(
      [],
    );
});

// Security: R32
test("a second factor is set up with a right code by a user with a confirmed address, ends other sessions, and is in the export", async () => {
  const person = await signUp(t);
  const start = () => t.send(secondFactor.setUpSecondFactor, { as: person });
  expect(codeOf(await start())).toBe("confirmFirst");
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", person.id).execute();
  const turnOn = (code: string) => t.send(secondFactor.turnOnSecondFactor, { as: person, body: { code } });
  expect(codeOf(await turnOn("000000"))).toBe("tookTooLong");
  const old = appOf((await start()).json().secret);
  const { secret, url } = (await start()).json();
  expect(url).toMatch(/^otpauth:\/\/totp\/Survey%20App:.*secret=/);
  // The second start has replaced the first.
  expect(codeOf(await turnOn(old.code()))).toBe("wrongCode");
  expect((await sendPassword(person)).statusCode).toBe(200);
  expect(await sessionsOf(person)).toBe(2);
  expect((await turnOn(appOf(secret).code())).statusCode).toBe(200);
  expect(await sessionsOf(person)).toBe(1);
  expect([codeOf(await start()), codeOf(await turnOn(appOf(secret).code(1)))]).toEqual(["alreadySo", "alreadySo"]);
  const exported = await t.request(account.exportMyData, { as: person });
  expect([typeof exported.secondFactorSince, exported.rememberedDevices]).toEqual(["string", []]);
});

test("a second factor is turned off, and recovery codes are replaced, only shortly after a sign-in", async () => {
  const { person, recoveryCodes } = await withSecondFactor();
  const { recoveryCodes: renewed } = await t.request(secondFactor.renewRecoveryCodes, { as: person });
  expect(codeOf(await signInWith(person, recoveryCodes[0] ?? ""))).toBe("wrongCode");
  expect((await signInWith(person, renewed[0] ?? "")).statusCode).toBe(200);
  await t.request(secondFactor.turnOffSecondFactor, { as: person });
  expect((await sendPassword(person)).statusCode).toBe(200);
  expect(await securityChangesTo(t.database, person)).toEqual([
    "secondFactorOn",
    "recoveryCodesRenewed",
    "recoveryCodeUsed",
    "secondFactorOff",
  ]);
  for (const endpoint of [secondFactor.turnOffSecondFactor, secondFactor.renewRecoveryCodes])
    expect(await t.refused(endpoint, { as: person })).toMatchObject({ code: "alreadySo" });
});

// Security: R57
test("with ADMIN_SECOND_FACTOR an admin has the rights of a user until a sign-in with a second factor", async () => {
  const strict = await testApp({ adminSecondFactor: true }, WITHOUT_POLLS);
  onTestFinished(() => strict.close());
  const admin = await signUp(strict, { role: "admin" });
  await strict.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", admin.id).execute();
  const shownRole = () => strict.request(users.getUser, { as: admin, params: { email: admin.email } });
  const other = await signUp(strict);
  const seesOthers = () => strict.send(users.getUser, { as: admin, params: { email: other.email } });
  expect((await strict.send(users.listUsers, { as: admin })).statusCode).toBe(403);
  expect((await seesOthers()).statusCode).toBe(403);
  expect(await shownRole()).toMatchObject({ role: "user", lacksSecondFactor: true });
  expect(await strict.request(secondFactor.getSecondFactor, { as: admin })).toMatchObject({ isMissing: true });

  const { secret } = await strict.request(secondFactor.setUpSecondFactor, { as: admin });
  await strict.request(secondFactor.turnOnSecondFactor, { as: admin, body: { code: appOf(secret).code() } });
  expect((await strict.send(users.listUsers, { as: admin })).statusCode).toBe(200);
  expect((await seesOthers()).statusCode).toBe(200);
  expect(await shownRole()).toMatchObject({ role: "admin" });
  expect(await shownRole()).not.toHaveProperty("lacksSecondFactor");
  expect(await strict.request(secondFactor.getSecondFactor, { as: admin })).toMatchObject({ isMissing: false });
  // A cookie that was stolen before must not get these rights: the next token comes with a new one.
  const headers = { cookie: admin.cookie };
  const renewed = await strict.send(session.createAccessToken, { body: { email: admin.email }, headers });
  expect(renewed.cookies.map(({ name }) => name)).toEqual(["survey-app.session_token"]);
  expect((await strict.send(session.getSession, { headers })).json()).toBeNull();
  expect((await strict.send(users.listUsers, { as: { ...admin, token: renewed.json().token } })).statusCode).toBe(200);
});

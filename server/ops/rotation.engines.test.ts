import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rotateSecret } from "../cli/admin.ts";
import { readConfig } from "../config/config.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { describeEndedCodes } from "../process/startupChecks.ts";
import { type Account, PASSWORD, signIn, signUp } from "../testing/accounts.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { invitationTokensOf, linkOf } from "../testing/invitationTokens.ts";
import { invitedSurveys, newTicket, untilClose } from "../testing/invitedSurveys.ts";
import { endWindows } from "../testing/mail.sql.ts";
import { meetingLists } from "../testing/meetingLists.ts";
import { sendEmails, unsubscriberOf } from "../testing/sendEmails.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";

const [OLD, NEW] = ["3b0c7e51fd2a489650e8c1b7a2d94f63", "c7a1f04e9d3b5826e0471fa8b6d2c953"];

let fresh: FreshDatabase;
/** The app before the secret changes, after an ordinary change, without the former secret, and after it leaked. */
let before: TestApp;
let retired: TestApp;
let missing: TestApp;
let leaked: TestApp;
let surveyor: Account;
let admin: Account;
beforeEach(async () => {
  fresh = await freshDatabase();
  const open = (settings: object) => appOn({ ...fresh, remove: async () => {} }, settings, WITHOUT_POLLS);
  before = await open({ sessionSecret: OLD });
  retired = await open({ sessionSecret: NEW, formerSecrets: [OLD] });
  missing = await open({ sessionSecret: NEW });
  leaked = await open({ sessionSecret: NEW, leakedSecrets: [OLD] });
});
afterEach(async () => {
  for (const { app } of [before, retired, missing, leaked]) await app.close();
  await fresh.remove();
});

const invitedOn = (t: TestApp) => invitedSurveys(() => ({ t, surveyor, admin }));
const signInOn = async (t: TestApp) => {
  surveyor = await signIn(t, surveyor);
  admin = await signIn(t, admin);
};
const opened = async (t: TestApp, token: string) => {
  const response = await t.send(invitations.openInvitation, { body: { token } });
  return response.statusCode === 200 ? response.json().votesAs : response.json().code;
};
const replaceCodes = (t: TestApp, id: string, ticket: string) =>
  t.request(invitations.replaceCodes, { as: surveyor, params: { id }, body: { ticket } });
const countEnded = async (t: TestApp, id: string) => {
  const query = { codes: "ended", limit: 1 } as const;
  const response = await t.send(invitations.listInvitations, { as: surveyor, params: { id }, query });
  return Number(response.headers["x-total-count"]);
};

/** A survey with codes and people with an address, to whom links were sent, made before the secret changed. */
async function makeBefore(codes: number, emails: string[], settings: object = {}) {
  surveyor = await signUp(before, { name: "Sam Surveyor", role: "surveyor" });
  admin = await signUp(before, { name: "Ada Admin", role: "admin" });
  const made = await invitedOn(before).makeOpen(codes, settings, emails);
  await before.request(invitations.sendInvitations, { as: surveyor, params: { id: made.id } });
  await enqueueMailings(before.database);
  await sendEmails(before);
  const people = (await invitedOn(before).list(made.id)).filter(({ email }) => email !== null);
  return { ...made, people, links: people.map(({ _id }) => linkOf(before, _id)) };
}

/** Runs the command with the settings of an operator whose secret leaked. */
const runRotate = () =>
  rotateSecret(
    ["--anyway"],
    readConfig({
      ...{ SESSION_SECRET: NEW, SESSION_SECRET_LEAKED: OLD, DATA_DIR: fresh.dataDir, DEMO: "0" },
      ...(fresh.databaseUrl && { DATABASE_URL: fresh.databaseUrl }),
    }),
  );

const addressOf = () => `${crypto.randomUUID()}@example.org`;

test("with a retired secret links and codes stay valid, and new codes are of the new one", async () => {
  const { id, codes, links } = await makeBefore(1, [addressOf()]);
  await signInOn(retired);
  for (const token of [...codes, ...links]) expect(await opened(retired, token)).not.toMatch(/^(invitation|code)/);
  const [made] = await invitedOn(retired).makeCodes(id, 1);
  expect(await opened(retired, made?.code ?? "")).toBe("Code 2");
  expect(await opened(missing, made?.code ?? "")).toBe("Code 2");
  expect(await countEnded(retired, id)).toBe(0);
});

test("codes whose secret is missing can't be checked, are counted, and are replaced once for all", async () => {
  const { id, codes, ids, links } = await makeBefore(3, [addressOf()]);
  await signInOn(missing);
  for (const code of codes) expect(await opened(missing, code)).toBe("codeUncheckable");
  // The hash of a link doesn't use a key.
  expect(await opened(missing, links[0] ?? "")).not.toMatch(/^(invitation|code)/);
  expect(await countEnded(missing, id)).toBe(3);
  const said = (t: TestApp) => describeEndedCodes(t.database, invitationTokensOf(t).codeKeys);
  expect(await said(missing)).toMatch(/^3 code\(s\) of open surveys can't be checked, .* Add it to SESSION_SECRET_OLD/);
  expect(await said(retired)).toBeNull();
  const list = await invitedOn(missing).list(id);
  expect(list.filter(({ isEndedCode }) => isEndedCode).map(({ _id }) => _id)).toEqual(ids);

  const ticket = newTicket();
  const replaced = await replaceCodes(missing, id, ticket);
  expect(replaced).toMatchObject({ codes: ids.map((invitationId) => ({ invitationId })), left: 0 });
  // After a lost response the same request returns the same codes; another one finds none.
  expect(await replaceCodes(missing, id, ticket)).toEqual(replaced);
  expect(await replaceCodes(missing, id, newTicket())).toEqual({ codes: [], left: 0, replaced: 3 });
  for (const [index, { code }] of replaced.codes.entries()) {
    expect(code).toMatch(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
    expect(await opened(missing, code)).toBe(`Code ${index + 1}`);
  }
  expect(await countEnded(missing, id)).toBe(0);
  expect((await invitedOn(missing).resultLabel(id)).list).toMatchObject({ replaced: 3, reissuedByOperator: 0 });
  const query = { action: "invitationReissued" } as const;
  expect(await missing.request(listAuditEvents, { as: admin, query })).toMatchObject([
    { by: "owner", about: { id }, after: { invitations: 3 } },
  ]);
  await expect.poll(() => opened(missing, codes[0] ?? "")).toBe("invitationInvalid");
});

// Security: F12
test("the holder of a code or link that was replaced because its secret is missing can object once the secret is back", async () => {
  const { id, codes, links, people } = await makeBefore(2, [addressOf()]);
  await signInOn(missing);
  const { codes: renewed } = await replaceCodes(missing, id, newTicket());
  await missing.request(outcomes.remindFollowers, { as: surveyor, params: { id } });
  await enqueueMailings(missing.database);
  await sendEmails(missing);
  const { person, link } = { person: people[0]?._id ?? "", link: links[0] ?? "" };
  for (const code of [renewed[0]?.code ?? "", linkOf(missing, person, { issue: 2 })]) {
    const voted = await invitedOn(missing).vote(id, await invitedOn(missing).open(code), 1);
    expect(voted.statusCode).toBe(200);
  }
  expect(await opened(missing, link)).toBe("invitationReplaced");
  for (const token of [codes[0] ?? "", link]) {
    expect(await opened(retired, token)).toBe("invitationReplaced");
    expect(await retired.request(invitations.objectToEnd, { body: { token } })).toEqual({ modifiedCount: 1 });
  }
  expect((await invitedOn(missing).resultLabel(id)).list).toMatchObject({ objections: 2 });
});

test("a code of a survey that has ended gets the answer of a wrong one, and a link still opens it", async () => {
  const { id, codes, links } = await makeBefore(1, [addressOf()], untilClose());
  expect(await opened(before, codes[0] ?? "")).toBe("Code 1");
  const { db } = before.database;
  await db
    .updateTable("ballot_boxes")
    .set({ ends_at: Date.now() - 1 })
    .where("survey_id", "=", id)
    .execute();
  const answers = [codes[0] ?? "", "0000-0000-0000"].map(async (token) => {
    const { requestId: _, ...answer } = (await before.send(invitations.openInvitation, { body: { token } })).json();
    return answer;
  });
  const [ended, wrong] = await Promise.all(answers);
  expect(ended).toEqual(wrong);
  expect(await opened(before, links[0] ?? "")).not.toMatch(/^(invitation|code)/);
});

test("two invitations never have the same code", async () => {
  const { id, ids, codes } = await makeBefore(2, []);
  const [taken = "", free = ""] = ids;
  const tokens = invitationTokensOf(before);
  // As if the next issue of one had the code of the other by chance.
  const { tokenHash } = tokens.stored({ id: taken, email: null, issue: 2 });
  const { db } = before.database;
  await db.updateTable("invitations").set({ token_hash: tokenHash }).where("id", "=", free).execute();
  const { code } = await invitedOn(before).reissue(id, taken);
  expect(code).toBe(tokens.tokenOf({ id: taken, email: null, issue: 3 }));
  expect(await opened(before, code ?? "")).toBe("Code 1");
  expect(await opened(before, codes[0] ?? "")).toBe("invitationReplaced");
});

// Security: F16
test("after a leak nothing that the leaked secret makes is accepted, and links and codes are replaced", async () => {
  const emails = [addressOf(), addressOf()];
  const { id, codes, people, links } = await makeBefore(3, emails);
  const held = invitedOn(before);
  await held.vote(id, await held.open(codes[0] ?? ""), 1);
  const voter = await held.open(links[0] ?? "");
  await held.vote(id, voter, 0);
  const unlisted = addressOf();
  const unsubscribe = unsubscriberOf(before).urlFor({
    ...{ kind: "invitation", surveyId: id, invitationId: people[0]?._id ?? "", address: unlisted, senderId: null },
  });
  const stopAll = (t: TestApp) =>
    t.app.inject({ method: "POST", url: new URL(unsubscribe).search.replace("?", "/unsubscribe?"), payload: "all=1" });

  const { email, cookie } = surveyor;
  const statusOfSession = async () =>
    (await leaked.send(session.createAccessToken, { body: { email }, headers: { cookie } })).statusCode;

  // This applies as soon as the operator knows of the leak.
  for (const token of links) expect(await opened(leaked, token)).toBe("invitationInvalid");
  for (const token of codes) expect(await opened(leaked, token)).toBe("codeUncheckable");
  expect((await stopAll(leaked)).headers.location).toBe("/unsubscribe?problem=1");
  expect(await statusOfSession()).toBe(200);

  expect((await runRotate()).split("\n").slice(0, 2)).toEqual([
    "Ended, so that everyone signs in again: 2 sessions, 0 API keys.",
    "On 1 open survey(s): 2 links replaced, 2 of them sent again; 3 codes ended.",
  ]);
  expect(await statusOfSession()).toBe(401);
  await signInOn(leaked);
  const { db } = leaked.database;
  const rows = await db.selectFrom("invitations").select(["id", "issue"]).where("survey_id", "=", id).execute();
  expect(rows.map(({ issue }) => issue)).toEqual([2, 2, 2, 2, 2]);
  // Also after the operator forgets which secret leaked, or accepts it again by mistake.
  for (const t of [leaked, missing, retired])
    for (const token of [...links, ...codes])
      expect(await opened(t, token)).toMatch(/^(invitationInvalid|codeUncheckable)$/);

  // Used and unused links and codes alike.
  const counted = { replaced: 5, reissuedByOperator: 5, unsent: 2 };
  expect((await invitedOn(leaked).resultLabel(id)).list).toMatchObject(counted);
  await endWindows(leaked.database);
  const sent = await sendEmails(leaked);
  expect(
    sent
      .map(({ to }) => to)
      .filter((to) => emails.includes(String(to)))
      .sort(),
  ).toEqual(emails.sort());
  const renewed = people.map(({ _id }) => linkOf(leaked, _id, { issue: 2 }));
  for (const link of renewed) expect(sent.some(({ text }) => String(text).includes(link))).toBe(true);
  expect(await countEnded(leaked, id)).toBe(3);
  const { codes: printed } = await replaceCodes(leaked, id, newTicket());
  expect((await invitedOn(leaked).resultLabel(id)).list).toMatchObject({ ...counted, unsent: 0 });

  // People who voted keep their vote, and see it in the browser in which they voted.
  const again = invitedOn(leaked);
  const back = await again.open(renewed[0] ?? "", voter);
  expect((await again.status(id, back)).json()).toMatchObject({ vote: { vote: 0 } });
  const another = await again.vote(id, await again.open(printed[0]?.code ?? ""), 0);
  expect(another.json()).toMatchObject({ code: "invitationUsed" });
  expect((await again.vote(id, await again.open(printed[1]?.code ?? ""), 1)).statusCode).toBe(200);
  await expect.poll(() => again.participantsOf(id)).toBe(3);

  expect(await runRotate()).toContain(
    "\nOn 0 open survey(s): 0 links replaced, 0 of them sent again; 0 codes ended.\n",
  );
});

test("a deleted account doesn't get a new code, neither for its former code nor for a link that leaked", async () => {
  const { id, links } = await makeBefore(1, [addressOf()]);
  const given = () => ({ t: before, surveyor, admin });
  const meeting = await meetingLists(given).make();
  const emmy = await signUp(before, { name: "Emmy" });
  const dora = await signUp(before, { name: "Dora" });
  await before.database.db.updateTable("users").set({ email_verified: 1 }).execute();
  await meetingLists(given).add(meeting, [{ email: emmy.email, label: "Emmy" }]);
  await meetingLists(given).ask(meeting);
  const [listed] = await meetingLists(given).list(meeting);
  expect((await meetingLists(given).reissue(meeting, listed?._id ?? "")).code).not.toBeNull();
  await invitedOn(before).add(id, [{ email: dora.email, label: "Dora" }]);
  for (const as of [emmy, dora])
    await before.request(deleteMyAccount, { as, body: { email: as.email, password: PASSWORD } });
  await signInOn(missing);
  expect([await countEnded(missing, meeting), await countEnded(missing, id)]).toEqual([0, 1]);
  expect(await replaceCodes(missing, meeting, newTicket())).toMatchObject({ codes: [], left: 0 });
  expect(await opened(missing, links[0] ?? "")).not.toMatch(/^(invitation|code)/);
  await runRotate();
  await signInOn(leaked);
  expect([await countEnded(leaked, meeting), await countEnded(leaked, id)]).toEqual([0, 1]);
  expect((await replaceCodes(leaked, id, newTicket())).codes).toMatchObject([{ label: "Code 1" }]);
});

test("the command says what to set first", async () => {
  const config = readConfig({ SESSION_SECRET: NEW, DATA_DIR: fresh.dataDir });
  await expect(rotateSecret([], config)).rejects.toThrow(/^Set a new SESSION_SECRET, and add the leaked one/);
});

import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { retryFailedWork } from "@survey-app/contract/ops/failedWork.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { smtpTransport, type Transport } from "../mail/transport.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitedSurveys, secretSettings, untilClose } from "../testing/invitedSurveys.ts";
import { endCounts } from "../testing/mail.sql.ts";
import { forgetMailServer } from "../testing/mailServer.sql.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let smtp: TestSmtp;
let transport: Transport;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  smtp = await startSmtp();
  transport = await smtpTransport(smtp.url);
});
afterAll(async () => {
  transport.close();
  await smtp.close();
  await t.close();
});
beforeEach(async () => {
  await forgetMailServer(t.database);
  await endCounts(t.database);
  smtp.answerRecipients((address) => (address.startsWith("typo") ? "550 5.1.1 No such user" : null));
});

const invited = invitedSurveys(() => ({ t, ...people }));
const unique = (name: string) => `${name}.${crypto.randomUUID()}@example.org`;
const send = () => sendEmails(t, undefined, transport.send);

/** Sends the links of a survey with two people on its list: one whose address exists, and one with a typing error. */
async function sendToTypo(settings = {}) {
  const [good, typo] = [unique("good"), unique("typo")];
  const { id } = await invited.makeOpen(0, settings, [good, typo]);
  await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  await send();
  const rowOf = async (email: string) => (await invited.list(id)).find((row) => row.email === email);
  return { id, good, typo, rowOf, invitation: (await rowOf(typo))?._id ?? "" };
}
const linkTo = (address: string) => smtp.received.findLast(({ to }) => to === address)?.link?.token ?? "";

test("the row of an address that doesn't exist says so, and the corrected address gets a new link", async () => {
  const { id, good, typo, rowOf, invitation } = await sendToTypo();
  expect(await rowOf(good)).toMatchObject({ state: "sent", isUnknownAddress: false });
  expect(await rowOf(typo)).toMatchObject({ state: "failed", isUnknownAddress: true });

  const corrected = unique("right");
  expect((await invited.correct(id, invitation, corrected)).statusCode).toBe(200);
  expect(await rowOf(corrected)).toMatchObject({ _id: invitation, state: "queued", isUnknownAddress: false });
  // The email to the former address that was given up isn't sent, and doesn't stop the new one.
  await t.request(retryFailedWork, { as: people.admin, body: { queue: "emails" } });
  await send();
  expect(await rowOf(corrected)).toMatchObject({ state: "sent", isUnknownAddress: false });
  expect((await invited.vote(id, await invited.open(linkTo(corrected)), 1)).statusCode).toBe(200);
  const [event] = await t.request(listAuditEvents, { as: people.admin, query: { action: "invitationReissued" } });
  expect(event).toMatchObject({ after: { invitation, addressesCorrected: 1 } });
});

test("the link is sent again to the same address once that exists", async () => {
  const { id, typo, rowOf, invitation } = await sendToTypo();
  smtp.answerRecipients(() => null);
  await invited.reissue(id, invitation);
  expect(await rowOf(typo)).toMatchObject({ state: "queued", isUnknownAddress: false });
  await send();
  expect(await rowOf(typo)).toMatchObject({ state: "sent", isUnknownAddress: false });
});

test("an address can only be corrected if it doesn't exist, and never to one that is on the list", async () => {
  const { id, good, rowOf, invitation } = await sendToTypo();
  const reached = (await rowOf(good))?._id ?? "";
  expect((await invited.correct(id, reached, unique("other"))).json()).toMatchObject({ code: "addressAccepted" });
  expect((await invited.correct(id, invitation, good)).json()).toMatchObject({ code: "onListAlready" });
  expect((await invited.correct(id, invitation, "no address")).json()).toMatchObject({
    code: "badInput",
    errors: [{ field: "email" }],
  });
  expect(await rowOf(good)).toMatchObject({ state: "sent" });
});

test("after the first secret vote an address can't be corrected, because the sums would reveal that person's answer", async () => {
  const { id, good, invitation } = await sendToTypo(secretSettings());
  await invited.vote(id, await invited.open(linkTo(good)), 1);
  expect((await invited.correct(id, invitation, unique("right"))).json()).toMatchObject({ code: "listFixed" });
});

test("after the first vote under a pass rule an address can't be corrected, because that would add a person to the list", async () => {
  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  const { id, good, invitation, rowOf, typo } = await sendToTypo({ passRule, ...untilClose() });
  await invited.vote(id, await invited.open(linkTo(good)), 1);
  expect((await invited.correct(id, invitation, unique("right"))).json()).toMatchObject({ code: "passRuleFixed" });
  // The same person can be reached once the address exists.
  smtp.answerRecipients(() => null);
  expect((await invited.reissue(id, invitation)).code).toBeNull();
  await send();
  expect(await rowOf(typo)).toMatchObject({ state: "sent" });
});

import * as payments from "@survey-app/contract/payments/payments.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { membershipsOf, moveMembership, paymentsOf } from "../testing/memberships.sql.ts";
import { idOf, type PaymentApp, paymentRequests, startPaymentApp } from "../testing/paymentApp.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { enqueueMembershipReminders } from "./membershipEnds.sql.ts";
import { createSettlement } from "./settlement.ts";

let t: PaymentApp;
let payer: Person;

beforeAll(async () => {
  t = await startPaymentApp();
});

afterAll(() => t.close());

beforeEach(async () => {
  payer = await makePerson(t.database, t.tokens, { name: "Petra Payer" });
});

const { begin, confirm, report, own, latest, userOf, buy } = paymentRequests(() => ({ t, payer }));

test("a successful payment gives one membership of a year, one receipt and one row", async () => {
  const secret = await begin();
  expect(await latest()).toMatchObject({ status: "pending", price: 12, transactionId: idOf(secret) });
  expect((await confirm(secret)).json()).toMatchObject({ status: "succeeded" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => report(secret)));
  const [first] = await own();
  for (const response of answers)
    expect(response.json()).toEqual({ paymentResult: { insertedId: first?._id }, status: "paid" });
  expect(await own()).toMatchObject([{ status: "paid", member: "pro-user" }]);
  const memberships = await membershipsOf(t.database, payer.id);
  expect(memberships).toHaveLength(1);
  const user = await userOf();
  expect(user).toMatchObject({ role: "pro-user", isMember: true });
  const days = (Date.parse(user.memberUntil ?? "") - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(364.9);
  expect(days).toBeLessThan(366.1);
  const mail = await t.smtp.next(payer.email, /Receipt/);
  expect(mail.whole).toContain("$12.00");
  expect(mail.whole).toContain(idOf(secret));
});

test("a member can't pay again before the last two weeks; then a year is added at the end", async () => {
  await buy();
  expect(await t.refused(payments.createPaymentIntent, { as: payer, body: { price: 12 } })).toMatchObject({
    status: 409,
    code: "alreadyMember",
  });
  const [running] = await membershipsOf(t.database, payer.id);
  await moveMembership(t.database, running?.id ?? "", -(365 - 13) * DAY_MS);
  const until = Date.parse((await userOf()).memberUntil ?? "");
  await buy();
  const renewed = Date.parse((await userOf()).memberUntil ?? "");
  expect((renewed - until) / DAY_MS).toBeGreaterThan(364.9);
});

test("starting a payment in two windows concurrently creates one payment", async () => {
  const secrets = await Promise.all(Array.from({ length: 6 }, () => begin()));
  expect(new Set(secrets).size).toBe(1);
  expect(await paymentsOf(t.database, payer.id)).toHaveLength(1);
});

test("someone who has paid in another window, before we heard of it, is not asked to pay again", async () => {
  await confirm(await begin());
  expect(await t.refused(payments.createPaymentIntent, { as: payer, body: { price: 12 } })).toMatchObject({
    status: 409,
    code: "alreadyMember",
  });
  expect(await paymentsOf(t.database, payer.id)).toMatchObject([{ status: "paid" }]);
  expect(await membershipsOf(t.database, payer.id)).toHaveLength(1);
});

test("a year that was bought in addition begins when the one before is refunded, and stays a year", async () => {
  const other = await makePerson(t.database, t.tokens);
  for (const as of [payer, other]) {
    await buy(as);
    const [running] = await membershipsOf(t.database, as.id);
    await moveMembership(t.database, running?.id ?? "", -(365 - 13) * DAY_MS);
    await buy(as);
  }
  const [ofOther, [, added]] = [await membershipsOf(t.database, other.id), await membershipsOf(t.database, payer.id)];
  const earlier = (await own()).at(-1);
  const refundedAt = Date.now();
  await t.request(payments.refundPayment, { as: t.people.admin, params: { id: earlier?._id ?? "" } });
  const [refunded, moved] = await membershipsOf(t.database, payer.id);
  expect([refunded?.payment_id, moved?.id]).toEqual([earlier?._id, added?.id]);
  // Without a gap.
  expect(moved?.starts_at).toBe(refunded?.ends_at);
  expect(Number(moved?.starts_at)).toBeGreaterThanOrEqual(refundedAt);
  expect(Number(moved?.starts_at)).toBeLessThanOrEqual(Date.now());
  expect(Number(moved?.ends_at) - Number(moved?.starts_at)).toBe(Number(added?.ends_at) - Number(added?.starts_at));
  expect(await membershipsOf(t.database, other.id)).toEqual(ofOther);
});

test("the number of one's own payments doesn't include those of others", async () => {
  const other = await makePerson(t.database, t.tokens);
  for (const as of [payer, other]) await buy(as);
  const { headers } = await t.send(payments.listMyPayments, { as: payer, params: { email: payer.email } });
  expect(headers["x-total-count"]).toBe("1");
});

test("a refund ends the membership immediately, once, and the member gets an email", async () => {
  const secret = await buy();
  const [payment] = await own();
  const refund = () => t.send(payments.refundPayment, { as: t.people.admin, params: { id: payment?._id ?? "" } });
  const answers = await Promise.all([refund(), refund(), refund()]);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await own()).toMatchObject([{ status: "refunded" }]);
  expect(await userOf()).toMatchObject({ role: "user", isMember: false, memberUntil: null });
  await t.smtp.next(payer.email, /was refunded/);
  const { data } = await t.sdk.refunds.list({ payment_intent: idOf(secret) });
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(1200);
  // An earlier state does not return.
  expect((await report(secret)).json()).toMatchObject({ code: "notPaid" });
  expect((await own())[0]?.status).toBe("refunded");
});

test("unsettled payments are reconciled: paid without a webhook, or canceled after a day", async () => {
  const paid = await begin();
  await confirm(paid);
  const other = await makePerson(t.database, t.tokens);
  await begin(other);
  const settlement = createSettlement(t.database, t.provider);
  await settlement.reconcile({ now: Date.now() + 5 * 60_000 });
  expect((await own())[0]?.status).toBe("paid");
  expect(await latest(other)).toMatchObject({ status: "pending" });
  await settlement.reconcile({ now: Date.now() + 25 * HOUR_MS });
  expect(await latest(other)).toMatchObject({ status: "failed" });
  // The user can start another payment.
  await begin(other);
  expect((await paymentsOf(t.database, other.id)).map(({ status }) => status)).toEqual(["failed", "pending"]);
});

test("members get one reminder two weeks before the end, unless another year follows", async () => {
  await enqueueMembershipReminders(t.database, true);
  await buy();
  const [running] = await membershipsOf(t.database, payer.id);
  expect(await enqueueMembershipReminders(t.database, true)).toBe(0);
  await moveMembership(t.database, running?.id ?? "", -(365 - 10) * DAY_MS);
  expect(await enqueueMembershipReminders(t.database, true)).toBe(1);
  expect(await enqueueMembershipReminders(t.database, true)).toBe(0);
  expect((await t.smtp.next(payer.email, /membership ends on/)).whole).toContain("/payment");
});

test("the admin filters payments by status and address, and sees their sum", async () => {
  await buy();
  const mine = await t.request(payments.listPayments, {
    as: t.people.admin,
    query: { q: payer.email, status: "paid" },
  });
  expect(mine).toMatchObject([{ email: payer.email, status: "paid" }]);
  expect(
    await t.request(payments.listPayments, { as: t.people.admin, query: { q: payer.email, status: "refunded" } }),
  ).toEqual([]);
  const all = await t.request(payments.listPayments, { as: t.people.admin, query: { status: "paid", limit: 100 } });
  expect(await t.request(payments.getRevenue, { as: t.people.admin })).toEqual({
    paid: all.length,
    dollars: 12 * all.length,
  });
});

import { randomUUID } from "node:crypto";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import { PRO_PRICE, RENEWAL_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { FastifyInstance } from "fastify";
import type { MainDatabase } from "../database/database.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import {
  findLatestPayment,
  findOpenPayment,
  findPayment,
  insertPayment,
  listPayments,
  sumPaid,
} from "./payments.sql.ts";
import { isPaid } from "./provider.ts";
import { beginRefund, PaymentMismatch } from "./settle.sql.ts";
import type { Settlement } from "./settlement.ts";

/**
 * @param settlement null if payments are not set up
 * @param invalidateUser removes a user's sessions from the cache immediately
 */
export function servePayments(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  settlement: Settlement | null,
  invalidateUser: (userId: string) => void,
): void {
  registerEndpoint(payments.listPayments, ({ query }) =>
    listPayments(query.q ? database.forSearches : database.forLists, query),
  );
  registerEndpoint(payments.listMyPayments, ({ params, query }) =>
    listPayments(database, { ...query, email: params.email }),
  );
  registerEndpoint(payments.getRevenue, async () => {
    const { paid, cents } = await sumPaid(database.forLists);
    return { paid, dollars: cents / 100 };
  });

  registerEndpoint(payments.createPaymentIntent, async ({ currentUser: { userId } }) => {
    const settlement = requireSettlement();
    const current = await findOpenPayment(database, userId);
    if (current.memberUntil !== null && current.memberUntil - Date.now() > RENEWAL_DAYS * DAY_MS)
      throw apiError("alreadyMember");
    // An unfinished payment is continued, so that two windows can't pay twice.
    if (current.openTransactionId !== null) {
      const intent = await settlement.refresh(current.openTransactionId);
      if (intent?.state === "open") return { clientSecret: intent.clientSecret };
      if (intent?.state === "processing") throw apiError("paymentUnderWay");
      if (intent && isPaid(intent)) throw apiError("alreadyMember");
    }
    // The idempotency key gives concurrent requests of two windows the same payment.
    const intent = await settlement.provider.create(userId, `membership ${userId} ${current.startedCount}`);
    await insertPayment(database, { id: randomUUID(), userId, cents: PRO_PRICE * 100, transactionId: intent.id });
    return { clientSecret: intent.clientSecret };
  });

  registerEndpoint(payments.getMyLatestPayment, ({ currentUser: { userId } }) => findLatestPayment(database, userId));

  registerEndpoint(payments.cancelPayment, async ({ params: { id }, currentUser: { userId } }) => {
    const settlement = requireSettlement();
    const payment = orNotFound(await findPayment(database, { id, userId }));
    if (payment.status !== "pending") return { status: payment.status };
    await settlement.cancel(payment.transactionId);
    const settled = await findPayment(database, { id, userId });
    // It may have been paid at the same time: then the membership must be active for the next request.
    invalidateUser(userId);
    return { status: settled?.status ?? payment.status };
  });

  registerEndpoint(payments.confirmPayment, async ({ body: { transactionId }, currentUser: { userId } }) => {
    const settlement = requireSettlement();
    const payment = orNotFound(await findPayment(database, { transactionId, userId }));
    const intent = await settlement.refresh(transactionId);
    if (!intent || !(isPaid(intent) || intent.state === "processing")) throw apiError("notPaid");
    // A user who has just paid may comment with the next request.
    invalidateUser(userId);
    return {
      paymentResult: { insertedId: payment.id },
      status: isPaid(intent) ? ("paid" as const) : ("pending" as const),
    };
  });

  registerEndpoint(payments.refundPayment, async ({ params, currentUser, request }) => {
    const settlement = requireSettlement();
    const payment = orNotFound(await findPayment(database, params));
    if (payment.status === "refunded") return { modifiedCount: 0 };
    if (payment.status !== "paid") throw apiError("notPaid");
    const intent = await settlement.refresh(payment.transactionId);
    if (!intent) throw apiError("unknownPayment");
    // It may already have been refunded without a webhook: then a refund doesn't begin now.
    const key = isPaid(intent) ? await beginRefund(database, payment.id, actorOf(currentUser, request)) : null;
    if (key !== null) {
      await settlement.provider.refund(payment.transactionId, key);
      await settlement.refresh(payment.transactionId);
    }
    return { modifiedCount: 1 };
  });

  function requireSettlement(): Settlement {
    if (!settlement) throw apiError("paymentsOff");
    return settlement;
  }
}

/** The path at which the provider reports changes of payments. */
export const STRIPE_WEBHOOK_PATH = `${API_PREFIX}/stripe/webhook`;

/** Serves the webhook with which the provider reports, signed, that a payment has changed. */
export function serveStripeWebhook(app: FastifyInstance, settlement: Settlement): void {
  void app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(STRIPE_WEBHOOK_PATH, async (request, reply) => {
      const about = await read(request.body, request.headers["stripe-signature"]);
      try {
        if (about !== null) await settlement.refresh(about);
      } catch (error) {
        if (!(error instanceof PaymentMismatch)) throw error;
        // The response is a success, because a repeated webhook would not fix the mismatch.
        request.log.error({ err: error, reqId: request.id }, "a payment was not settled");
      }
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });

  async function read(body: unknown, signature: string | string[] | undefined): Promise<string | null> {
    if (!Buffer.isBuffer(body) || typeof signature !== "string") throw apiError("malformedRequest");
    try {
      return await settlement.provider.readWebhook(body, signature);
    } catch {
      throw apiError("malformedRequest"); // the response must not say what is wrong with the signature
    }
  }
}

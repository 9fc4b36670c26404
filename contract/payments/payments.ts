import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, wholeListQuery } from "../http/pagination.ts";
import { email, id, line, search, writtenEmail } from "../text/text.ts";

/** What a year of membership costs, in dollars (specification §6.2). */
export const PRO_PRICE = 12 as const;

/**
 * The state of a payment.
 * - `pending`: started; no money has moved, or it is not known yet.
 * - `paid`: the provider has the money, and the membership runs.
 * - `failed`: canceled before it was paid; no money moved.
 * - `refunded`: the money went back, and the membership ended.
 */
export const paymentState = z.enum(["pending", "paid", "failed", "refunded"]);
export type PaymentState = z.infer<typeof paymentState>;

/** The states that histories list: those of payments whose card payment succeeded (specification §4.6). */
export const paymentStatus = z.enum(["paid", "refunded"], "status must be paid or refunded");
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** A payment for a year of membership. */
export const payment = z.object({
  _id: z.string(),
  email: writtenEmail,
  /** Dollars. */
  price: z.number(),
  transactionId: z.string(),
  date: z.string(),
  /** The role that was bought. */
  member: z.literal("pro-user"),
  status: paymentStatus,
});
export type Payment = z.infer<typeof payment>;

/** The only price; a client that sends another one is mistaken about the product. */
const price = z.union([z.literal(PRO_PRICE), z.literal(String(PRO_PRICE))], `price must be ${PRO_PRICE}`);

export const createPaymentIntent = endpoint({
  method: "POST",
  path: "/create-payment-intent",
  summary: "Start a payment for a year of membership; returns the secret with which the card form confirms it",
  access: "signedIn",
  body: z.object({ price }),
  response: z.object({ clientSecret: z.string() }),
  errors: ["alreadyMember", "paymentUnderWay", "paymentsOff", "providerDown"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const confirmPayment = endpoint({
  method: "POST",
  path: "/payments",
  summary: "Record a successful payment, after the server has checked it with the payment provider",
  access: "signedIn",
  identityFields: { email: "own" },
  body: z.object({
    transactionId: line("transactionId", 1, 255),
    price,
    email: z.nullish(email),
  }),
  response: z.object({ paymentResult: insertedResponse, status: paymentState }),
  errors: ["notFound", "notPaid", "paymentsOff", "providerDown"],
  rateLimit: { max: 60, seconds: 3600 },
});

/** The current user's newest payment, in any state; null before the first. */
const latestPayment = z.nullable(
  z.object({ ...z.omit(payment, { email: true, member: true }).shape, status: paymentState }),
);
export type LatestPayment = NonNullable<z.infer<typeof latestPayment>>;

export const getMyLatestPayment = endpoint({
  method: "GET",
  path: "/me/payment",
  summary: "The current user's newest payment, in any state; null before the first",
  access: "signedIn",
  response: latestPayment,
});

export const cancelPayment = endpoint({
  method: "POST",
  path: "/payments/:id/cancel",
  summary: "Cancel an unpaid payment of the current user; returns its state, which is paid if the payment was faster",
  access: "signedIn",
  params: z.object({ id }),
  response: z.object({ status: paymentState }),
  errors: ["paymentsOff", "providerDown"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const refundPayment = endpoint({
  method: "POST",
  path: "/payments/:id/refund",
  summary: "Refund a payment; ends the membership that it bought",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["notPaid", "unknownPayment", "paymentsOff", "providerDown"],
});

export const listPayments = endpoint({
  method: "GET",
  path: "/payment/all",
  summary: "All successful card payments, newest first",
  access: "admin",
  query: z.object({ status: z.optional(paymentStatus), q: z._default(search, ""), ...wholeListQuery }),
  response: z.array(payment),
  paginated: true,
});

export const getRevenue = endpoint({
  method: "GET",
  path: "/payment/sum",
  summary: "Total collected in dollars, net of refunds",
  access: "admin",
  response: z.object({ paid: z.number(), dollars: z.number() }),
});

export const listMyPayments = endpoint({
  method: "GET",
  path: "/payment/:email",
  summary: "The successful card payments of one user, newest first",
  access: "signedIn",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ email }),
  query: z.object(wholeListQuery),
  response: z.array(payment),
  paginated: true,
});

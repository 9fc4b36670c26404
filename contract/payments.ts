import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { modifiedResponse, paginationQuery } from "./pagination.ts";
import { email, id, line, search } from "./text.ts";

/** What a year of membership costs, in dollars (spec §9). */
export const PRO_PRICE = 12 as const;
/** So many days before it ends a membership can be renewed; earlier, whoever is a member is told so. */
export const RENEWAL_DAYS = 14;

/**
 * What became of a payment that was started.
 * - `pending`: started; no money has moved, or it is not known yet.
 * - `paid`: the provider has the money, and the membership runs.
 * - `failed`: canceled before it was paid; no money moved.
 * - `refunded`: the money went back, and the membership ended.
 */
export const paymentState = z.enum(["pending", "paid", "failed", "refunded"]);
export type PaymentState = z.infer<typeof paymentState>;

/** The states that histories list: those of payments whose card payment succeeded (product §4). */
export const paymentStatus = z.enum(["paid", "refunded"], "status must be paid or refunded");
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** A payment for a year of membership. */
export const payment = z.object({
  _id: z.string(),
  email: z.string(),
  /** Dollars. */
  price: z.number(),
  transactionId: z.string(),
  date: z.string(),
  /** The role that was bought. */
  member: z.literal("pro-user"),
  status: paymentStatus,
});
export type Payment = z.infer<typeof payment>;

/** The one price; a client that names another is mistaken about what it buys. */
const price = z.union([z.literal(PRO_PRICE), z.literal(String(PRO_PRICE))], `price must be ${PRO_PRICE}`);

export const createPaymentIntent = endpoint({
  method: "POST",
  path: "/create-payment-intent",
  summary: "Begin to pay for a year of membership: the secret that the card form confirms with",
  access: "signedIn",
  body: z.object({ price }),
  response: z.object({ clientSecret: z.string() }),
  errors: ["alreadyMember", "paymentUnderWay", "paymentsOff", "providerDown"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const confirmPayment = endpoint({
  method: "POST",
  path: "/payments",
  summary: "Report that a payment went through; the provider is asked whether it did",
  access: "signedIn",
  identityFields: { email: "own" },
  body: z.object({
    transactionId: line("transactionId", 1, 255),
    price,
    email: z.nullish(email),
  }),
  response: z.object({ paymentResult: z.object({ insertedId: z.string() }), status: paymentState }),
  errors: ["notFound", "notPaid", "paymentsOff", "providerDown"],
  rateLimit: { max: 60, seconds: 3600 },
});

/** The newest payment of one's own, whatever became of it; null before the first. */
const latestPayment = z.nullable(
  z.object({
    _id: z.string(),
    /** Dollars. */
    price: z.number(),
    transactionId: z.string(),
    date: z.string(),
    status: paymentState,
  }),
);
export type LatestPayment = NonNullable<z.infer<typeof latestPayment>>;

export const getMyLatestPayment = endpoint({
  method: "GET",
  path: "/me/payment",
  summary: "The payment that the caller started last, also when it is not paid; null before the first",
  access: "signedIn",
  response: latestPayment,
});

export const cancelPayment = endpoint({
  method: "POST",
  path: "/payments/:id/cancel",
  summary: "Cancel a payment of one's own that is not paid; answers its state, which is paid if the payment was faster",
  access: "signedIn",
  params: z.object({ id }),
  response: z.object({ status: paymentState }),
  errors: ["notFound", "paymentsOff", "providerDown"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const refundPayment = endpoint({
  method: "POST",
  path: "/payments/:id/refund",
  summary: "Give a payment back; the membership that it bought ends",
  access: "admin",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["notFound", "notPaid", "unknownPayment", "paymentsOff", "providerDown"],
});

export const listPayments = endpoint({
  method: "GET",
  path: "/payment/all",
  summary: "All payments whose card payment succeeded, newest first",
  access: "admin",
  query: z.object({ status: z.optional(paymentStatus), q: z._default(search, ""), ...paginationQuery }),
  response: z.array(payment),
  paginated: true,
});

export const getRevenue = endpoint({
  method: "GET",
  path: "/payment/sum",
  summary: "What has been paid and not given back, in dollars",
  access: "admin",
  response: z.object({ paid: z.number(), dollars: z.number() }),
});

export const listMyPayments = endpoint({
  method: "GET",
  path: "/payment/:email",
  summary: "The payments of one person whose card payment succeeded, newest first",
  access: "signedIn",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ email }),
  query: z.object(paginationQuery),
  response: z.array(payment),
  paginated: true,
});

import * as z from "zod/mini";
import { call } from "./call.ts";
import { page } from "./pages.ts";
import { email } from "./text.ts";

/** What a year of membership costs, in dollars (spec §9). */
export const PRO_PRICE = 12;

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
  status: z.enum(["pending", "paid", "refunded", "failed"]),
});
export type Payment = z.infer<typeof payment>;

export const all = call({
  method: "GET",
  path: "/payment/all",
  summary: "All payments, newest first",
  access: "admin",
  query: z.object(page),
  answer: z.array(payment),
  paged: true,
});

export const own = call({
  method: "GET",
  path: "/payment/:email",
  summary: "The payments of one person, newest first",
  access: "signedIn",
  names: { email: "ownOrAdmin" },
  params: z.object({ email }),
  query: z.object(page),
  answer: z.array(payment),
  paged: true,
});

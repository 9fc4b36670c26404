import { PRO_PRICE } from "@survey-app/contract/payments.ts";
import { formatDollars } from "./formatDollars.ts";

/** The price of a membership, as screens show it (spec §9). */
export const proPrice = formatDollars(PRO_PRICE);
export const yearlyPrice = `${proPrice} / year`;

/** What the membership includes. It gives no extra votes: every user votes once. */
export const proGives = [
  "Everything in Free",
  "A public comment with each of your votes",
  "Your payments with their transaction ids in your dashboard",
] as const;

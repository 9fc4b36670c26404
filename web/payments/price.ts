import { PRO_PRICE } from "@survey-app/contract/payments.ts";
import { formatDollars } from "./formatDollars.ts";

/** What a membership costs, as screens say it (spec §9). */
export const proPrice = formatDollars(PRO_PRICE);
export const yearlyPrice = `${proPrice} / year`;

/** What the price buys. A vote is no part of it: everybody's counts once. */
export const proGives = [
  "Everything in Free",
  "A public comment with each of your votes",
  "Your payments with their transaction ids in your dashboard",
] as const;

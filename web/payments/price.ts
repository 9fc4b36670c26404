import { PRO_PRICE } from "@survey-app/contract/payments.ts";
import { formatDollars } from "./formatDollars.ts";

/** What a membership costs, as screens say it (spec §9). */
export const proPrice = formatDollars(PRO_PRICE);
export const yearlyPrice = `${proPrice} / year`;

/** What the price buys. A vote is no part of it: everybody's counts once. */
export const proGives = [
  "Everything that Free gives",
  "A comment with each of your votes, for everybody to read",
  "Your payments with their transaction ids in your dashboard",
] as const;

import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import { PRO_PRICE } from "@survey-app/contract/text/limits.ts";
import * as paymentTexts from "@survey-app/texts/paymentTexts.ts";

/** The price of a membership, as screens show it (specification §6.2). */
export const proPrice = formatDollars(PRO_PRICE);
export const yearlyPrice = paymentTexts.proPerYear(proPrice);

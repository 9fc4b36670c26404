import { StripeApiError } from "./stripeErrors.ts";

/** The data of a card that is stored after it was checked. */
export interface SeenCard {
  brand: string;
  last4: string;
}

export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** The behavior of a card when it is charged. */
export interface CardBehavior {
  /** The bank authenticates the cardholder first. */
  asks?: true;
  /** The result takes some seconds. */
  takesTime?: true;
  decline?: Decline;
  /** Succeeds, and is disputed for this reason. */
  dispute?: string;
  /** The bank only inquires at first. */
  inquires?: true;
}

/** A card as it is typed in; it is never stored. */
export interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

const declined = (declineCode: string, message = "Your card was declined."): CardBehavior => ({
  decline: { code: "card_declined", declineCode, message },
});
const refusedBy = (code: string, message: string): CardBehavior => ({ decline: { code, declineCode: code, message } });

/** The card whose refunds succeed, and fail some seconds later. */
const UNREFUNDABLE = "4000000000005126";

/** Stripe's own test numbers, and after them two of ours. */
const behaviors: Record<string, CardBehavior> = {
  "4242424242424242": {},
  "4000056655665556": {},
  "5555555555554444": {},
  "2223003122003222": {},
  "5200828282828210": {},
  "378282246310005": {},
  "371449635398431": {},
  "6011111111111117": {},
  "4000000000000077": {},
  "4000000000000002": declined("generic_decline"),
  "4000000000009995": declined("insufficient_funds", "Your card has insufficient funds."),
  "4000000000009987": declined("lost_card"),
  "4000000000009979": declined("stolen_card"),
  "4100000000000019": declined("fraudulent"),
  "4000000000000069": refusedBy("expired_card", "Your card has expired."),
  "4000000000000127": refusedBy("incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000119": refusedBy(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
  "4000002500003155": { asks: true },
  "4000002760003184": { asks: true },
  "4000008260003178": { asks: true, ...declined("insufficient_funds", "Your card has insufficient funds.") },
  "4000000000000259": { dispute: "fraudulent" },
  "4000000000002685": { dispute: "product_not_received" },
  "4000000000001976": { dispute: "fraudulent", inquires: true },
  [UNREFUNDABLE]: {},
  // Not Stripe's, which doesn't have a card that takes time: succeeds some seconds later.
  "4000000000007775": { takesTime: true },
  // Not Stripe's either: is declined some seconds later.
  "4000000000005555": { takesTime: true, ...declined("generic_decline") },
};

/** Stripe's names of its test cards. Servers send these names, because they must not send card numbers. */
const numbers: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeInquiry: "4000000000001976",
  pm_card_refundFail: UNREFUNDABLE,
};

/** Checks a card as Stripe does. @throws the error of an invalid card */
export function lookAtCard(card: TypedCard, now: number): { seen: SeenCard; behavior: CardBehavior } {
  const number = card.number.replaceAll(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) {
    throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  }
  const expYear = card.expYear < 100 ? card.expYear + 2000 : card.expYear;
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1];
  if (!(card.expMonth >= 1 && card.expMonth <= 12)) throw wrongMonth();
  if (!(expYear >= year && expYear <= year + 50)) {
    throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  if (expYear === year && card.expMonth < month) throw wrongMonth();
  const brand = brandOf(number);
  if (!(brand === "amex" ? /^\d{3,4}$/ : /^\d{3}$/).test(card.cvc)) {
    throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
  const seen = { brand, last4: number.slice(-4) };
  // Real cards are never accepted: no money moves here, and their numbers must not get anywhere.
  return { seen, behavior: behaviors[number] ?? declined("test_mode_live_card", ownCard) };
}

const ownCard =
  "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.";

/** The test card of that name. */
export function cardNamed(name: string, now: number): TypedCard | undefined {
  const number = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  return number ? { number, expMonth: 12, expYear: new Date(now).getUTCFullYear() + 3, cvc: "123" } : undefined;
}

export function cardError(code: string, message: string, param?: string): StripeApiError {
  return new StripeApiError(402, "card_error", message, { code, param });
}

export const isUnrefundable = ({ last4 }: { last4: string | null }) => last4 === UNREFUNDABLE.slice(-4);

const wrongMonth = () => cardError("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");

function isLuhn(number: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (place % 2 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function brandOf(number: string): string {
  if (number.startsWith("4")) return "visa";
  if (/^3[47]/.test(number)) return "amex";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^6(011|4|5)/.test(number)) return "discover";
  return "unknown";
}

import { plural } from "@survey-app/contract/formatCount.ts";
import { RENEWAL_DAYS } from "@survey-app/contract/payments.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of membership and payments. */

// Spec §8, to the letter.
export const becamePro = "Thank you pro user member";
export const staysFree = "Thank you free Membar";

// The plans.
export const free = "Free";
export const freePrice = "$0";
export const freeText = "For as long as you like.";
export const freeGives = [
  "One vote on every survey",
  "Read all results, votes and comments",
  "Report inappropriate surveys",
] as const;
export const chooseFree = "Choose Free";
export const toYourSurveys = "Go to your surveys";
export const pro = "PRO";
export const proPerYear = (price: string) => `${price} / year`;
export const proText = "12 dollars yearly. No auto-renewal. Expires after one year.";
/** What the membership includes. It gives no extra votes: every user votes once. */
export const proGives = [
  "Everything in Free",
  "A public comment on each of your votes",
  "Your payments and transaction IDs in your dashboard",
] as const;
export const choosePro = "Choose PRO";
export const yours = "Yours";
export const youAreMember = "You're a PRO member. Thank you.";
export const youAreMemberUntil = (day: ReactNode) => rich`You're a PRO member until ${day}. Thank you.`;
export const renew = "Renew";
export const yourPayments = "Your payments";
export const membershipEnds = (day: ReactNode) => rich`Your membership ends on ${day}. Renew it for another year.`;
export const alreadyMember = "You're already a PRO member";
export const membershipRuns = (day: ReactNode) =>
  rich`Your membership runs until ${day}. It can be renewed in its last ${plural(RENEWAL_DAYS, "day")}.`;

// Paying.
export const yourCard = "Your card";
export const cardNumber = "Card number";
export const expiry = "Expiry";
export const expiryFormat = "MM/YY";
export const cvc = "CVC";
export const nameOnCard = "Name on card";
export const payPrice = (price: string) => `Pay ${price}`;
export const payAgain = (price: string) => `Press again to pay ${price}`;
export const paying = "Processing your payment … Keep this page open.";
export const goesToStripe = "Your card goes to Stripe and never to us.";
export const backToPlans = "Back to the plans";
export const cardsOff = "Card payments are not set up here.";
export const cardFormGone =
  "Stripe's card form can't be reached. Nothing was charged. Check your network and try again.";
export const bankRefused = "Your bank did not approve the payment. Nothing was charged.";
export const notStarted = "We couldn't reach the server. Nothing was charged. Check your network and try again.";
export const outcomeUnknown =
  "We couldn't reach the server, so we don't know whether the payment went through. Try again: you are never charged twice.";
export const failed = "The payment didn't go through, and nothing was charged. Try again.";
export const summary = {
  title: "PRO membership",
  forAccount: (email: ReactNode) => rich`For ${email}`,
  first: (period: ReactNode) => rich`One year from today: ${period}. No auto-renewal.`,
  further: (period: ReactNode) => rich`One more year, starting when the current one ends: ${period}. No auto-renewal.`,
  period: (from: ReactNode, to: ReactNode) => rich`${from} to ${to}`,
} as const;
export const cardErrors = {
  noNumber: "Card number is required",
  shortNumber: "This card number is incomplete",
  wrongNumber: "This card number isn't valid",
  noExpiry: "Expiry is required",
  wrongExpiry: "Expiry must be month and year, like 08/29",
  expired: "This card has expired",
  noCvc: "CVC is required",
  wrongCvc: "CVC must have three or four digits",
  longName: (max: number) => `Name on card must have at most ${max} characters`,
} as const;

// After paying.
export const transactionId = "Transaction id";
export const copyTransactionId = (id: string) => `Copy the transaction id ${id}`;
/** The money may have moved; the stored status may be out of date. */
export const processing = "Your payment is being processed …";
export const processingText = "This takes a moment. You don't need to do anything, and you won't be charged twice.";
export const slow =
  "This is taking longer than usual. You can leave this page: the payment will appear in your payment history.";
export const lookAgain = "Check again";
export const yourMembership = "Your membership";
export const canComment = "You can now comment on your votes.";
export const canCommentReceipt = "You can now comment on your votes. We'll email you a receipt.";
export const voteAndComment = "Vote and comment";
export const unfinished = {
  title: "Unfinished payment",
  text: "You have an unfinished payment. If it went through, it will appear here shortly.",
  notCancelable: "Your bank is still processing this payment, so it can't be canceled. Its result will appear here.",
  started: "Started",
  choice:
    "If you didn't complete it, continue with your card, or cancel it and start over. You are never charged twice.",
  goOn: "Continue",
  startOver: "Cancel and start over",
} as const;
/** When and how much. */
export const dayAndPrice = (day: ReactNode, price: string) => rich`${day}, ${price}`;

// The sandbox that replaces the provider.
export const sandbox = "Sandbox";
export const noMoneyMoves = "No real payments are made here. Don't enter a real card.";
export const bankAsks = "Your bank needs your approval";
export const bankQuestion = (price: string) => `Do you approve a payment of ${price} to Survey App?`;
export const refuse = "Decline";
export const approve = "Approve";
export const testCards = {
  title: "Test cards",
  fill: "Fill in",
  fillCard: (number: string, what: string) => `Fill in ${number}, which ${what}`,
  charged: "is charged",
  declined: "is declined",
  noFunds: "has insufficient funds",
  secure: "asks for 3-D Secure",
} as const;

// Lists.
export const caption = "Payments";
export const count = (total: number) => (total === 0 ? noPayments : plural(total, "payment"));
export const columns = {
  emailAndId: "Email, transaction id",
  price: "Price",
  date: "Date",
  status: "Status",
  change: "Change",
} as const;
export const statuses = { "": "All payments", paid: "paid", refunded: "refunded" } as const;
export const allPayments = "All payments";
export const searchByEmail = "Search by email";
export const collected = (dollars: string, paid: number) =>
  `Total collected (net of refunds): ${dollars} from ${plural(paid, "payment")}`;
export const noneFound = "No payments found";
export const noneFoundText = "Try another status or search term.";
export const noPayments = "No payments yet";
export const noPaymentsText = "Payments for PRO memberships will appear here.";
export const seeMembers = "See all PRO members";
export const noOwnPaymentsText = "Your payments for PRO will appear here.";
export const seePro = "See what PRO includes";

// Refunds.
export const refund = "Refund";
export const refundName = (id: string, email: string) => `Refund ${id} of ${email}`;
export const refundTitle = (price: string, email: string) => `Refund ${price} to ${email}?`;
export const refundText = "The membership that it paid for ends immediately.";
export const refunded = (email: string) => `The payment of ${email} was refunded.`;
export const refundUnknown =
  "We couldn't reach the server, so we don't know whether the payment was refunded. Try again: it is never refunded twice.";

import { LINK_MINUTES } from "@survey-app/contract/links.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";

/** The mails that we send, and what each needs to be written when its time comes. */
export type Letter =
  | { kind: "emailVerification"; userId: string }
  | { kind: "passwordReset" }
  | { kind: "emailChange"; userId: string }
  | { kind: "passwordChanged"; name: string }
  | { kind: "emailChanged"; name: string; newEmail: string }
  | { kind: "newDevice"; name: string; device: string; at: number }
  | { kind: "receipt"; name: string; dollars: number; transactionId: string; until: number }
  | { kind: "refund"; name: string; dollars: number; transactionId: string }
  | { kind: "disputeWon"; name: string; dollars: number; transactionId: string; until: number }
  | { kind: "membershipEnds"; name: string; until: number };

/** What a mail says. Every paragraph is text; the action, if there is one, is a link to our own pages. */
export interface Wording {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
}

interface Facts {
  /** The recipient's name. */
  name: string;
  /** The page's address with the token, for letters that have a link. */
  link: string;
  publicUrl: string;
  /** Where replies go; null: nobody reads them. */
  contactEmail: string | null;
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const day = (at: number) => dayMonthYear(at, "UTC");

/** What a letter says, in words. */
export function wordingOf(letter: Letter, { name, link, publicUrl, contactEmail }: Facts): Wording {
  const forgotten = `${publicUrl}/forgot-password`;
  switch (letter.kind) {
    case "emailVerification":
      return {
        subject: "Confirm your e-mail address",
        paragraphs: [
          `Hello ${name},`,
          "please confirm that this is your e-mail address. It lets you set a new password when you have forgotten yours, and sign in through Google or Facebook with the same account.",
          `The link works once, within ${LINK_MINUTES} minutes. If you have not made an account with us, you need not do anything.`,
        ],
        action: { label: "Confirm my e-mail address", url: link },
      };
    case "passwordReset":
      return {
        subject: "Set a new password",
        paragraphs: [
          `Hello ${name},`,
          "somebody, probably you, asked for a new password for your account.",
          `The link works once, within ${LINK_MINUTES} minutes. If it wasn't you, you need not do anything: your password stays as it is.`,
        ],
        action: { label: "Set a new password", url: link },
      };
    case "emailChange":
      return {
        subject: "Confirm your new e-mail address",
        paragraphs: [
          `Hello ${name},`,
          "you asked to use this address for your account from now on.",
          `The link works once, within ${LINK_MINUTES} minutes. Until you use it, your old address stays.`,
        ],
        action: { label: "Use this address", url: link },
      };
    case "passwordChanged":
      return {
        subject: "Your password was changed",
        paragraphs: [
          `Hello ${name},`,
          "the password of your account was changed, and all other devices were signed out.",
          "If it wasn't you, set a new password at once:",
        ],
        action: { label: "Set a new password", url: forgotten },
      };
    case "emailChanged":
      return {
        subject: "Your e-mail address was changed",
        paragraphs: [
          `Hello ${name},`,
          `your account now uses the address ${letter.newEmail}. Mails to this one end with this message.`,
          contactEmail
            ? "If it wasn't you, reply right away."
            : `If it wasn't you, tell an administrator of ${publicUrl} right away.`,
        ],
      };
    case "newDevice":
      return {
        subject: "A new sign-in to your account",
        paragraphs: [
          `Hello ${name},`,
          `somebody signed in to your account with ${letter.device}, which we had not seen with you before, on ${new Date(letter.at).toUTCString()}.`,
          "If it was you, all is well. If not, set a new password, which signs out every device:",
        ],
        action: { label: "Set a new password", url: forgotten },
      };
    case "receipt":
      return {
        subject: "Receipt for your PRO membership",
        paragraphs: [
          `Hello ${name},`,
          `thank you for being a PRO member. We received ${dollars(letter.dollars)} for a year of membership, which ends by itself on ${day(letter.until)}.`,
          `Transaction id: ${letter.transactionId}`,
        ],
        action: { label: "Your payments", url: `${publicUrl}/dashboard/user/pro/paymentHistory` },
      };
    case "refund":
      return {
        subject: "Your payment was given back",
        paragraphs: [
          `Hello ${name},`,
          `we gave ${dollars(letter.dollars)} back to your card; banks take some days to show it. The membership that it paid for has ended.`,
          `Transaction id: ${letter.transactionId}`,
        ],
      };
    case "disputeWon":
      return {
        subject: "Your PRO membership goes on",
        paragraphs: [
          `Hello ${name},`,
          `your bank has decided that your payment of ${dollars(letter.dollars)} stands. What was left of your membership goes on, until ${day(letter.until)}.`,
          `Transaction id: ${letter.transactionId}`,
        ],
        action: { label: "Your payments", url: `${publicUrl}/dashboard/user/pro/paymentHistory` },
      };
    case "membershipEnds":
      return {
        subject: "Your PRO membership ends soon",
        paragraphs: [
          `Hello ${name},`,
          `your membership ends on ${day(letter.until)}. Nothing is charged by itself. If you would like another year, it begins when this one ends.`,
        ],
        action: { label: "Renew for another year", url: `${publicUrl}/payment` },
      };
    default:
      throw new Error(`A mail of an unknown kind: ${JSON.stringify(letter)}`);
  }
}

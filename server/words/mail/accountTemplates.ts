import type { ClockName } from "@survey-app/contract/ops/operations.ts";
import { ACCOUNT_INVITATION_DAYS } from "@survey-app/contract/session/registration.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import { formatDollars } from "@survey-app/contract/text/formatDollars.ts";
import { dayAndTime, dayMonthYear } from "@survey-app/contract/text/time.ts";
import { describeDevice } from "@survey-app/contract/users/device.ts";
import type { ReportOutcome } from "@survey-app/contract/votes/votes.ts";
import * as accountMailTexts from "@survey-app/texts/accountMailTexts.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import { momentIn } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";

/** The kinds of emails that aren't about a single survey: about an account, payments and reports, and to admins. */
export type AccountEmail =
  | ({ kind: "emailVerification"; userId: string } & Requested)
  | ({ kind: "signUpLink"; returnTo: string } & Requested)
  | { kind: "accountInvitation" }
  | ({ kind: "passwordReset" } & Requested)
  | ({ kind: "emailChange"; userId: string } & Requested)
  | { kind: "passwordChanged" }
  | { kind: "passwordRemoved" }
  | { kind: "apiKeyCreated" }
  | { kind: "securityChange"; change: SecurityChange }
  | { kind: "webhookOff"; host: string }
  | { kind: "emailChanged"; newEmail: string }
  | { kind: "newDevice"; device: string; at: number }
  | { kind: "receipt"; dollars: number; transactionId: string; until: number }
  | { kind: "refund"; dollars: number; transactionId: string }
  | { kind: "disputeWon" | "refundFailed"; dollars: number; transactionId: string; until: number }
  | { kind: "membershipEnds"; until: number; canRenew: boolean }
  /** The account is not used, and is deleted on a day. `isLast`: the second of two emails. */
  | { kind: "accountEnds"; at: number; isLast: boolean }
  /** An admin has decided to delete the account on a day. `canKeep`: its owner can sign in. */
  | { kind: "accountErased"; at: number; canKeep: boolean }
  | { kind: "dataExport" }
  | { kind: "testEmail" }
  // Without the survey's title, which may be what was reported.
  | { kind: "reportSettled"; userId: string; surveyId: string; outcome: ReportOutcome; reportedAt: number }
  // Numbers only: titles of unreviewed surveys could be messages to admins.
  | { kind: "reviewDigest"; waiting: number; reported: number }
  | { kind: "clockJumped"; host: string; jumps: readonly ClockJump[] };

/** An email with a link for which its reader asked on a page. */
interface Requested {
  /** The language of that page; null if the request named none. Version 1.0 stored none. */
  language?: Language | null;
}

/** The time of a clock before and after it jumped, in milliseconds since 1970. */
interface ClockJump {
  of: ClockName;
  from: number;
  to: number;
}

/** A change of how a user can sign in, besides that of the password. */
export type SecurityChange = keyof typeof accountMailTexts.securityChanges;

interface Values {
  /** The page's URL with the token, for emails with a link. */
  link: string;
  publicUrl: string;
  /** The address for replies; null without one. */
  contactEmail: string | null;
  /** The reader's (IANA); UTC if it is unknown. */
  timeZone: string;
}

/** The page of the reader's own account. */
const PROFILE = "/profile";

const day = (at: number) => dayMonthYear(at, "UTC");

export function renderAccountEmail(template: AccountEmail, values: Values): EmailContent {
  const { subject, text, action, transactionId, reason } = write(template, values);
  const blocks: EmailBlock[] = [
    ...text.map((each) => ({ kind: "text", text: each }) as const),
    ...(action ? [{ kind: "button", ...action } as const] : []),
    ...(transactionId ? [{ kind: "small", text: accountMailTexts.transactionId(transactionId) } as const] : []),
  ];
  return { subject, preview: text[0] ?? "", blocks, reason };
}

interface Written {
  subject: string;
  /** Paragraphs. */
  text: readonly string[];
  action?: { label: string; url: string };
  transactionId?: string;
  reason: string;
}

function write(template: AccountEmail, { link, publicUrl, contactEmail, timeZone }: Values): Written {
  const setPassword = { label: accountMailTexts.setPassword, url: `${publicUrl}/forgot-password` };
  const payments = { label: accountMailTexts.seePayments, url: `${publicUrl}/dashboard/user/pro/paymentHistory` };
  switch (template.kind) {
    case "emailVerification": {
      const { subject, text, button } = accountMailTexts.emailVerification;
      return { subject, text, action: { label: button, url: link }, reason: mailTexts.reasons.addressEntered };
    }
    case "signUpLink": {
      const { subject, text, button } = accountMailTexts.signUpLink;
      return { subject, text, action: { label: button, url: link }, reason: mailTexts.reasons.addressEntered };
    }
    case "accountInvitation": {
      const { subject, text, button } = accountMailTexts.accountInvitation;
      return {
        subject,
        text: [text(new URL(publicUrl).host, ACCOUNT_INVITATION_DAYS)],
        action: { label: button, url: link },
        reason: mailTexts.reasons.addressEntered,
      };
    }
    case "passwordReset":
      return {
        ...accountMailTexts.passwordReset,
        action: { label: accountMailTexts.setPassword, url: link },
        reason: mailTexts.reasons.askedForReset,
      };
    case "emailChange": {
      const { subject, text, button } = accountMailTexts.emailChange;
      return { subject, text, action: { label: button, url: link }, reason: mailTexts.reasons.addressEntered };
    }
    case "passwordChanged":
      return { ...accountMailTexts.passwordChanged, action: setPassword, reason: mailTexts.reasons.hasAccount };
    case "passwordRemoved":
      return { ...accountMailTexts.passwordRemoved, action: setPassword, reason: mailTexts.reasons.hasAccount };
    case "apiKeyCreated": {
      const { subject, text } = accountMailTexts.apiKeyCreated;
      return {
        subject,
        text: [text, accountMailTexts.wasItYou],
        action: setPassword,
        reason: mailTexts.reasons.hasAccount,
      };
    }
    case "securityChange": {
      const { subject, text } = accountMailTexts.securityChanges[template.change];
      return {
        subject,
        text: [text, accountMailTexts.securityChange.text],
        action: { label: accountMailTexts.securityChange.button, url: `${publicUrl}${PROFILE}` },
        reason: mailTexts.reasons.hasAccount,
      };
    }
    case "webhookOff": {
      const { subject, text, whatToDo, button } = accountMailTexts.webhookOff;
      return {
        subject,
        text: [text(template.host), whatToDo],
        action: { label: button, url: `${publicUrl}/dashboard/webhooks` },
        reason: mailTexts.reasons.ownWebhook,
      };
    }
    case "emailChanged": {
      const { subject, text, reply, contactAdmin } = accountMailTexts.emailChanged;
      return {
        subject,
        text: [text(writtenAddress(template.newEmail)), contactEmail ? reply : contactAdmin(publicUrl)],
        reason: mailTexts.reasons.usedAddress,
      };
    }
    case "newDevice": {
      const { subject, text } = accountMailTexts.newDevice;
      return {
        subject,
        text: [text(describeDevice(template.device), ...momentIn(timeZone, template.at)), accountMailTexts.wasItYou],
        action: setPassword,
        reason: mailTexts.reasons.hasAccount,
      };
    }
    case "receipt":
    case "disputeWon":
    case "refundFailed": {
      const { receipt, disputeWon, refundFailed } = accountMailTexts;
      const { subject, text } = { receipt, disputeWon, refundFailed }[template.kind];
      const { dollars, until, transactionId } = template;
      return {
        subject,
        text: [text(formatDollars(dollars), day(until))],
        action: payments,
        transactionId,
        reason: mailTexts.reasons.paid,
      };
    }
    case "refund": {
      const { subject, text } = accountMailTexts.refund;
      const { dollars, transactionId } = template;
      return { subject, text: [text(formatDollars(dollars))], transactionId, reason: mailTexts.reasons.paid };
    }
    case "membershipEnds": {
      const { subject, text, canRenew, button } = accountMailTexts.membershipEnds;
      return {
        subject: subject(day(template.until)),
        text: [template.canRenew ? `${text} ${canRenew}` : text],
        ...(template.canRenew && { action: { label: button, url: `${publicUrl}/payment` } }),
        reason: mailTexts.reasons.isMember,
      };
    }
    case "accountEnds": {
      const { subject, text, last, button } = accountMailTexts.accountEnds;
      // In the reader's zone: someone who signs in on the evening before must not be late.
      const lastDay = dayMonthYear(template.at, timeZone);
      return {
        subject: subject(lastDay),
        text: [text(lastDay), ...(template.isLast ? [last] : [])],
        action: { label: button, url: `${publicUrl}/login` },
        reason: mailTexts.reasons.hasAccount,
      };
    }
    case "accountErased": {
      const { subject, text, keep, button } = accountMailTexts.accountErased;
      const lastDay = dayMonthYear(template.at, timeZone);
      return {
        subject: subject(lastDay),
        text: [text(lastDay), ...(template.canKeep ? [keep] : [])],
        ...(template.canKeep && { action: { label: button, url: `${publicUrl}${PROFILE}` } }),
        reason: mailTexts.reasons.hasAccount,
      };
    }
    case "dataExport": {
      const { subject, text, button } = accountMailTexts.dataExport;
      return {
        subject,
        text: [text],
        action: { label: button, url: `${publicUrl}${PROFILE}` },
        reason: mailTexts.reasons.hasAccount,
      };
    }
    case "testEmail": {
      const { subject, text } = accountMailTexts.testEmail;
      return { subject, text: [text(publicUrl)], reason: mailTexts.reasons.askedForTest };
    }
    case "reportSettled": {
      const { agreed, agreedText, stays, staysText, button } = accountMailTexts.reportSettled;
      const isUpheld = template.outcome === "upheld";
      return {
        subject: isUpheld ? agreed : stays,
        text: [(isUpheld ? agreedText : staysText)(day(template.reportedAt))],
        action: { label: button, url: `${publicUrl}/dashboard/user/my-reports` },
        reason: mailTexts.reasons.reported,
      };
    }
    case "reviewDigest":
      return { ...writeReviewDigest(template, publicUrl), reason: mailTexts.reasons.isAdmin };
    case "clockJumped":
      return { ...writeClockJumped(template, publicUrl), reason: mailTexts.reasons.isAdmin };
    default:
      throw new Error(`Unknown email template: ${JSON.stringify(template satisfies never)}`);
  }
}

function writeReviewDigest(
  { waiting, reported }: Extract<AccountEmail, { kind: "reviewDigest" }>,
  publicUrl: string,
): Omit<Written, "reason"> {
  const digest = accountMailTexts.reviewDigest;
  return {
    subject: waiting > 0 ? digest.waiting(waiting) : digest.reported(reported),
    text: [
      ...(waiting > 0 ? [digest.waitingSentence(waiting)] : []),
      ...(reported > 0 ? [digest.reportedSentence(reported)] : []),
      digest.howOften,
    ],
    action: { label: digest.button, url: `${publicUrl}/dashboard/admin/surveys` },
  };
}

function writeClockJumped(
  { host, jumps }: Extract<AccountEmail, { kind: "clockJumped" }>,
  publicUrl: string,
): Omit<Written, "reason"> {
  const { subject, held, behind, whatToDo, button, ...clocks } = accountMailTexts.clockJumped;
  const times = ({ from, to }: ClockJump) => [dayAndTime(to, "UTC"), dayAndTime(from, "UTC")] as const;
  const isHeld = jumps.some(({ from, to }) => to > from);
  return {
    subject,
    text: [
      ...jumps.map((jump) =>
        jump.of === "server" ? clocks.server(host, ...times(jump)) : clocks.database(...times(jump)),
      ),
      isHeld ? held : behind,
      whatToDo,
    ],
    action: { label: button, url: `${publicUrl}/dashboard/admin/operations` },
  };
}

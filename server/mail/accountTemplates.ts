import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import { formatDollars } from "@survey-app/contract/formatDollars.ts";
import { shortDay, timeOfDay } from "@survey-app/contract/time.ts";
import type { ReportOutcome } from "@survey-app/contract/votes.ts";
import { EXHAUSTED_MAX } from "@survey-app/contract/webhooks.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";

/** The kinds of emails that are about no single survey: about an account, payments and reports, and to admins. */
export type AccountEmail =
  | { kind: "emailVerification"; userId: string }
  | { kind: "passwordReset" }
  | { kind: "emailChange"; userId: string }
  | { kind: "passwordChanged" }
  | { kind: "passwordRemoved" }
  | { kind: "apiKeyCreated" }
  | { kind: "securityChange"; change: SecurityChange }
  | { kind: "webhookOff"; host: string }
  | { kind: "emailChanged"; newEmail: string }
  | { kind: "newDevice"; device: string; at: number }
  | { kind: "receipt"; dollars: number; transactionId: string; until: number }
  | { kind: "refund"; dollars: number; transactionId: string }
  | { kind: "disputeWon"; dollars: number; transactionId: string; until: number }
  | { kind: "membershipEnds"; until: number; canRenew: boolean }
  | { kind: "testEmail" }
  // Without the survey's title, which may be what was reported.
  | { kind: "reportSettled"; userId: string; surveyId: string; outcome: ReportOutcome; reportedAt: number }
  // Numbers only: titles of unreviewed surveys could be messages to admins.
  | { kind: "reviewDigest"; waiting: number; reported: number };

/** A change of how a user can sign in, besides that of the password. */
export type SecurityChange = keyof typeof securityChanges;

const securityChanges = {
  passkeyAdded: ["A passkey was added", "A passkey was added to your account. It can be used to sign in."],
  passkeyRemoved: [
    "A passkey was removed",
    "A passkey was removed from your account. It can't be used to sign in any more.",
  ],
  secondFactorOn: [
    "Two-step sign-in is on",
    "An authenticator app was set up for your account. Signing in now needs a code from it, and all other devices were signed out.",
  ],
  secondFactorOff: [
    "Two-step sign-in is off",
    "Two-step sign-in was turned off for your account. Signing in no longer needs a code.",
  ],
  recoveryCodesRenewed: [
    "Your recovery codes were replaced",
    "Your account has new recovery codes. The old ones no longer work.",
  ],
  codesGuessed: [
    "Someone may know your password",
    "Someone entered your password, and then too many wrong codes for your two-step sign-in. They were not signed in.",
  ],
  recoveryCodeUsed: [
    "A recovery code was used",
    "One of your recovery codes was used to sign in. It no longer works. You can create new ones on your profile page.",
  ],
} as const;

interface Values {
  /** The page's URL with the token, for emails with a link. */
  link: string;
  publicUrl: string;
  /** The address for replies; null without one. */
  contactEmail: string | null;
}

const day = (at: number) => shortDay(at, "UTC");

export function renderAccountEmail(template: AccountEmail, values: Values): EmailContent {
  const { subject, text, action, transactionId, reason } = write(template, values);
  const blocks: EmailBlock[] = [
    ...text.map((each) => ({ kind: "text", text: each }) as const),
    ...(action ? [{ kind: "button", ...action } as const] : []),
    ...(transactionId ? [{ kind: "small", text: `Transaction id: ${transactionId}` } as const] : []),
  ];
  return { subject, preview: text[0] ?? "", blocks, reason };
}

interface Written {
  subject: string;
  /** Paragraphs. */
  text: string[];
  action?: { label: string; url: string };
  transactionId?: string;
  reason: string;
}

const HAS_ACCOUNT = "an account uses this address";
const ADDRESS_ENTERED = "someone entered this address";
const WAS_IT_YOU =
  "If it was you, there is nothing to do. If not, set a new password. This signs out all devices and revokes all API keys.";

function write(template: AccountEmail, { link, publicUrl, contactEmail }: Values): Written {
  const setPassword = { label: "Set a new password", url: `${publicUrl}/forgot-password` };
  const payments = { label: "See your payments", url: `${publicUrl}/dashboard/user/pro/paymentHistory` };
  const once = `The link works once, within ${EMAIL_LINK_MINUTES} minutes.`;
  switch (template.kind) {
    case "emailVerification":
      return {
        subject: "Confirm your email address",
        text: [
          "Please confirm that this is your email address. You can then reset your password, and get emails about your surveys and votes.",
          `${once} If you didn't create an account, ignore this email.`,
        ],
        action: { label: "Confirm my email address", url: link },
        reason: ADDRESS_ENTERED,
      };
    case "passwordReset":
      return {
        subject: "Set a new password",
        text: [
          "We received a request to reset your password.",
          `${once} If you didn't request it, ignore this email. Your password stays the same.`,
        ],
        action: { label: "Set a new password", url: link },
        reason: "someone asked to reset the password of the account with this address",
      };
    case "emailChange":
      return {
        subject: "Confirm your new email address",
        text: [
          "You asked to use this address for your account. Open the link in a browser in which you are signed in.",
          `${once} Until then, keep signing in with your old address. If you didn't request it, ignore this email.`,
        ],
        action: { label: "Use this address", url: link },
        reason: ADDRESS_ENTERED,
      };
    case "passwordChanged":
      return {
        subject: "Your password was changed",
        text: [
          "The password of your account was changed. All other devices were signed out, and all API keys were revoked.",
          "If you didn't do this, set a new password right away.",
        ],
        action: setPassword,
        reason: HAS_ACCOUNT,
      };
    case "passwordRemoved":
      return {
        subject: "Your password was removed",
        text: [
          "Your email address is now confirmed. The account had a password before that, which someone else could have set, so we removed it, signed out all other devices and revoked all API keys.",
          "If you want to sign in with a password, set a new one.",
        ],
        action: setPassword,
        reason: HAS_ACCOUNT,
      };
    case "apiKeyCreated":
      return {
        subject: "New API key for your account",
        text: [
          "An API key was created for your account. Integrations can use your account with it until you revoke it.",
          WAS_IT_YOU,
        ],
        action: setPassword,
        reason: HAS_ACCOUNT,
      };
    case "securityChange": {
      const [subject, paragraph] = securityChanges[template.change];
      return {
        subject,
        text: [
          paragraph,
          "If you didn't do this, set a new password, which signs out all devices, and check the passkeys and the two-step sign-in on your profile page.",
        ],
        action: { label: "Check your profile", url: `${publicUrl}/profile` },
        reason: HAS_ACCOUNT,
      };
    }
    case "webhookOff":
      return {
        subject: "Your webhook was turned off",
        text: [
          `${template.host} did not accept the last ${EXHAUSTED_MAX} events of your webhook, although we tried to send each of them for more than fourteen hours.`,
          "When the receiver works again, turn the webhook on and send a test.",
        ],
        action: { label: "Open your webhooks", url: `${publicUrl}/dashboard/webhooks` },
        reason: "this webhook is yours",
      };
    case "emailChanged":
      return {
        subject: "Your email address was changed",
        text: [
          `Your account now uses the address ${template.newEmail}. We won't email this address again.`,
          contactEmail
            ? "If you didn't do this, reply right away."
            : `If you didn't do this, contact an admin of ${publicUrl} right away.`,
        ],
        reason: "your account used this address until now",
      };
    case "newDevice":
      return {
        subject: "New sign-in to your account",
        text: [
          `Your account was used to sign in from a new device: ${template.device}, on ${day(template.at)} at ${timeOfDay(template.at, "UTC")} (UTC).`,
          WAS_IT_YOU,
        ],
        action: setPassword,
        reason: HAS_ACCOUNT,
      };
    case "receipt":
      return {
        subject: "Receipt for your PRO membership",
        text: [
          `Thank you for being a PRO member. We received ${formatDollars(template.dollars)} for one year of membership. It ends on ${day(template.until)} and doesn't renew automatically.`,
        ],
        action: payments,
        transactionId: template.transactionId,
        reason: "you paid for a membership",
      };
    case "refund":
      return {
        subject: "Your payment was refunded",
        text: [
          `We refunded ${formatDollars(template.dollars)} to your card. Your bank may take a few days to show it. The membership that it paid for has ended.`,
        ],
        transactionId: template.transactionId,
        reason: "you paid for a membership",
      };
    case "disputeWon":
      return {
        subject: "Your PRO membership is active again",
        text: [
          `Your bank closed the dispute about your payment of ${formatDollars(template.dollars)}, and the payment stands. Your membership is active again until ${day(template.until)}.`,
        ],
        action: payments,
        transactionId: template.transactionId,
        reason: "you paid for a membership",
      };
    case "membershipEnds":
      return {
        subject: `Your PRO membership ends on ${day(template.until)}`,
        text: [
          `You won't be charged automatically.${template.canRenew ? " If you renew, the next year starts when this one ends." : ""}`,
        ],
        ...(template.canRenew && { action: { label: "Renew for another year", url: `${publicUrl}/payment` } }),
        reason: "you are a PRO member",
      };
    case "testEmail":
      return {
        subject: "Test email",
        text: [`Emails from ${publicUrl} reach you.`],
        reason: "you requested this test on the dashboard",
      };
    case "reportSettled":
      return {
        subject: template.outcome === "upheld" ? "An admin agrees with your report" : "The survey you reported stays",
        text: [
          `Thank you for the report that you sent on ${day(template.reportedAt)}. An admin reviewed it and ${template.outcome === "upheld" ? "agrees with you" : "found that the survey can stay as it is"}.`,
        ],
        action: { label: "See the surveys that you reported", url: `${publicUrl}/dashboard/user/my-reports` },
        reason: "you reported a survey",
      };
    case "reviewDigest": {
      const { waiting, reported } = template;
      const sentences = [
        ...(waiting > 0 ? [`${plural(waiting, "survey awaits", "surveys await")} review`] : []),
        ...(reported > 0 ? [`${plural(reported, "survey has", "surveys have")} open reports`] : []),
      ];
      return {
        subject: sentences[0] ?? "",
        text: [
          ...sentences.map((sentence) => `${sentence}.`),
          "You get this email at most once a day, and only when something new awaits review.",
        ],
        action: { label: "Review surveys", url: `${publicUrl}/dashboard/admin/surveys` },
        reason: "you are an admin",
      };
    }
    default:
      throw new Error(`Unknown email template: ${JSON.stringify(template satisfies never)}`);
  }
}

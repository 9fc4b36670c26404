import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { formatCount } from "@survey-app/contract/formatCount.ts";
import type { SignInFailure } from "@survey-app/contract/signInFailures.ts";

/**
 * The texts that several screens share or that the spec fixes (spec §8, including odd spelling). The layout's texts
 * (`frameTexts.ts`) and the home page's (`homeTexts.ts`) load without these.
 */
export const texts = {
  // Spec §8, to the letter.
  loginSucceeded: "User Login Successful.",
  loginFailed: "your email and password should match with the registered email and password If it doesnt match.",
  userCreated: "User created successfully.",
  chooseCategory: "Choose a category",
  surveyAdded: (title: string) => `${title} is added to the surveysForm.`,
  surveyUpdated: (title: string) => `${title} is updated to the Survey.`,
  voted: (title: string) => `${title} is your vote.`,
  promoted: (name: string) => `${name} is an surveyor Now!`,
  becamePro: "Thank you pro user member",
  staysFree: "Thank you free Membar",
  feedbackSent: "Feedback Successfully",
  noVotesYet: "vote not custing yet",

  demoted: (name: string) => `${name} is a plain user now.`,
  wrongLogin: "Email and password don't match. Your email is kept; check it, and type the password again.",
  passwordRules: "6 to 20 characters, with an uppercase and a lowercase letter, a digit and one of ! @ # $ & *",
  passwordReset: "Your password is changed. Sign in with the new one.",
  passwordChanged: "Password changed. Other devices are signed out.",
  resetLinkSent: (email: string) =>
    `If there is an account for ${email}, a link is on its way. It works for ${EMAIL_LINK_MINUTES} minutes.`,
  setPasswordLinkSent: (email: string) => `We sent a link to ${email}. It works for ${EMAIL_LINK_MINUTES} minutes.`,
  verificationSent: (email: string) => `We sent a link to ${email}.`,
  newAddressSent: (email: string) => `We sent a link to ${email}. Your address changes when you use it.`,
  mailOff: "Email is not set up here, so no link can be sent.",
  linkIncomplete: "This link is incomplete. Open it from the email again, or request a new one.",
  addressConfirmed: (email: string) => `${email} is confirmed. Thank you.`,
  addressConfirmedAlone: (email: string) =>
    `${email} is confirmed. The old password no longer works, and all devices are signed out. Set a new password to sign in.`,
  confirmByPassword:
    "You aren't signed in to this account in this browser. Enter its password to keep the account as it is. If you don't know the password, or didn't create the account, continue without it: the password stops working, and all devices are signed out.",
  deviceEnded: (device: string) => `${device} is signed out.`,
  otherDevicesEnded: "All other devices are signed out.",
  imageDeleted: "The picture is deleted.",
  accountDeleted: "Your account is deleted.",
  blocked: (name: string) => `${name} is blocked.`,
  unblocked: (name: string) => `${name} is no longer blocked.`,
  sessionsEnded: (name: string) => `All sessions of ${name} are ended.`,
  /** Shown at every report field. */
  whoReadsReports: "The survey's owner and the admins can read your report, with your name and email address.",
  reported: "Thank you. An admin will look at this survey.",
  reportedBefore: "You have already reported this survey. Your report stands, and an admin will look at it.",
  reportsResolved: "The reports are resolved.",
  noVotesCollected: "vote not custing yet", // spec §2, to the letter
  nothingChanged: "No changes were made.",
  profileSaved: "Your profile is saved.",
  commentIgnored: "Your comment wasn't saved: only pro members can comment.",
  choiceKept: (choice: string) => `You picked ${choice}. Confirm to vote.`,
  voteUnknown:
    "We couldn't reach the server, so we don't know whether your vote was counted. Try again: a vote is never counted twice.",
  reportUnknown:
    "We couldn't reach the server, so we don't know whether your report was sent. Try again: it is never sent twice.",
  surveyUnknown:
    "We couldn't reach the server, so we don't know whether your survey was saved. Look at your surveys before you try again.",
  refundUnknown:
    "We couldn't reach the server, so we don't know whether the payment was refunded. Try again: it is never refunded twice.",
  tooLong: (max: number) => `At most ${formatCount(max)} characters`,
  paymentNotStarted: "We couldn't reach the server. Nothing was charged. Check your network and try again.",
  paymentUnknown:
    "We couldn't reach the server, so we don't know whether the payment went through. Try again: you are never charged twice.",
  /** On the pages to sign up and to log in, to a visitor who wrote a question. */
  questionKept: "Your question is saved. Create an account or log in to submit it.",
  signInFirst: "Please sign in to continue.",
  proUntil: "PRO until",
  payPrice: (price: string) => `Pay ${price}`,
  paying: "Paying … please keep this page open.",
  cardsOff: "Card payments are not set up here.",
  /** The money may have moved; the stored status may be out of date. */
  paymentSettles: "Your payment is being processed …",
  paymentSlow:
    "This is taking longer than usual. You can leave this page: the payment will appear in your payment history.",
  paymentFailed: "The payment did not go through, and nothing was charged. You can try again.",
  paymentUnfinished: "You have an unfinished payment. If it went through, it will appear here shortly.",
  paymentNotCancelable:
    "Your bank is still processing this payment, so it can't be canceled. Its result will appear here.",
  cardFormGone: "Stripe's card form can't be reached. Nothing was charged. Check your network and try again.",
  bankRefused: "Your bank did not approve the payment. Nothing was charged.",
  refunded: (email: string) => `The payment of ${email} was refunded.`,
  waiting: "Waiting for publication",
  returnsToReview:
    "Saving a change takes this survey offline until an admin has reviewed it. You can change it freely until the first vote.",
  submittedForReview: "Submitted for review. We'll email you when it's published.",
  surveyPublished: (title: string) => `${title} is published.`,
  published: "Published",
  sentBack: "Sent back",
  showMore: "Show more",
  showing: (shown: string, total: string) => `Showing ${shown} of ${total}`,

  /** Shown to admins whose sign-in is too old for the action. */
  reauthentication: {
    title: "Confirm it's you",
    byPassword: (email: string) => `You signed in some time ago. Enter the password of ${email} to continue.`,
    byProvider: (email: string) =>
      `You signed in some time ago. Sign in as ${email} again. You then come back to this page, and can repeat what you did.`,
    empty: "Password is required",
    wrong: "That is not your password.",
    otherAccount: "That was another account",
    nowSignedInAs: (email: string) => `You are signed in as ${email} now.`,
  },
  signingIn: "Signing you in …",
  providers: { google: "Google", facebook: "Facebook" },
  /** Why signing in through a provider failed (`signInFailures` of the contract). */
  notSignedIn: {
    cancelled: (provider: string) => `You cancelled at ${provider}, so you are not signed in.`,
    taken: (provider: string) =>
      `There is already an account with your email address. Sign in with your password, and confirm the address here and at ${provider}; then ${provider} works, too.`,
    blocked: (_, contactEmail) => blocked(contactEmail),
    noEmail: (provider: string) =>
      `${provider} told us no email address, and an account needs one. Please sign up with your email address.`,
    unconfirmed: (provider: string) =>
      `${provider} can't be reached right now, or did not confirm who you are. Please try again in a moment.`,
    stale: () => "This sign-in link has expired. Please try again.",
    tooFast: () => "Too many requests. Please wait a moment and try again.",
    failed: (provider: string) => `Signing in with ${provider} did not work. Please try again.`,
  } satisfies Record<SignInFailure, (provider: string, contactEmail: string | null) => string>,
} as const;

/** Shown to blocked users. Names a contact address only if one is configured. */
export function blocked(contactEmail: string | null): string {
  const whom = contactEmail ? `Write to ${contactEmail}` : "Ask an admin of this site";
  return `This account is blocked. ${whom} if you think that this is a mistake.`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

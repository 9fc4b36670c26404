import { REMEMBERED_DAYS } from "@survey-app/contract/secondFactor.ts";
import type { SignInFailure } from "@survey-app/contract/signInFailures.ts";

/** The texts of the login page, besides those of its forms that other pages show too. */
export const byPasskey = "Sign in with a passkey";
export const passkeyCanceled = "No passkey was used. Try again, or sign in another way.";
export const passkeyFailed = "This browser couldn't use a passkey. Try again, or sign in another way.";
export const passkeyExists = "This device already has a passkey for your account.";

export const codeTitle = "Enter your code";
export const codeText = "Open your authenticator app and enter the six digits that it shows for Survey App.";
export const code = "Code";
export const codeHint = "No phone at hand? Enter one of your recovery codes instead.";
export const remember = "Don't ask again on this device";
export const rememberText = `For ${REMEMBERED_DAYS} days, or until you undo it on your profile page.`;
export const signIn = "Sign in";
export const startAgain = "Start again";
export const codeMissing = "Enter the code";

/** Why signing in through a provider failed (`signInFailures` of the contract). */
export const notSignedIn = {
  cancelled: (provider) => `You canceled at ${provider}, so you aren't signed in.`,
  taken: (provider) =>
    `There is already an account with your email address. Sign in with your password and confirm the address, here and at ${provider}. After that you can sign in with ${provider}.`,
  blocked: (_, contactEmail) => blocked(contactEmail),
  noEmail: (provider) =>
    `${provider} didn't share your email address, and an account needs one. Sign up with your email address instead.`,
  domain: (provider) =>
    `Your email address at ${provider} can't sign in here: its domain isn't allowed, or ${provider} hasn't confirmed it.`,
  unconfirmed: (provider) =>
    `${provider} can't be reached right now, or didn't confirm who you are. Try again in a moment.`,
  stale: () => "This sign-in link has expired. Please try again.",
  tooFast: () => "Too many requests. Wait a moment and try again.",
  wrong: () => "Email and password don't match. Check both, and try again.",
  tooMany: () => "Too many wrong passwords. Wait 15 minutes, or reset your password by email.",
  wrongCode: () => "That code is wrong, or was already used. Wait for the next one, and try again.",
  tooManyCodes: () => "Too many wrong codes. Wait 15 minutes, then try again.",
  failed: (provider) => `Signing in with ${provider} didn't work. Try again.`,
} satisfies Record<SignInFailure, (provider: string, contactEmail: string | null) => string>;

/** Shown to blocked users. Names a contact address only if one is configured. */
export function blocked(contactEmail: string | null): string {
  const whom = contactEmail ? `Write to ${contactEmail}` : "Ask an admin of this site";
  return `This account is blocked. ${whom} if you think this is a mistake.`;
}

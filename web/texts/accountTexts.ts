import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { DELETED_NAME } from "@survey-app/contract/users.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the user's own account: email address, password, sign-in methods, sessions and data. */
export const yourPassword = "Your password";
export const passwordRequired = "Password is required";
export const notYourAddress = "That's not your email address";
export const ways = "Sign-in methods";
export const emailAndPassword = "Email and password";
export const passkey = "Passkey";
export const mailOff = "Email is not set up here, so no link can be sent.";
export const sandbox = "Sandbox";
export const sandboxMail = (inbox: (link: string) => ReactNode) =>
  rich`Emails are not sent here. You can ${inbox("read them in the sandbox")}.`;

// Email address.
export const emailAddress = "Email address";
export const confirmed = "Confirmed";
export const notConfirmed = "Not confirmed yet";
export const sendAgain = "Send the link again";
export const changeAddress = "Change the address";
export const changeAddressTitle = "Change your address";
export const addressNeedsPassword = "To change the address, set a password first.";
export const verificationSent = (email: string) => `We sent a link to ${email}.`;
export const newAddressSent = (email: string) => `We sent a link to ${email}. Your address changes when you use it.`;
export const newAddress = "New email address";
export const newAddressText = (current: ReactNode) =>
  rich`We'll email a confirmation link to the new address. Until you confirm, keep signing in with ${current}.`;
export const sameAddress = "This is already your address";
export const sendLink = "Send the link";

// Confirmation by the link in an email.
export const linkIncomplete = "This link is incomplete. Open it from the email again, or request a new one.";
export const toProfile = "Go to your profile";
export const loginForLink = "Log in to request a new one";
export const addressConfirmed = (email: string) => `${email} is confirmed. Thank you.`;
export const addressConfirmedAlone = (email: string) =>
  `${email} is confirmed. The old password no longer works, and all devices are signed out. Set a new password to sign in.`;
export const setAPassword = "Set a password";
export const toSurveys = "Go to the surveys";
export const confirmAddress = "Confirm my email address";
export const confirmByPassword =
  "You aren't signed in to this account in this browser. Enter its password to keep the account as it is. If you don't know the password, or didn't create the account, continue without it: the password stops working, and all devices are signed out.";
export const withoutPassword = "Continue without the password";

// Password.
export const password = "Password";
export const passwordRules =
  "6 to 20 characters, with an uppercase and a lowercase letter, a digit and one of ! @ # $ & *";
export const changeSignsOut = "Changing it signs out all your other devices and revokes your API keys.";
export const noPasswordYet = "You sign in through another provider, and have no password here yet.";
export const changePassword = "Change the password";
export const changePasswordTitle = "Change your password";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const passwordChanged = "Password changed. Other devices are signed out.";
export const sendPasswordLink = "Send a link to set a password";
export const setPasswordLinkSent = (email: string) =>
  `We sent a link to ${email}. It works for ${EMAIL_LINK_MINUTES} minutes.`;
export const resetLinkSent = (email: string) =>
  `If there is an account for ${email}, a link is on its way. It works for ${EMAIL_LINK_MINUTES} minutes.`;
export const requestNewLink = "Request a new link";
export const setPassword = "Set the password";
export const passwordReset = "Password changed. Sign in with your new password.";

// Sessions.
export const sessions = "Where you are signed in";
export const sessionsText = "If you don't recognize a device, sign it out and change your password.";
export const since = (start: ReactNode) => rich`Since ${start}`;
export const sinceAndSeen = (start: ReactNode, seen: ReactNode) => rich`Since ${start}, last seen ${seen}`;
export const thisDevice = "This device";
export const signOut = "Sign out";
export const signOutName = (device: string) => `Sign out: ${device}`;
export const signOutTitle = (device: string) => `Sign out ${device}?`;
export const signOutText = "You'll have to sign in again on that device.";
export const signOutOthers = "Sign out all other devices";
export const signOutOthersTitle = "Sign out all other devices?";
export const signOutOthersText =
  "You stay signed in here. On all other devices you'll have to sign in again. Your API keys are revoked as well.";
export const signThemOut = "Sign them out";
export const deviceEnded = (device: string) => `${device} is signed out.`;
export const otherDevicesEnded = "All other devices are signed out.";

// Data and deletion.
export const yourData = "Your data";
export const yourDataText = "Download everything we store about you as one JSON file, or delete your account.";
export const downloadData = "Download my data";
export const deleteAccount = "Delete my account";
export const deleteTitle = "Delete your account?";
export const deletion = {
  votes: `Your votes stay counted, under the name “${DELETED_NAME}”.`,
  surveys: "Your surveys stay, with their pictures. Your comments are removed.",
  rest: "You are signed out on all devices, and your name, address, photo and other pictures are deleted.",
  final: "This can't be undone.",
} as const;
export const yourAddress = "Your email address";
export const typeAddress = (email: string) => `To confirm, type ${email}`;
export const accountDeleted = "Your account is deleted.";

import { REMEMBERED_DAYS } from "@survey-app/contract/secondFactor.ts";

/** The texts of signing in with a passkey and with a code. */
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

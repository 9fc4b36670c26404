import { plural } from "@survey-app/contract/formatCount.ts";
import { REMEMBERED_DAYS } from "@survey-app/contract/secondFactor.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of passkeys and two-step sign-in on the profile page. */
export const passkeys = "Passkeys";
export const passkeysText =
  "Sign in with your fingerprint, face, screen lock or security key instead of a password. A passkey works only on this site, so nobody can trick you into giving it away.";
export const addPasskey = "Add a passkey";
export const addPasskeyTitle = "Add a passkey";
export const addPasskeyText = "Your browser will ask where to save it, and to confirm that it's you.";
export const passkeyName = "Name";
export const passkeyNameHint = "To recognize it in this list, for example “My phone”.";
export const passkeyAdded = "Passkey added. You can sign in with it from now on.";
export const noPasskeys = "You have no passkeys yet.";
export const noPasskeysHere = "This browser doesn't support passkeys.";
export const added = (day: ReactNode) => rich`Added ${day}, not used yet`;
export const addedAndUsed = (day: ReactNode, used: ReactNode) => rich`Added ${day}, last used ${used}`;
export const rename = "Rename";
export const renameName = (name: string) => `Rename: ${name}`;
export const renameTitle = (name: string) => `Rename “${name}”`;
export const renamed = "The name is changed.";
export const removal = {
  action: "Remove",
  actionName: (name: string) => `Remove: ${name}`,
  title: (name: string) => `Remove “${name}”?`,
  text: "You can't sign in with it any more. Also delete it on your device or in your password manager.",
  done: () => "Passkey removed.",
} as const;

export const twoStep = "Two-step sign-in";
export const twoStepText =
  "Besides your password, signing in needs a code from an app on your phone. A passkey needs no code.";
export const isOn = (since: ReactNode) => rich`On since ${since}`;
export const missing =
  "You are an admin, and admins need two-step sign-in here. Set it up, or sign in with a passkey, to use your admin rights.";
export const confirmFirst = "Confirm your email address first.";
export const setUp = "Set up two-step sign-in";
export const scan = "Scan this code with your authenticator app, for example Google Authenticator, 1Password or Aegis.";
export const qrCode = "QR code for your authenticator app";
export const orType = "Or type this key into the app";
export const copy = "Copy the key";
export const copied = "Copied";
export const copyFailed = "Your browser doesn't allow copying. Select the text and copy it yourself.";
export const enterCode = "Code from the app";
export const enterCodeHint = "Six digits. They change every 30 seconds.";
export const turnOn = "Turn on";
export const turnedOn = "Two-step sign-in is on.";
export const turnOff = "Turn off";
export const turnOffTitle = "Turn two-step sign-in off?";
export const turnOffText = "Signing in will only need your password again. Your recovery codes stop working.";
export const turnedOff = "Two-step sign-in is off.";
export const recoveryTitle = "Save your recovery codes";
export const recoveryText =
  "If you lose your phone, each of these codes signs you in once. Keep them in a safe place: they are shown only now.";
export const copyCodes = "Copy all";
export const downloadCodes = "Download as a file";
export const codesFile = (codes: readonly string[]) => `Survey App recovery codes\n\n${codes.join("\n")}\n`;
export const saved = "I saved them";
export const codesLeft = (left: number) => `${plural(left, "recovery code")} left`;
export const renew = "Get new recovery codes";
export const renewTitle = "Get new recovery codes?";
export const renewText = "The old ones stop working.";

export const remembered = "Devices that need no code";
export const rememberedText = `You chose not to be asked again there, for ${REMEMBERED_DAYS} days.`;
export const until = (day: ReactNode) => rich`Until ${day}`;
export const forget = "Ask for a code again";
export const forgetName = (device: string) => `Ask for a code again: ${device}`;
export const forgotten = "That device will be asked for a code again.";

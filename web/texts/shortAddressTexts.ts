import { SHORT_CODE_LENGTH } from "@survey-app/contract/shortAddresses.ts";

/** The texts of short addresses: where people read them and where they type a code. */
export const text = "You find it on a screen or a flyer, next to the QR code.";
export const code = "Code";
export const codeHint = `${SHORT_CODE_LENGTH.presentation} or ${SHORT_CODE_LENGTH.flyer} letters and digits, such as 8K4F2Q. Capitals and dashes don't matter.`;
export const open = "Open the survey";
/** For every code that leads nowhere, whatever the reason. */
export const wrong = "This code doesn't lead to a survey. Check it, or ask for a new one.";
export const isPersonal = "Did you get a longer code, for you alone?";
export const openInvitation = "Open your invitation";

/** The texts of the contact page, and of links to it. The footer's are in `frameTexts.ts`. */

export const contactUs = "Contact us";
export const byEmail = "Write to us about your account, a payment or your data:";
export const noAddress = "No contact address is published on this site.";
export const withoutUs = "You can do these yourself, without waiting for an answer:";
export const report = "Report a survey: “Report this survey” on its page tells its owner and the admins.";
export const password = "Set a new password";
export const profile = "Download or delete everything that is stored about you";

/** The texts of the contact page, and of links to it. The footer's are in `frameTexts.ts`. */
export const legalTexts = {
  contactUs: "Contact us",
  byEmail: "Write to us about your account, a payment or your data:",
  noAddress: "No contact address is published on this site.",
  withoutUs: "You can do these yourself, without waiting for an answer:",
  report: "Report a survey: “Report this survey” on its page tells its owner and the admins.",
  password: "Set a new password",
  profile: "Download or delete everything that is stored about you",
} as const;

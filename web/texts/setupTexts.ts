import type { ReviewPolicy, SurveyorPolicy, UnlistedPolicy } from "@survey-app/contract/askingPolicies.ts";
import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import type { ConfirmedStep } from "@survey-app/contract/setup.ts";

/** The texts of the first steps of a new installation, for its admins. */
export const title = "Getting started";

export const email = {
  title: "Try the email",
  text: {
    sent: (address: string) => `Send a test email to ${address}, to see whether emails arrive.`,
    sandbox: () => "To send emails, set SMTP_URL in the server's environment and restart.",
    off: () =>
      "SMTP_URL is not set, so no email is sent: nobody can confirm an address, reset a password or be invited. Set it in the server's environment and restart.",
  } satisfies Record<PageSettings["mail"], (address: string) => string>,
  send: "Send a test email",
  again: "Send another one",
  waiting: "Sending the test email …",
  failing:
    "The mail server hasn't accepted the test email. We'll keep trying for three days. The server's log has the reason; check SMTP_URL and MAIL_FROM.",
  done: (address: string) => `The mail server accepted the test email to ${address}.`,
  kept: "The sandbox has kept the test email.",
} as const;

export const question = {
  title: "Ask a first question",
  text: "The home page and the list are empty until the first survey is published.",
} as const;

export const asking = {
  title: "Choose who may ask",
  text: "These settings decide it. Set them in the server's environment and restart to change them.",
  surveyors: {
    request: "Anyone with an account can send in a question. When you publish their first one, they become a surveyor.",
    everyone: "Everyone with a confirmed email address can ask questions.",
    admins: "Only people whom an admin makes a surveyor can ask questions.",
  } satisfies Record<SurveyorPolicy, string>,
  review: {
    listed: "An admin reviews surveys before they appear in public lists. Others are published at once.",
    all: "An admin reviews every survey before it is published.",
    off: "Surveys are published at once, without a review.",
  } satisfies Record<ReviewPolicy, string>,
  unlisted: {
    surveyors: "Only surveyors can ask surveys that are in no public list.",
    confirmed:
      "Everyone with a confirmed email address can ask surveys that are in no public list, at most 3 at a time.",
  } satisfies Record<UnlistedPolicy, string>,
} as const;

/** The button that ends a step. */
export const confirm: Record<ConfirmedStep, string> = {
  email: "Continue without email",
  asking: "Keep these settings",
};

import type { Electorate } from "@survey-app/contract/ballots.ts";
import type { EmailPreferences, StoppedEmails } from "@survey-app/contract/outcomes.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of what follows after voting: emails about a survey, and what its owner decided. */

// On a survey's page.
export const follow = { open: "Email me the result", closed: "Email me what was decided" } as const;
export const following = {
  onVote: "If you vote, you get an email when voting ends, and when the owner says what was decided.",
  open: "You get an email when voting ends, and when the owner says what was decided.",
  owner: "You get an email when voting ends.",
  closed: "You get an email when the owner says what was decided.",
  unreviewed: "We send emails about this survey only once an admin has reviewed it.",
} as const;
export const ownerFollows = "The owner always gets it.";
export const followWithoutVote = "Email me even if I don't vote";
export const followSaved = (follows: boolean) =>
  follows ? "We'll email you about this survey." : "We won't email you about this survey.";

export const title = "What was decided";
export const givenOn = (day: ReactNode) => rich`By the survey's owner, on ${day}`;
export const noneYet = "No outcome given yet.";
export const earlier = (count: number) => (count === 1 ? "1 earlier version" : `${count} earlier versions`);
export const give = "Say what was decided";
export const change = "Change what was decided";
export const field = "What did you decide?";
export const hint =
  "Everyone can read it. Everyone who got the result by email gets an email that links here. Earlier versions stay visible.";
export const required = "Write what you decided.";
export const save = "Publish the outcome";
export const saved = "The outcome is on the survey's page.";
export const saveUnknown = "The outcome may have been published. Reload the page to see it.";

// Reminders.
export const remind = "Send a reminder";
export const remindTitle = "Remind people now?";
export const remindText = (survey: string, electorate: Electorate) =>
  `Everyone who ${electorate === "invited" ? "is invited to" : "follows"} “${survey}” and has not voted gets one email. You can send two reminders; one more is sent a day before the deadline.`;
export const remindDone = (survey: string) => `The reminder for ${survey} is on its way.`;

// The profile.
export const preferences = "Emails about surveys";
export const preferencesText = "Emails about your account, your payments and your own surveys are always sent.";
export const kinds = {
  results: {
    label: "Results",
    text: "When voting ends on a survey that you voted on or follow, and what was decided.",
  },
  reminders: {
    label: "Reminders",
    text: "A day before voting ends on a survey that you follow and have not voted on.",
  },
  reports: {
    label: "Your reports",
    text: "When an admin has reviewed a survey that you reported.",
  },
  invitations: {
    label: "Invitations",
    text: "When someone puts your address on a survey's list: the link, a reminder and the result.",
  },
} as const satisfies Record<keyof EmailPreferences, { label: string; text: string }>;
export const confirmAddress = "Confirm your email address first.";
export const preferencesSaved = "Saved.";

// The page at which links in emails end.
export const unsubscribeText = {
  results: "You won't get emails about the results of surveys any more.",
  reminders: "You won't get reminders to vote any more.",
  reports: "You won't get emails about surveys that you reported any more.",
  invitations: "You won't get emails about this survey any more. Your invitation stays valid.",
  ownerInvitations: "You won't get emails about surveys of this owner any more. Your invitations stay valid.",
} as const satisfies Record<Exclude<StoppedEmails, "allInvitations">, string>;
export const unsubscribe = "Stop these emails";
export const unsubscribeAllText =
  "Or stop all invitations to this address: the owners of surveys can still put it on a list, but we won't email it. They see that it doesn't accept invitations.";
export const unsubscribeAll = "Stop all invitations";
export const unsubscribed = {
  results: "Done: we won't email you results any more.",
  reminders: "Done: we won't remind you to vote any more.",
  reports: "Done: we won't email you about surveys that you reported any more.",
  invitations: "Done: we won't email you about this survey any more.",
  ownerInvitations: "Done: we won't email you about surveys of this owner any more.",
  allInvitations:
    "Done: we won't send invitations to this address any more. To get them again, create an account with this address and choose your emails on your profile.",
} as const satisfies Record<StoppedEmails, string>;
export const linkBroken =
  "This link is incomplete. Open it again from the email, or choose your emails on your profile.";
export const toProfile = "Choose your emails";

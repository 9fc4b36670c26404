import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { modifiedResponse } from "../http/pagination.ts";
import { OUTCOME_MAX } from "../text/limits.ts";
import { id, paragraphs } from "../text/text.ts";
import { DAY_MS } from "../text/time.ts";

/**
 * The most reminders that an owner can send about a survey, in addition to the one that is sent a day before the
 * deadline.
 */
export const OWN_REMINDERS_MAX = 2;
/** The time after the close, in milliseconds, from which a page says that no outcome was given. */
export const OUTCOME_EXPECTED_MS = 7 * DAY_MS;

export const getFollow = endpoint({
  method: "GET",
  path: "/surveys/:id/follow",
  summary:
    "Whether the current user gets the result of a survey by email; people who voted do unless they chose not to. " +
    "`followsOnVote`: not yet, but voting would turn it on",
  access: "signedIn",
  keyScope: "read",
  params: z.object({ id }),
  response: z.object({ follows: z.boolean(), followsOnVote: z.boolean() }),
});

export const followSurvey = endpoint({
  method: "PUT",
  path: "/surveys/:id/follow",
  summary: "Get the result and the outcome of a survey by email",
  access: "signedIn",
  keyScope: "vote",
  params: z.object({ id }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 60 },
});

export const unfollowSurvey = endpoint({
  ...followSurvey,
  method: "DELETE",
  summary: "Get no more emails about a survey",
});

export const setOutcome = endpoint({
  method: "PUT",
  path: "/surveys/:id/outcome",
  summary:
    "Say what was decided after a survey of the current user was closed. Earlier versions stay visible; everyone who " +
    "got the result by email gets an email about the first one",
  access: "asker",
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({
    text: paragraphs("Outcome", OUTCOME_MAX, formErrors.outcome).check(z.minLength(1, formErrors.outcome.required)),
  }),
  response: modifiedResponse,
  errors: ["notClosed", "tooManyOutcomes"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const remindFollowers = endpoint({
  method: "POST",
  path: "/surveys/:id/reminders",
  summary: "Remind the people who follow a survey of the current user and have not voted, while voting is open",
  access: "asker",
  keyScope: "manage",
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["hasEnded", "notPublished", "noReminders", "sendsNoEmail", "tooManyReminders", "questionOfMeeting"],
  rateLimit: { max: 30, seconds: 3600 },
});

/** The emails that the owner of a survey can still send. */
const sending = z.object({
  /** People on the list with an address whose link was not sent, and isn't waiting to be sent. */
  unsent: z.number(),
  /** Links that wait to be sent: with many addresses, that takes a while. */
  onTheWay: z.number(),
  /**
   * People without an address who wait on the list until an admin allows codes, and then until the owner makes theirs.
   */
  waiting: z.number(),
  /** The number of further reminders that the owner can send. */
  remindersLeft: z.number(),
  /** When the owner last sent links or a reminder to the people on the list; null if never. */
  lastSentAt: z.nullable(z.string()),
  /**
   * For a closed survey that hid who voted: how many reminder emails were sent and how many were not, for example
   * because people had voted; null for others. Only these sums are kept.
   */
  reminders: z.nullable(z.object({ sent: z.number(), unsent: z.number() })),
});
export type Sending = z.infer<typeof sending>;

export const getSending = endpoint({
  method: "GET",
  path: "/surveys/:id/sending",
  summary:
    "What the current user can still send about a survey of theirs: links to the people on its list, and reminders. While it is hidden " +
    "who voted, the numbers depend on no vote",
  access: "asker",
  keyScope: "read",
  params: z.object({ id }),
  response: sending,
  rateLimit: { max: 240, seconds: 60 },
});

/**
 * The emails about surveys that people can refuse: results with outcomes, reminders to vote, and outcomes of their
 * reports.
 */
export const surveyEmailKind = z.enum(
  ["results", "reminders", "reports"],
  "kind must be results, reminders or reports",
);
export type SurveyEmailKind = z.infer<typeof surveyEmailKind>;

/**
 * The emails that the link in an email stops: one kind of a user's emails, or those to an invited person about one
 * survey, the surveys of one owner, or all surveys.
 */
export const stoppedEmails = z.enum([...surveyEmailKind.options, "invitations", "ownerInvitations", "allInvitations"]);
export type StoppedEmails = z.infer<typeof stoppedEmails>;

const preferences = z.object({
  results: z.boolean("results must be true or false"),
  reminders: z.boolean("reminders must be true or false"),
  reports: z.boolean("reports must be true or false"),
});
const invitations = z.boolean("invitations must be true or false");
/** `invitations`: whether the user's address accepts invitations to surveys; null while it is not confirmed. */
const ownPreferences = z.extend(preferences, { invitations: z.nullable(invitations) });
export type EmailPreferences = z.infer<typeof ownPreferences>;

export const getEmailPreferences = endpoint({
  method: "GET",
  path: "/me/email-preferences",
  summary: "Which emails about surveys the current user wants",
  access: "signedIn",
  response: ownPreferences,
});

export const setEmailPreferences = endpoint({
  method: "PUT",
  path: "/me/email-preferences",
  summary:
    "Choose which emails about surveys the current user wants. Those that the request leaves out stay as they are. For " +
    "`invitations` the user's address must be confirmed",
  access: "signedIn",
  body: z.partial(z.extend(preferences, { invitations })),
  response: modifiedResponse,
  errors: ["confirmFirst"],
  rateLimit: { max: 60, seconds: 60 },
});

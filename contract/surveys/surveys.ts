import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { dayTotals } from "../ballots/dayTotals.ts";
import { SPLIT_MIN } from "../ballots/ledger.ts";
import { resultLabel } from "../ballots/resultLabel.ts";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, wholeListQuery } from "../http/pagination.ts";
import { language, languages } from "../text/language.ts";
import { NOTE_MAX } from "../text/limits.ts";
import { email, id, paragraphs, search, textOr, version, writtenEmail } from "../text/text.ts";
import { surveyDays } from "../text/time.ts";
import { feedbackText, unpublishReason } from "./moderation.ts";
import { category, ownFields, surveyForm } from "./surveyFields.ts";

/** `status` of a survey: not published (spec: 1 at creation), or published. */
export const WAITING = 1;
export const PUBLISHED = 2;
export const surveyStatus = z.literal([WAITING, PUBLISHED], "status must be 1 or 2");
export type SurveyStatus = z.infer<typeof surveyStatus>;

/**
 * Whether voting has ended at the instant `now`, in milliseconds: the survey was closed, or its deadline has passed and
 * it is about to be. A survey without a deadline ends when it is closed.
 */
export function hasEnded(survey: { deadline: string | null; closedAt: string | null }, now: number): boolean {
  return survey.closedAt !== null || (survey.deadline !== null && Date.parse(survey.deadline) <= now);
}

/**
 * Whether a scheduled survey has not started at the instant `now`, in milliseconds: only its owner and admins see it.
 */
export function isBeforeStart(
  survey: { status: number; scheduled: boolean; createDate: string },
  now: number,
): boolean {
  return survey.status === PUBLISHED && survey.scheduled && Date.parse(survey.createDate) > now;
}

/**
 * The counted votes, as the reader may see them. `noVotes` is total minus yes, as in the spec, so the three always
 * agree. While the results are hidden, `totalVotes` are the participants, and the counts of answers are null.
 */
export const totals = z.object({
  /** People who took a side: yes and no. */
  totalVotes: z.number(),
  yesVotes: z.nullable(z.number()),
  noVotes: z.nullable(z.number()),
  unsureVotes: z.nullable(z.number()),
  /** People who voted, whatever their answer. */
  participants: z.number(),
  resultsVisible: z.boolean(),
  /**
   * When hidden results become visible: `afterYourVote`, `whenShown` (when the owner shows them, at the latest when
   * voting ends), or the instant at which voting ends. `tooFewVotes`: never, because too few people voted on a
   * confidential or secret survey (`SPLIT_MIN`). Null when they are visible.
   */
  resultsOpen: z.nullable(z.string()),
});
export type Totals = z.infer<typeof totals>;

/** When the owner of a survey showed its result, and how many people had voted by then. Missing where no owner has. */
const showing = { shownAt: z.optional(z.string()), shownAfter: z.optional(z.number()) };

/** The totals of one survey. `movedTo`: the survey that its room went on to (contract/sharing/rooms.ts). */
export const surveyTotals = z.object({
  surveyId: z.string(),
  ...totals.shape,
  /** When the survey was closed, after which its totals never change; null before. */
  closedAt: z.nullable(z.string()),
  ...showing,
  movedTo: z.optional(z.string()),
});
export type SurveyTotals = z.infer<typeof surveyTotals>;

/** The totals of one survey, with its label. */
export const surveyResults = z.object({ ...surveyTotals.shape, label: resultLabel });
export type SurveyResults = z.infer<typeof surveyResults>;

export const survey = z.object({
  _id: z.string(),
  ...ownFields,
  ...surveyDays,
  /**
   * When voting ended for good: at the deadline, or earlier by the owner, an admin, or once all on the list of a
   * meeting had voted. Null before.
   */
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.enum(["deadline", "owner", "admin", "everyone"])),
  ...showing,
  status: surveyStatus,
  /** Whether it has passed by its rule: from the end on, if everyone sees its result. */
  passed: z.optional(z.boolean()),
  /** Whether the settings of voting are fixed for good: from the first publication on. */
  settingsFixed: z.boolean(),
  /**
   * Changes with every edit, appeal, unpublishing and sending back. Admins name it, so that they decide only about what
   * they have read.
   */
  version: z.number(),
  /** The owner's email; masked except for the owners and admins. `coOwned`: true for co-owners. */
  email: writtenEmail,
  coOwned: z.optional(z.literal(true)),
  userName: z.string(),
  ...totals.shape,
  /** Unresolved reports; 0 except for admins. */
  openReports: z.number(),
  /**
   * For admins: true if the owner can't send emails about it, because they are blocked, no longer a surveyor, or gone.
   */
  ownerStopped: z.optional(z.literal(true)),
  /** Only for admins. Changes with each report and each decision on one; `resolveReports` compares it. */
  reportsVersion: z.optional(z.number()),
  /** Only if nobody vouches for it; a drawing replaces its picture. */
  unreviewed: z.optional(z.literal(true)),
  /** Only if an admin unpublished the survey and it is not published again. */
  unpublished: z.optional(z.object({ reason: unpublishReason })),
  /**
   * Only if an admin unpublished the survey or sent it back, with feedback to its owner. Until the owner changes it or
   * appeals, it does not await review.
   */
  sentBack: z.optional(z.object({ at: z.string() })),
  /**
   * Only for admins, and only if the survey is a request to become a surveyor (`surveyorRequests.ts`): what they need
   * to decide about the person.
   */
  asker: z.optional(z.object({ since: z.string(), emailVerified: z.boolean(), requestedAt: z.string() })),
});
export type Survey = z.infer<typeof survey>;

/** A survey with what only its own page shows. */
export const fullSurvey = z.object({
  ...survey.shape,
  /** The dated notes that were added to its description. */
  notes: z.array(z.object({ text: z.string(), createdAt: z.string() })),
  /** The outcome that the owner wrote after the close, in each version, newest first. */
  outcomes: z.array(z.object({ text: z.string(), createdAt: z.string() })),
  /** The changes of its deadline since its first publication, oldest first; a null means no deadline. */
  deadlineMoves: z.array(z.object({ movedAt: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  /**
   * Whether other surveys that everyone can read asked the same question, before or after (contract/surveys/series.ts).
   */
  inSeries: z.boolean(),
  /**
   * The survey that it is a copy of, if that one was closed before this one was published: the question was asked
   * before.
   */
  askedBefore: z.nullable(
    z.object({ surveyId: z.string(), Title: z.string(), language: z.nullable(language), closedAt: z.string() }),
  ),
  /** Whether its owner may make codes: with confidential and secret votes only if an admin has allowed them. */
  takesCodes: z.boolean(),
  label: resultLabel,
});
export type FullSurvey = z.infer<typeof fullSurvey>;

/**
 * Whether the survey can no longer be edited: after the first vote the question must stay the same (specification
 * §4.3).
 */
export function isFrozen(survey: { participants: number }): boolean {
  return survey.participants > 0;
}

/** The user's own survey that the new one is a copy of. */
export const copyOf = z.nullish(id);

export const createSurvey = endpoint({
  method: "POST",
  path: "/surveysForm",
  summary: "Create a survey, which then awaits publication, or is published at once if no admin must review it",
  access: "surveyor",
  keyScope: "manage",
  identityFields: { email: "own" },
  body: z.object({ ...surveyForm.shape, copyOf, email: z.nullish(email) }),
  response: z.object({ ...insertedResponse.shape, status: surveyStatus }),
  rateLimit: { max: 120, seconds: 3600 },
});

export const updateSurvey = endpoint({
  method: "PATCH",
  path: "/surveyor/:id",
  summary:
    "Change an own survey: after the first vote only by a note, a later deadline or another contact, after the end not " +
    "at all",
  access: "asker",
  takesGuests: true,
  keyScope: "manage",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ id }),
  body: z.object({
    ...surveyForm.shape,
    /** Shown below the description, with its date. */
    note: textOr(paragraphs("Note", NOTE_MAX, formErrors.note), ""),
    email: z.nullish(email),
  }),
  response: modifiedResponse,
  errors: [
    "frozen",
    "deadlineOnlyLater",
    "passRuleFixed",
    "hasEnded",
    "notReviewed",
    "tooManyNotes",
    "tooManyDeadlines",
    "questionOfMeeting",
  ],
  rateLimit: { max: 120, seconds: 3600 },
});

export const getSurvey = endpoint({
  method: "GET",
  path: "/surveyor/:id",
  summary: "One survey. Unpublished ones are visible to owner and admins only",
  access: "anyone",
  params: z.object({ id }),
  response: fullSurvey,
});

export const listMySurveys = endpoint({
  method: "GET",
  path: "/surveyor",
  summary: "A surveyor's own surveys, newest first",
  access: "asker",
  takesGuests: true,
  keyScope: "read",
  identityFields: { email: "ownOrAdmin" },
  query: z.object({ email, ...wholeListQuery }),
  response: z.array(survey),
  paginated: true,
});

export const listLatestSurveys = endpoint({
  method: "GET",
  path: "/letest/surveyor",
  summary: "The six newest published surveys",
  access: "anyone",
  response: z.array(survey),
});

export const listTopSurveys = endpoint({
  method: "GET",
  path: "/vote/collection",
  summary: "The six published surveys with most votes",
  access: "anyone",
  response: z.array(survey),
});

/** Per network: enough for a school behind one address, too few to overload the database. */
const searchLimit = { max: 120, seconds: 60, only: "searches" } as const;

export const sort = z.enum(["asc", "desc"], "sort must be asc or desc");

export const listPublishedSurveys = endpoint({
  method: "GET",
  path: "/allSuryesPage",
  summary: "Published surveys: filtered by category and state, searched, sorted",
  access: "anyone",
  query: z.object({
    category: z._default(
      z.union([category, z.literal("none"), z.literal("")], "category must be one of the five categories, or none"),
      "none",
    ),
    sort: z.optional(z.union([sort, z.literal("")], "sort must be asc or desc")),
    by: z.optional(z.enum(["votes", "newest", "deadline"], "by must be votes, newest or deadline")),
    /**
     * Only running surveys (`open`), only those that have ended, or only running ones that the current user can vote on
     * and has not (`unvoted`; for visitors the same as `open`). `unvoted` includes surveys for invited people if their
     * list contains the user's confirmed address, even if they aren't in any other list.
     */
    state: z.optional(z.enum(["open", "ended", "unvoted"], "state must be open, ended or unvoted")),
    q: z._default(search, ""),
    languages: z.optional(languages),
    ...wholeListQuery,
  }),
  response: z.array(survey),
  paginated: true,
  rateLimit: searchLimit,
});
export type ListingQuery = z.output<typeof listPublishedSurveys.query>;

export const listAllSurveys = endpoint({
  method: "GET",
  path: "/all/surveyor",
  summary: "All published surveys; for admins all surveys, reported ones first, then those that await publication",
  access: "anyone",
  query: z.object({
    status: z.optional(
      z.coerce
        .number("status must be 1 or 2")
        .check(z.refine((value) => [WAITING, PUBLISHED].includes(value), "status must be 1 or 2")),
    ),
    /** Only surveys with unresolved reports. Has no effect except for admins, who alone may know which these are. */
    reported: z.optional(z.literal("1", "reported must be 1")),
    q: z._default(search, ""),
    ...wholeListQuery,
  }),
  response: z.array(survey),
  paginated: true,
  rateLimit: searchLimit,
});
export type AllSurveysQuery = z.output<typeof listAllSurveys.query>;

export const setSurveyStatus = endpoint({
  method: "PATCH",
  path: "/surveys/:id/status",
  summary:
    "Publish (2) or unpublish (1), with a note to the owner; one transaction. 1 sends a survey that is not published back to " +
    "its owner. Publishing the survey of a request to become a surveyor also promotes its owner",
  access: "admin",
  params: z.object({ id }),
  body: z
    .object({
      status: surveyStatus,
      feedback: textOr(feedbackText, ""),
      /**
       * Why the survey is unpublished, for everyone to read. Without it the reason is `unstated`. It has no effect when
       * the survey is sent back.
       */
      reason: z.nullish(unpublishReason),
      /**
       * The `version` that the admin has read; if it has changed, the survey is not published or sent back. Without the
       * field nothing is compared.
       */
      version: z.nullish(version),
      /**
       * The status that the admin has seen. If another admin has changed it since, nothing changes. Without the field
       * nothing is compared.
       */
      seenStatus: z.nullish(z.literal([WAITING, PUBLISHED], "seenStatus must be 1 or 2")),
    })
    .check(
      z.refine((change) => change.status === WAITING || !change.reason, {
        path: ["reason"],
        error: "reason is only for unpublishing",
      }),
      z.refine((change) => change.status === PUBLISHED || change.feedback !== "", {
        path: ["feedback"],
        error: "feedback is required when a survey is unpublished or sent back",
      }),
    ),
  response: modifiedResponse,
  errors: ["changedMeanwhile", "decidedMeanwhile", "deadlinePassed"],
});

export const closeSurvey = endpoint({
  method: "POST",
  path: "/surveys/:id/close",
  summary:
    "End the voting on a survey of the current user before its deadline, for good; admins close any survey. The planned " +
    "deadline and who closed it stay visible. Owners can't close a confidential or secret survey with fewer than " +
    `${SPLIT_MIN} participants, and nobody closes one with a pass rule once someone has voted`,
  access: "asker",
  takesGuests: true,
  keyScope: "manage",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["hasEnded", "notPublished", "tooFewVotes", "passRuleFixed", "questionOfMeeting"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const showResult = endpoint({
  method: "POST",
  path: "/surveys/:id/show",
  summary:
    "Show everyone the result of a survey of the current user with `results` `shown`, for good. Voting goes on. Once it is shown or " +
    "voting has ended, nothing changes. Admins can't show others' results: they can close the survey",
  access: "asker",
  takesGuests: true,
  keyScope: "manage",
  params: z.object({ id }),
  /** Null: the result opens at the close, without having been shown. `totals`: as everyone sees them now. */
  response: z.object({ shownAt: z.nullable(z.string()), shownAfter: z.nullable(z.number()), totals }),
  errors: ["notInThisMode", "notPublished", "noVotesYet"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const deleteSurvey = endpoint({
  method: "DELETE",
  path: "/surveys/:id",
  summary: "Delete a survey of the current user that has no votes; admins delete any survey without votes",
  access: "signedIn",
  takesGuests: true,
  keyScope: "manage",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ id }),
  response: modifiedResponse,
  errors: ["hasVotes", "questionOfMeeting"],
  rateLimit: { max: 120, seconds: 3600 },
});

export const getSurveyResults = endpoint({
  method: "GET",
  path: "/surveys/:id/results",
  summary:
    "The totals of one survey, as the current user may see them, and what they may claim. People who voted may see more than " +
    "visitors",
  access: "anyone",
  params: z.object({ id }),
  response: surveyResults,
});

export const getSurveyHistory = endpoint({
  method: "GET",
  path: "/surveys/:id/history",
  summary:
    "The votes of a survey over time: one row for each day with votes (UTC), oldest first; none on confidential and secret " +
    "surveys",
  access: "anyone",
  params: z.object({ id }),
  response: z.array(dayTotals),
});

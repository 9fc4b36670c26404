import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { type Answer, CHANGES_MAX, LEDGER_FORMATS, readReceipt, receiptOf } from "../ballots/ledger.ts";
import { ledgerAsks, ledgerClosing } from "../ballots/ledgerParts.ts";
import { endpoint } from "../http/endpoint.ts";
import {
  insertedResponse,
  modifiedResponse,
  paginationQuery,
  timeOrder,
  wholeListQuery,
  wholeNumber,
} from "../http/pagination.ts";
import { unpublishReason } from "../surveys/moderation.ts";
import { readQuestion } from "../surveys/readQuestion.ts";
import { category } from "../surveys/surveyFields.ts";
import { surveyStatus, surveyTotals, totals } from "../surveys/surveys.ts";
import { language } from "../text/language.ts";
import { COMMENT_MAX, REPORT_MAX } from "../text/limits.ts";
import { email, id, paragraphs, search, textOr, writtenEmail } from "../text/text.ts";
import { surveyDays } from "../text/time.ts";
import { HEARTBEAT_SECONDS, surveyIds } from "./liveTotals.ts";

export const YES = 1;
export const NO = 0;
/** "Not sure", where the survey offers it. */
export const UNSURE = 2;

/** The answer: 1 yes, 0 no, 2 not sure; forms send it as text. */
export const choice = z.pipe(
  z.union([z.literal(YES), z.literal(NO), z.literal(UNSURE), z.literal("1"), z.literal("0"), z.literal("2")], {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === ""
        ? "vote is required"
        : "vote must be 1, 0 or 2",
  }),
  z.transform((value) => Number(value) as Answer),
);
/** An answer in a response. */
const answer = z.union([z.literal(YES), z.literal(NO), z.literal(UNSURE)]);

export const voteForm = z.object({
  vote: choice,
  comments: textOr(paragraphs("Comment", COMMENT_MAX, formErrors.comment), ""),
  inapp: textOr(paragraphs("Report", REPORT_MAX, formErrors.report), ""),
});

const REPLACES = "replaces must be the receipt of your current vote, or its turn";

/**
 * The vote that a change replaces: its receipt, or its `turn` in surveys whose votes don't have receipts. Null for
 * none.
 */
const replaces = z.pipe(
  z
    .union([z.string(), z.number()], REPLACES)
    .check(
      z.refine(
        (reference) =>
          typeof reference === "string"
            ? readReceipt(reference) !== null
            : Number.isInteger(reference) && reference >= 0 && reference <= CHANGES_MAX,
        REPLACES,
      ),
    ),
  z.transform((reference) => {
    const receipt = readReceipt(String(reference));
    return receipt ? receiptOf({ n: receipt.n, hash: receipt.mark }) : String(reference);
  }),
);

const TICKET = "ticket must be 32 lower-case hex digits";

/**
 * Identifies a secret vote, so that a retry after a lost response is recognized without storing the answer: 128 random
 * bits as 32 hex digits, new for each choice. Required by secret surveys; others ignore it.
 */
const ticket = z.nullish(z.string(TICKET).check(z.regex(/^[0-9a-f]{32}$/, TICKET)));

/** A vote in a list, with fields of its survey; email and report are masked as specification §10 says. */
export const vote = z.object({
  _id: z.string(),
  SurveyID: z.string(),
  Title: z.string(),
  Description: z.string(),
  language: z.nullable(language),
  category,
  createDate: z.string(),
  deadline: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  image: z.string(),
  status: surveyStatus,
  /** Null for a secret vote. */
  vote: z.nullable(answer),
  email: writtenEmail,
  userName: z.string(),
  comments: z.string(),
  inapp: z.string(),
  /** dd-mm-yyyy, UTC; empty for a secret vote, and for others' votes where earlier answers stay sealed. */
  votingDate: z.string(),
  /** Whether this is the current user's vote. */
  isOwn: z.boolean(),
  /** Whether the voter changed it; false for others' votes where earlier answers stay sealed. */
  isChanged: z.boolean(),
  /**
   * For the current user's vote only, if it is a row of the survey's ledger: its receipt (contract/ballots/ledger.ts).
   */
  receipt: z.optional(z.string()),
  /** For the current user's vote only: how often it was changed. */
  turn: z.optional(z.number()),
});
export type Vote = z.infer<typeof vote>;

export const castVote = endpoint({
  method: "POST",
  path: "/serveyVoting",
  summary:
    "Vote. The server responds once the vote and its count are durably stored. The receipt identifies the vote in the " +
    "survey's ledger; it is null in confidential surveys, whose ledger has no rows. In surveys with changeable votes, " +
    "`replaces` names the current vote that this one replaces. Without it, or when it isn't the current vote, another answer " +
    "is rejected with the `currentVote`, so that a delayed request can't undo a change",
  access: "signedIn",
  keyScope: "vote",
  identityFields: { email: "own" },
  body: z.object({
    SurveyID: id,
    ...voteForm.shape,
    replaces: z.nullish(replaces),
    email: z.nullish(email),
    ticket,
    question: z.nullish(readQuestion),
  }),
  response: z.object({
    insertedId: z.string(),
    /** Null in surveys whose votes don't have receipts: confidential and secret ones. */
    receipt: z.nullable(z.string()),
    commentIgnored: z.optional(z.literal(true)),
  }),
  errors: [
    "notFound",
    "questionMoved",
    "alreadyVoted",
    "confirmToVote",
    "formerAccount",
    "voteChangedMeanwhile",
    "tooManyChanges",
    "secretVoteCounted",
    "invitationUsed",
    "linkElectorate",
    "hasEnded",
  ],
  rateLimit: { max: 120, seconds: 60 },
});

export const listSurveyVotes = endpoint({
  method: "GET",
  path: "/vote/:id",
  summary:
    "The votes on a survey, newest first, of one answer, with a comment, or by the voters' names; a page with a filter can " +
    "have fewer rows than asked for, and a next page. Emails are masked except for owner and admins. Only the current user's own vote " +
    "while the results are hidden, and always on confidential surveys. Where earlier answers stay sealed (changeable votes with a " +
    "hidden result), always by name, and others' votes without date, number and mark",
  access: "anyone",
  params: z.object({ id }),
  query: z.object({
    /** Only votes of people whose names begin with this text, sorted by name. */
    q: z._default(search, ""),
    vote: z.optional(choice),
    /** Only votes with a comment. */
    commented: z.optional(z.literal("1", "commented must be 1")),
    /** By time; lists by name ignore it. */
    order: timeOrder,
    ...wholeListQuery,
  }),
  response: z.array(vote),
  paginated: true,
  readsInvitation: true,
  rateLimit: { max: 120, seconds: 60, only: "searches" },
});
export type VotesQuery = z.output<typeof listSurveyVotes.query>;

export const listCollectedVotes = endpoint({
  ...listSurveyVotes,
  path: "/vote/collect/:id",
  summary: "The same votes, under the path that the dashboard uses",
});

/**
 * The most rows in a page of the ledger: about 200 kB, so that it fits into the response cache, and a slow client takes
 * up no more than the buffer of its own connection.
 */
export const LEDGER_MAX = 2000;

export const getLedger = endpoint({
  method: "GET",
  path: "/surveys/:id/ledger",
  summary:
    "The votes on a survey as a chain of hashes, without names (contract/ballots/ledger.ts describes the format): with their seals " +
    "while the results are hidden, else with the key and the votes, or, where votes could be changed meanwhile, the keys `k` " +
    "of those that count. `Link` names the next page as long as there are more entries. The numbers of a page are of one " +
    "moment, and hold for the first `rows` entries. Confidential and secret surveys have no rows and no key, only the number " +
    "of participants, and after the close the final numbers",
  access: "anyone",
  params: z.object({ id }),
  query: z.object({
    limit: z._default(wholeNumber("limit", 1, LEDGER_MAX), LEDGER_MAX),
    /** Entries after the one with this `n`. */
    after: z._default(wholeNumber("after", 0, Number.MAX_SAFE_INTEGER), 0),
  }),
  response: z.object({
    format: z.literal(LEDGER_FORMATS),
    surveyId: z.string(),
    /**
     * In format 3, the question that the votes answer, as a hash, and the settings of voting. Before the first vote an
     * edit changes it.
     */
    asks: z.optional(ledgerAsks),
    /** Null while the results are hidden, and for good where votes could be changed meanwhile. */
    key: z.nullable(z.string()),
    /** The number of rows in the whole ledger. */
    rows: z.number(),
    participants: z.number(),
    /** Null while the results are hidden, and if too few people voted on a confidential or secret survey. */
    totals: z.nullable(z.object({ yes: z.number(), no: z.number(), unsure: z.number() })),
    head: z.string(),
    /** The UTC day on which the survey was closed, and the hash of the final numbers; null before. */
    closed: z.nullable(z.string()),
    end: z.nullable(z.string()),
    /**
     * In format 3, how it was closed: what the end contains besides the votes. Null before, and if version 1.0 closed
     * it.
     */
    closing: z.optional(z.nullable(ledgerClosing)),
    entries: z.array(
      z.object({
        n: z.number(),
        date: z.string(),
        replaces: z.nullable(z.number()),
        seal: z.optional(z.string()),
        k: z.optional(z.string()),
        vote: z.optional(answer),
        hash: z.string(),
      }),
    ),
  }),
  rateLimit: { max: 600, seconds: 60 },
  preserialized: true,
});

export const getMyVote = endpoint({
  method: "GET",
  path: "/surveys/:id/votes/mine",
  summary: "The current user's vote on a survey, with `vote: null` if it is secret; null before voting",
  access: "signedIn",
  keyScope: "read",
  params: z.object({ id }),
  response: z.nullable(vote),
});

export const reportSurvey = endpoint({
  method: "POST",
  path: "/surveys/:id/reports",
  summary: "Report a survey as inappropriate, with or without a vote; its owner and admins can read the report",
  access: "signedIn",
  params: z.object({ id }),
  body: z.object({
    inapp: paragraphs("Report", REPORT_MAX, formErrors.report).check(z.minLength(1, formErrors.report.required)),
  }),
  response: insertedResponse,
  errors: ["alreadyReported"],
  rateLimit: { max: 30, seconds: 3600 },
});

export const streamSurveyTotals = endpoint({
  method: "GET",
  path: "/surveys/:id/events",
  summary:
    "The current totals of a published survey, then every change, at most twice a second. An event `gone` ends the stream " +
    `when the survey is unpublished. Every ${HEARTBEAT_SECONDS} seconds an event \`beat\` with the data \`1\` shows that the ` +
    "stream still gets through",
  access: "anyone",
  params: z.object({ id }),
  response: surveyTotals,
  stream: true,
});

export const streamTotals = endpoint({
  method: "GET",
  path: "/surveys/events",
  summary:
    "Live totals of many surveys in one stream. Ids of surveys that are not published when it starts are ignored; a survey " +
    "that is unpublished later is left out until it is published again. Events `beat` as in the stream of one survey",
  access: "anyone",
  query: z.object({ surveys: surveyIds }),
  response: surveyTotals,
  stream: true,
});

export const listMyChoices = endpoint({
  method: "GET",
  path: "/me/votes",
  summary: "The current user's votes on these surveys, null for secret votes; surveys without a vote are left out",
  access: "signedIn",
  keyScope: "read",
  query: z.object({ surveys: surveyIds }),
  response: z.array(z.object({ surveyId: z.string(), vote: vote.shape.vote })),
});

/**
 * How an admin settled a report: agreed with it, or found nothing inappropriate. Unpublishing or sending back a survey
 * upholds its open reports; publishing it and resolving all of them dismisses them.
 */
export const reportOutcome = z.enum(["upheld", "dismissed"], "outcome must be upheld or dismissed");
export type ReportOutcome = z.infer<typeof reportOutcome>;

/** A report that a survey is inappropriate. */
export const report = z.object({
  _id: z.string(),
  surveyId: z.string(),
  inapp: z.string(),
  email: writtenEmail,
  userName: z.string(),
  createdAt: z.string(),
  /** Null while the report is open. */
  outcome: z.nullable(reportOutcome),
});
export type Report = z.infer<typeof report>;

export const listSurveyReports = endpoint({
  method: "GET",
  path: "/surveys/:id/reports",
  summary: "The reports on a survey, all or only the open ones, newest or oldest first",
  access: "admin",
  params: z.object({ id }),
  query: z.object({
    state: z.optional(z.literal("open", "state must be open")),
    order: timeOrder,
    ...paginationQuery,
  }),
  response: z.array(report),
  paginated: true,
});

export const settleReport = endpoint({
  method: "PATCH",
  path: "/surveys/:id/reports/:report",
  summary: "Settle one report; its author sees the outcome. The survey does not change",
  access: "admin",
  params: z.object({ id, report: id }),
  body: z.object({ outcome: reportOutcome }),
  response: modifiedResponse,
  errors: ["decidedMeanwhile"],
});

export const resolveReports = endpoint({
  method: "DELETE",
  path: "/surveys/:id/reports",
  summary: "Dismiss all open reports on a survey: they stay stored, but no longer count as open",
  access: "admin",
  params: z.object({ id }),
  query: z.object({
    /**
     * The survey's `reportsVersion` that the admin has read; if it has changed, nothing changes. Without the field
     * nothing is compared.
     */
    version: z.optional(z.coerce.number("version must be a number").check(z.int("version must be whole"))),
  }),
  response: modifiedResponse,
  errors: ["reportedMeanwhile"],
});

/** Replaces the title of a survey that the user reported without voting, and that is no longer public. */
export const UNPUBLISHED_TITLE = "A survey that is no longer published";

/**
 * A survey that a user voted on or reported: the current totals, and the user's vote, which is null if they only
 * reported the survey. Admins don't see the vote while the results are hidden, and never on confidential surveys, where
 * its `votingDate` is empty, too. Where earlier answers stay sealed, admins see the participation only after the close,
 * and without `votingDate`. While the survey is not public, it doesn't have totals.
 */
export const participation = z.object({
  ...vote.shape,
  /** As in `survey`. */
  imageAlt: z.nullable(z.string()),
  /** Whether they voted. */
  voted: z.boolean(),
  deadlineIsDay: surveyDays.deadlineIsDay,
  ...totals.shape,
  /** Why an admin unpublished the survey; null if none did, and once it is published again. */
  unpublishedFor: z.nullable(unpublishReason),
  /** How the user's report was settled; null while it is open, and without one. */
  reportOutcome: z.nullable(reportOutcome),
});
export type Participation = z.infer<typeof participation>;

export const listMyParticipations = endpoint({
  method: "GET",
  path: "/participate/surveys/:email",
  summary: "The surveys that a user voted on, newest vote first; of more than 1,000, the newest surveys first",
  access: "signedIn",
  keyScope: "read",
  identityFields: { email: "ownOrAdmin" },
  params: z.object({ email }),
  query: z.object(wholeListQuery),
  response: z.array(participation),
  paginated: true,
});

export const listMyReports = endpoint({
  ...listMyParticipations,
  path: "/participate/surveys-inapp/:email",
  summary: "The surveys that a user reported, newest report first",
});

export const listMyComments = endpoint({
  ...listMyParticipations,
  path: "/participate/surveys-Coment/:email",
  summary: "The surveys that a user commented on, newest first",
});

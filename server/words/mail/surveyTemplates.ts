import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import type { FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import * as surveyMailTexts from "@survey-app/texts/surveyMailTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { type AboutSurvey, momentIn, questionOf } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
import { type OwnerEmail, renderOwnerEmail } from "./ownerTemplates.ts";
import { decisionOf, quotedTitle, resultBlocks, resultLink, summarizeResult } from "./resultBlocks.ts";
import { beginningOf, shortenTitle } from "./userText.ts";

/** The user who gets an email that goes to many people. */
interface Reader {
  surveyId: string;
  userId: string;
}

/** The person on a survey's list who gets an email, with an account or without. */
interface InvitedReader {
  surveyId: string;
  invitationId: string;
}

/** The person who sends an email about a survey, and may until it is sent; null for the server's own emails. */
interface Sent {
  senderId: string | null;
}

/** An outcome follows a result, which rows of version 1.0 lack. */
interface Decided {
  result?: FinalResult;
}

/** The kinds of emails to people who voted, follow or are invited. */
type VoterEmail =
  | ({ kind: "surveyResult" } & FinalResult & Reader)
  | ({ kind: "surveyOutcome" } & Decided & Sent & Reader)
  | ({ kind: "surveyReminder" } & Sent & Reader)
  | ({ kind: "invitation" } & Sent & InvitedReader)
  | ({ kind: "invitationReminder" } & Sent & InvitedReader)
  | ({ kind: "invitationResult" } & FinalResult & InvitedReader)
  | ({ kind: "invitationOutcome" } & Decided & Sent & InvitedReader);

/** The kinds of emails about a survey. */
export type SurveyEmail = OwnerEmail | VoterEmail;

interface Values {
  survey: AboutSurvey;
  publicUrl: string;
  /** The link of an invitation, for emails with one. */
  link: string;
  /** When the email is sent, in milliseconds since 1970. */
  now: number;
}

export function renderSurveyEmail(email: SurveyEmail, { survey, publicUrl, link, now }: Values): EmailContent {
  const page = `${publicUrl}/surveydetails/${email.surveyId}`;
  const { ownerName } = survey;
  const { title } = questionOf(survey);
  switch (email.kind) {
    case "invitation":
      return {
        subject: ownerName
          ? surveyMailTexts.asks(ownerName, shortenTitle(title))
          : surveyMailTexts.invitedTo(shortenTitle(title)),
        heading: ownerName ? surveyMailTexts.asksForVote(ownerName) : surveyMailTexts.invited,
        preview: [surveyMailTexts.noAccountNeeded, describeEnd(survey)].filter(Boolean).join(" "),
        blocks: callToVote(survey, link),
        reason: mailTexts.reasons.invited,
      };
    case "invitationReminder":
      return {
        ...reminder(survey, now),
        blocks: [...whoAsks(survey), ...callToVote(survey, link)],
        reason: mailTexts.reasons.invited,
      };
    case "surveyReminder":
      return {
        ...reminder(survey, now),
        blocks: [...whoAsks(survey), ...callToVote(survey, page)],
        reason: mailTexts.reasons.follows,
      };
    case "surveyResult":
    case "invitationResult":
      return {
        subject: surveyMailTexts.resultOf(shortenTitle(title)),
        heading: describeFinal(email),
        preview: summarizeResult(email),
        blocks: resultBlocks(email, survey, { decision: decisionOf(survey), action: resultLink(email, page) }),
        reason: reasonFor(email),
      };
    case "surveyOutcome":
    case "invitationOutcome":
      return {
        subject: surveyMailTexts.outcomeOf(shortenTitle(title)),
        heading: email.result ? describeFinal(email.result) : surveyMailTexts.outcome,
        preview: ownerName === null ? surveyMailTexts.ownerSaysUnnamed : surveyMailTexts.ownerSays(ownerName),
        blocks: outcomeBlocks(email.result, survey, page),
        reason: reasonFor(email),
      };
    default:
      return renderOwnerEmail(email, { survey, publicUrl, now });
  }
}

const reasonFor = (email: Reader | InvitedReader) =>
  "invitationId" in email ? mailTexts.reasons.invited : mailTexts.reasons.votedOrFollows;

const whoAsks = ({ ownerName }: AboutSurvey): EmailBlock[] =>
  ownerName ? [{ kind: "text", text: surveyMailTexts.whoAsks(ownerName) }] : [];

/** The question with the rules of the vote, and the way to it. An invitation's link belongs to its reader. */
const callToVote = (survey: AboutSurvey, url: string): EmailBlock[] => [
  quotedQuestion(survey),
  { kind: "facts", facts: factsOf(survey) },
  ...whoAnswers(survey),
  { kind: "button", label: surveyWords.voteYesOrNo(survey.unsure), url },
  ...(survey.people === null ? [] : [{ kind: "text", text: surveyMailTexts.linkIsYours } as const]),
];

/** The contact for questions about the survey, in its owner's words. */
export const whoAnswers = ({ contact }: AboutSurvey): EmailBlock[] =>
  contact ? [{ kind: "quote", text: surveyMailTexts.askContact(contact) }] : [];

function quotedQuestion(survey: AboutSurvey): EmailBlock {
  const { title, description, picture, language } = questionOf(survey);
  // Emails don't contain pictures.
  const words = [beginningOf(description), picture && surveyWords.pictureShows(picture)];
  return { kind: "quote", title, text: words.filter(Boolean).join("\n\n"), language };
}

/** The owner can send a reminder at any time, and move the deadline after it was sent. */
function reminder(survey: AboutSurvey, now: number): Pick<EmailContent, "subject" | "heading" | "preview"> {
  return {
    subject: surveyMailTexts.reminder(shortenTitle(questionOf(survey).title)),
    heading: survey.endsAt === null ? surveyMailTexts.canStillVote : timeLeft(survey.endsAt - now),
    preview: describeEnd(survey) || surveyMailTexts.stillOpen,
  };
}

/** "3 days left to vote", "23 hours left to vote". */
function timeLeft(ms: number): string {
  if (ms >= 2 * DAY_MS) return surveyMailTexts.daysLeft(Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return surveyMailTexts.hoursLeft(Math.floor(ms / HOUR_MS));
  return surveyMailTexts.minutesLeft;
}

const describeEnd = ({ endsAt, timeZone }: AboutSurvey) =>
  endsAt === null ? "" : surveyMailTexts.endsOn(...momentIn(timeZone, endsAt));

/**
 * The rules of a vote, one in each line: who learns how each person voted, when there is a result, when the survey
 * passes, and whether a vote is final.
 */
function factsOf({
  endsAt,
  timeZone,
  privacy,
  results,
  changeable,
  people,
  passRule,
}: AboutSurvey): [string, string][] {
  const { kinds, whoLearns, seen } = surveyMailTexts;
  const isNamed = privacy === "named";
  return [
    ...(endsAt === null
      ? []
      : [[surveyMailTexts.ends, mailTexts.moment(...momentIn(timeZone, endsAt))] as [string, string]]),
    [kinds[privacy], isNamed && results !== "live" ? whoLearns.namedWithResult : whoLearns[privacy]],
    // The results of votes without names always open at the end.
    [surveyMailTexts.result, isNamed ? seen[results] : seen.ifEnough],
    ...(passRule === null ? [] : [[passRuleTexts.field, describePassRule(passRule)] as [string, string]]),
    [surveyMailTexts.yourVote, changeRule(changeable, people !== null)],
  ];
}

function changeRule(changeable: boolean, isInvited: boolean): string {
  if (!changeable) return surveyMailTexts.unchangeable;
  return isInvited ? surveyMailTexts.changeableInBrowser : surveyMailTexts.changeable;
}

/** The same in one line, where an email has several surveys. */
export function factLine({ endsAt, timeZone, privacy, results, changeable }: AboutSurvey): string {
  const { kinds, inShort } = surveyMailTexts;
  return [
    kinds[privacy],
    ...(endsAt === null ? [] : [inShort.until(...momentIn(timeZone, endsAt))]),
    inShort[results],
    changeable ? inShort.changeable : inShort.final,
  ].join(" · ");
}

/** The result with the decision, which some readers only find on the page. Rows of version 1.0 don't have a result. */
function outcomeBlocks(result: FinalResult | undefined, survey: AboutSurvey, page: string): EmailBlock[] {
  const action = { label: surveyMailTexts.readOutcome, url: page };
  const decision = decisionOf(survey, true);
  if (result) return resultBlocks(result, survey, { decision, action });
  return [quotedTitle(survey), ...decision, { kind: "button", ...action }];
}

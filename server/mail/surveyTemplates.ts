import { answersOf, type Privacy, type Results } from "@survey-app/contract/ballots.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import type { FinalResult } from "@survey-app/contract/labelText.ts";
import { SPLIT_MIN } from "@survey-app/contract/ledger.ts";
import { describeFinal } from "@survey-app/contract/resultText.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/time.ts";
import { type AboutSurvey, moment } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
import { type OwnerEmail, renderOwnerEmail } from "./ownerTemplates.ts";
import { beginningOf, shortenTitle } from "./peoplesWords.ts";
import { decisionOf, resultBlocks, resultLink, summarizeResult } from "./resultBlocks.ts";

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
  const { title, ownerName } = survey;
  switch (email.kind) {
    case "invitation":
      return {
        subject: `${ownerName ? `${ownerName} asks` : "You're invited to vote"}: ${shortenTitle(title)}`,
        heading: ownerName ? `${ownerName} asks for your vote` : "You're invited to vote",
        preview: `You don't need an account.${describeEnd(survey)}`,
        blocks: callToVote(survey, link),
        reason: WAS_INVITED,
      };
    case "invitationReminder":
      return {
        ...reminder(survey, now),
        blocks: [...whoAsks(survey), ...callToVote(survey, link)],
        reason: WAS_INVITED,
      };
    case "surveyReminder":
      return {
        ...reminder(survey, now),
        blocks: [...whoAsks(survey), ...callToVote(survey, page)],
        reason: "you follow this survey",
      };
    case "surveyResult":
    case "invitationResult":
      return {
        subject: `The result: ${shortenTitle(title)}`,
        heading: describeFinal(email),
        preview: summarizeResult(email),
        blocks: resultBlocks(email, title, { decision: decisionOf(survey), action: resultLink(email, page) }),
        reason: reasonFor(email),
      };
    case "surveyOutcome":
    case "invitationOutcome":
      return {
        subject: `What was decided: ${shortenTitle(title)}`,
        heading: email.result ? describeFinal(email.result) : "What was decided",
        preview: `${ownerName ?? "The owner"} says what was decided.`,
        blocks: outcomeBlocks(email.result, survey, page),
        reason: reasonFor(email),
      };
    default:
      return renderOwnerEmail(email, { survey, publicUrl, now });
  }
}

const WAS_INVITED = "you were invited to vote on this survey";
const LINK_IS_YOURS =
  "This link is yours alone. Don't forward it: anyone who has it can vote in your place. You don't need an account.";

const reasonFor = (email: Reader | InvitedReader) =>
  "invitationId" in email ? WAS_INVITED : "you voted on this survey or follow it";

const whoAsks = ({ ownerName }: AboutSurvey): EmailBlock[] =>
  ownerName ? [{ kind: "text", text: `${ownerName} asks:` }] : [];

/** The question with the rules of the vote, and the way to it. An invitation's link belongs to its reader. */
const callToVote = (survey: AboutSurvey, url: string): EmailBlock[] => [
  { kind: "quote", title: survey.title, text: beginningOf(survey.description) },
  { kind: "facts", facts: factsOf(survey) },
  { kind: "button", label: `Vote ${answersOf(survey.unsure)}`, url },
  ...(survey.people === null ? [] : [{ kind: "text", text: LINK_IS_YOURS } as const]),
];

/** The owner can send a reminder at any time, and move the deadline after it was sent. */
function reminder(survey: AboutSurvey, now: number): Pick<EmailContent, "subject" | "heading" | "preview"> {
  const left = survey.endsAt === null ? null : timeLeft(survey.endsAt - now);
  return {
    subject: `You can still vote: ${shortenTitle(survey.title)}`,
    heading: left ? `${left} left to vote` : "You can still vote",
    preview: describeEnd(survey).trim() || "Voting is still open.",
  };
}

/** "3 days", "23 hours". */
function timeLeft(ms: number): string {
  if (ms >= 2 * DAY_MS) return plural(Math.floor(ms / DAY_MS), "day");
  if (ms >= HOUR_MS) return plural(Math.floor(ms / HOUR_MS), "hour");
  return "Less than an hour";
}

const describeEnd = ({ endsAt }: AboutSurvey) => (endsAt === null ? "" : ` Voting ends on ${moment(endsAt)}.`);

/** The rules of a vote, one in each line: who learns how one voted, when there is a result, and whether a vote is final. */
function factsOf({ endsAt, privacy, results, changeable, people }: AboutSurvey): [string, string][] {
  const [kind, whoLearns] = WHO_LEARNS[privacy];
  const inBrowser = people === null ? "" : ", in the same browser";
  return [
    ...(endsAt === null ? [] : [["Voting ends", moment(endsAt)] as [string, string]]),
    [kind, privacy === "named" && results !== "live" ? `${whoLearns}, together with the result` : whoLearns],
    [
      "Result",
      privacy === "named" ? RESULT_SEEN[results] : `${RESULT_SEEN[results]}, if at least ${SPLIT_MIN} people vote`,
    ],
    ["Your vote", changeable ? `You can change it until voting ends${inBrowser}` : "You can't change it afterwards"],
  ];
}

/** The same in one line, where an email has several surveys. */
export const factLine = ({ endsAt, privacy, results, changeable }: AboutSurvey): string =>
  [
    WHO_LEARNS[privacy][0],
    ...(endsAt === null ? [] : [`until ${moment(endsAt)}`]),
    RESULT_IN_SHORT[results],
    changeable ? "you can change your vote" : "final",
  ].join(" · ");

const WHO_LEARNS: Record<Privacy, [kind: string, whoLearns: string]> = {
  named: ["Open vote", "Everyone sees who voted what"],
  confidential: ["Confidential vote", "Nobody on this site sees how you voted, not even the owner and the admins"],
  secret: ["Secret ballot", "Nobody learns how you voted: your answer is counted, never stored with a person"],
};
const RESULT_SEEN: Record<Results, string> = {
  live: "Everyone sees it while people vote",
  afterVote: "You see it after you vote, everyone when voting ends",
  afterClose: "Everyone sees it when voting ends",
};
const RESULT_IN_SHORT: Record<Results, string> = {
  live: "live result",
  afterVote: "result after you vote",
  afterClose: "result when voting ends",
};

/** The result with the decision, which some readers only find on the page. Rows of version 1.0 have no result. */
function outcomeBlocks(result: FinalResult | undefined, survey: AboutSurvey, page: string): EmailBlock[] {
  const action = { label: "Read what was decided", url: page };
  const decision = decisionOf(survey, true);
  if (result) return resultBlocks(result, survey.title, { decision, action });
  return [{ kind: "quote", title: survey.title }, ...decision, { kind: "button", ...action }];
}

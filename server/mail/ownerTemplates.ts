import { answersOf, type Results } from "@survey-app/contract/ballots.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import type { FinalResult } from "@survey-app/contract/labelText.ts";
import { UNPUBLISH_REASONS, type UnpublishReason } from "@survey-app/contract/moderation.ts";
import { describeFinal } from "@survey-app/contract/resultText.ts";
import { type AboutSurvey, moment } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
import { shortenTitle } from "./peoplesWords.ts";
import { resultBlocks, resultLink } from "./resultBlocks.ts";

/** The kinds of emails to a survey's owner. `note` is an admin's, "" without one. */
export type OwnerEmail = { surveyId: string } & (
  | { kind: "surveyPublished"; note: string; appearsAt: number }
  | { kind: "requestAccepted"; note: string; appearsAt: number }
  | { kind: "surveyUnpublished"; note: string; reason: UnpublishReason }
  | { kind: "surveySentBack"; note: string; isRequest: boolean; wasPublished: boolean }
  | { kind: "surveyFeedback"; note: string; isPublished: boolean }
  | { kind: "surveyFirstVote" }
  | ({ kind: "surveyEnded" } & FinalResult)
);

/** What an email to an owner says; its heading is the subject without the title. */
interface Written {
  event: string;
  sentences?: string[];
  note?: string;
  /** What follows the admin's note. */
  after?: EmailBlock[];
  action: { label: string; url: string };
}

interface Values {
  survey: AboutSurvey;
  publicUrl: string;
  /** When the email is sent, in milliseconds since 1970. */
  now: number;
}

export function renderOwnerEmail(email: OwnerEmail, values: Values): EmailContent {
  const { survey } = values;
  const { title } = survey;
  const reason = "this survey is yours";
  if (email.kind === "surveyEnded") {
    const home = homeOf(email, values);
    const isToAnnounce = email.participants > 0 && survey.isOwnerActive && survey.outcome === null;
    return {
      subject: `Voting ended: ${shortenTitle(title)}`,
      heading: describeFinal(email),
      preview: "Voting on your survey has ended.",
      blocks: resultBlocks(email, title, {
        decision: isToAnnounce
          ? [{ kind: "text", text: "What did you decide? Everyone who gets the result hears it." }]
          : [],
        action: isToAnnounce ? { label: "Announce the outcome", url: home } : resultLink(email, home),
      }),
      reason,
    };
  }
  const { event, sentences = [], note = "", after = [], action } = write(email, values);
  return {
    subject: `${event}: ${shortenTitle(title)}`,
    heading: event,
    preview: sentences[0] ?? "",
    blocks: [
      { kind: "quote", title },
      ...sentences.map((text) => ({ kind: "text", text }) as const),
      ...(note
        ? ([
            { kind: "text", text: "The admin wrote:" },
            { kind: "quote", text: note },
          ] as const)
        : []),
      ...after,
      { kind: "button", ...action },
    ],
    reason,
  };
}

/** The owner's own page of a survey; the public one for owners who have lost the role for theirs. */
const homeOf = ({ surveyId }: OwnerEmail, { survey, publicUrl }: Values) =>
  `${publicUrl}${survey.isOwnerActive ? "/dashboard/surveys" : "/surveydetails"}/${surveyId}`;

function write(email: Exclude<OwnerEmail, { kind: "surveyEnded" }>, values: Values): Written {
  const { survey, publicUrl, now } = values;
  const { surveyId } = email;
  const page = `${publicUrl}/surveydetails/${surveyId}`;
  const home = homeOf(email, values);
  const open = { label: "Open your survey", url: home };
  // Only surveyors have the page to update surveys.
  const update = survey.isOwnerActive
    ? { label: "Update your survey", url: `${publicUrl}/dashboard/surveyor/update/${surveyId}` }
    : open;
  switch (email.kind) {
    case "surveyPublished":
    case "requestAccepted":
      return {
        event: "Your survey is published",
        sentences: [
          ...describePublication(email.appearsAt, survey, now),
          ...(email.kind === "requestAccepted" ? ["You are a surveyor now: you can ask more questions any time."] : []),
        ],
        note: email.note,
        after: invitationToShare(survey, page),
        action:
          survey.people === null || survey.hasEnded || !survey.isOwnerActive
            ? open
            : {
                label: survey.people === 0 ? "Add the people who can vote" : "Open your list",
                url: `${home}/people`,
              },
      };
    case "surveyUnpublished":
      return {
        event: "Your survey was unpublished",
        sentences: [
          email.reason === "unstated" ? "An admin unpublished it." : `Reason: ${UNPUBLISH_REASONS[email.reason]}.`,
          `Only you and the admins can see it now${survey.hasEnded ? "" : ", and voting is paused"}. Its page shows others only the reason.`,
          "If you disagree, you can appeal once on the survey's page. An admin then reviews it again.",
        ],
        note: email.note,
        action: { ...open, url: page },
      };
    case "surveySentBack":
      return {
        event: email.wasPublished ? "Your survey stays unpublished" : "Your survey needs a change",
        sentences: [
          email.wasPublished
            ? "An admin reviewed your survey again, and it stays unpublished."
            : email.isRequest || survey.isOwnerActive
              ? "It is not published. Read the feedback and change your survey. It will then be reviewed again."
              : "It is not published.",
        ],
        note: email.note,
        action: email.isRequest ? { label: "Change your survey", url: `${publicUrl}/ask` } : update,
      };
    case "surveyFeedback":
      return {
        event: "Feedback on your survey",
        sentences: [
          email.isPublished
            ? "An admin sent you feedback."
            : `Your survey is not published.${survey.isOwnerActive ? " Read the feedback and update your survey." : ""}`,
        ],
        note: email.note,
        action: email.isPublished ? open : update,
      };
    case "surveyFirstVote":
      return {
        event: "First vote",
        sentences: [`Your survey has its first vote. ${WHEN_SEEN[survey.results]}`],
        action: survey.results === "live" ? { ...open, label: "See the result" } : open,
      };
    default:
      throw new Error(`Unknown email template: ${JSON.stringify(email satisfies never)}`);
  }
}

/** When the owner sees the result of a survey that has its first vote. */
const WHEN_SEEN: Record<Results, string> = {
  live: "You can follow the voting live on its page.",
  afterVote: "People see the result after their own vote, and everyone sees it when voting ends.",
  afterClose: "You'll see the result when everyone does.",
};

function describePublication(
  appearsAt: number,
  { hasEnded, people, isOwnerActive }: AboutSurvey,
  now: number,
): string[] {
  if (hasEnded) return ["Voting has ended."];
  const isScheduled = appearsAt > now;
  const start = isScheduled ? [`Voting starts on ${moment(appearsAt)}.`] : [];
  if (people === 0) return [...start, "0 people are on your list, so nobody can vote yet."];
  if (people === null) return isScheduled ? start : ["People can vote on it now."];
  const listed = plural(people, "person is on your list", "people are on your list");
  return [
    ...start,
    isOwnerActive ? `${listed}. They vote with the links that you send, or with your codes.` : `${listed}.`,
  ];
}

/** A text to pass on, while strangers can vote: people on a list have links of their own. */
function invitationToShare({ title, unsure, hasEnded, people }: AboutSurvey, page: string): EmailBlock[] {
  if (hasEnded || people !== null) return [];
  return [
    { kind: "text", text: "To share it, copy this text:" },
    { kind: "copy", text: `${title}\nVote ${answersOf(unsure)}: ${page}` },
  ];
}

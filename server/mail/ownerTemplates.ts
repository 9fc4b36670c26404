import { answersOf, type Results } from "@survey-app/contract/ballots.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import type { FinalResult } from "@survey-app/contract/labelText.ts";
import { UNPUBLISH_REASONS, type UnpublishReason } from "@survey-app/contract/moderation.ts";
import { type AboutSurvey, moment } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
import { shortenTitle } from "./peoplesWords.ts";
import { resultBlocks, resultHeading, resultLink } from "./resultBlocks.ts";

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
  const { survey, publicUrl } = values;
  const { title } = survey;
  const page = `${publicUrl}/surveydetails/${email.surveyId}`;
  const reason = "this survey is yours";
  if (email.kind === "surveyEnded")
    return {
      subject: `Voting ended: ${shortenTitle(title)}`,
      heading: resultHeading(email),
      preview: "Voting on your survey has ended.",
      blocks: resultBlocks(email, title, { decision: announcement(email, survey), action: resultLink(email, page) }),
      reason,
    };
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

function write(email: Exclude<OwnerEmail, { kind: "surveyEnded" }>, { survey, publicUrl, now }: Values): Written {
  const { surveyId } = email;
  const open = { label: "Open your survey", url: `${publicUrl}/surveydetails/${surveyId}` };
  const update = { label: "Update your survey", url: `${publicUrl}/dashboard/surveyor/update/${surveyId}` };
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
        after: invitationToShare(survey, open.url),
        action:
          survey.people === null || survey.hasEnded
            ? open
            : {
                label: survey.people === 0 ? "Add the people who can vote" : "Open your list",
                url: `${publicUrl}/dashboard/surveyor/invitations/${surveyId}`,
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
        action: open,
      };
    case "surveySentBack":
      return {
        event: email.wasPublished ? "Your survey stays unpublished" : "Your survey needs a change",
        sentences: [
          email.wasPublished
            ? "An admin reviewed your survey again, and it stays unpublished."
            : "It is not published. Read the feedback and change your survey. It will then be reviewed again.",
        ],
        note: email.note,
        // Only surveyors have the page to update surveys.
        action: email.isRequest ? { label: "Change your survey", url: `${publicUrl}/ask` } : update,
      };
    case "surveyFeedback":
      return {
        event: "Feedback on your survey",
        sentences: [
          email.isPublished
            ? "An admin sent you feedback."
            : "Your survey is not published. Read the feedback and update your survey.",
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

function describePublication(appearsAt: number, { hasEnded, people }: AboutSurvey, now: number): string[] {
  if (hasEnded) return ["Voting has ended."];
  const isScheduled = appearsAt > now;
  const start = isScheduled ? [`Voting starts on ${moment(appearsAt)}.`] : [];
  if (people === 0) return [...start, "0 people are on your list, so nobody can vote yet."];
  if (people === null) return isScheduled ? start : ["People can vote on it now."];
  const listed = plural(people, "person is on your list", "people are on your list");
  return [...start, `${listed}. They vote with the links that you send, or with your codes.`];
}

/** A text to pass on, while strangers can vote: people on a list have links of their own. */
function invitationToShare({ title, unsure, hasEnded, people }: AboutSurvey, page: string): EmailBlock[] {
  if (hasEnded || people !== null) return [];
  return [
    { kind: "text", text: "To share it, copy this text:" },
    { kind: "copy", text: `${title}\nVote ${answersOf(unsure)}: ${page}` },
  ];
}

/** What the owner can do after the close. */
function announcement({ participants }: FinalResult, { isOwnerActive, outcome }: AboutSurvey): EmailBlock[] {
  if (participants === 0 || !isOwnerActive || outcome !== null) return [];
  return [
    {
      kind: "text",
      text: "What did you decide? Announce the outcome on the survey's page: everyone who gets the result hears it.",
    },
  ];
}

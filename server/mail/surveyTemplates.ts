import { answersOf, type Results } from "@survey-app/contract/ballots.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import { describeFinalResult, describeHead, type FinalResult } from "@survey-app/contract/labelText.ts";
import { UNPUBLISH_REASONS, type UnpublishReason } from "@survey-app/contract/moderation.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import type { ReportOutcome } from "@survey-app/contract/votes.ts";
import type { EmailContent } from "./layout.ts";

/** A survey, for emails. The title is the owner's own text. */
interface AboutSurvey {
  surveyId: string;
  title: string;
}

/** A survey, for emails to its owner, with what decides which sentences are true. */
interface OwnSurvey extends AboutSurvey {
  results: Results;
  /** Whether "Not sure" is an answer. */
  unsure: boolean;
  hasEnded: boolean;
  /** How many people on its list can vote; null if everyone can. */
  people: number | null;
}

/** The user who gets an email that goes to many people. */
interface Reader {
  userId: string;
}

/** The person on a survey's list who gets an email, with an account or without. */
interface InvitedReader {
  invitationId: string;
}

/** The person who sends an email about a survey, and may until it is sent; null for the server's own emails. */
interface Sent {
  senderId: string | null;
}

/** The kinds of emails about surveys: to the owner, to people who voted, follow, reported or are invited, and to admins. `note` is an admin's, "" without one. */
export type SurveyEmail =
  | ({ kind: "surveyPublished"; note: string; appearsAt: number } & OwnSurvey)
  | ({ kind: "requestAccepted"; note: string; appearsAt: number } & OwnSurvey)
  | ({ kind: "surveyUnpublished"; note: string; reason: UnpublishReason } & OwnSurvey)
  | ({ kind: "surveySentBack"; note: string; isRequest: boolean; wasPublished: boolean } & OwnSurvey)
  | ({ kind: "surveyFeedback"; note: string; isPublished: boolean } & OwnSurvey)
  | ({ kind: "surveyFirstVote" } & OwnSurvey)
  | ({ kind: "surveyEnded" } & FinalResult & OwnSurvey)
  | ({ kind: "surveyResult" } & FinalResult & Reader & AboutSurvey)
  | ({ kind: "surveyOutcome" } & Sent & Reader & AboutSurvey)
  | ({ kind: "surveyReminder" } & Sent & Reader & AboutSurvey)
  // Without the title, which may be what was reported.
  | ({ kind: "reportSettled"; surveyId: string; outcome: ReportOutcome; reportedAt: number } & Reader)
  | ({ kind: "invitation" } & Sent & InvitedReader & AboutSurvey)
  | ({ kind: "invitationReminder" } & Sent & InvitedReader & AboutSurvey)
  | ({ kind: "invitationResult" } & FinalResult & InvitedReader & AboutSurvey)
  | ({ kind: "invitationOutcome" } & Sent & InvitedReader & AboutSurvey)
  // Numbers only: titles of unreviewed surveys could be messages to admins.
  | { kind: "reviewDigest"; waiting: number; reported: number };

/** The most characters of a title in a subject. */
const SUBJECT_TITLE_MAX = 60;

/** @param link the link of an invitation, for emails with one */
export function renderSurveyEmail(email: SurveyEmail, publicUrl: string, link: string): EmailContent {
  if (email.kind === "reviewDigest") return renderDigest(email, publicUrl);
  if (email.kind === "reportSettled") return renderReportOutcome(email, publicUrl);
  const { surveyId, title } = email;
  const page = `${publicUrl}/surveydetails/${surveyId}`;
  const edit = { label: "Update your survey", url: `${publicUrl}/dashboard/surveyor/update/${surveyId}` };
  const result = { label: "See the result", url: page };
  const named = (event: string) => `${event}: ${shortenTitle(title)}`;
  const survey = `Your survey "${title}"`;
  switch (email.kind) {
    case "surveyPublished":
    case "requestAccepted":
      return {
        subject: named("Your survey is published"),
        paragraphs: [
          ...describePublication(email),
          ...(email.kind === "requestAccepted" ? ["You are a surveyor now: you can ask more questions any time."] : []),
          ...quoted(email.note),
          ...invitationToShare(email, page),
        ],
        action:
          email.people === null || email.hasEnded
            ? { label: "Open your survey", url: page }
            : {
                label: email.people === 0 ? "Add people" : "Open your list",
                url: `${publicUrl}/dashboard/surveyor/invitations/${surveyId}`,
              },
      };
    case "surveyUnpublished":
      return {
        subject: named("Your survey was unpublished"),
        paragraphs: [
          email.reason === "unstated"
            ? `${survey} was unpublished by an admin.`
            : `${survey} was unpublished. Reason: ${UNPUBLISH_REASONS[email.reason]}.`,
          ...quoted(email.note),
          `Only you and the admins can see it now${email.hasEnded ? "" : ", and voting is paused"}. Its page shows others only the reason.`,
          "If you disagree, you can appeal once on the survey's page. An admin then reviews it again.",
        ],
        action: { label: "Open your survey", url: page },
      };
    case "surveySentBack":
      return {
        subject: named(email.wasPublished ? "Your survey stays unpublished" : "Your survey needs a change"),
        paragraphs: [
          email.wasPublished
            ? `An admin reviewed your survey "${title}" again, and it stays unpublished.`
            : `${survey} is not published. Read the feedback and change your survey. It will then be reviewed again.`,
          ...quoted(email.note),
        ],
        // Only surveyors have the page to update surveys.
        action: email.isRequest ? { label: "Change your survey", url: `${publicUrl}/ask` } : edit,
      };
    case "surveyFeedback":
      return {
        subject: named("Feedback on your survey"),
        paragraphs: [
          email.isPublished
            ? `An admin sent you feedback on your survey "${title}".`
            : `${survey} is not published. Read the feedback and update your survey.`,
          ...quoted(email.note),
        ],
        action: email.isPublished ? { label: "Open your survey", url: page } : edit,
      };
    case "surveyFirstVote":
      return {
        subject: named("First vote"),
        paragraphs: [`${survey} has its first vote. ${WHEN_SEEN[email.results]}`],
        action: email.results === "live" ? result : { label: "Open your survey", url: page },
      };
    case "surveyEnded":
      return {
        subject: named("Voting ended"),
        ...finalResult(`Voting on your survey "${title}" has ended.`, email, page),
      };
    case "surveyResult":
    case "invitationResult":
      return {
        subject: named("The result"),
        ...finalResult(`Voting on "${title}" has ended.`, email, page),
      };
    case "surveyOutcome":
    case "invitationOutcome":
      return {
        subject: named("What was decided"),
        paragraphs: [`The owner of the survey "${title}" says what was decided.`],
        action: { label: "Read the outcome", url: page },
      };
    case "invitation":
      return {
        subject: named("You are invited to vote"),
        paragraphs: [
          `You are on the list of people who can vote on "${title}".`,
          "The link is yours alone: anyone who has it can vote in your place. You need no account.",
        ],
        action: { label: "Vote", url: link },
      };
    case "invitationReminder":
      return {
        subject: named("You can still vote"),
        paragraphs: [`You are invited to vote on "${title}", and voting is still open.`, "The link is yours alone."],
        action: { label: "Vote", url: link },
      };
    case "surveyReminder":
      return {
        subject: named("You can still vote"),
        // Its owner can send it at any time, and move the deadline after it was sent.
        paragraphs: [`You follow the survey "${title}", and voting is still open.`],
        action: { label: "Vote", url: page },
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

type Publication = Extract<SurveyEmail, { kind: "surveyPublished" | "requestAccepted" }>;

function describePublication({ title, appearsAt, hasEnded, people }: Publication): string[] {
  const survey = `Your survey "${title}"`;
  if (hasEnded) return [`${survey} is published. Voting has ended.`];
  const isScheduled = appearsAt > Date.now();
  const start = isScheduled ? ` Voting starts on ${dayMonthYear(appearsAt, "UTC")} (UTC).` : "";
  if (people === 0) return [`${survey} is published.${start} 0 people are on your list, so nobody can vote yet.`];
  if (people !== null) {
    const listed = plural(people, "person is on your list", "people are on your list");
    return [`${survey} is published.${start} ${listed}. They vote with the links that you send, or with your codes.`];
  }
  return [isScheduled ? `${survey} is approved.${start}` : `${survey} is published, and people can vote on it now.`];
}

/** A text to pass on, while strangers can vote: people on a list have links of their own. */
function invitationToShare({ title, unsure, hasEnded, people }: Publication, page: string): string[] {
  if (hasEnded || people !== null) return [];
  return ["To share it, copy this text:", `${title}\nVote ${answersOf(unsure)}: ${page}`];
}

/** What an email says about a final result; the link doesn't promise a result that is never shown. */
function finalResult(ended: string, result: FinalResult, page: string): Omit<EmailContent, "subject"> {
  const isShown = result.yesVotes !== null && result.participants > 0;
  return {
    paragraphs: [ended, ...describeFinalResult(result)],
    action: { label: isShown ? "See the result" : "Open the survey", url: page },
    footnote: describeHead(result),
  };
}

const quoted = (note: string) => (note === "" ? [] : ["The admin wrote:", note]);

function renderReportOutcome(
  { outcome, reportedAt }: Pick<Extract<SurveyEmail, { kind: "reportSettled" }>, "outcome" | "reportedAt">,
  publicUrl: string,
): EmailContent {
  const finding = outcome === "upheld" ? "agrees with you" : "found that the survey can stay as it is";
  return {
    subject: `Your report was ${outcome}`,
    paragraphs: [
      `Thank you for the report that you sent on ${dayMonthYear(reportedAt, "UTC")}. An admin reviewed it and ${finding}.`,
    ],
    action: { label: "Surveys that you reported", url: `${publicUrl}/dashboard/user/my-reports` },
  };
}

function renderDigest({ waiting, reported }: { waiting: number; reported: number }, publicUrl: string): EmailContent {
  const sentences = [
    ...(waiting > 0 ? [`${plural(waiting, "survey awaits", "surveys await")} review`] : []),
    ...(reported > 0 ? [`${plural(reported, "survey has", "surveys have")} open reports`] : []),
  ];
  return {
    subject: sentences[0] ?? "",
    paragraphs: [
      ...sentences.map((sentence) => `${sentence}.`),
      "You get this email at most once a day, and only when something new awaits review.",
    ],
    action: { label: "Review surveys", url: `${publicUrl}/dashboard/admin/surveys` },
  };
}

/** A title as part of a subject. */
export function shortenTitle(title: string): string {
  const characters = [...title];
  return characters.length <= SUBJECT_TITLE_MAX ? title : `${characters.slice(0, SUBJECT_TITLE_MAX - 1).join("")}…`;
}

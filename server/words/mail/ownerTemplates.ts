import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import type { FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import * as ownerMailTexts from "@survey-app/texts/ownerMailTexts.ts";
import * as surveyMailTexts from "@survey-app/texts/surveyMailTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { type AboutSurvey, momentIn, questionOf } from "./aboutSurvey.ts";
import { isPersonsName } from "./greeting.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
import { quotedTitle, resultBlocks, resultLink } from "./resultBlocks.ts";
import { shortenTitle } from "./userText.ts";

/** The kinds of emails to a survey's owner. `note` is an admin's, "" without one. */
export type OwnerEmail = { surveyId: string } & (
  | { kind: "surveyPublished"; note: string; appearsAt: number }
  | { kind: "requestAccepted"; note: string; appearsAt: number }
  | { kind: "surveyUnpublished"; note: string; reason: UnpublishReason }
  | { kind: "surveySentBack"; note: string; isRequest: boolean; wasPublished: boolean }
  | { kind: "surveyFeedback"; note: string; isPublished: boolean }
  | { kind: "surveyFirstVote" }
  | ({ kind: "surveyEnded" } & FinalResult)
  | { kind: "coOwnerInvited" }
  /** `name`: the co-owner's. */
  | { kind: "coOwnerJoined"; name: string }
  | { kind: "coOwnerLeft"; name: string }
  | { kind: "coOwnerRemoved" }
);

/** The content of an email to an owner; its heading is the subject without the title. */
interface Written {
  event: string;
  sentences?: string[];
  note?: string;
  /** Blocks after the admin's note. */
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
  const { title } = questionOf(survey);
  const isInvited = email.kind === "coOwnerInvited" || email.kind === "coOwnerRemoved";
  const reason = isInvited ? mailTexts.reasons.coOwner : mailTexts.reasons.ownSurvey;
  if (email.kind === "surveyEnded") {
    const home = homeOf(email, values);
    const isToAnnounce = email.participants > 0 && survey.isOwnerActive && survey.outcome === null;
    return {
      subject: mailTexts.subject(ownerMailTexts.events.ended, shortenTitle(title)),
      heading: describeFinal(email),
      preview: ownerMailTexts.hasEnded,
      blocks: resultBlocks(email, survey, {
        decision: isToAnnounce ? [{ kind: "text", text: ownerMailTexts.whatDecided }] : [],
        action: isToAnnounce ? { label: ownerMailTexts.announce, url: home } : resultLink(email, home),
      }),
      reason,
    };
  }
  const { event, sentences = [], note = "", after = [], action } = write(email, values);
  return {
    subject: mailTexts.subject(event, shortenTitle(title)),
    heading: event,
    preview: sentences[0] ?? "",
    blocks: [
      quotedTitle(survey),
      ...sentences.map((text) => ({ kind: "text", text }) as const),
      ...(note
        ? ([
            { kind: "text", text: ownerMailTexts.adminWrote },
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
  const { events } = ownerMailTexts;
  const open = { label: ownerMailTexts.openSurvey, url: home };
  // Only surveyors have the page to update surveys.
  const update = survey.isOwnerActive
    ? { label: ownerMailTexts.updateSurvey, url: `${publicUrl}/dashboard/surveyor/update/${surveyId}` }
    : open;
  switch (email.kind) {
    case "surveyPublished":
    case "requestAccepted":
      return {
        event: events.published,
        sentences: [
          ...describePublication(email.appearsAt, survey, now),
          ...(email.kind === "requestAccepted" ? [ownerMailTexts.nowSurveyor] : []),
        ],
        note: email.note,
        after: invitationToShare(survey, page),
        action:
          survey.people === null || survey.hasEnded || !survey.isOwnerActive
            ? open
            : {
                label: survey.people === 0 ? ownerMailTexts.addPeople : ownerMailTexts.openList,
                url: `${home}/people`,
              },
      };
    case "surveyUnpublished":
      return {
        event: events.unpublished,
        sentences: [
          email.reason === "unstated"
            ? ownerMailTexts.unpublished
            : ownerMailTexts.unpublishedBecause(surveyWords.unpublishReasons[email.reason]),
          survey.hasEnded ? ownerMailTexts.whoSeesIt : ownerMailTexts.whoSeesItPaused,
          ownerMailTexts.canAppeal,
        ],
        note: email.note,
        action: { ...open, url: page },
      };
    case "surveySentBack":
      return {
        event: email.wasPublished ? events.staysUnpublished : events.sentBack,
        sentences: [
          email.wasPublished
            ? ownerMailTexts.staysUnpublished
            : email.isRequest || survey.isOwnerActive
              ? ownerMailTexts.sentBack
              : ownerMailTexts.notPublished,
        ],
        note: email.note,
        action: email.isRequest ? { label: ownerMailTexts.changeSurvey, url: `${publicUrl}/ask` } : update,
      };
    case "surveyFeedback":
      return {
        event: events.feedback,
        sentences: [email.isPublished ? ownerMailTexts.feedbackSent : describeUnpublished(survey)],
        note: email.note,
        action: email.isPublished ? open : update,
      };
    case "surveyFirstVote":
      return {
        event: events.firstVote,
        sentences: [`${ownerMailTexts.firstVote} ${ownerMailTexts.whenSeen[survey.results]}`],
        action: survey.results === "live" ? { ...open, label: surveyMailTexts.seeResult } : open,
      };
    case "coOwnerInvited":
      return {
        event: events.coOwnerInvited,
        sentences: [
          survey.ownerName === null
            ? ownerMailTexts.coOwnerInvitedUnnamed
            : ownerMailTexts.coOwnerInvited(survey.ownerName),
          ownerMailTexts.coOwnersMay,
        ],
        action: { label: ownerMailTexts.seeInvitation, url: `${publicUrl}/dashboard/shared` },
      };
    case "coOwnerJoined": {
      const sentence = isPersonsName(email.name)
        ? ownerMailTexts.coOwnerJoined(email.name)
        : ownerMailTexts.coOwnerJoinedUnnamed;
      return { event: events.coOwnerJoined, sentences: [sentence], action: { ...open, url: `${home}/settings` } };
    }
    case "coOwnerLeft": {
      const sentence = isPersonsName(email.name)
        ? ownerMailTexts.coOwnerLeft(email.name)
        : ownerMailTexts.coOwnerLeftUnnamed;
      return { event: events.coOwnerLeft, sentences: [sentence], action: { ...open, url: `${home}/settings` } };
    }
    case "coOwnerRemoved":
      return {
        event: events.coOwnerRemoved,
        sentences: [ownerMailTexts.coOwnerRemoved],
        action: { label: ownerMailTexts.sharedSurveys, url: `${publicUrl}/dashboard/shared` },
      };
    default:
      throw new Error(`Unknown email template: ${JSON.stringify(email satisfies never)}`);
  }
}

const describeUnpublished = ({ isOwnerActive }: AboutSurvey) =>
  [ownerMailTexts.surveyNotPublished, ...(isOwnerActive ? [ownerMailTexts.readFeedback] : [])].join(" ");

function describePublication(
  appearsAt: number,
  { hasEnded, people, isOwnerActive, timeZone }: AboutSurvey,
  now: number,
): string[] {
  if (hasEnded) return [ownerMailTexts.over];
  const isScheduled = appearsAt > now;
  const start = isScheduled ? [ownerMailTexts.startsOn(...momentIn(timeZone, appearsAt))] : [];
  if (people === 0) return [...start, ownerMailTexts.nobodyListed];
  if (people === null) return isScheduled ? start : [ownerMailTexts.canVoteNow];
  const listed = [ownerMailTexts.listed(people), ...(isOwnerActive ? [ownerMailTexts.howTheyVote] : [])];
  return [...start, listed.join(" ")];
}

/** A text to pass on, while strangers can vote: people on a list have links of their own. */
function invitationToShare(survey: AboutSurvey, page: string): EmailBlock[] {
  const { unsure, hasEnded, people } = survey;
  const { title, language } = questionOf(survey);
  if (hasEnded || people !== null) return [];
  return [
    { kind: "text", text: ownerMailTexts.toShare },
    { kind: "copy", title, language, text: ownerMailTexts.voteAt(unsure, page) },
  ];
}

import { SPLIT_MIN } from "@survey-app/contract/ballots/ledger.ts";
import { isFixedByRule, isListFixed } from "@survey-app/contract/ballots/passRule.ts";
import type { Sending } from "@survey-app/contract/surveys/outcomes.ts";
import type { Publication } from "@survey-app/contract/surveys/publication.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";

/** The next action of a survey's owner, or of an admin, by the survey's state. */
export type NextAction =
  /** An admin reviews the survey, for the first time or again. */
  | { kind: "wait" }
  /** An admin sent the survey back. */
  | { kind: "edit" }
  /** An admin unpublished the survey: the owner can appeal. */
  | { kind: "respond" }
  | { kind: "addPeople"; isPublished: boolean }
  /** The survey is published and starts later. */
  | { kind: "start" }
  | { kind: "sendLinks"; count: number }
  /** Links wait to be sent. */
  | { kind: "onTheWay"; count: number }
  /** `count` is null where the number of emails can't be told from public numbers. */
  | { kind: "remind"; count: number | null }
  /** The same, shortly after links or a reminder were sent: people have hardly read them. */
  | { kind: "remindLater"; count: number | null }
  /** Everyone on the list has voted. */
  | { kind: "close" }
  | { kind: "share" }
  /** The room can vote: the presentation is to be opened. */
  | { kind: "present" }
  /** People have voted, and the result waits for its owner. */
  | { kind: "show" }
  /** Voting has ended, and the votes are being counted. */
  | { kind: "count" }
  | { kind: "announce" }
  | { kind: "shareResult" }
  /** Voting has ended without a vote. */
  | { kind: "askAgain" }
  /** An admin decides whether to publish the survey. */
  | { kind: "review" }
  /** An admin sends the links of an owner who can't. */
  | { kind: "sendForOwner" };

/**
 * The fields of a survey that decide on the next action. They don't include answers, so that the page can't reveal a
 * result that is hidden from the owner too.
 */
type Situation = Pick<
  FullSurvey,
  "privacy" | "electorate" | "participants" | "resultsOpen" | "unpublished" | "ownerStopped" | "outcomes" | "passRule"
> & {
  /** By the server's clock. */
  publication: Publication;
  label: Pick<FullSurvey["label"], "list">;
};

interface Reader {
  isOwner: boolean;
  /** The emails that the owner can still send; null while that is not known, and for admins. */
  sending: Sending | null;
  /** Whether this installation sends emails. */
  canMail: boolean;
  /** Whether people have had time for the last email (`remindFrom`). */
  isTimeToRemind: boolean;
}

/**
 * The time that people have for links or a reminder before the page suggests the next one, in ms; near the deadline
 * less.
 */
const REMIND_AFTER_MS = DAY_MS;

/** From when on a reminder makes sense after what was sent last, in milliseconds; null if nothing was. */
export function remindFrom({ deadline }: Pick<FullSurvey, "deadline">, sending: Sending | null): number | null {
  if (!sending?.lastSentAt) return null;
  const sentAt = Date.parse(sending.lastSentAt);
  const half = deadline === null ? Number.POSITIVE_INFINITY : (Date.parse(deadline) - sentAt) / 2;
  return sentAt + Math.min(REMIND_AFTER_MS, half);
}

/** The one action that the state of a survey asks for; null if there is none, or if it is not known yet. */
export function nextAction(survey: Situation, reader: Reader): NextAction | null {
  return reader.isOwner ? actionOfOwner(survey, reader) : actionOfAdmin(survey, reader);
}

function actionOfOwner(survey: Situation, reader: Reader): NextAction | null {
  switch (survey.publication) {
    case "unpublished":
      return { kind: "respond" };
    case "sentBack":
      return { kind: "edit" };
    case "waiting":
      // An admin who unpublished it decides again, whoever is on its list.
      return hasNobody(survey) && !survey.unpublished ? { kind: "addPeople", isPublished: false } : { kind: "wait" };
    case "closed":
      return actionAfterClose(survey);
    case "ended":
      return { kind: "count" };
    case "scheduled":
      return hasNobody(survey) ? { kind: "addPeople", isPublished: true } : { kind: "start" };
    case "published":
      return actionWhileOpen(survey, reader);
  }
}

function actionWhileOpen(survey: Situation, reader: Reader): NextAction | null {
  if (hasNobody(survey)) return { kind: "addPeople", isPublished: true };
  if (survey.electorate === "link")
    return { kind: survey.resultsOpen === "whenShown" && survey.participants > 0 ? "show" : "present" };
  return survey.label.list ? actionWithList(survey, survey.label.list, reader) : { kind: "share" };
}

function actionAfterClose({ outcomes, participants }: Situation): NextAction {
  if (outcomes.length > 0) return { kind: "shareResult" };
  return { kind: participants > 0 ? "announce" : "askAgain" };
}

type List = NonNullable<FullSurvey["label"]["list"]>;

/** While people on a list vote. Only public numbers of the list count, which don't tell who voted. */
function actionWithList(
  survey: Situation,
  list: List,
  { sending, canMail, isTimeToRemind }: Reader,
): NextAction | null {
  if (!sending) return null;
  const { unsent, onTheWay, remindersLeft } = sending;
  if (canMail && unsent > 0) return { kind: "sendLinks", count: unsent };
  if (canMail && onTheWay > 0) return { kind: "onTheWay", count: onTheWay };
  const people = list.invited + list.added;
  const silent = people - survey.participants;
  if (silent <= 0) return { kind: mayClose(survey, true) ? "close" : "share" };
  const hasAddresses = people > list.codes + list.struck;
  if (!canMail || !hasAddresses || remindersLeft === 0) return { kind: "share" };
  // People with codes don't have an address, and people who were removed don't get email: how many of them are silent
  // is not known.
  return { kind: isTimeToRemind ? "remind" : "remindLater", count: list.codes + list.struck === 0 ? silent : null };
}

function actionOfAdmin({ publication, ownerStopped, label }: Situation, { canMail }: Reader): NextAction | null {
  if (publication === "waiting") return { kind: "review" };
  const canSend = publication === "published" && canMail && label.list !== null && label.list.unsent > 0;
  return ownerStopped && canSend ? { kind: "sendForOwner" } : null;
}

/** Whether no one can vote, because the list is empty and people can still be added. */
function hasNobody(survey: Situation): boolean {
  const { list } = survey.label;
  return list !== null && list.invited + list.added - list.struck <= 0 && !isListFixed(survey);
}

/**
 * Whether a reader may close an open survey early: no one may if it has a pass rule and votes, and owners may not while
 * its result would stay hidden for good.
 */
export function mayClose(survey: Pick<Situation, "privacy" | "participants" | "passRule">, isOwner: boolean): boolean {
  const { privacy, participants } = survey;
  if (isFixedByRule(survey)) return false;
  return !isOwner || privacy === "named" || participants >= SPLIT_MIN;
}

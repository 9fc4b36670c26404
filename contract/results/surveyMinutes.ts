import * as labelSentences from "@survey-app/texts/labelSentences.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as surveyMinutesTexts from "@survey-app/texts/surveyMinutesTexts.ts";
import type { FullSurvey } from "../surveys/surveys.ts";
import { dayInWords } from "../text/time.ts";
import { describeList } from "./bounds.ts";
import { describeVerdict } from "./passedText.ts";
import { describeEarlyClose, describeShowing } from "./resultLabelText.ts";
import { LINK_CLAIM } from "./resultText.ts";

/** The data of the paragraph about a closed survey. */
export type MinutedSurvey = Pick<
  FullSurvey,
  | "Title"
  | "participants"
  | "totalVotes"
  | "yesVotes"
  | "unsureVotes"
  | "passRule"
  | "closedAt"
  | "closedBy"
  | "deadline"
  | "shownAfter"
> & { label: Pick<FullSurvey["label"], "electorate" | "privacy" | "asked" | "list"> };

/**
 * The result of a closed survey as one paragraph that people paste into their minutes: what was asked when and how, who
 * voted, the verdict, and what happened to the list and to the deadline. Months are words only here and on paper.
 * @param timeZone the time zone of the days
 */
export function surveyMinutes(survey: MinutedSurvey, timeZone: string): string {
  const { verdict, reason } = describeVerdict(survey);
  return [
    describeVoting(survey, timeZone),
    ...describeTurnout(survey),
    resultSentences.asSentence(verdict),
    reason,
    ...describeHandling(survey.label.list),
    describeShowing(survey.shownAfter, survey.participants),
    describeEarlyClose(survey, timeZone, dayInWords),
  ]
    .filter(Boolean)
    .join(" ");
}

/** "From 28 November 2026 to 5 December 2026 a secret ballot was held on the question: “…”", without a full stop. */
function describeVoting({ Title, closedAt, label }: MinutedSurvey, timeZone: string): string {
  const kind = label.electorate === "link" ? "link" : label.privacy;
  const [from, to] = [label.asked.from, closedAt ?? label.asked.from].map((at) => dayInWords(at, timeZone));
  return from === to
    ? surveyMinutesTexts.votedOn(to ?? "", kind, Title)
    : surveyMinutesTexts.votedBetween(from ?? "", to ?? "", kind, Title);
}

/** Who could vote, if there is a list, and how many did. */
function describeTurnout({ participants, label: { list, electorate } }: MinutedSurvey): string[] {
  if (list === null) return [surveyMinutesTexts.voted(participants), electorate === "link" ? LINK_CLAIM : ""];
  const { invited, added, struck } = list;
  return [recordSentences.turnout(invited + added, participants), describeList(invited + added, added, struck)];
}

/** Sentences about replaced links and codes, and about objections. */
function describeHandling(list: MinutedSurvey["label"]["list"]): string[] {
  const { replaced = 0, objections = 0 } = list ?? {};
  return [
    replaced > 0 ? labelSentences.replaced(replaced) : "",
    objections > 0 ? labelSentences.objections(objections) : "",
  ];
}

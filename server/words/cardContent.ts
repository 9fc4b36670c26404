import { summarizeInvited } from "@survey-app/contract/results/invitedLabel.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { describeResultLabel } from "@survey-app/contract/results/resultLabelText.ts";
import { LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import { type TallySides, tallySides } from "@survey-app/contract/results/tallySides.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import type { FullSurvey, Survey } from "@survey-app/contract/surveys/surveys.ts";
import { UNREVIEWED_TITLE } from "@survey-app/contract/surveys/unreviewedTitle.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import * as cardImageTexts from "@survey-app/texts/cardImageTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";

/** The words of a card. */
export interface CardContent {
  title: string;
  category: string;
  /** Whether people can vote. */
  isOpen: boolean;
  /** Below the question: until when people can vote, or the result in a sentence. */
  line: string;
  /** The result; null while people can vote, and where it is never shown. */
  result: TallySides | null;
  /** What the result may claim; "" without votes. */
  label: string;
  answers: { yes: string; no: string };
  /** Stands for a question whose characters can't be drawn. */
  untitled: string;
  /** In which direction the card's language is written. */
  direction: "ltr" | "rtl";
}

/** Dates on a card are the server's, because one picture is for readers everywhere. */
const ZONE = "UTC";

const everyCard = {
  answers: { yes: cardImageTexts.yes, no: cardImageTexts.no },
  untitled: cardImageTexts.untitled,
  direction: directionOf(LANGUAGE),
} satisfies Partial<CardContent>;

/** The card of a running survey: without numbers, because social networks keep what they have loaded. */
export function runningCard({
  Title,
  category,
  deadline,
  electorate,
}: Pick<Survey, "Title" | "category" | "deadline" | "electorate">): CardContent {
  const line = deadline === null ? cardImageTexts.voteNow : cardImageTexts.voteUntil(dayMonthYear(deadline, ZONE));
  return {
    ...everyCard,
    title: Title,
    category: categoryNames[category],
    isOpen: true,
    line,
    result: null,
    label: electorate === "link" ? LINK_CLAIM : "",
  };
}

/** The card of every survey that no one vouches for. */
export const unreviewedCard: CardContent = {
  ...everyCard,
  title: UNREVIEWED_TITLE,
  category: "",
  isOpen: true,
  line: cardImageTexts.openLink,
  result: null,
  label: "",
};

/** The card of a closed survey, with the result as a visitor may see it. */
export function closedCard(survey: FullSurvey): CardContent {
  const { Title, category, totalVotes, yesVotes, unsureVotes, participants, label } = survey;
  return {
    ...everyCard,
    title: Title,
    category: categoryNames[category],
    isOpen: false,
    line: describeFinal(survey),
    result: yesVotes === null || totalVotes === 0 ? null : tallySides(yesVotes, totalVotes, unsureVotes ?? 0),
    label: label.list
      ? summarizeInvited({ ...label, list: label.list }, participants, ZONE)
      : describeResultLabel(label, participants, ZONE),
  };
}

import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { NO, UNSURE, YES } from "@survey-app/contract/votes/votes.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";

const yes = { value: String(YES), label: uiTexts.yes, icon: "check", tone: "yes" } as const;
const no = { value: String(NO), label: uiTexts.no, icon: "cross", tone: "no" } as const;
const unsure = { value: String(UNSURE), label: uiTexts.unsure, icon: "question", tone: "unsure" } as const;

/** The answers that a survey offers, as radio cards. Forms hold the choice as text. */
export const offeredChoices = (survey: { unsure: boolean }) => (survey.unsure ? [yes, no, unsure] : [yes, no]);

/** The word, the icon and the tone of an answer. */
export const choiceOf = (vote: Answer) => (vote === YES ? yes : vote === NO ? no : unsure);

export const wordOf = (vote: Answer) => choiceOf(vote).label;

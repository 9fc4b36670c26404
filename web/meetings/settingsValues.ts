import { canBeMet, fractionOf, type PassRule } from "@survey-app/contract/ballots/passRule.ts";
import {
  DEFAULT_QUESTION,
  type MeetingRule,
  MINUTES_MAX,
  type QuestionSettings,
} from "@survey-app/contract/meetings/meetingForms.ts";
import { readWholeNumber } from "@survey-app/contract/text/digits.ts";
import { MEETING_PEOPLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { typedShare } from "../surveyForm/RuleShareField.tsx";
import { usualShares } from "../surveyForm/usualRules.ts";

/** The settings of a question while they are typed. */
export type SettingsValues = Omit<QuestionSettings, "minutes"> & { minutes: string };

/** The settings that a new meeting begins with: in an assembly most motions need more than half. */
export const usualSettings: SettingsValues = {
  ...DEFAULT_QUESTION,
  minutes: String(DEFAULT_QUESTION.minutes),
  passRule: { ...usualShares.half, quorum: null },
};

export const settingsValues = ({ privacy, unsure, minutes, passRule }: QuestionSettings): SettingsValues => ({
  privacy,
  unsure,
  minutes: String(minutes),
  passRule,
});

export const toSettings = ({ privacy, unsure, minutes, passRule }: SettingsValues): QuestionSettings => ({
  privacy,
  unsure,
  minutes: readWholeNumber(minutes) ?? 0,
  passRule,
});

type SettingsErrors = { [Path in "minutes" | "passRule.share" | "passRule.quorum" as `settings.${Path}`]?: string };

/** The errors that can be named before anything is sent. */
export function settingsErrors({ minutes, passRule }: SettingsValues): SettingsErrors {
  const number = readWholeNumber(minutes);
  const isOpenable = number !== null && number >= 1 && number <= MINUTES_MAX;
  const quorum = passRule?.quorum;
  return {
    ...(!isOpenable && { "settings.minutes": formTexts.minutesError(MINUTES_MAX) }),
    ...(passRule && !isShare(passRule) && { "settings.passRule.share": formErrors.passRule.share }),
    ...(quorum && !isQuorum(quorum) && { "settings.passRule.quorum": formTexts.quorumError }),
  };
}

const isShare = (rule: Pick<PassRule, "needs" | "share">) => fractionOf(rule.share) !== null && canBeMet(rule);

type Quorum = NonNullable<MeetingRule["quorum"]>;

const isQuorum = ({ people, ofList }: Quorum) =>
  ofList ? isShare(ofList) : people !== null && people >= 1 && people <= MEETING_PEOPLE_MAX;

/** The quorum for what was typed: a number of people, or a share of the list; null for nothing. */
export function quorumOf(typed: string, of: Quorum["of"]): Quorum | null {
  if (typed.trim() === "") return null;
  const share = typedShare(typed);
  if (/[/%]/.test(share)) return { people: null, ofList: { needs: "atLeast", share }, of };
  return { people: readWholeNumber(typed) ?? Number.NaN, ofList: null, of };
}

export const quorumText = (quorum: Quorum | null): string =>
  quorum === null ? "" : (quorum.ofList?.share ?? String(quorum.people ?? ""));

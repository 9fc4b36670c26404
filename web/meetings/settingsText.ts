import type { MeetingRule, QuestionSettings } from "@survey-app/contract/meetings/meetingForms.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { usualRule } from "../surveyForm/usualRules.ts";
import { factLine } from "../ui/lists.ts";

/**
 * The way people vote on a question, in a line: "Secret · Abstain offered · 2 minutes or until all have voted · More
 * than half …".
 */
export const settingsText = ({ privacy, unsure, minutes, passRule }: QuestionSettings): string =>
  factLine([
    privacyText({ privacy }),
    unsure ? formTexts.abstain : formTexts.abstainOff,
    formTexts.open(minutes),
    formTexts.rules[ruleKind(passRule)],
  ]);

export const privacyText = ({ privacy }: Pick<QuestionSettings, "privacy">): string =>
  privacy === "secret" ? formTexts.secret : formTexts.named;

/** A usual rule doesn't have a quorum. */
const ruleKind = (rule: MeetingRule | null) => (rule?.quorum ? "own" : usualRule(rule));

/** Whether two questions have the same settings. */
export const isSameSettings = (a: QuestionSettings, b: QuestionSettings): boolean => settingsKey(a) === settingsKey(b);

const settingsKey = ({ privacy, unsure, minutes, passRule }: QuestionSettings) =>
  JSON.stringify([
    privacy,
    unsure,
    minutes,
    passRule && [passRule.needs, passRule.share, passRule.of, passRule.quorum],
  ]);

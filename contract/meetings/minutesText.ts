import * as labelSentences from "@survey-app/texts/labelSentences.ts";
import * as minutesTexts from "@survey-app/texts/minutesTexts.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { describePassRule } from "../results/passRuleText.ts";
import { dayInWords } from "../text/time.ts";
import type { OpenedQuestion } from "./meetingState.ts";
import type { MeetingRecord } from "./record.ts";
import {
  describeCourse,
  describeList,
  describeNumbers,
  describePrivacy,
  describeQuestion,
  isClosed,
} from "./recordText.ts";

/** A blank for people to fill in. */
const BLANK = "______________";

/**
 * The results of a meeting as a text that people paste into their minutes: name and day, the questions in order, and
 * the heads of their ledgers as the last lines.
 * @param timeZone the time zone of the meeting's day
 */
export function minutesText({ name, begunAt, questions }: MeetingRecord, timeZone: string): string {
  const closed = questions.filter(isClosed);
  return [
    [name, begunAt === null ? "" : dayInWords(begunAt, timeZone)],
    [minutesTexts.place(BLANK), minutesTexts.chair(BLANK), minutesTexts.present(BLANK)],
    ...closed.map(linesOf),
    closed.length === 0 ? [] : [minutesTexts.heads, ...closed.map(({ n, head }) => `${n}: ${head}`)],
  ]
    .map((lines) => lines.filter(Boolean).join("\n"))
    .filter(Boolean)
    .join("\n\n");
}

function linesOf(question: OpenedQuestion): string[] {
  const { n, Title, state, passRule } = question;
  const isDecided = state === "closed";
  const rule = passRule && isDecided ? resultSentences.asSentence(describePassRule(passRule)) : "";
  const replaced = question.list?.replaced ?? 0;
  return [
    Title === null ? recordSentences.question(String(n)) : minutesTexts.question(String(n), Title),
    resultSentences.asSentence(describeQuestion(question)),
    isDecided ? describeNumbers(question) : "",
    [isDecided ? describePrivacy(question) : "", rule].filter(Boolean).join(" "),
    isDecided ? describeList(question) : "",
    isDecided && replaced > 0 ? labelSentences.replaced(replaced) : "",
    ...describeCourse(question),
  ];
}

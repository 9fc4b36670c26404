import {
  DEFAULT_QUESTION,
  type DraftForm,
  type meetingForm,
  type QuestionSettings,
} from "@survey-app/contract/meetings/meetingForms.ts";
import type { Draft } from "@survey-app/contract/meetings/meetings.ts";
import { toInstant } from "@survey-app/contract/text/wallTime.ts";
import type * as z from "zod/mini";
import type { StoredMeeting, StoredQuestion } from "../database/meetingTables.ts";

export type MeetingForm = z.output<typeof meetingForm>;

/** A question as it is stored: its text, and how people vote. */
export type QuestionForm = QuestionSettings & { Title: string; Description: string };

export const readForm = ({ form }: Pick<StoredQuestion, "form">): QuestionForm => JSON.parse(form) as QuestionForm;

export const readDefaults = ({ defaults }: Pick<StoredMeeting, "defaults">): QuestionSettings =>
  JSON.parse(defaults) as QuestionSettings;

/** A draft with the settings that it leaves out. */
export function completeForm(form: DraftForm, defaults: QuestionSettings): QuestionForm {
  const { Title, Description, privacy, unsure, passRule, minutes } = form;
  return {
    Title,
    Description,
    privacy: privacy ?? defaults.privacy,
    unsure: unsure ?? defaults.unsure,
    passRule: passRule === undefined ? defaults.passRule : passRule,
    minutes: minutes ?? defaults.minutes,
  };
}

/** The columns that a form describes. */
export function toMeetingColumns({ name, about, startsAt, timeZone, language, defaults }: MeetingForm) {
  return {
    name,
    about,
    language: language ?? null,
    starts_at: toInstant(startsAt, "start", timeZone ?? "UTC"),
    ...(defaults && { defaults: JSON.stringify(defaults) }),
  };
}

/** The defaults of a meeting whose form doesn't have any. */
export const initialDefaults = JSON.stringify(DEFAULT_QUESTION);

/** A draft as its owner reads it. @param questions all questions of the meeting, including the one that it repeats */
export function toDraft(
  question: StoredQuestion,
  position: number,
  questions: readonly Pick<StoredQuestion, "id" | "n">[],
): Draft {
  const repeated = questions.find(({ id }) => id === question.repeats);
  return {
    _id: question.id,
    position,
    version: question.version,
    ...readForm(question),
    repeats: repeated?.n ? { n: repeated.n, reason: question.reason } : null,
  };
}

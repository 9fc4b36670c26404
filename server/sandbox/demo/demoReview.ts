import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Insertable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tables } from "../../database/tables.ts";
import { type DemoSurvey, startOf } from "./demoSurveys.ts";
import { publishingNotes, reportTexts } from "./voters.ts";

interface SeededSurvey {
  id: string;
  question: DemoSurvey;
}

/** The admin's notes that came with publishing, and those with which surveys were unpublished. */
export function feedbackRows(surveys: SeededSurvey[], adminId: string, now: number): Insertable<Tables["feedback"]>[] {
  const unpublishing = surveys.flatMap(({ id, question: { unpublished } }) =>
    unpublished
      ? {
          id: uuidv7({ msecs: now - 2 * DAY_MS }),
          survey_id: id,
          admin_id: adminId,
          text: unpublished.feedback,
          status: WAITING,
          created_at: now - 2 * DAY_MS,
          read_at: now - DAY_MS,
          reason: unpublished.reason,
          appeal: unpublished.appeal,
          appealed_at: now - DAY_MS,
        }
      : [],
  );
  return [...publishingRows(surveys, adminId, now), ...unpublishing];
}

function publishingRows(surveys: SeededSurvey[], adminId: string, now: number) {
  const published = surveys.filter(({ question }) => question.status === PUBLISHED);
  return published.slice(0, 12).map(({ id, question }, index) => ({
    id: uuidv7({ msecs: startOf(question, now) + index }),
    survey_id: id,
    admin_id: adminId,
    text: publishingNotes[index % publishingNotes.length] ?? "",
    status: PUBLISHED,
    created_at: startOf(question, now),
    // Two are unread.
    read_at: index < 2 ? null : startOf(question, now) + DAY_MS,
  }));
}

/** The owners' decisions after the close. */
export function outcomeRows(surveys: SeededSurvey[], now: number): Insertable<Tables["outcomes"]>[] {
  return surveys.flatMap(({ id, question: { outcome, endsInDays } }) => {
    const at = now + ((endsInDays ?? 0) + 2) * DAY_MS;
    return outcome ? [{ id: uuidv7({ msecs: at }), survey_id: id, text: outcome, created_at: at }] : [];
  });
}

/** Two open reports on one survey, as an example for the admin, and the settled ones on unpublished surveys. */
export function reportRows(
  surveys: SeededSurvey[],
  people: readonly { id: string }[],
  now: number,
): Insertable<Tables["reports"]>[] {
  const settled = surveys.flatMap(({ id, question: { unpublished } }) =>
    unpublished
      ? {
          id: uuidv7({ msecs: now - 3 * DAY_MS }),
          survey_id: id,
          user_id: people[0]?.id ?? "",
          text: unpublished.report,
          created_at: now - 3 * DAY_MS,
          outcome: "upheld" as const,
        }
      : [],
  );
  return [...settled, ...openReportRows(surveys, people, now)];
}

function openReportRows(surveys: SeededSurvey[], people: readonly { id: string }[], now: number) {
  const reported = surveys.find(({ question }) => question.status === PUBLISHED && question.votes > 20);
  return reportTexts.map((text, index) => ({
    id: uuidv7({ msecs: now - (index + 1) * DAY_MS }),
    survey_id: reported?.id ?? "",
    user_id: people[index]?.id ?? "",
    text,
    created_at: now - (index + 1) * DAY_MS,
  }));
}

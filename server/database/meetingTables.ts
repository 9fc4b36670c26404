import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import type { Generated, Selectable } from "kysely";

/** The tables of meetings (migrations/0038-meetings.ts, 0039-wall-codes.ts, 0041-corrections-and-take-downs.ts). */
export interface MeetingTables {
  meetings: MeetingRow;
  meeting_questions: MeetingQuestionRow;
}

/**
 * A meeting. Its list is stored in `invitations`, `invitation_days` and `former_codes`, with the meeting's id as
 * `survey_id`. Every transaction that changes its row, its questions or its list locks this row first, before any
 * ballot box.
 */
interface MeetingRow {
  /** UUIDv7. */
  id: string;
  owner_id: string;
  name: string;
  about: string;
  /** The language of its questions (BCP 47); null if unknown. */
  language: string | null;
  /** When it is planned to begin; null if unknown. */
  starts_at: number | null;
  /** The settings of new drafts: `QuestionSettings` as JSON. */
  defaults: string;
  /** Whether an admin has allowed codes although questions are secret: 1 or 0. */
  codes_allowed: Generated<number>;
  /** Whether an admin has accepted it, where surveys for invited people are reviewed: 1 or 0. */
  accepted: Generated<number>;
  /** Incremented with each change of this row. */
  version: Generated<number>;
  created_at: number;
  /** When its first question was opened; null before, as are the two columns below. */
  began_at: Generated<number | null>;
  /** The survey of the question that was opened last. */
  current_survey_id: Generated<string | null>;
  last_opened_at: Generated<number | null>;
  ended_at: Generated<number | null>;
  /** When the people on its list were removed (retention/names.sql.ts); null before. */
  names_removed_at: Generated<number | null>;
  /** The code that opens its wall on another computer; null until its owner asks for it, and after its end. */
  wall_code: Generated<string | null>;
  /** When the code expires if no question is opened before; null without a code. */
  wall_until: Generated<number | null>;
  /** Whether its name or start has changed since its links or a correction were sent: 1 or 0. */
  correction_due: Generated<number>;
  /** Whether a user who isn't a surveyor has opened a question: 1 or 0; null before its first question. */
  asked_as_user: Generated<number | null>;
  /** Why an admin has taken it down (`UnpublishReason`); null otherwise. */
  taken_down_for: Generated<UnpublishReason | null>;
}

/** A question of a meeting: a draft until it has a survey. */
interface MeetingQuestionRow {
  meeting_id: string;
  /** UUIDv7. */
  id: string;
  /** The order of drafts. */
  position: number;
  /** Title, Description and `QuestionSettings` as JSON. For an opened question, as it was opened. */
  form: string;
  /** Incremented with each change of `form`. */
  version: Generated<number>;
  /**
   * The hash of the ticket of the request that added or opened it, by which a repetition is recognized; null without a
   * ticket.
   */
  ticket_hash: Generated<string | null>;
  /** The id of the question that it asks again, and why; null and "" if it doesn't repeat one. */
  repeats: Generated<string | null>;
  reason: Generated<string>;
  /** The survey that the opening created; null for a draft, as are `n`, `people` and `opened_at`. */
  survey_id: Generated<string | null>;
  /** 1, 2, 3 … within the meeting, without gaps, in the order of the openings. */
  n: Generated<number | null>;
  /** The number of people on the list at the opening, removed ones included: once that many have voted, voting ends. */
  people: Generated<number | null>;
  /** Whether its owner ended it before the first vote: 1 or 0. */
  taken_back: Generated<number>;
  opened_at: Generated<number | null>;
}

/** The rows as they are read. */
export type StoredMeeting = Selectable<MeetingRow>;
export type StoredQuestion = Selectable<MeetingQuestionRow>;

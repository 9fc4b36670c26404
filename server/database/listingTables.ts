import type { StoredCountColumn } from "./storedCount.ts";

/** The columns that lists are filtered, sorted and searched by, except votes; maintained by triggers on surveys. */
export interface SurveyListingRow {
  survey_id: string;
  status: number;
  category: string;
  appears_at: number;
  listed: number;
  /** When voting ended or will end. For surveys that never end, a number greater than any instant. */
  deadline: number;
  /** 2: has open reports, 1: awaits review, 0: neither. */
  attention: number;
  search_text: string;
}

/**
 * The number of surveys by status and category; maintained by triggers on surveys. The status 4 is that of published
 * surveys that are not in public lists.
 */
export interface SurveyCountRow {
  status: number;
  category: string;
  surveys: number;
}

/**
 * The votes of one day, at most a second late. They add up to the survey's `listed_votes`. A changed vote counts on the
 * day on which it was first cast, with its current answer.
 */
export interface SurveyDayRow {
  survey_id: string;
  /** Days since 1970 UTC. */
  day: number;
  participants: number;
  yes_votes: StoredCountColumn;
  unsure_votes: StoredCountColumn;
}

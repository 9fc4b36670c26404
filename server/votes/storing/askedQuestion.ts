import { LRUCache } from "lru-cache";
import type { Database } from "../../database/database.ts";
import { apiError } from "../../http/apiError.ts";
import { findAsked } from "../../surveys/question.sql.ts";

/** The most surveys with votes whose question is remembered. */
const SURVEYS_MAX = 20_000;

export type RequireQuestion = ReturnType<typeof createQuestionCheck>;

/**
 * Creates the first check that a ballot answers the question that its survey asks now. An edit before the first vote
 * can take effect immediately, and then open pages still show the former question. Storing compares again, under the
 * lock on the ballot box; here nearly all such ballots are refused before they cost anything. The first vote fixes the
 * question, so the question of a survey with votes is read once.
 */
export function createQuestionCheck(database: Database) {
  const fixed = new LRUCache<string, string>({ maxSize: SURVEYS_MAX, sizeCalculation: () => 1 });

  async function readHash(surveyId: string): Promise<string | null> {
    const asked = await findAsked(database, surveyId);
    if (!asked || asked.question_hash === "") return null;
    if (asked.participants > 0) fixed.set(surveyId, asked.question_hash);
    return asked.question_hash;
  }

  /**
   * @param question the hash that the ballot names; without one, as of programs that don't know the field, nothing is
   *   compared
   * @throws {ApiError} `questionMoved`
   */
  return async (surveyId: string, question: string | null | undefined): Promise<void> => {
    if (question === null || question === undefined) return;
    // Storing decides about a survey that isn't public, or whose hash is unknown.
    const asked = fixed.get(surveyId) ?? (await readHash(surveyId)) ?? question;
    if (asked !== question) throw apiError("questionMoved");
  };
}

import * as z from "zod/mini";

/**
 * The question that a voter has read, by the `questionHash` of the result's label. If the question was edited in the
 * meantime, the vote isn't stored.
 */
export const readQuestion = z
  .string("question is required")
  .check(z.regex(/^[0-9a-f]{64}$/, "question must be the questionHash of the survey"));

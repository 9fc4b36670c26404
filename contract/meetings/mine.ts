import * as z from "zod/mini";

/**
 * What became of a person's vote on a question: counted from this browser, from elsewhere, or somehow, where votes are secret; or there
 * is none. Null before the close of the question.
 */
export const voteOfMine = z.nullable(z.enum(["here", "elsewhere", "counted", "none"]));

/** What the holder of an opened link or code of a meeting reads about themselves. */
export const mine = z.object({
  votesAs: z.string(),
  /** The number of the first question on which they can vote, if they were added after the meeting began; else null. */
  from: z.nullable(z.number()),
  isRemoved: z.boolean(),
  questions: z.array(z.object({ n: z.number(), vote: voteOfMine })),
});
export type Mine = z.infer<typeof mine>;

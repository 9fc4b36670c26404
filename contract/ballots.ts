import * as z from "zod/mini";

/** Who sees a survey's results when: everyone while it runs, each person after their own vote, or everyone at the end. */
export const results = z.enum(["live", "afterVote", "afterClose"], "results must be live, afterVote or afterClose");
export type Results = z.infer<typeof results>;

/** How people vote on a survey. These settings never change after its first publication. */
export const ballotSettings = {
  results,
  /** Whether "Not sure" is an answer besides yes and no. */
  unsure: z.boolean("unsure must be true or false"),
};

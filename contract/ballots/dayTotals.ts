import * as z from "zod/mini";

/**
 * The votes of one day (UTC). While the results are hidden, `totalVotes` are the participants, and the others are null.
 */
export const dayTotals = z.object({
  day: z.string(),
  totalVotes: z.number(),
  yesVotes: z.nullable(z.number()),
  unsureVotes: z.nullable(z.number()),
});
export type DayTotals = z.infer<typeof dayTotals>;

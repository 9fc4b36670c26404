import * as z from "zod/mini";
import { ballotSettings } from "./ballots.ts";

/**
 * What a result may claim: who could vote, how they were checked, when they were asked, and under which settings. Never a
 * margin of error, because people choose themselves whether to vote.
 */
export const resultLabel = z.object({
  /** Who could vote: everyone with an account. */
  electorate: z.literal("everyone"),
  /** How voters were told apart: by their accounts, of which one person can have several. */
  identity: z.literal("account"),
  /** From the first publication or the later start until voting ended; null while it has not. */
  asked: z.object({ from: z.string(), to: z.nullable(z.string()) }),
  /** The deadline; null without one. */
  plannedTo: z.nullable(z.string()),
  closedEarly: z.boolean(),
  /** How often the deadline was moved since the first publication. */
  deadlineMoves: z.number(),
  /** The id of the survey that asked the same before and was closed; null without one. */
  askedBefore: z.nullable(z.string()),
  resultsDuring: ballotSettings.results,
  privacy: ballotSettings.privacy,
  changeable: ballotSettings.changeable,
  /** How many votes were changed; null where the votes are not public. */
  changes: z.nullable(z.number()),
  /** How many notes the owner added to the description. */
  notes: z.number(),
  /**
   * Voters whose accounts were created after the survey opened, and voters with an unconfirmed address, of all at the close.
   * Null before the close, where votes are not named, or with fewer than 20 voters; a number is null if it or its rest is
   * below 5.
   */
  composition: z.nullable(
    z.object({ voters: z.number(), newAccounts: z.nullable(z.number()), unconfirmed: z.nullable(z.number()) }),
  ),
  /** Ten minutes in which remarkably many votes arrived; known after the close, and only where votes are named. */
  bursts: z.array(z.object({ from: z.string(), votes: z.number() })),
  /** SHA-256 of title, line feed and description: a copy of the result shows whether the question is still the same. */
  questionHash: z.string(),
  /** The hash of the ledger's last vote; after the close, of the final numbers. */
  head: z.string(),
});
export type ResultLabel = z.infer<typeof resultLabel>;

import * as z from "zod/mini";
import { ballotSettings } from "./ballots.ts";
import { passRule } from "./passRule.ts";

/**
 * How far non-voters could have changed the result of a survey for invited people; in numbers of votes, so that nothing
 * is rounded.
 */
const bounds = z.object({
  /** People on the list who did not vote. */
  silent: z.number(),
  /** Votes for Yes or No, had every non-voter taken a side; all answers, if the pass rule needs a share of those. */
  sides: z.number(),
  /** Votes for Yes of these, had every non-voter voted No. */
  lowestYes: z.number(),
  /** Votes for Yes of these, had every non-voter voted Yes. */
  highestYes: z.number(),
  /**
   * Whether the winner is the same whatever non-voters do. Without a pass rule Yes needs more than half of Yes and No.
   */
  settled: z.boolean(),
});

/**
 * The claims that a result may make: who could vote, how they were checked, when they were asked, and under which
 * settings. It never claims a margin of error, because people decide for themselves whether to vote.
 */
export const resultLabel = z.object({
  /** Who could vote: everyone with an account, the people on the owner's list, or everyone with the link. */
  electorate: ballotSettings.electorate,
  /**
   * How voters were distinguished: by accounts (one person can have several); by links sent to their addresses; if
   * there are codes too, by what the owner handed out; or by a cookie of their browser, which doesn't verify anyone:
   * one person can vote in several browsers.
   */
  identity: z.enum(["account", "invitation", "code", "browser"]),
  /** The list of invited people; null if everyone could vote. */
  list: z.nullable(
    z.object({
      /** People on the list when the survey was first published. */
      invited: z.number(),
      /**
       * People added since then, and people struck since then, who still count as invited: otherwise striking
       * non-voters would change the turnout.
       */
      added: z.number(),
      struck: z.number(),
      /** Of all of them, those with a code that the owner handed out. */
      codes: z.number(),
      /**
       * How often a code was replaced, or a link by the operator or of a meeting; the former one stops working. Missing
       * in files of version 1.0.
       */
      replaced: z.optional(z.number()),
      /** Of these, the links and codes that the operator replaced, after a secret of the server leaked. */
      reissuedByOperator: z.optional(z.number()),
      /** The people without a code whose link was not sent, for whatever reason. */
      unsent: z.number(),
      /** People who say that someone else used their invitation. */
      objections: z.number(),
      /** The share of voters among all who were ever invited, from 0 to 1; null if nobody was. */
      turnout: z.nullable(z.number()),
      /** The additions and strikes since the first publication by day (UTC, yyyy-mm-dd), the last 100 days with any. */
      changes: z.array(z.object({ day: z.string(), added: z.number(), struck: z.number() })),
    }),
  ),
  /**
   * How far non-voters on the list could have changed the result; null before the close, without a list, or if the
   * split isn't shown.
   */
  bounds: z.nullable(bounds),
  /** The rule by which the survey passes; null without one. */
  passRule: z.nullable(passRule),
  /** Whether it has passed; null before the close, without a rule, or if the split isn't shown. */
  passed: z.nullable(z.boolean()),
  /**
   * From the first publication, or from the start if that is later, until voting ended; `to` is null while voting is
   * open.
   */
  asked: z.object({ from: z.string(), to: z.nullable(z.string()) }),
  /** The deadline; null without one. */
  plannedTo: z.nullable(z.string()),
  closedEarly: z.boolean(),
  /** How many people had voted when the owner showed the result. Missing if no owner did. */
  shownAfter: z.optional(z.number()),
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
   * Voters whose accounts were created after the survey opened, and voters with an unconfirmed address, among all
   * voters at the close. Null before the close, where votes are not named, or with fewer than 20 voters. A number is
   * null if it, or its difference from all voters, is below 5.
   */
  composition: z.nullable(
    z.object({ voters: z.number(), newAccounts: z.nullable(z.number()), unconfirmed: z.nullable(z.number()) }),
  ),
  /** Periods of ten minutes with unusually many votes; known after the close, and only where votes are named. */
  bursts: z.array(z.object({ from: z.string(), votes: z.number() })),
  /**
   * SHA-256 of the question, by which ballots name it. With a ledger of format 3, it is the hash of `askedText`
   * (askedText.ts), with which the ledger begins. With format 2, it is that of the question (`questionText` in
   * questionText.ts) and the pass rule, if there is one (`textWithRule` in passRule.ts).
   */
  questionHash: z.string(),
  /** The picture as `askedText` has it. Missing where the ledger has format 2. */
  picture: z.optional(z.nullable(z.string())),
  /** The hash of the ledger's last vote; after the close, of the final numbers. */
  head: z.string(),
});
export type ResultLabel = z.infer<typeof resultLabel>;

import { COUNTS_FIRST_BELOW, formatVotes, shareTexts } from "./resultText.ts";

/** An answer's share and its number of votes, such as "62%" and "1,240 votes": the share first, or the number if votes are few. */
export interface TallySide {
  first: string;
  second: string;
}

export interface TallySides {
  /** From 0 to 100. */
  yesShare: number;
  yes: TallySide;
  no: TallySide;
}

/** The result on a card or in an embedded survey. @param totalVotes of Yes and No, at least 1 */
export function tallySides(yesVotes: number, totalVotes: number): TallySides {
  const shares = shareTexts(yesVotes, totalVotes);
  const side = (share: string, votes: number): TallySide =>
    totalVotes < COUNTS_FIRST_BELOW
      ? { first: formatVotes(votes), second: share }
      : { first: share, second: formatVotes(votes) };
  return {
    yesShare: (100 * yesVotes) / totalVotes,
    yes: side(shares.yes, yesVotes),
    no: side(shares.no, totalVotes - yesVotes),
  };
}

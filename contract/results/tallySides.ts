import { formatVotes, shareTexts } from "./resultText.ts";

/**
 * An answer's number of votes and its share, such as "1,240 votes" and "62%". The number comes first, because a share
 * of few people looks more exact than it is.
 */
export interface TallySide {
  first: string;
  second: string;
}

export interface TallySides {
  /** The parts of the bar, from 0 to 100: of all answers, with Not sure between Yes and No. */
  yesShare: number;
  unsureShare: number;
  yes: TallySide;
  no: TallySide;
}

/** The result on a card or in an embedded survey. @param totalVotes of Yes and No, at least 1 */
export function tallySides(yesVotes: number, totalVotes: number, unsureVotes: number): TallySides {
  const all = totalVotes + unsureVotes;
  const shares = shareTexts(yesVotes, totalVotes);
  return {
    yesShare: (100 * yesVotes) / all,
    unsureShare: (100 * unsureVotes) / all,
    yes: { first: formatVotes(yesVotes), second: shares.yes },
    no: { first: formatVotes(totalVotes - yesVotes), second: shares.no },
  };
}

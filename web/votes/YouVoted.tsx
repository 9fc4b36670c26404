import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { VoteWord } from "./VoteWord.tsx";

/** "You voted Yes"; of a secret vote, which is null, only that the user voted. */
export function YouVoted({ vote }: { vote: Answer | null }) {
  // In one element, because Orca doesn't read a space between the items of a row.
  return <span>{vote === null ? cardTexts.youVotedSecretly : cardTexts.youVoted(<VoteWord vote={vote} />)}</span>;
}

import * as labelSentences from "@survey-app/texts/labelSentences.ts";
import type { ResultLabel } from "../ballots/resultLabel.ts";
import { votingDays } from "../votes/votingDays.ts";
import { shareTexts } from "./resultText.ts";

/**
 * The line below the result of a survey for invited people, with what it may claim: how many of them voted, and facts
 * about the list. Empty before the first vote. Where there are bounds, their sentence follows and says who was added or
 * struck. Apart from `describeResultLabel`, because few pages need it.
 */
export function describeInvited(
  {
    asked,
    list: { invited, added, struck, codes, replaced = 0, reissuedByOperator = 0, unsent, objections },
    bounds,
  }: Pick<ResultLabel, "asked" | "bounds"> & { list: NonNullable<ResultLabel["list"]> },
  participants: number,
  timeZone: string,
): string {
  if (participants === 0) return "";
  const all = invited + added;
  const emails = all - codes;
  const byOwner = replaced - reissuedByOperator;
  return [
    describeTurnout(participants, all, votingDays(asked, timeZone)),
    bounds === null ? describeChanges(added, struck) : "",
    codes === 0 ? "" : emails === 0 ? labelSentences.codesForAll : labelSentences.codesForSome(codes),
    byOwner <= 0 ? "" : labelSentences.replaced(byOwner),
    emails === 0 ? "" : codes === 0 ? labelSentences.invitedByEmail : labelSentences.othersByEmail(emails),
    // People without their link can hardly vote, so the turnout says how many there are.
    unsent === 0 ? "" : labelSentences.unsent(unsent, emails),
    unsent === 0 || asked.to !== null ? "" : labelSentences.notReached(unsent),
    reissuedByOperator === 0 ? "" : labelSentences.reissuedByOperator(reissuedByOperator),
    objections === 0 ? "" : labelSentences.objections(objections),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Only how many of them voted, for cards. Empty before the first vote. */
export function summarizeInvited(
  { asked, list: { invited, added } }: Pick<ResultLabel, "asked"> & { list: NonNullable<ResultLabel["list"]> },
  participants: number,
  timeZone: string,
): string {
  return participants === 0 ? "" : describeTurnout(participants, invited + added, votingDays(asked, timeZone));
}

function describeTurnout(voted: number, all: number, { from, to }: ReturnType<typeof votingDays>): string {
  const share = shareTexts(voted, all).yes;
  if (to === null) return labelSentences.invitedSince(voted, all, share, from);
  return from === to
    ? labelSentences.invitedOn(voted, all, share, from)
    : labelSentences.invitedBetween(voted, all, share, from, to);
}

function describeChanges(added: number, struck: number): string {
  if (added > 0) return struck > 0 ? labelSentences.addedAndRemoved(added, struck) : labelSentences.onlyAdded(added);
  return struck > 0 ? labelSentences.onlyRemoved(struck) : "";
}

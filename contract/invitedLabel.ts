import { formatCount, plural } from "./formatCount.ts";
import type { ResultLabel } from "./resultLabel.ts";
import { describeVotingPeriod, shareTexts } from "./resultText.ts";

/**
 * What the result of a survey for invited people may claim, in a line below it: how many of them voted, and what to know of
 * the list. Empty before the first vote. Where there are bounds, their sentence follows and says who was added or struck. Apart
 * from `describeLabel`, because few pages need it.
 */
export function describeInvited(
  {
    asked,
    list: { invited, added, struck, codes, unsent, objections },
    bounds,
  }: Pick<ResultLabel, "asked" | "bounds"> & { list: NonNullable<ResultLabel["list"]> },
  participants: number,
  timeZone: string,
): string {
  if (participants === 0) return "";
  const all = invited + added;
  const voted = describeVotingPeriod("voted", asked, participants, timeZone);
  const changes = [
    ...(added > 0 ? [`${formatCount(added)} added after the opening`] : []),
    ...(struck > 0 ? [`${formatCount(struck)} removed since`] : []),
  ];
  return [
    `${formatCount(participants)} of ${plural(all, "invited person", "invited people")} (${shareTexts(participants, all).yes}) ${voted}.`,
    ...(bounds === null && changes.length > 0 ? [`Counted among them: ${changes.join(" and ")}.`] : []),
    ...(codes > 0
      ? [
          `The asker made codes for ${codes === all ? "all" : formatCount(codes)} of them, and could have used these codes.`,
        ]
      : []),
    ...(codes < all ? [`${codes > 0 ? others(all - codes) : "They were"} invited by email.`] : []),
    ...(unsent > 0 ? [describeUnsent({ unsent, emails: all - codes, isOpen: asked.to === null })] : []),
    ...(objections > 0 ? [`${describeObjections(objections)}.`] : []),
  ].join(" ");
}

/** People without their link can hardly vote, so the turnout says how many there are. */
function describeUnsent({ unsent, emails, isOpen }: { unsent: number; emails: number; isOpen: boolean }): string {
  const invitations = `${formatCount(unsent)} of ${plural(emails, "invitation", "invitations")}`;
  const sentence = `${invitations} ${unsent === 1 ? "was" : "were"} not sent.`;
  if (!isOpen) return sentence;
  return `${sentence} ${unsent === 1 ? "This person is" : "These people are"} not yet reached.`;
}

/** How many people of a list object, as a clause. */
const describeObjections = (objections: number): string =>
  objections === 1
    ? "1 person says that someone else used their invitation"
    : `${formatCount(objections)} people say that someone else used their invitation`;

const others = (count: number) => (count === 1 ? "The other one was" : "The others were");

import type { BallotSettings, Electorate } from "@survey-app/contract/ballots/ballots.ts";
import { type PassRule, takesPassRule } from "@survey-app/contract/ballots/passRule.ts";

/**
 * The settings after one of them was chosen, with what the choice needs of the others: no setting has to be changed
 * first, and no combination is rejected later (`settingsConflict`). A result that opens when voting ends and an open
 * link also need a deadline.
 * @param withAccounts who votes in place of an open link, which the choice ends
 */
export function withNeeds<K extends keyof BallotSettings>(
  settings: BallotSettings,
  chosen: K,
  value: BallotSettings[K],
  withAccounts: Electorate = "everyone",
): BallotSettings {
  const next = { ...settings, [chosen]: value };
  switch (chosen) {
    case "electorate":
      if (next.electorate === "link") return { ...next, privacy: "named" };
      return next.results === "shown" ? { ...next, results: "afterClose" } : next;
    case "privacy":
      if (next.privacy === "named") return next;
      return {
        ...next,
        electorate: next.electorate === "link" ? withAccounts : next.electorate,
        results: "afterClose",
        changeable: next.changeable && next.privacy !== "secret",
      };
    case "results":
      if (next.results === "afterClose") return next;
      if (next.results === "shown") return { ...next, privacy: "named", changeable: false, electorate: "link" };
      return { ...next, privacy: "named", changeable: next.changeable && next.results !== "afterVote" };
    case "changeable":
      if (!next.changeable) return next;
      return {
        ...next,
        privacy: next.privacy === "secret" ? "confidential" : next.privacy,
        results: next.results === "live" ? "live" : "afterClose",
      };
    default:
      return next;
  }
}

/**
 * The pass rule after the settings changed: none where they don't allow one, so that it never has to be removed first.
 */
export const keptRule = (settings: BallotSettings, rule: PassRule | null): PassRule | null =>
  takesPassRule(settings) ? rule : null;

/** The choices for who answers, from which most settings follow. */
export const WHO = {
  hands: { results: "shown", privacy: "named", changeable: false, electorate: "link" },
  secret: { results: "afterClose", privacy: "secret", changeable: false, electorate: "invited" },
  open: { results: "live", privacy: "named", changeable: false, electorate: "everyone" },
} as const satisfies Record<string, Partial<BallotSettings>>;
export type Who = keyof typeof WHO;

/** The number of days that people vote if a choice needs an end and none is set. */
export const usualDays = ({ electorate }: BallotSettings): number => (electorate === "link" ? 1 : 7);

/** Whether voting must end for these settings. */
export const needsEnd = ({ results, electorate }: BallotSettings): boolean =>
  results === "afterClose" || electorate === "link";

/**
 * The settings after the choice of who answers. "Not sure" goes with each choice.
 * @param withAccounts who answers an open vote at first
 */
export function withWho(settings: BallotSettings, who: Who, withAccounts: Electorate = "everyone"): BallotSettings {
  if (whoOf(settings) === who) return settings;
  return { ...settings, ...WHO[who], ...(who === "open" && { electorate: withAccounts }) };
}

/** The choice whose promise settings keep, whatever else they are; "own" for settings that keep none. */
export function whoOf({ electorate, privacy }: Pick<BallotSettings, "electorate" | "privacy">): Who | "own" {
  if (electorate === "link") return "hands";
  if (privacy === "named") return "open";
  return privacy === "secret" && electorate === "invited" ? "secret" : "own";
}

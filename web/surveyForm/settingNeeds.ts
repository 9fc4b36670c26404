import type { BallotSettings, Electorate } from "@survey-app/contract/ballots/ballots.ts";
import { type PassRule, takesPassRule } from "@survey-app/contract/ballots/passRule.ts";

/**
 * The settings after one of them was chosen, with what the choice needs of the others: no setting has to be changed first, and no
 * combination is rejected later (`settingsConflict`). A result that opens when voting ends and an open link also need a deadline.
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

/** The pass rule after the settings changed: none where they take none, so that it never has to be removed first. */
export const keptRule = (settings: BallotSettings, rule: PassRule | null): PassRule | null =>
  takesPassRule(settings) ? rule : null;

/** Ways to vote that most owners want. "Not sure" goes with each, and the electorate with those that don't name one. */
export const PRESETS = {
  open: { results: "live", privacy: "named", changeable: false },
  secret: { results: "afterClose", privacy: "secret", changeable: false },
  hands: { results: "live", privacy: "named", changeable: false, electorate: "link" },
  room: { results: "shown", privacy: "named", changeable: false, electorate: "link" },
} as const satisfies Record<string, Partial<BallotSettings>>;
export type Preset = keyof typeof PRESETS;

/** For how many days people vote if a preset or a choice needs an end and there is none. */
export const usualDays = ({ electorate }: BallotSettings): number => (electorate === "link" ? 1 : 7);

/** Whether voting must end for these settings. */
export const needsEnd = ({ results, electorate }: BallotSettings): boolean =>
  results === "afterClose" || electorate === "link";

/** The settings after a preset was chosen: an open link ends with another preset, and a list stays. */
export function withPreset(
  settings: BallotSettings,
  name: Preset,
  withAccounts: Electorate = "everyone",
): BallotSettings {
  const electorate = settings.electorate === "link" ? withAccounts : settings.electorate;
  return { ...settings, electorate, ...PRESETS[name] };
}

/** The preset that settings are; null for others. */
export function presetOf(settings: BallotSettings): Preset | null {
  const isSame = (name: Preset) => {
    const wanted = withPreset(settings, name);
    return (Object.keys(wanted) as (keyof BallotSettings)[]).every((field) => wanted[field] === settings[field]);
  };
  return (Object.keys(PRESETS) as Preset[]).find(isSame) ?? null;
}

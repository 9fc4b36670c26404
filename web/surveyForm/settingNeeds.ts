import type { BallotSettings } from "@survey-app/contract/ballots.ts";

/**
 * The settings after one of them was chosen, with what the choice needs of the others: no setting has to be changed first, and no
 * combination is rejected later (`settingsConflict`). A result that opens when voting ends also needs a deadline.
 */
export function withNeeds<K extends keyof BallotSettings>(
  settings: BallotSettings,
  chosen: K,
  value: BallotSettings[K],
): BallotSettings {
  const next = { ...settings, [chosen]: value };
  switch (chosen) {
    case "privacy":
      if (next.privacy === "named") return next;
      return { ...next, results: "afterClose", changeable: next.changeable && next.privacy !== "secret" };
    case "results":
      if (next.results === "afterClose") return next;
      return { ...next, privacy: "named", changeable: next.changeable && next.results !== "afterVote" };
    case "changeable":
      if (!next.changeable) return next;
      return {
        ...next,
        privacy: next.privacy === "secret" ? "confidential" : next.privacy,
        results: next.results === "afterVote" ? "afterClose" : next.results,
      };
    default:
      return next;
  }
}

/** Ways to vote that most askers want. `electorate` and "Not sure" go with each. */
export const PRESETS = {
  open: { results: "live", privacy: "named", changeable: false },
  secret: { results: "afterClose", privacy: "secret", changeable: false },
} as const satisfies Record<string, Partial<BallotSettings>>;
export type Preset = keyof typeof PRESETS;

/** The preset that settings are; null for others. */
export function presetOf({ results, privacy, changeable }: BallotSettings): Preset | null {
  const found = Object.entries(PRESETS).find(
    ([, preset]) => preset.results === results && preset.privacy === privacy && preset.changeable === changeable,
  );
  return (found?.[0] as Preset | undefined) ?? null;
}

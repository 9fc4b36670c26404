import type { BallotSettings } from "@survey-app/contract/ballots.ts";
import type { PassRule } from "@survey-app/contract/passRule.ts";

/** The columns of how people vote; yes and no are 1 and 0. */
export type SettingsColumns = Pick<BallotSettings, "results" | "privacy" | "electorate"> & {
  changeable: number;
  unsure: number;
};

export function toBallotSettings(columns: SettingsColumns): BallotSettings {
  const { results, privacy, electorate } = columns;
  return { results, privacy, electorate, changeable: columns.changeable === 1, unsure: columns.unsure === 1 };
}

/** A stored pass rule, as `passRuleKey` has written it. */
export const toPassRule = (stored: string | null): PassRule | null =>
  stored === null ? null : (JSON.parse(stored) as PassRule);

export function toSettingsColumns({ changeable, unsure, ...settings }: BallotSettings): SettingsColumns {
  return { ...settings, changeable: Number(changeable), unsure: Number(unsure) };
}

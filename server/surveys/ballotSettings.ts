import type { BallotSettings } from "@survey-app/contract/ballots.ts";

/** The columns of how people vote; yes and no are 1 and 0. */
export type SettingsColumns = Pick<BallotSettings, "results" | "privacy" | "electorate"> & {
  changeable: number;
  unsure: number;
};

export function toBallotSettings(columns: SettingsColumns): BallotSettings {
  const { results, privacy, electorate } = columns;
  return { results, privacy, electorate, changeable: columns.changeable === 1, unsure: columns.unsure === 1 };
}

export function toSettingsColumns({ changeable, unsure, ...settings }: BallotSettings): SettingsColumns {
  return { ...settings, changeable: Number(changeable), unsure: Number(unsure) };
}

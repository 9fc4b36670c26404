import type { BallotSettings } from "@survey-app/contract/ballots.ts";

/** The columns of how people vote; yes and no are 1 and 0. */
export type SettingsColumns = Pick<BallotSettings, "results" | "privacy" | "electorate"> & {
  changeable: number;
  unsure: number;
};

export function toBallotSettings({ changeable, unsure, ...settings }: SettingsColumns): BallotSettings {
  const { results, privacy, electorate } = settings;
  return { results, privacy, electorate, changeable: changeable === 1, unsure: unsure === 1 };
}

export function toSettingsColumns({ changeable, unsure, ...settings }: BallotSettings): SettingsColumns {
  const { results, privacy, electorate } = settings;
  return { results, privacy, electorate, changeable: Number(changeable), unsure: Number(unsure) };
}

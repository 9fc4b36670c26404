import type { BallotSettings } from "@survey-app/contract/ballots.ts";

/** The columns of how people vote; yes and no are 1 and 0. */
export type SettingsColumns = Pick<BallotSettings, "results" | "privacy"> & { changeable: number; unsure: number };

export function toBallotSettings({ results, privacy, changeable, unsure }: SettingsColumns): BallotSettings {
  return { results, privacy, changeable: changeable === 1, unsure: unsure === 1 };
}

export function toSettingsColumns({ results, privacy, changeable, unsure }: BallotSettings): SettingsColumns {
  return { results, privacy, changeable: Number(changeable), unsure: Number(unsure) };
}

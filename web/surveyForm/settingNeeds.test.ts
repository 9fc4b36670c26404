import { type BallotSettings, settingsConflict } from "@survey-app/contract/ballots.ts";
import { expect, test } from "vitest";
import { PRESETS, presetOf, withNeeds } from "./settingNeeds.ts";

const values = {
  results: ["live", "afterVote", "afterClose"],
  privacy: ["named", "confidential", "secret"],
  changeable: [false, true],
  unsure: [false, true],
  electorate: ["everyone", "invited"],
} as const satisfies { [K in keyof BallotSettings]: readonly BallotSettings[K][] };
const fields = Object.keys(values) as (keyof BallotSettings)[];

const all: BallotSettings[] = fields.reduce<BallotSettings[]>(
  (found, field) => found.flatMap((settings) => values[field].map((value) => ({ ...settings, [field]: value }))),
  [{} as BallotSettings],
);
const valid = all.filter((settings) => settingsConflict(settings) === null);

test("every choice is kept, and its needs leave no conflict, whatever was chosen before", () => {
  expect(valid.length).toBeGreaterThan(10);
  for (const settings of valid)
    for (const field of fields)
      for (const value of values[field]) {
        const next = withNeeds(settings, field, value);
        expect(next[field]).toBe(value);
        expect(settingsConflict(next), JSON.stringify({ settings, field, value })).toBeNull();
      }
});

test("a choice changes nothing that already goes with it", () => {
  for (const settings of valid)
    for (const field of fields) expect(withNeeds(settings, field, settings[field])).toEqual(settings);
});

test("each preset is found again, with either electorate and with or without Not sure", () => {
  for (const settings of all)
    for (const [name, preset] of Object.entries(PRESETS)) expect(presetOf({ ...settings, ...preset })).toBe(name);
  expect(presetOf({ ...(valid[0] as BallotSettings), results: "afterVote" })).toBeNull();
});

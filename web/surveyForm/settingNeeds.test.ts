import { type BallotSettings, settingsConflict } from "@survey-app/contract/ballots/ballots.ts";
import { type PassRule, passRuleConflict } from "@survey-app/contract/ballots/passRule.ts";
import { expect, test } from "vitest";
import { keptRule, PRESETS, type Preset, presetOf, withNeeds, withPreset } from "./settingNeeds.ts";

const values = {
  results: ["live", "afterVote", "afterClose", "shown"],
  privacy: ["named", "confidential", "secret"],
  changeable: [false, true],
  unsure: [false, true],
  electorate: ["everyone", "invited", "link"],
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

test("each preset is found again and leaves no conflict, whatever was chosen before, and keeps Not sure", () => {
  for (const settings of valid)
    for (const name of Object.keys(PRESETS) as Preset[]) {
      const next = withPreset(settings, name);
      expect(settingsConflict(next)).toBeNull();
      expect(presetOf(next)).toBe(name);
      expect(next.unsure).toBe(settings.unsure);
    }
  expect(presetOf({ ...(valid[0] as BallotSettings), results: "afterVote" })).toBeNull();
});

test("an open link ends with another preset, and a list stays", () => {
  const settings = valid[0] as BallotSettings;
  expect(withPreset({ ...settings, electorate: "link" }, "secret").electorate).toBe("everyone");
  expect(withPreset({ ...settings, electorate: "invited" }, "secret").electorate).toBe("invited");
});

test("a pass rule goes exactly with a choice that it doesn't go with", () => {
  const rule: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null };
  for (const settings of valid) {
    expect(passRuleConflict(settings, keptRule(settings, rule))).toBeNull();
    expect(keptRule(settings, rule) === rule).toBe(passRuleConflict(settings, rule) === null);
    expect(keptRule(settings, null)).toBeNull();
  }
});

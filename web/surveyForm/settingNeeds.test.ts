import { type BallotSettings, settingsConflict } from "@survey-app/contract/ballots/ballots.ts";
import { type PassRule, passRuleConflict } from "@survey-app/contract/ballots/passRule.ts";
import { expect, test } from "vitest";
import { keptRule, WHO, type Who, whoOf, withNeeds, withWho } from "./settingNeeds.ts";

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

test("every choice is kept, and its needs don't leave a conflict, whatever was chosen before", () => {
  expect(valid.length).toBeGreaterThan(10);
  for (const settings of valid)
    for (const field of fields)
      for (const value of values[field]) {
        const next = withNeeds(settings, field, value);
        expect(next[field]).toBe(value);
        expect(settingsConflict(next), JSON.stringify({ settings, field, value })).toBeNull();
      }
});

test("a choice doesn't change settings that already go with it", () => {
  for (const settings of valid)
    for (const field of fields) expect(withNeeds(settings, field, settings[field])).toEqual(settings);
});

test("each choice of who answers is recognized, doesn't leave a conflict, whatever was chosen before, and keeps Not sure", () => {
  for (const settings of valid)
    for (const who of Object.keys(WHO) as Who[])
      for (const withAccounts of ["everyone", "invited"] as const) {
        const next = withWho(settings, who, withAccounts);
        expect(settingsConflict(next)).toBeNull();
        expect(whoOf(next)).toBe(who);
        expect(next.unsure).toBe(settings.unsure);
      }
});

test("settings that keep the promise of no choice are the owner's own", () => {
  const settings = valid[0] as BallotSettings;
  const own = { ...settings, electorate: "everyone", privacy: "confidential", results: "afterClose" } as const;
  expect(whoOf(own)).toBe("own");
  expect(whoOf({ ...own, electorate: "invited" })).toBe("own");
  expect(whoOf({ ...own, privacy: "secret" })).toBe("own");
  expect(whoOf({ ...own, privacy: "secret", electorate: "invited" })).toBe("secret");
});

test("a secret ballot selects the list, and what was chosen for the result of a show of hands stays", () => {
  const settings = valid[0] as BallotSettings;
  expect(withWho(settings, "secret").electorate).toBe("invited");
  const live = { ...settings, ...WHO.hands, results: "live" } as const;
  expect(withWho(live, "hands")).toEqual(live);
});

test("a pass rule is dropped exactly when a choice can't have one", () => {
  const rule: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null };
  for (const settings of valid) {
    expect(passRuleConflict(settings, keptRule(settings, rule))).toBeNull();
    expect(keptRule(settings, rule) === rule).toBe(passRuleConflict(settings, rule) === null);
    expect(keptRule(settings, null)).toBeNull();
  }
});

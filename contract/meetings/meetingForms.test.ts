import { expect, test } from "vitest";
import { draftForm, peopleOf, toPassRule } from "./meetingForms.ts";

test.each([
  ["atLeast", "1/2", 45, 23],
  ["atLeast", "1/2", 44, 22],
  ["moreThan", "1/2", 44, 23],
  ["moreThan", "2/3", 45, 31],
  ["atLeast", "60%", 5, 3],
  ["atLeast", "100%", 7, 7],
] as const)("%s %s of %i people are %i", (needs, share, people, least) => {
  expect(peopleOf({ needs, share }, people)).toBe(least);
});

test("a rule keeps a number of people, and a share of the list becomes one", () => {
  const rule = { needs: "moreThan", share: "1/2", of: "sides" } as const;
  const ofList = { needs: "atLeast", share: "1/3" } as const;
  expect(toPassRule({ ...rule, quorum: null }, 10)).toEqual({ ...rule, quorum: null });
  expect(toPassRule({ ...rule, quorum: { people: 9, ofList: null, of: "yes" } }, 10).quorum).toEqual({
    people: 9,
    of: "yes",
  });
  expect(toPassRule({ ...rule, quorum: { people: null, ofList, of: "answers" } }, 10).quorum).toEqual({
    people: 4,
    of: "answers",
  });
});

test("a quorum is a number or a share of the list, and nothing needs more than everybody", () => {
  const accepts = (quorum: object) => {
    const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum };
    return draftForm.safeParse({ Title: "Is it?", passRule }).success;
  };
  const half = { needs: "atLeast", share: "1/2" };
  expect(accepts({ people: 5, ofList: null, of: "yes" })).toBe(true);
  expect(accepts({ people: null, ofList: half, of: "yes" })).toBe(true);
  expect(accepts({ people: 5, ofList: half, of: "yes" })).toBe(false);
  expect(accepts({ people: null, ofList: null, of: "yes" })).toBe(false);
  expect(accepts({ people: null, ofList: { needs: "moreThan", share: "100%" }, of: "yes" })).toBe(false);
});

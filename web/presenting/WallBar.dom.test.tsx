import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WallBar } from "./WallBar.tsx";

const rule = (change: Partial<PassRule>): PassRule => ({
  needs: "moreThan",
  share: "1/2",
  of: "sides",
  quorum: null,
  ...change,
});

/** The place of the mark on the bar of 30 Yes, 10 No and 10 Not sure, in percent; null without one. */
function placeOf(of: PassRule | null): string | null {
  const bar = renderToStaticMarkup(<WallBar yes={30} no={10} unsure={10} rule={of} />);
  return /<line x1="([^"]+)%"/.exec(bar)?.[1] ?? null;
}

test.each([
  // Four fifths of the bar are Yes and No.
  ["sides", rule({}), "40"],
  ["answers", rule({ of: "answers" }), "50"],
  ["answers", rule({ of: "answers", share: "3/5", needs: "atLeast" }), "60"],
] as const)("the bar is marked where Yes passes by a rule of all %s", (_, of, place) => {
  expect(placeOf(of)).toBe(place);
});

test("the bar isn't marked without a rule or a tie, and where everyone must say Yes", () => {
  expect(placeOf(null)).toBeNull();
  for (const of of ["sides", "answers"] as const)
    expect(placeOf(rule({ of, needs: "atLeast", share: "1/1" }))).toBeNull();
});

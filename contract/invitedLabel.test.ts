import { expect, test } from "vitest";
import { describeInvited } from "./invitedLabel.ts";

const at = (day: string) => `2026-${day}T12:00:00.000Z`;
const invitedList = (invited: number, added: number, struck: number, codes: number) => ({
  ...{ invited, added, struck, codes },
  turnout: null,
  changes: [],
});
test.each([
  [0, null, invitedList(106, 0, 0, 0), ""],
  [
    1,
    null,
    invitedList(106, 0, 0, 0),
    "1 of 106 invited people (1%) has voted since 01-11-2026. They were invited by email.",
  ],
  [
    74,
    at("11-24"),
    invitedList(103, 3, 2, 12),
    "74 of 106 invited people (70%) voted between 01-11-2026 and 24-11-2026. Counted among them: 3 added after the opening and 2 struck since. The owner handed out codes to 12 of them. The others were invited by email.",
  ],
  [
    30,
    at("11-01"),
    invitedList(30, 0, 0, 30),
    "30 of 30 invited people (100%) voted on 01-11-2026. The owner handed out codes to all of them.",
  ],
])("the label of %i votes of invited people, until %s, from %o: %s", (participants, to, list, line) => {
  expect(describeInvited({ asked: { from: at("11-01"), to }, list }, participants, "UTC")).toBe(line);
});

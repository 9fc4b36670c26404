import { expect, test } from "vitest";
import { findBounds } from "./bounds.ts";
import { describeInvited } from "./invitedLabel.ts";
import { describeFinalResult } from "./resultLabelText.ts";

const at = (day: string) => `2026-${day}T12:00:00.000Z`;
const invitedList = (invited: number, added: number, struck: number, codes: number, unsent = 0, objections = 0) => ({
  ...{ invited, added, struck, codes, unsent, objections },
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
    "74 of 106 invited people (70%) voted between 01-11-2026 and 24-11-2026. Includes 3 added after voting opened and 2 removed since. The asker made codes for 12 of them, and could have used these codes. The others were invited by email.",
  ],
  [
    1,
    null,
    invitedList(2, 0, 0, 1),
    "1 of 2 invited people (50%) has voted since 01-11-2026. The asker made codes for 1 of them, and could have used these codes. The other one was invited by email.",
  ],
  [
    30,
    at("11-01"),
    invitedList(30, 0, 0, 30, 0, 3),
    "30 of 30 invited people (100%) voted on 01-11-2026. The asker made codes for all of them, and could have used these codes. 3 people say that someone else used their invitation.",
  ],
  [
    30,
    at("11-24"),
    invitedList(90, 10, 0, 10, 40),
    "30 of 100 invited people (30%) voted between 01-11-2026 and 24-11-2026. Includes 10 added after voting opened. The asker made codes for 10 of them, and could have used these codes. The others were invited by email. 40 of 90 invitations were not sent.",
  ],
  [
    2,
    null,
    invitedList(3, 0, 0, 0, 1),
    "2 of 3 invited people (67%) have voted since 01-11-2026. They were invited by email. 1 of 3 invitations was not sent. This person hasn't been reached yet.",
  ],
  [
    2,
    null,
    { ...invitedList(3, 0, 0, 3), replaced: 4, reissuedByOperator: 3 },
    "2 of 3 invited people (67%) have voted since 01-11-2026. The asker made codes for all of them, and could have used these codes. 1 link or code was replaced. The operator of this site replaced 3 links and codes, because a server secret had changed.",
  ],
])("the label of %i votes of invited people, until %s, from %o: %s", (participants, to, list, line) => {
  expect(describeInvited({ asked: { from: at("11-01"), to }, list, bounds: null }, participants, "UTC")).toBe(line);
});

test("people who were added or removed are named once: by the sentence about non-voters, where there is one", () => {
  const totals = { totalVotes: 74, yesVotes: 50, noVotes: 24, unsureVotes: 0, participants: 74 };
  const list = invitedList(103, 3, 2, 12);
  const asked = { from: at("11-01"), to: at("11-24") };
  const said = describeFinalResult({
    ...totals,
    electorate: "invited",
    asked,
    list,
    head: "0",
    bounds: findBounds(totals, list, null),
    closedBy: "deadline",
    deadline: asked.to,
  }).join(" ");
  for (const change of ["3 added", "2 removed"]) expect(said.split(change)).toHaveLength(2);
});

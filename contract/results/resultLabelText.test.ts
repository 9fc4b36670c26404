import { expect, test } from "vitest";
import { describeEarlyClose, describeHead, describeResultLabel, describeVoters } from "./resultLabelText.ts";

const at = (day: string) => `2026-${day}T12:00:00.000Z`;
test.each([
  [0, at("11-01"), null, ""],
  [1, at("11-01"), null, "1 person with an account has answered since 01-11-2026."],
  [1204, at("11-01"), at("11-24"), "1,204 people with an account answered between 01-11-2026 and 24-11-2026."],
  [2, at("11-24"), at("11-24"), "2 people with an account answered on 24-11-2026."],
])("the label of a result with %i participants, asked from %s to %s: %s", (participants, from, to, line) => {
  const claim = line && `${line} They chose to take part; this says nothing about anyone else.`;
  expect(describeResultLabel({ electorate: "everyone", asked: { from, to } }, participants, "UTC")).toBe(claim);
});

test("by open link the label always says that nobody is verified", () => {
  const label = { electorate: "link" as const, asked: { from: at("11-01"), to: null } };
  const claim = "Open link: one vote per browser, not verified.";
  expect(describeResultLabel(label, 0, "UTC")).toBe(claim);
  expect(describeResultLabel(label, 1, "UTC")).toBe(`1 browser has voted since 01-11-2026. ${claim}`);
  expect(describeResultLabel({ ...label, asked: { from: at("11-01"), to: at("11-02") } }, 30, "UTC")).toBe(
    `30 browsers voted between 01-11-2026 and 02-11-2026. ${claim}`,
  );
});

test("facts about the voters are whole sentences, and say nothing about small groups", () => {
  const bursts = [{ from: "2026-11-21T20:10:00.000Z", votes: 218 }];
  expect(describeVoters({ composition: { voters: 100, newAccounts: 37, unconfirmed: 12 }, bursts }, "UTC")).toEqual([
    "37% of the voters created their account after this survey opened.",
    "12% of the voters have an unconfirmed email address.",
    "218 votes arrived within ten minutes (21-11-2026, 20:10).",
  ]);
  const composition = { voters: 100, newAccounts: null, unconfirmed: null };
  expect(describeVoters({ composition, bursts: [] }, "UTC")).toEqual([]);
  expect(describeVoters({ composition: null, bursts: [] }, "UTC")).toEqual([]);
});

test("the hash of the ledger is final after the close only", () => {
  const head = "ab12".repeat(16);
  expect(describeHead({ asked: { from: at("11-01"), to: null }, head })).toBe("");
  expect(describeHead({ asked: { from: at("11-01"), to: at("11-24") }, head })).toMatch(
    /the survey's log ends with ab12/,
  );
});

test.each([
  [null, "owner", null, ""],
  ["11-22", "deadline", "11-22", ""],
  // As live updates say it.
  ["11-22", null, "11-24", ""],
  ["11-22", "owner", "11-24", "Closed early by its owner on 22-11-2026; planned until 24-11-2026."],
  ["11-22", "admin", "11-24", "Closed early by an admin on 22-11-2026; planned until 24-11-2026."],
  ["11-22", "owner", null, "Closed by its owner on 22-11-2026."],
  ["11-22", "everyone", "11-22", "Voting ended on 22-11-2026, when everyone on the list had voted."],
] as const)("closed at %s by %s, planned until %s: %s", (closed, closedBy, planned, sentence) => {
  const [closedAt, deadline] = [closed && at(closed), planned && at(planned)];
  expect(describeEarlyClose({ closedAt, closedBy, deadline }, "UTC")).toBe(sentence);
});

import { LedgerBehind, LedgerOpened, ReceiptMissing } from "@survey-app/contract/results/checkLedger.ts";
import { LedgerFlaw } from "@survey-app/contract/results/ledgerPage.ts";
import { expect, test } from "vitest";
import { findingOf } from "./receiptFindings.ts";

const typed = "2-0000-0000-0000-0001";
const accuses = /changed/;

test.each([
  ["of a number that the log has not come to", new ReceiptMissing(typed, 40, 39), ""],
  ["of a vote with another hash", new ReceiptMissing(typed, 2, 39), ""],
  ["unlike the person's own", new ReceiptMissing(typed, 2, 39), "2-0000-0000-0000-0002"],
])("a receipt %s may be a typo or another survey's, so the message blames neither side", (_, error, own) => {
  const finding = findingOf(error, typed, own);
  expect(finding?.text).toBe("We couldn't find this code. Check for typos, and that it's for this survey.");
  expect(finding?.details.join(" ")).toContain("You can prove that it was rewritten if the code is exactly the one");
});

test("the server's own stored receipt can't be a typo: if the ledger lacks it, the ledger was changed", () => {
  const capitals = typed.toUpperCase().replaceAll("-", " ");
  expect(findingOf(new ReceiptMissing(capitals, 2, 39), capitals, typed)?.text).toMatch(accuses);
});

test("a ledger slightly older than the page is not reported as tampered with", () => {
  for (const error of [
    new LedgerBehind("The page says 40 votes, and the log ends after 39."),
    new ReceiptMissing(typed, 2, 1),
  ]) {
    const finding = findingOf(error, typed, typed);
    expect(finding?.text).toBe("The log doesn't have the newest votes yet. Try again in a moment.");
  }
});

test("a ledger that opened during the check is to be read again, and is not reported as tampered with", () => {
  const finding = findingOf(new LedgerOpened("Voting ended while the log was read."), typed, typed);
  expect(finding?.text).toMatch(/^Voting ended .* Check again\.$/);
});

test("a ledger that contradicts itself is reported as such; other errors are not blamed on the ledger", () => {
  expect(findingOf(new LedgerFlaw("Vote 2 doesn't follow"), typed, "")?.text).toMatch(accuses);
  expect(findingOf(new Error("no network"), typed, "")).toBeNull();
});

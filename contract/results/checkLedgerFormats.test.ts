import { describe, expect, test } from "vitest";
import { ledgerEndLine, ledgerStart, notesText, receiptOf } from "../ballots/ledger.ts";
import { randomFrom } from "../testing/randomFrom.ts";
import {
  ASKS,
  CLOSED,
  CLOSING,
  chain,
  check,
  flawOf,
  KEY,
  makeChangedVotes,
  makeVotes,
  NOTES,
  pageOf,
  type Row,
  STATES,
  sha256,
} from "../testing/sampleLedger.ts";

const log = chain("survey", makeVotes(60, randomFrom(7)));

describe("a ledger of format 2, which began before there was format 3,", () => {
  const former = chain("survey", makeVotes(60, randomFrom(7)), KEY, null);

  test.each(STATES)("is checked as before, and says nothing of what was asked (%s)", async (state) => {
    const receipts = [receiptOf(former[41] as Row)];
    const page = pageOf(former, state, { asks: null });
    expect(await check([page], { receipts })).toMatchObject({ asks: null, rows: 60, end: page.end });
    expect(await flawOf([{ ...page, head: former[3]?.hash }])).not.toBeNull();
    // No format can be taken for the other one: their texts differ from the first line on.
    expect(await flawOf([{ ...page, format: 3, asks: ASKS, closing: null }])).not.toBeNull();
    expect(await flawOf([pageOf(log, state)])).toBeNull();
  });

  test("has the end that it had", () => {
    const { head, end, participants, totals } = pageOf(former, "closed", { asks: null });
    const line = ledgerEndLine(head, null, { closed: CLOSED, participants, totals });
    expect(line).toBe(`${head} closed ${CLOSED} ${participants} ${totals?.yes} ${totals?.no} ${totals?.unsure}`);
    expect(end).toBe(sha256(line));
  });
});

test("the end repeats the beginning, and says how the survey was closed", () => {
  const { head, participants, totals } = pageOf(log, "closed");
  const list = {
    invited: 90,
    added: 3,
    struck: 1,
    codes: 8,
    replaced: 2,
    reissuedByOperator: 1,
    unsent: 4,
    objections: 1,
  };
  const closing = { ...CLOSING, by: "everyone", planned: null, shown: 20, list } as const;
  const end = { closed: CLOSED, participants, totals };
  const start = sha256(ledgerStart("survey", ASKS));
  const line = `${head} ends ${start} ${CLOSED} ${participants} ${totals?.yes} ${totals?.no} ${totals?.unsure}`;
  const how = "by everyone at 2026-11-30T18:00:00.012Z from 2026-11-01T08:00:00.000Z planned - moves 0 notes 1";
  expect(ledgerEndLine(head, start, { ...end, closing })).toBe(
    `${line} ${how} ${sha256(notesText(NOTES))} shown 20 list 90 3 1 8 2 1 4 1`,
  );
  expect(ledgerEndLine(head, start, { ...end, closing: null })).toBe(`${line} -`);
  const bare = ledgerEndLine(head, start, { ...end, closing: { ...CLOSING, notes: 0, notesHash: null } });
  expect(bare).toMatch(/ moves 0 notes 0 - shown - list -$/);
});

test("rows that no one could have cast are found, although they are chained", async () => {
  const asking = (changed: Partial<typeof ASKS>) => ({ ...ASKS, ...changed });
  const page = (votes: Parameters<typeof chain>[1], asks: typeof ASKS) =>
    flawOf([pageOf(chain("survey", votes, KEY, asks), "open", { asks })]);
  expect(await page(makeVotes(20, randomFrom(3)), asking({ unsure: false }))).toMatch(/Not sure/);
  expect(await page(makeChangedVotes(40, randomFrom(3)), asking({ changeable: false }))).toMatch(/were changed/);
  expect(await page(makeVotes(3, randomFrom(3)), asking({ privacy: "secret" }))).toMatch(
    /how people voted isn.t shown/,
  );
});

test("a page that shows another question than the ledger asks is found", async () => {
  const { participants, totals } = pageOf(log, "open");
  const shown = {
    ...{ privacy: "named" as const, participants, changeable: true },
    ...{ yesVotes: totals?.yes ?? 0, unsureVotes: totals?.unsure ?? 0 },
  };
  const pages = [pageOf(log, "open")];
  expect(await flawOf(pages, { shown: { ...shown, question: ASKS.question } })).toBeNull();
  expect(await flawOf(pages, { shown: { ...shown, question: sha256("another") } })).toMatch(/a different question/);
});

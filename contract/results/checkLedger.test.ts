import { describe, expect, test } from "vitest";
import { ledgerStart, readReceipt, receiptOf } from "../ballots/ledger.ts";
import { randomFrom } from "../testing/randomFrom.ts";
import {
  ASKS,
  CLOSED,
  CLOSING,
  chain,
  check,
  endOf,
  flawOf,
  KEY,
  makeChangedVotes,
  makeVotes,
  pageOf,
  pageWithoutRows,
  type Row,
  replacedIn,
  rowAfter,
  STATES,
  type State,
  sha256,
} from "../testing/sampleLedger.ts";
import { LedgerBehind, LedgerOpened } from "./checkLedger.ts";
import type { LedgerPage } from "./ledgerPage.ts";

const log = chain("survey", makeVotes(60, randomFrom(7)));
const head = log.at(-1)?.hash;
const totals = pageOf(log, "open").totals;

describe.each(STATES)("a ledger that is %s", (state) => {
  test("is right as the server returns it: whole, in pages, and while it grows", async () => {
    const { closed, end } = pageOf(log, state);
    const whole = {
      surveyId: "survey",
      rows: 60,
      participants: 60,
      head,
      closed,
      end,
      totals: state === "sealed" ? null : totals,
    };
    expect(await check([pageOf(log, state)])).toMatchObject(whole);
    expect(await check([pageOf(log, state, { to: 25 }), pageOf(log, state, { from: 25 })])).toMatchObject(whole);
    const growing = state === "sealed" || state === "openedByRow" ? "sealed" : "open";
    const grown = [
      pageOf(log.slice(0, 30), growing, { to: 20 }),
      pageOf(log.slice(0, 45), growing, { from: 20, to: 40 }),
    ];
    if (state !== "openedByRow") expect(await check([...grown, pageOf(log, state, { from: 40 })])).toMatchObject(whole);
    expect(await check([pageOf([], state)])).toMatchObject({ rows: 0 });
  });

  test("has receipts in any spelling; those of other surveys and invented ones are not found", async () => {
    const pages = [pageOf(log, state)];
    const row = log[41] as Row;
    const receipt = receiptOf(row);
    expect(receipt).toMatch(/^42(-[0-9a-f]{4}){4}$/);
    for (const typed of [
      receipt,
      receipt.toUpperCase(),
      ` ${receipt.replaceAll("-", " ")} `,
      receipt.replaceAll("-", " - "),
    ])
      expect((await check(pages, { receipts: [typed] })).found, typed).toEqual([
        { ...pages[0]?.entries[41], replacedBy: null },
      ]);
    const missing = (text: string) => flawOf(pages, { receipts: [text] });
    expect(await missing("42-0000-0000-0000-0000")).toMatch(/not that of vote 42/);
    expect(await missing("61-0000-0000-0000-0000")).toMatch(/of vote 61, and the log has 60/);
    const [elsewhere] = chain("another", makeVotes(1, randomFrom(1)));
    expect(await missing(receiptOf(elsewhere as Row))).toMatch(/not that of vote 1/);
  });
});

test("a receipt shows its answer once the ledger is open, and only its place before", async () => {
  const receipts = [receiptOf(log[41] as Row)];
  const { found: sealed } = await check([pageOf(log, "sealed")], { receipts });
  expect(sealed).toEqual([
    { n: 42, date: "2026-11-14", replaces: null, seal: log[41]?.seal, hash: log[41]?.hash, replacedBy: null },
  ]);
  expect((await check([pageOf(log, "closed")], { receipts })).found).toMatchObject([{ n: 42, vote: log[41]?.vote }]);
});

test("a hash can be computed with a shell and sha256sum", () => {
  // printf 'Survey App ledger 2 of s1' | sha256sum
  expect(sha256(ledgerStart("s1", null))).toBe("3028713a01e98027d5a0d59027d08dfac1361873d5b12413bf9c2aa1d42a4d2b");
  expect(ledgerStart("s1", ASKS)).toBe(`Survey App ledger 3 of s1 asks ${ASKS.question} everyone named live 1 1 -`);
  expect(ledgerStart("s1", { ...ASKS, changeable: false, after: `3:${KEY}` })).toMatch(/ live 0 1 3:[0-9a-f]{64}$/);
  // printf 'row KEY 1' | sha256sum; printf 'seal K1 1' | sha256sum; printf 'H0 1 2026-11-21 - SEAL' | sha256sum
  expect(chain("s1", [{ date: "2026-11-21", vote: 1 }], "0".repeat(64), null)[0]).toMatchObject({
    seal: "e794493fe52f7667426df685876d3c6ecf70a646a7be8fc14ce79c5dc43113f2",
    hash: "6b50169dd701441f87d841c52bd257eabd18d35f16c4072b836e9bde6257f95e",
  });
});

test("if the results open while the ledger is read, the check asks to read it again", async () => {
  const pages = [pageOf(log, "sealed", { to: 30 }), pageOf(log, "closed", { from: 30 })];
  await expect(check(pages)).rejects.toThrow(LedgerOpened);
  expect(await flawOf(pages)).toMatch(/Voting ended while the log was read.*Read it again/);
  // But they open with the close only, and never hide again.
  expect(await flawOf([pages[0], pageOf(log, "open", { from: 30 })])).toMatch(/different keys/);
  expect(await flawOf([pageOf(log, "open", { to: 30 }), pageOf(log, "sealed", { from: 30 })])).toMatch(
    /different keys/,
  );
});

test("nothing follows the end", async () => {
  const closed = pageOf(log.slice(0, 59), "closed", { to: 30 });
  for (const state of ["open", "closed"] as const)
    expect(await flawOf([closed, pageOf(log, state, { from: 30 })])).toMatch(/was closed on .* has another end/);
  const late = [...log, rowAfter(head ?? "", 61, { date: "2026-12-01", vote: 1 })];
  expect(await flawOf([pageOf(late, "open")])).toBeNull();
  expect(await flawOf([pageOf(late, "closed")])).toBe(
    "Vote 61 was stored on 2026-12-01, after the close on 2026-11-30.",
  );
});

test("days never decrease", async () => {
  const earlier = [...log, rowAfter(head ?? "", 61, { date: "2026-11-19", vote: 1 })];
  for (const state of STATES)
    expect(await flawOf([pageOf(earlier, state)])).toMatch(/^Vote 61 was stored on .*, before/);
});

test("numbers, head and end that don't belong to the ledger are found", async () => {
  const right = pageOf(log, "open");
  const { yes = 0, no = 0, unsure = 0 } = totals ?? {};
  const withTotals = (changed: object) => ({ ...right, totals: { yes, no, unsure, ...changed } });
  expect(await flawOf([withTotals({ yes: yes + 1, no: no - 1 })])).toMatch(/^The totals say .* the log has/);
  expect(await flawOf([withTotals({ unsure: 0, no: no + unsure })])).toMatch(/^The totals say .* the log has/);
  expect(await flawOf([withTotals({ yes: yes + 1 })])).toMatch(/are not 60 votes/);
  expect(await flawOf([{ ...withTotals({ no: no + 1 }), rows: 61, participants: 61 }])).toMatch(/log ends after 60/);
  expect(await flawOf([{ ...pageOf(log.slice(0, 59), "open"), entries: right.entries }])).toMatch(
    /continues with vote 60/,
  );
  expect(await flawOf([{ ...right, head: sha256("another") }])).toMatch(/head is not the hash/);
  expect(await flawOf([{ ...right, surveyId: "other" }])).toMatch(/Vote 1 doesn't follow/);
  // The totals of the first of two responses must be right too.
  const half = { ...pageOf(log.slice(0, 30), "open"), totals: { yes: 0, no: 30, unsure: 0 } };
  expect(await flawOf([half, pageOf(log, "open", { from: 30 })])).toMatch(/^The totals say 0 yes and 30 no/);
});

test("the ledger is compared with what the page shows", async () => {
  const shown = {
    privacy: "named" as const,
    participants: 60,
    yesVotes: totals?.yes ?? 0,
    unsureVotes: totals?.unsure ?? 0,
    changeable: false,
  };
  const flaw = (state: "open" | "sealed", changed: object) =>
    flawOf([pageOf(log, state)], { shown: { ...shown, ...changed } });
  expect(await flaw("open", {})).toBeNull();
  expect(await flaw("open", { yesVotes: shown.yesVotes - 1 })).toMatch(/^The page says/);
  expect(await flaw("open", { yesVotes: null, unsureVotes: null })).toBeNull();
  // A voter may see results that the public ledger still hides.
  expect(await flaw("sealed", {})).toBeNull();
  expect(await flaw("sealed", { participants: 61 })).toBe("The page says 61 votes, and the log ends after 60.");
});

describe("a ledger without rows, of a confidential or secret survey,", () => {
  const split = { yes: 3, no: 1, unsure: 1 };
  const shown = { privacy: "secret" as const, participants: 5, yesVotes: 3, unsureVotes: 1, changeable: false };

  test("is right as the server returns it: while it is open, and closed with many and with few votes", async () => {
    const closedPage = pageWithoutRows(split, true);
    const about = { rows: 0, isWithoutRows: true, participants: 5 };
    expect(await check([pageWithoutRows(split, false)], { shown: { ...shown, yesVotes: null } })).toMatchObject({
      ...about,
      totals: null,
      end: null,
    });
    expect(await check([closedPage], { shown })).toMatchObject({ ...about, totals: split, end: closedPage.end });
    // printf 'H0 closed 2026-11-30 4 - - -' | sha256sum
    expect(await check([pageWithoutRows({ yes: 4, no: 0, unsure: 0 }, true, { asks: null })])).toMatchObject({
      participants: 4,
      totals: null,
      end: "453a75b03a70039285541ad41b6db2da9164100938e3cf345a8396c8948a633a",
    });
    for (const isClosed of [true, false])
      expect(await flawOf([pageWithoutRows({ yes: 0, no: 0, unsure: 0 }, isClosed)])).toBeNull();
  });

  test("is compared with what the page shows", async () => {
    const flaw = (changed: object) => flawOf([pageWithoutRows(split, true)], { shown: { ...shown, ...changed } });
    expect(await flaw({ yesVotes: 2 })).toBe(
      "The page says 2 yes, 2 no and 1 not sure, the log has 3 yes, 1 no and 1 not sure.",
    );
    expect(await flaw({ participants: 6 })).toMatch(/^The page says 6 votes, and the log has those of 5 people/);
    // Otherwise a server could leave out the rows of any survey.
    expect(await flaw({ privacy: "named" })).toMatch(/votes are public, but the log doesn't contain them/);
    const named = pageOf(log, "closed");
    expect(await flawOf([named], { shown: { ...shown, participants: 60, yesVotes: null } })).toMatch(
      /how people voted isn.t shown, but the log contains votes/,
    );
  });

  test("doesn't contain receipts, and doesn't show the totals of few people", async () => {
    expect(await flawOf([pageWithoutRows(split, true)], { receipts: [receiptOf(log[0] as Row)] })).toMatch(/has 0/);
    const few = pageWithoutRows({ yes: 4, no: 0, unsure: 0 }, true);
    expect(await flawOf([{ ...few, totals: { yes: 4, no: 0, unsure: 0 } }])).toMatch(/totals of 5 people or more/);
  });
});

describe("where people changed their votes", () => {
  const changed = chain("survey", makeChangedVotes(60, randomFrom(3)));
  const replaced = [...replacedIn(changed)];
  const current = changed.filter(({ n }) => !replaced.includes(n));

  test.each(STATES)("each person counts once, with the last answer (%s)", async (state) => {
    expect(replaced.length).toBeGreaterThan(10);
    const { totals, participants } = pageOf(changed, state);
    const whole = { rows: 60, participants: 60 - replaced.length, totals };
    expect(participants).toBe(current.length);
    expect(await check([pageOf(changed, state)])).toMatchObject(whole);
    const pages = [0, 20, 40].map((from) => pageOf(changed, state, { from, to: from + 20 }));
    expect(await check(pages)).toMatchObject(whole);
  });

  test("a receipt of a replaced vote tells which row replaced it, and the one of that row counts", async () => {
    const later = changed.find(({ replaces }) => replaces !== null) as Row;
    const earlier = changed[(later.replaces ?? 0) - 1] as Row;
    for (const state of STATES) {
      const { found } = await check([pageOf(changed, state)], { receipts: [earlier, later].map(receiptOf) });
      expect(found[0]).toMatchObject({ n: earlier.n, replacedBy: later.n });
      expect(found[1]).toMatchObject({ n: later.n, replaces: earlier.n });
      // Its answer stays secret if the results were hidden when it was cast.
      expect(found[0]?.vote).toBe(state === "open" || state === "closed" ? earlier.vote : undefined);
    }
  });

  /** A change of rows with everything recomputed that follows from them, so that only the rule is broken. */
  const broken = (state: State, alter: (votes: Row[]) => Row[]) =>
    flawOf([pageOf(chain("survey", alter([...changed])), state)]);
  const withLast = (replaces: number) => (rows: Row[]) => rows.with(-1, { ...(rows.at(-1) as Row), replaces });

  test.each(STATES)("a row replaces one row before it, which no other does (%s)", async (state) => {
    const once = changed.find(({ n }) => replaced.includes(n))?.n ?? 0;
    expect(await broken(state, withLast(once))).toBe(
      `Vote 60 replaces vote ${once}, which another vote has already replaced.`,
    );
    for (const n of [60, 61, 0])
      expect(await broken(state, withLast(n))).toMatch(
        /^Vote 60 replaces vote \d+, which is not before it|has the votes of/,
      );
  });

  test("a row is opened exactly if it counts", async () => {
    const page = pageOf(changed, "openedByRow");
    const withEntry = (n: number, how: "opened" | "sealed") => {
      const { seal, k, vote, date, replaces, hash } = changed[n - 1] as Row;
      const row = { n, date, replaces, hash, ...(how === "opened" ? { k, vote } : { seal }) };
      return flawOf([{ ...page, entries: page.entries.with(n - 1, row) }]);
    };
    for (const n of replaced) expect(await withEntry(n, "opened")).toMatch(/is opened, although vote/);
    for (const { n } of current) expect(await withEntry(n, "sealed")).toMatch(/The totals say/);
    const [one] = current as [Row];
    // Also with totals that leave its answer out.
    const { yes = 0, no = 0, unsure = 0 } = page.totals ?? {};
    const without = { yes: yes - Number(one.vote === 1), no: no - Number(one.vote === 0), unsure };
    expect(await flawOf([{ ...page, totals: without }])).toMatch(/are not \d+ votes/);
  });

  test("the numbers of people and answers are those of the rows that count", async () => {
    for (const state of STATES) {
      const page = pageOf(changed, state);
      const everyone = { ...page, participants: 60, totals: page.totals && { yes: 60, no: 0, unsure: 0 } };
      const end = everyone.totals ? endOf(everyone, ASKS) : null;
      expect(await flawOf([{ ...everyone, end: page.end && end }])).toMatch(/^The totals say 60 people/);
    }
  });

  test("a page that was loaded before the last changes is right, and one with other totals is not", async () => {
    const before = pageOf(changed.slice(0, 59), "open");
    const shown = {
      privacy: "named" as const,
      participants: before.participants,
      yesVotes: before.totals?.yes ?? 0,
      unsureVotes: before.totals?.unsure ?? 0,
      changeable: true,
    };
    expect(await flawOf([pageOf(changed, "open")], { shown })).toBeNull();
    const other = { ...shown, yesVotes: shown.yesVotes + 5 };
    expect(await flawOf([pageOf(changed, "closed")], { shown: other })).toMatch(
      /^The page says .* never had these totals/,
    );
    const final = pageOf(changed, "openedByRow");
    const atEnd = {
      ...shown,
      participants: final.participants,
      yesVotes: final.totals?.yes ?? 0,
      unsureVotes: final.totals?.unsure ?? 0,
    };
    expect(await flawOf([final], { shown: atEnd })).toBeNull();
    expect(await flawOf([final], { shown: { ...atEnd, yesVotes: atEnd.yesVotes + 1 } })).toMatch(/^The page says/);
    // While votes are changed, the page may also be the newer one.
    const newer = { ...atEnd, yesVotes: atEnd.yesVotes + 5 };
    await expect(check([pageOf(changed, "open")], { shown: newer })).rejects.toThrow(LedgerBehind);
  });
});

test("another survey's ledger is rejected", async () => {
  const others = [pageOf(chain("other", makeVotes(3, randomFrom(3))), "open", { surveyId: "other" })];
  expect(await flawOf(others)).toBeNull();
  expect(await flawOf(others, { surveyId: "survey" })).toBe("This is the log of survey other, not of survey.");
});

test.each([
  "",
  "42",
  "0-0000-0000-0000-0000",
  "42-000-0000-0000-0000",
  "42-0000-0000-0000-000g",
  "x42-0000-0000-0000-0000",
])("%j is not a receipt", (text) => expect(readReceipt(text)).toBeNull());

const [open, sealed, closed, byRow] = STATES.map((state) => pageOf(log, state)) as [
  LedgerPage,
  LedgerPage,
  LedgerPage,
  LedgerPage,
];
/** The page of a server that commits to no result, but opens all rows. */
const withoutTotals = (page: LedgerPage) => {
  return { ...page, totals: undefined, end: endOf({ ...page, totals: null }, ASKS) };
};
const withFirst = (page: LedgerPage, changed: object) => ({ ...page, entries: [{ ...page.entries[0], ...changed }] });

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a list", []],
  ["a refusal", { status: 404, code: "notFound" }],
  ["another format", { ...open, format: 4 }],
  ["the former format with what is asked", { ...open, format: 2 }],
  ["what is asked left out", { ...open, asks: undefined }],
  ["a question that is no hash", { ...open, asks: { ...ASKS, question: "Is it so?" } }],
  ["an unknown electorate", { ...open, asks: { ...ASKS, electorate: "members" } }],
  ["settings as numbers", { ...open, asks: { ...ASKS, changeable: 1 } }],
  ["a question before it without its end", { ...open, asks: { ...ASKS, after: "1" } }],
  ["notes without a hash", { ...closed, closing: { ...CLOSING, notesHash: null } }],
  ["a hash of no notes", { ...closed, closing: { ...CLOSING, notes: 0 } }],
  ["facts of a close before it", { ...open, closing: CLOSING }],
  ["a close by no one", { ...closed, closing: { ...CLOSING, by: "-" } }],
  ["a close whose list has no numbers", { ...closed, closing: { ...CLOSING, list: {} } }],
  ["a close with a blank in a time", { ...closed, closing: { ...CLOSING, planned: "2026-11-30 18:00" } }],
  ["an id that writes a line of its own", { ...open, surveyId: "id\nRight: 1000 votes" }],
  ["totals as texts", { ...open, totals: { ...totals, yes: "31" } }],
  ["more people than rows", { ...open, participants: 61 }],
  ["a key that is none", { ...open, key: "key" }],
  ["a key without totals", { ...open, totals: null }],
  ["a key, and no word of totals", { ...open, totals: undefined }],
  ["a close without totals, with an end to match", withoutTotals(closed)],
  ["a close with rows opened one by one, and no totals, with an end to match", withoutTotals(byRow)],
  ["totals without a key", { ...open, key: null }],
  ["a close without an end", { ...closed, end: null }],
  ["an end without a close", { ...closed, closed: null }],
  ["a close on no day", { ...closed, closed: "soon" }],
  ["a closed ledger without its key", { ...sealed, closed: CLOSED, end: closed.end }],
  ["totals before the close", { ...pageWithoutRows({ yes: 9, no: 9, unsure: 9 }, true), closed: null, end: null }],
  ["a closed ledger that is sealed", { ...sealed, closed: CLOSED, end: closed.end }],
  ["a closed ledger without its key", { ...closed, key: null }],
  ["rows with keys beside the ledger's key", { ...byRow, key: KEY }],
  ["a row opened with a key that is none", withFirst(byRow, { k: "key" })],
  ["a row opened without its vote", withFirst(byRow, { vote: undefined })],
  ["a row with its key and a seal", withFirst(byRow, { seal: sha256("") })],
  ["rows that are none", { ...open, entries: [null] }],
  ["a vote of 3", withFirst(open, { vote: 3 })],
  ["a day that was none", withFirst(open, { date: "2026-13-41" })],
  ["a row that replaces half a row", withFirst(open, { replaces: 0.5 })],
  ["a row that doesn't say what it replaces", withFirst(open, { replaces: undefined })],
  ["a row with a vote and a seal", withFirst(open, { seal: sha256("") })],
  ["an open row that is sealed", { ...open, entries: sealed.entries }],
  ["a sealed row that is open", { ...sealed, entries: open.entries }],
  ["a sealed row with its vote", withFirst(sealed, { vote: 1 })],
])("%s is reported as not being a ledger", async (_, page) => {
  expect(await flawOf([page])).toMatch(
    /not a page of a log|not of format|not 64 hex digits|not whole numbers|rows are not the votes|a sealed one has|only after the close|without an end hash|is invalid|missing or invalid|still sealed/,
  );
});

test("an empty response is not a ledger", async () => expect(await flawOf([])).toMatch(/doesn't contain a log/));

test("the sample is right, so that the tests above fail for their own reasons", async () => {
  expect(KEY).toMatch(/^[0-9a-f]{64}$/);
  for (const page of [open, sealed, closed, byRow]) expect(await flawOf([page])).toBeNull();
});

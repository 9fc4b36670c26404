import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createLedgerChecker, LedgerFlaw, type LedgerPage } from "./checkLedger.ts";
import { type LedgerEntry, ledgerLine, ledgerStart, readReceipt, receiptOf } from "./ledger.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Deterministic numbers from 0 to 1, so that a failure can be reproduced. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

type Row = Omit<LedgerEntry, "hash" | "n">;

/** The ledger of these votes, in order. */
function chain(surveyId: string, rows: readonly Row[]): LedgerEntry[] {
  let hash = sha256(ledgerStart(surveyId));
  return rows.map((row, index) => {
    hash = sha256(ledgerLine(hash, { ...row, n: index + 1 }));
    return { ...row, n: index + 1, hash };
  });
}

const makeRows = (votes: number, random: () => number): Row[] =>
  Array.from({ length: votes }, (_, index) => ({
    date: `2026-11-${String(1 + Math.floor(index / 3)).padStart(2, "0")}`,
    vote: random() < 0.6 ? 1 : 0,
  }));

/** A response with the true totals of `all` votes, and some of the entries. */
function answer(all: readonly LedgerEntry[], entries = all, surveyId = "survey"): LedgerPage {
  const yesVotes = all.filter(({ vote }) => vote === 1).length;
  const head = all.at(-1)?.hash ?? sha256(ledgerStart(surveyId));
  const totals = { totalVotes: all.length, yesVotes, noVotes: all.length - yesVotes };
  return { surveyId, ...totals, head, entries: [...entries] };
}

async function check(pages: readonly unknown[], receipts: string[] = [], shown?: LedgerPage) {
  const checking = createLedgerChecker({ hash: sha256, receipts, ...(shown && { shown }) });
  for (const page of pages) await checking.read(page);
  return checking.end();
}

const flawOf = (pages: readonly unknown[], receipts: string[] = [], shown?: LedgerPage) =>
  check(pages, receipts, shown).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof LedgerFlaw)) throw error;
      return error.message;
    },
  );

const log = chain("survey", makeRows(60, randomFrom(7)));

test("a ledger as the server returns it is valid: whole, in pages, and while it grows", async () => {
  const whole = { surveyId: "survey", votes: 60, yes: answer(log).yesVotes, head: log.at(-1)?.hash };
  expect(await check([answer(log)])).toMatchObject(whole);
  expect(await check([answer(log, log.slice(0, 25)), answer(log, log.slice(25))])).toMatchObject(whole);
  const grown = [answer(log.slice(0, 30), log.slice(0, 20)), answer(log.slice(0, 45), log.slice(20, 40))];
  expect(await check([...grown, answer(log, log.slice(40))])).toMatchObject(whole);
  expect(await check([answer([])])).toMatchObject({ votes: 0, yes: 0 });
});

test("a hash can be computed with a shell and sha256sum", () => {
  // printf 'Survey App ledger of s1' | sha256sum; printf '%s 1 2026-11-21 1' 8655… | sha256sum
  expect(sha256(ledgerStart("s1"))).toBe("8655b9e5cdd70064a69755742c098c4290ad0269442924d08a955b8dd1afa6df");
  expect(chain("s1", [{ date: "2026-11-21", vote: 1 }])[0]?.hash).toBe(
    "66d2925299b376af5b46522cd8838759fc76ab08a066e25fbce7519227214dfd",
  );
});

/** One alteration of a ledger whose totals stay unchanged. */
const alterations: Record<string, (entries: LedgerEntry[], at: number, random: () => number) => LedgerEntry[]> = {
  "turns a vote": (entries, at) => entries.with(at, { ...at1(entries, at), vote: at1(entries, at).vote === 1 ? 0 : 1 }),
  "turns two votes against each other": (entries, at) => {
    const other = entries.findIndex(({ vote }) => vote !== at1(entries, at).vote);
    const turned = (index: number) =>
      ({ ...at1(entries, index), vote: at1(entries, index).vote === 1 ? 0 : 1 }) as const;
    return entries.with(at, turned(at)).with(other, turned(other));
  },
  "changes a day": (entries, at) => entries.with(at, { ...at1(entries, at), date: "2026-10-31" }),
  "changes a digit of a hash": (entries, at, random) => {
    const place = Math.floor(random() * 64);
    const { hash } = at1(entries, at);
    const digit = hash[place] === "0" ? "1" : "0";
    return entries.with(at, { ...at1(entries, at), hash: hash.slice(0, place) + digit + hash.slice(place + 1) });
  },
  "removes a vote": (entries, at) => entries.toSpliced(at, 1),
  "removes a vote and counts on": (entries, at) => renumbered(entries.toSpliced(at, 1)),
  "puts in a vote twice": (entries, at) => entries.toSpliced(at, 0, at1(entries, at)),
  "puts in a vote and counts on": (entries, at) =>
    renumbered(entries.toSpliced(at, 0, { ...at1(entries, at), hash: sha256(String(at)) })),
  "puts in a vote that is chained, without the rest": (entries, at) => {
    const before = entries[at - 1]?.hash ?? sha256(ledgerStart("survey"));
    const entry = { n: at + 1, date: "2026-11-21", vote: 1 as const };
    return renumbered(entries.toSpliced(at, 0, { ...entry, hash: sha256(ledgerLine(before, entry)) }));
  },
  "adds a vote at the end": (entries) => {
    const entry = { n: entries.length + 1, date: "2026-11-21", vote: 1 as const };
    return [...entries, { ...entry, hash: sha256(ledgerLine(entries.at(-1)?.hash ?? "", entry)) }];
  },
  "swaps two votes": (entries, at) => {
    const other = (at + 1) % entries.length;
    return entries.with(at, at1(entries, other)).with(other, at1(entries, at));
  },
  "swaps what two votes say": (entries, at) => {
    const other = entries.findIndex(
      ({ vote, date }) => vote !== at1(entries, at).vote || date !== at1(entries, at).date,
    );
    const said = ({ vote, date }: LedgerEntry) => ({ vote, date });
    return entries
      .with(at, { ...at1(entries, at), ...said(at1(entries, other)) })
      .with(other, { ...at1(entries, other), ...said(at1(entries, at)) });
  },
  "cuts the end off": (entries, at) => entries.slice(0, at),
  "cuts the beginning off": (entries, at) => entries.slice(at + 1),
  "turns a vote and recomputes the chain after it": (entries, at) =>
    chain("survey", entries.with(at, { ...at1(entries, at), vote: at1(entries, at).vote === 1 ? 0 : 1 })),
};

const at1 = (entries: readonly LedgerEntry[], index: number) => entries[index] as LedgerEntry;
const renumbered = (entries: LedgerEntry[]) => entries.map((entry, index) => ({ ...entry, n: index + 1 }));

test("each of 1,000 alterations is found from the public ledger alone", async () => {
  const random = randomFrom(2026);
  const kinds = Object.entries(alterations);
  for (let turn = 0; turn < 1000; turn++) {
    const [what, alter] = kinds[turn % kinds.length] as (typeof kinds)[number];
    const at = Math.floor(random() * log.length);
    const altered = { ...answer(log), entries: alter(log, at, random) };
    expect(await flawOf([altered]), `${what} at ${at + 1}`).not.toBeNull();
  }
});

test("totals and a head that don't belong to the ledger are found", async () => {
  const right = answer(log);
  const { yesVotes, noVotes, totalVotes } = right;
  expect(await flawOf([{ ...right, yesVotes: yesVotes + 1, noVotes: noVotes - 1 }])).toMatch(
    /yes of 60 votes, the log/,
  );
  expect(await flawOf([{ ...right, yesVotes: yesVotes + 1 }])).toMatch(/are not 60 votes/);
  expect(await flawOf([{ ...right, totalVotes: totalVotes + 1, noVotes: noVotes + 1 }])).toMatch(/log ends after 60/);
  expect(await flawOf([{ ...answer(log.slice(0, 59)), entries: log }])).toMatch(/continues with vote 60/);
  expect(await flawOf([{ ...right, head: sha256("another") }])).toMatch(/head is not the hash/);
  expect(await flawOf([right], [], { ...right, yesVotes: yesVotes - 1 })).toMatch(/The page says/);
  expect(await flawOf([{ ...right, surveyId: "other" }])).toMatch(/Vote 1 doesn't follow/);
  // The totals of the first of two responses must be right too.
  const half = answer(log.slice(0, 30), log.slice(0, 30));
  expect(await flawOf([{ ...half, yesVotes: 0, noVotes: 30 }, answer(log, log.slice(30))])).toMatch(/yes of 30/);
});

test("another survey's ledger is rejected", async () => {
  const checking = createLedgerChecker({ hash: sha256, surveyId: "survey" });
  await checking.read(answer(log));
  const others = answer(chain("other", makeRows(3, randomFrom(3))), undefined, "other");
  expect(await flawOf([others])).toBeNull();
  await expect(createLedgerChecker({ hash: sha256, surveyId: "survey" }).read(others)).rejects.toThrow(
    "This is the log of survey other, not of survey.",
  );
});

test("if the ledger and its totals are rewritten, each receipt from there on detects it", async () => {
  const random = randomFrom(99);
  for (let turn = 0; turn < 200; turn++) {
    const at = Math.floor(random() * log.length);
    const { vote } = at1(log, at);
    const forged = chain("survey", log.with(at, { ...at1(log, at), vote: vote === 1 ? 0 : 1 }));
    expect(await flawOf([answer(forged)])).toBeNull();
    const held = at1(log, at + Math.floor(random() * (log.length - at)));
    expect(await flawOf([answer(forged)], [receiptOf(held)])).toMatch(/is not that of vote/);
  }
});

test("receipts are found in any spelling; those of other surveys and invented ones are not", async () => {
  const entry = at1(log, 41);
  const receipt = receiptOf(entry);
  expect(receipt).toMatch(/^42(-[0-9a-f]{4}){4}$/);
  expect((await check([answer(log)], [receipt])).found).toEqual([entry]);
  for (const typed of [receipt.toUpperCase(), ` ${receipt.replaceAll("-", " ")} `, receipt.replaceAll("-", " - ")])
    expect((await check([answer(log)], [typed])).found, typed).toEqual([entry]);
  expect(await flawOf([answer(log)], ["42-0000-0000-0000-0000"])).toMatch(/not that of vote 42/);
  expect(await flawOf([answer(log)], ["61-0000-0000-0000-0000"])).toMatch(/of vote 61, and the log has 60/);
  const [elsewhere] = chain("another", makeRows(1, randomFrom(1)));
  expect(await flawOf([answer(log)], [receiptOf(elsewhere as LedgerEntry)])).toMatch(/not that of vote 1/);
});

test.each([
  "",
  "42",
  "0-0000-0000-0000-0000",
  "42-000-0000-0000-0000",
  "42-0000-0000-0000-000g",
  "x42-0000-0000-0000-0000",
])("%j is not a receipt", (text) => expect(readReceipt(text)).toBeNull());

test.each([
  ["nothing", undefined],
  ["a list", []],
  ["a refusal", { status: 404, code: "notFound" }],
  ["rows that are none", { ...answer(log), entries: [null] }],
  ["a vote of 2", { ...answer(log), entries: [{ ...at1(log, 0), vote: 2 }] }],
  ["totals as texts", { ...answer(log), totalVotes: "60" }],
  ["an id that writes a line of its own", answer([], [], "id\nRight: 1000 votes")],
  ["a day that was none", answer(chain("survey", [{ date: "2026-13-41", vote: 1 }]))],
])("%s is reported as not being a ledger", async (_, page) => {
  expect(await flawOf([page])).toMatch(/^(This is not a page|The row after|The totals are not)/);
});

test("an empty response is not a ledger", async () => expect(await flawOf([])).toMatch(/no log/));

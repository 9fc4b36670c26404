import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOf, sha256 } from "../testing/sampleLedger.ts";
import { QUESTIONS, recordOf, type SampleQuestion } from "../testing/sampleRecord.ts";
import { altered, asks, fileOf, files, likeValues, pathsOf, rows, ruledFile } from "../testing/sampleResult.ts";
import { checkRecord } from "./checkRecord.ts";

const PUBLIC = join(import.meta.dirname, "../../web/public");

/** Checks one document a line in one process: each forgery in a process of its own would take minutes. */
const MANY = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
for line in sys.stdin:
    try:
        document = json.loads(line)
        if document.get("format") == "Survey App meeting 1":
            unchecked, heads = verify.check_record(document)
            print(json.dumps({"unchecked": unchecked, "heads": heads}))
        else:
            unchecked, missing = verify.check(document)
            print(json.dumps({"unchecked": unchecked, "missing": missing}))
    except verify.Flaw as flaw:
        print(json.dumps({"flaw": str(flaw)}))
`;

interface Verdict {
  flaw?: string;
  unchecked?: string[];
  missing?: number;
  heads?: string[];
}

const python = (args: string[], input = "") =>
  spawnSync("python3", ["-B", ...args], { input, encoding: "utf8", maxBuffer: 100_000_000 });

function checkAll(documents: readonly unknown[]): Verdict[] {
  const { stdout, stderr } = python(
    ["-c", MANY, PUBLIC],
    documents.map((each) => `${JSON.stringify(each)}\n`).join(""),
  );
  expect(stderr).toBe("");
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Verdict);
}

describe.skipIf(python(["--version"]).status !== 0)("verify.py (skipped without python3)", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "verify-py-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const saved = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  // Security: F07
  test.each(files)("accepts the genuine file %s, and finds each forged field or names it as unchecked", (_, file) => {
    const [genuine] = checkAll([file]);
    expect(genuine).toMatchObject({ missing: 0 });
    const unchecked = genuine?.unchecked ?? [];
    const forgeries = pathsOf(file).flatMap((path) => {
      // All rows are checked alike.
      if (path[1] === "entries" && Number(path[2]) > 1) return [];
      const name = path.join(".");
      if (unchecked.some((each) => name === each || name.startsWith(`${each}.`))) return [];
      const value = path.reduce<unknown>((inner, key) => (inner as never)[key], file);
      return [...likeValues(value).slice(0, 12), undefined, null, "", 0, 1, true, false, {}, []]
        .map((other) => ({ name, other, forged: altered(file, path, other) }))
        .filter(({ forged }) => JSON.stringify(forged) !== JSON.stringify(file));
    });
    const verdicts = checkAll(forgeries.map(({ forged }) => forged));
    // A file that lost its votes says how many are missing.
    const accepted = forgeries.filter((_, index) => verdicts[index]?.flaw === undefined && !verdicts[index]?.missing);
    expect(accepted.map(({ name, other }) => `${name}: ${JSON.stringify(other)}`)).toEqual([]);
    expect(forgeries.length).toBeGreaterThan(100);
  });

  test("finds another question under the genuine head, also as a file of format 2", () => {
    const genuine = ruledFile({ Title: "Do we keep the boat?", share: "1/2" });
    const forged = ruledFile({ Title: "Do we sell the boat?", share: "1/4" });
    const former = ruledFile({ Title: "Do we sell the boat?", share: "1/4" }, true);
    const { asks: _, closing: __, ...ledger } = genuine.ledger;
    const under = (file: typeof genuine, ledger: object) => ({
      ...file,
      label: { ...file.label, head: genuine.label.head },
      ledger,
    });
    const verdicts = checkAll([
      genuine,
      forged,
      former,
      under(forged, genuine.ledger),
      under(forged, { ...genuine.ledger, asks: forged.ledger.asks }),
      under(forged, { ...genuine.ledger, asks: forged.ledger.asks, entries: [] }),
      under(former, { ...ledger, format: 2 }),
      under(former, { ...ledger, format: 2, entries: [] }),
    ]);
    expect(verdicts.map(({ flaw }) => flaw !== undefined)).toEqual([false, false, false, true, true, true, true, true]);
  });

  // Security: F07
  test("finds each forged field of a meeting's record, or names it as unchecked", () => {
    const record = recordOf(QUESTIONS);
    const [genuine] = checkAll([record]);
    const unchecked = genuine?.unchecked ?? [];
    const forgeries = pathsOf(record).flatMap((path) => {
      if (path[4] === "entries" && Number(path[5]) > 1) return [];
      const name = path.join(".").replace(/^questions\.\d+/, "questions.*");
      if (unchecked.some((each) => name === each || name.startsWith(`${each}.`))) return [];
      const value = path.reduce<unknown>((inner, key) => (inner as never)[key], record);
      return [...likeValues(value).slice(0, 3), undefined, null, "", 1, true, {}, []]
        .map((other) => ({ path, other, forged: altered(record, path, other) }))
        .filter(({ forged }) => JSON.stringify(forged) !== JSON.stringify(record));
    });
    const verdicts = checkAll(forgeries.map(({ forged }) => forged));
    const accepted = forgeries.filter((_, index) => verdicts[index]?.flaw === undefined);
    // No question shows the head of the last one.
    const shortened = ["questions: []", `questions.${QUESTIONS.length - 1}: undefined`];
    expect(accepted.map(({ path, other }) => `${path.join(".")}: ${JSON.stringify(other)}`)).toEqual(shortened);
    expect(forgeries.length).toBeGreaterThan(1000);
  });

  // Security: F07
  test("says of a meeting's record what the other program says, also with questions left out, moved, doubled or exchanged", async () => {
    const { format, meeting, questions } = recordOf(QUESTIONS);
    const { questions: others } = recordOf(QUESTIONS, "other");
    const numbered = (all: typeof questions) => all.map((question, index) => ({ ...question, n: index + 1 }));
    const taken = recordOf([...QUESTIONS, { ...QUESTIONS[5], isTakenDown: true } as SampleQuestion]).questions;
    const each = questions.map((_, place) => place);
    const records = [
      questions,
      taken,
      [],
      ...each.flatMap((place) => [
        questions.toSpliced(place, 1),
        questions.with(place, others[place] as never),
        [...questions, questions[place] as never],
        questions.toReversed().toSpliced(place, 1),
      ]),
    ].flatMap((some) => [some, numbered(some)].map((all) => ({ format, meeting, questions: all })));
    const verdicts = checkAll(records);
    for (const [index, record] of records.entries()) {
      const expected = await checkRecord(record, { hash: sha256 }).catch(() => null);
      expect(verdicts[index]?.heads).toEqual(expected?.questions.map(({ head }) => head));
      // It leaves the bounds to the other program.
      const unchecked = verdicts[index]?.unchecked?.filter((name) => !name.endsWith("label.bounds"));
      expect(unchecked?.toSorted()).toEqual(expected?.unverifiable.toSorted());
    }
    const said = python([join(PUBLIC, "verify.py"), saved("record.json", JSON.stringify(records[0]))]);
    expect([said.status, said.stderr]).toEqual([0, ""]);
    expect(said.stdout).toMatch(
      /^The record of the meeting: "General assembly"\nConsistent: 6 questions, .*\n1\. "Do we/,
    );
    expect(said.stdout).toMatch(/\n4\. not in this file, which says that an admin took it down: [0-9a-f]{64}\n/);
  });

  test("says in sentences what it found, and recounts the votes of another file", () => {
    const file = fileOf({ ...pageOf(rows, "closed", { asks }), entries: [] });
    const result = saved("result.json", JSON.stringify(file));
    const script = join(PUBLIC, "verify.py");
    const short = python([script, result]);
    expect(short.stdout).toMatch(
      /^Ledger format 3: .*\nConsistent: .*\nThe question: "Is it so\?"\n.* 40 rows are missing/,
    );
    const pages = [pageOf(rows, "closed", { to: 25, asks }), pageOf(rows, "closed", { from: 25, asks })];
    const lines = (some: typeof pages) => some.map((page) => `${JSON.stringify(page)}\n`).join("");
    const whole = python([script, result, saved("ledger.jsonl", lines(pages))]);
    expect([whole.status, whole.stderr]).toEqual([0, ""]);
    expect(whole.stdout).not.toMatch(/missing/);
    expect(whole.stdout).toContain(`Compare its head ${file.label.head} with one from`);
    const half = python([script, result, saved("half.jsonl", lines(pages.slice(0, 1)))]);
    expect([half.status, half.stderr.trim()]).toEqual([1, "Invalid: The rows don't end with the head."]);
    expect(python([script, saved("none.json", "no JSON")]).stderr).toMatch(/^Not checked: /);
    expect(python([script, saved("list.json", "[]")]).stderr.trim()).toBe("Invalid: This file is damaged.");
  });
});

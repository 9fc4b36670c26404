import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOf } from "../testing/sampleLedger.ts";
import { altered, asks, fileOf, files, likeValues, pathsOf, rows, ruledFile } from "../testing/sampleResult.ts";

const PUBLIC = join(import.meta.dirname, "../../web/public");

/** Checks one document a line in one process: each forgery in a process of its own would take minutes. */
const MANY = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
for line in sys.stdin:
    try:
        unchecked, missing = verify.check(json.loads(line))
        print(json.dumps({"unchecked": unchecked, "missing": missing}))
    except verify.Flaw as flaw:
        print(json.dumps({"flaw": str(flaw)}))
`;

interface Verdict {
  flaw?: string;
  unchecked?: string[];
  missing?: number;
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
    // Without its votes it says so.
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

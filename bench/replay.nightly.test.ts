import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChild } from "../tools/child.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "survey-app-replay-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command on a file with this content. */
async function replay(content: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const file = join(folder, "totals.csv");
  writeFileSync(file, content);
  const child = await startChild(process.execPath, [join(import.meta.dirname, "replay.ts"), file, ...args], {
    output: "keep",
  });
  return { code: await child.exited, output: child.output() };
}

const made = `id,title,title_fr,yes,no
1,"Shall the bridge be built, and soon?",,700,300
2,,Un parc ?,1,1999
3,"A secret, too?",,300,700
4,Nobody came,,0,0
5,Changed by few?,,9,0
`;

test("a file of totals is cast vote by vote, and every total is exact", { timeout: 60_000 }, async () => {
  const { code, output } = await replay(made, "401");
  expect(output).toContain("5 surveys, 200 voters, 401 ballots");
  expect(output).toContain("Exact: all 5 totals");
  expect(code).toBe(0);
});

test("the command ends with one sentence about a malformed file", async () => {
  const { code, output } = await replay("title,yes,no\nA,1,x\n");
  expect(output.trim()).toMatch(/totals\.csv: line 2, column 3 \(no\): "x" is not a whole number$/);
  expect(code).toBe(1);
});

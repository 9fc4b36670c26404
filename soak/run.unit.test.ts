import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const soak = (...args: string[]) => spawnSync(process.execPath, ["soak/run.ts", ...args], { encoding: "utf8" });
/** A folder for each long proof. */
const proofs = globSync("*/run.ts", { cwd: import.meta.dirname })
  .map((path) => path.split("/")[0] ?? "")
  .sort();

test("npm run soak lists every long proof with what it proves, also for a wrong name", () => {
  const { status, stdout } = soak();
  expect([status, [...stdout.matchAll(/^ {2}(\w+) +\w/gm)].map(([, name]) => name)]).toEqual([0, proofs]);
  expect(soak("nothing")).toMatchObject({ status: 2, stdout });
});

test("npm run soak passes arguments to the proof that it names", () => {
  const { status, stderr } = soak("faults", "no-such-fault");
  expect([status, stderr]).toEqual([2, expect.stringContaining("There is no fault named no-such-fault")]);
});

test("the nightly workflow runs long proofs that exist", () => {
  const { jobs } = parse(readFileSync(".github/workflows/nightly.yml", "utf8")) as {
    jobs: { soak: { strategy: { matrix: { proof: string[] } }; steps: { run?: string }[] } };
  };
  const { strategy, steps } = jobs.soak;
  expect(steps.at(-1)?.run).toMatch(/^npm run soak -- \$\{\{ matrix\.proof \}\}$/);
  const named = strategy.matrix.proof.map((proof) => proof.split(" ")[0] ?? "");
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !proofs.includes(name))).toEqual([]);
});

import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { expect, test } from "vitest";

const soak = (...args: string[]) => spawnSync(process.execPath, ["soak/run.ts", ...args], { encoding: "utf8" });
test("npm run soak lists every long proof with its description, also for a wrong name", () => {
  const proofs = globSync("*/run.ts", { cwd: import.meta.dirname }).map((path) => path.split("/")[0]);
  const { status, stdout } = soak();
  expect([status, [...stdout.matchAll(/^ {2}(\w+) +\w/gm)].map(([, name]) => name)]).toEqual([0, proofs.sort()]);
  expect(soak("nothing")).toMatchObject({ status: 2, stdout });
});

test("npm run soak passes arguments to the proof that it names", () => {
  const { status, stderr } = soak("faults", "no-such-fault");
  expect([status, stderr]).toEqual([2, expect.stringContaining("There is no fault named no-such-fault")]);
});

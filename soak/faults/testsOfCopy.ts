import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type Child, startChild } from "../../tools/child.ts";
import { type Fault, isJourney, type NamedCheck, type NamedTest } from "./fault.ts";
import { readJourneyRuns, readVitestRuns, type TestRun } from "./reports.ts";

/** Runs tests and checks in a copy of the project, with the project's own command. */
export interface TestsOfCopy {
  /**
   * Runs the tests of all these faults without a planted one. @returns the problem; null if each test ran and passed
   */
  findFlaw(faults: readonly Fault[]): Promise<string | null>;
  /** Runs the test of a planted fault. @returns its error message; null if it passed or did not run */
  findFault(fault: Fault): Promise<string | null>;
  /** Stops what runs. */
  stop(): Promise<void>;
}

export function testsOfCopy(copy: string, env: Record<string, string>): TestsOfCopy {
  const results = join(copy, "test-results");
  let running: Child | undefined;
  let isStopped = false;

  /** Runs a part of the tests as `npm test -- …` does. */
  async function run(...args: string[]): Promise<{ code: number; output: string }> {
    rmSync(results, { recursive: true, force: true });
    running = await startChild(process.execPath, [join(copy, "tools/test/test.ts"), ...args], {
      cwd: copy,
      env: { ...process.env, ...env },
      output: "keep",
    });
    const code = await running.exited;
    // The interruption also ends this process, without reporting a failed test.
    if (isStopped) await new Promise(() => {});
    return { code, output: running.output() };
  }

  async function runTests(tests: readonly NamedTest[]): Promise<{ code: number; output: string; runs: TestRun[] }> {
    const files = [...new Set(tests.map(({ file }) => file))];
    const titles = `(${tests.map(({ title }) => RegExp.escape(title)).join("|")})`;
    const hasJourneys = tests.some(isJourney);
    const projects = [...new Set(tests.map(projectOf))].map((name) => `--project=${name}`);
    const args = hasJourneys ? ["e2e", ...files, "-g", titles] : ["unit", ...files, ...projects, "-t", titles];
    const ended = await run(...args);
    const report = join(results, hasJourneys ? "e2e.json" : "vitest.json");
    const read = hasJourneys ? readJourneyRuns : readVitestRuns;
    return { ...ended, runs: existsSync(report) ? read(report) : [] };
  }

  async function findFlaw(faults: readonly Fault[]): Promise<string | null> {
    const by = faults.map(({ foundBy }) => foundBy);
    const checks = [...new Set(by.filter(isCheck).map(({ check }) => check))];
    if (checks.length > 0) {
      const { code, output } = await run("check", ...checks);
      if (code !== 0) return `Without a fault, a check fails:\n${output}`;
    }
    const tests = by.filter((each): each is NamedTest => !isCheck(each));
    for (const group of [tests.filter(isJourney), tests.filter((test) => !isJourney(test))]) {
      if (group.length === 0) continue;
      const { code, output, runs } = await runTests(group);
      if (code !== 0) return `Without a fault, a test fails:\n${output}`;
      const missing = group.filter((test) => !runs.some((each) => isRunOf(each, test)));
      if (missing.length > 0)
        return missing.map(({ file, title }) => `${file} has no test with the title "${title}"`).join("\n");
    }
    return null;
  }

  return {
    findFlaw,
    async findFault({ foundBy }) {
      if (isCheck(foundBy)) {
        const { code, output } = await run("check", foundBy.check);
        return code === 0 ? null : (output.split("\n").find((line) => line.includes(foundBy.says)) ?? null);
      }
      const { code, runs } = await runTests([foundBy]);
      const failed = runs.find((each) => isRunOf(each, foundBy) && each.failure !== null);
      return code === 0 ? null : (failed?.failure ?? null);
    },
    async stop() {
      isStopped = true;
      await running?.stop();
    },
  };
}

const isCheck = (by: NamedTest | NamedCheck): by is NamedCheck => "check" in by;

const isRunOf = (run: TestRun, { file, title }: NamedTest) => run.file === basename(file) && run.title.includes(title);

function projectOf({ file, engine }: NamedTest): string {
  if (engine) return engine;
  return file.includes(".dom.test.") ? "dom" : "sqlite";
}

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startChild } from "../child.ts";
import { freePort } from "../port.ts";

const root = join(import.meta.dirname, "../..");
/** The npm package with a Node for this machine. */
const NODE = `node-linux-${process.arch}`;
const MINUTES = 60_000;

/**
 * The variables that a machine needs to reach npm's registry and the tests' PostgreSQL; all others may come from the
 * tests themselves.
 */
const OF_THE_MACHINE = /^(HOME|TMPDIR|TEST_DATABASE_URL|NODE_EXTRA_CA_CERTS|(HTTPS?|NO)_PROXY)$/i;

/** The path contains a blank, because people's folders do. */
let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "survey app "));
});
// Each tree has 800 MB in 40,000 files.
afterEach(() => rmSync(temporary, { recursive: true, force: true }), 10 * MINUTES);

/** A machine on which these versions of npm and Node are installed, and nothing else of ours. */
function machineWith({ npm, node }: { npm: string; node: string }) {
  const folder = join(temporary, "machine");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `npm@${npm}`, `${NODE}@${node}`], { cwd: folder });
  const program = join(folder, "node_modules", NODE, "bin/node");
  const kept = Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name));
  const env = { ...Object.fromEntries(kept), PATH: `${dirname(program)}:/usr/bin:/bin` };
  return { program, npm: join(folder, "node_modules/npm/bin/npm-cli.js"), env };
}

/** Our files as they are now, committed or not. */
function cloneInto(folder: string): void {
  const found = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const name of String(found).split("\0").filter(Boolean))
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name));
}

/** A clone on such a machine, with a function that runs npm's commands there. */
function cloneOn(versions: { npm: string; node: string }) {
  const machine = machineWith(versions);
  const cwd = join(temporary, "clone");
  cloneInto(cwd);
  const npm = (...args: string[]) => {
    const options = { cwd, env: machine.env, encoding: "utf8", maxBuffer: 100_000_000 } as const;
    const { status, stdout, stderr } = spawnSync(machine.program, [machine.npm, ...args], options);
    return { status, output: stdout + stderr };
  };
  const start = (port: number) =>
    startChild(machine.program, [machine.npm, "start"], {
      cwd,
      env: { ...machine.env, PORT: String(port) },
      output: "keep",
    });
  return { cwd, npm, start, link: join(cwd, "node_modules/.bin/node") };
}

type Clone = ReturnType<typeof cloneOn>;

/** Runs the README's commands after `npm ci`, and one of `CONTRIBUTING.md`'s. */
async function expectItWorks({ npm, start }: Clone): Promise<void> {
  const port = await freePort();
  const server = await start(port);
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (hasEnded) throw new Error(server.output());
    await sleep(100);
  }
  const promoted = npm("run", "admin", "--", "user@example.com");
  expect(promoted, promoted.output).toMatchObject({ status: 0, output: expect.stringContaining("is an admin now.") });
  await server.stop();
  const tested = npm("test", "--", "unit", "--project", "sqlite", "tools/prepare");
  expect(tested, tested.output).toMatchObject({ status: 0, output: expect.stringMatching(/[1-9] passed, 0 failed/) });
}

describe.runIf(process.platform === "linux")("a clone on Linux", () => {
  test.each([
    { npm: "8.19.4", node: "18.20.8" },
    { npm: "9.2.0", node: "18.20.8" },
    { npm: "10.8.2", node: "20.20.2" },
    { npm: "11.19.1", node: "20.20.2" },
  ])(
    "runs on the Node that npm $npm installs for it, where the machine's is $node",
    async (versions) => {
      const clone = cloneOn(versions);
      const installed = clone.npm("ci");
      expect(installed.status, installed.output).toBe(0);
      expect(readlinkSync(clone.link)).toBe(`../${NODE}/bin/node`);
      // npm on Node 18 leaves out optional packages that need a newer one; without them nothing can be built.
      expect(existsSync(join(clone.cwd, "node_modules/@img", `sharp-linux-${process.arch}`))).toBe(true);
      await expectItWorks(clone);
    },
    15 * MINUTES,
  );

  test(
    "runs on the machine's Node where npm has none for it, if that is new enough",
    async () => {
      const clone = cloneOn({ npm: "10.9.3", node: "22.18.0" });
      const installed = clone.npm("ci", "--omit=optional");
      expect(installed.status, installed.output).toBe(0);
      // The tools that build the pages also have optional packages for each system: only Node's may be missing.
      const added = clone.npm("install", "--no-save", "--ignore-scripts");
      expect(added.status, added.output).toBe(0);
      rmSync(join(clone.cwd, "node_modules", NODE), { recursive: true });
      expect(clone.npm("run", "prepare").status).toBe(0);
      // npm 10 has lost the link before; a broken link would do no harm either.
      expect(existsSync(clone.link)).toBe(false);
      await expectItWorks(clone);
    },
    15 * MINUTES,
  );

  test(
    "says which Node it needs where npm has none for it, and the machine's is too old",
    () => {
      const { npm } = cloneOn({ npm: "10.8.2", node: "20.20.2" });
      const { status, output } = npm("ci", "--omit=optional");
      expect(status).toBe(1);
      expect(output).toMatch(/^Survey App needs Node 22\.18 or newer, and \/.+ is 20\.20\.2\.$/m);
      expect(output).not.toContain("    at ");
    },
    15 * MINUTES,
  );
});

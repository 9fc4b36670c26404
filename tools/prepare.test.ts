import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const { scripts, optionalDependencies } = JSON.parse(read("package.json")) as {
  scripts: { prepare: string; start: string };
  optionalDependencies: Record<string, string>;
};
/** The package that contains Node for this machine. */
const bundled = Object.keys(optionalDependencies).find((name) => existsSync(join(root, "node_modules", name)));
const TOO_OLD = "18.20.8";
const sentence = (path: string) => `Survey App needs Node 22.18 or newer, and ${path} is ${TOO_OLD}.`;

const temporary = mkdtempSync(join(tmpdir(), "survey app "));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const tree = join(temporary, "tree");
/** The link through which scripts find the project's Node. */
const link = join(tree, "node_modules/.bin/node");

beforeAll(copyWhatTheImageHasByThen);

/** Makes a tree as npm 8 to 10 leave it when they run `prepare`: with the packages, without `.bin/node`. */
beforeEach(() => {
  for (const name of ["node_modules", "texts/generated"]) rmSync(join(tree, name), { recursive: true, force: true });
  for (const name of [".bin", "@survey-app"]) mkdirSync(join(tree, "node_modules", name), { recursive: true });
  for (const name of ["texts", "contract"])
    symlinkSync(join("../..", name), join(tree, "node_modules/@survey-app", name));
  for (const name of ["@messageformat", ...(bundled ? [bundled] : [])])
    symlinkSync(join(root, "node_modules", name), join(tree, "node_modules", name));
});

/** Copies the files that the Dockerfile copies before it installs the packages, to prove that they are enough. */
function copyWhatTheImageHasByThen(): void {
  const [before = ""] = read("Dockerfile").split("RUN npm ci");
  for (const [, paths = ""] of before.matchAll(/^COPY --chown=\S+ (.+)$/gm)) {
    const names = paths.split(" ");
    const into = names.pop() ?? "";
    for (const name of names) {
      const target = /\/$/.test(into) ? join(tree, into, name.split("/").at(-1) ?? "") : join(tree, into);
      cpSync(join(root, name), target, { recursive: true });
    }
  }
}

/**
 * Puts a Node of this version into the machine's PATH. One that is too old fails at TypeScript, like those before
 * 22.18.
 */
function machineWith(version: string): string {
  const folder = mkdtempSync(join(temporary, "machine "));
  const preload = join(folder, "version.cjs");
  const versions = JSON.stringify({ ...process.versions, node: version });
  writeFileSync(preload, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
  const refusal = version === TOO_OLD ? `case "$1" in *.ts) echo ERR_UNKNOWN_FILE_EXTENSION >&2; exit 1;; esac\n` : "";
  const script = `#!/bin/sh\n${refusal}exec '${process.execPath}' --require '${preload}' "$@"\n`;
  writeFileSync(join(folder, "node"), script, { mode: 0o755 });
  return folder;
}

/** Runs a command as npm does: in a shell that looks for programs in the packages first. */
function runAsScript(command: string, machine: string, variables: Record<string, string> = {}) {
  const PATH = [join(tree, "node_modules/.bin"), machine, "/usr/bin", "/bin"].join(":");
  const env = { PATH, ...variables };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: tree, env, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const generated = () => globSync("texts/generated/*.ts", { cwd: tree }).length;
const done = { status: 0, output: "" };

/** Removes the project's Node, or replaces it with one that this machine can't start, like one for glibc on musl. */
function replaceBundled(by: "nothing" | "one for another system"): void {
  if (!bundled) return;
  rmSync(join(tree, "node_modules", bundled));
  if (by === "nothing") return;
  mkdirSync(join(tree, "node_modules", bundled, "bin"), { recursive: true });
  const file = join(tree, "node_modules", bundled, "bin/node");
  writeFileSync(file, "#!/no/such/loader\n", { mode: 0o755 });
}

describe.runIf(bundled)("with a Node that npm installed for the project", () => {
  test("an old Node makes the missing link, generates the texts on the project's Node, and scripts run on that", () => {
    expect(runAsScript(scripts.prepare, machineWith(TOO_OLD))).toEqual(done);
    expect(readlinkSync(link)).toBe(`../${bundled}/bin/node`);
    expect(generated()).toBeGreaterThan(10);
    const { output } = runAsScript("node --version", machineWith(TOO_OLD));
    expect(output.trim()).toBe(`v${optionalDependencies[bundled ?? ""]}`);
  });

  test("a link to nowhere is replaced, and a second run changes nothing", () => {
    symlinkSync("../node-of-another-machine/bin/node", link);
    expect(runAsScript(scripts.prepare, machineWith(TOO_OLD))).toEqual(done);
    const { ino, mtimeMs } = lstatSync(link);
    expect(readlinkSync(link)).toBe(`../${bundled}/bin/node`);
    expect(runAsScript(scripts.prepare, machineWith(TOO_OLD))).toEqual(done);
    expect(lstatSync(link)).toMatchObject({ ino, mtimeMs });
  });

  test.each([
    { by: "npm on an old Node", times: "once", agent: `npm/9.2.0 node/v${TOO_OLD} linux x64 workspaces/false` },
    { by: "npm on a newer Node", times: "never", agent: "npm/10.9.3 node/v22.18.0 linux x64 workspaces/false" },
    { by: "another program", times: "never", agent: `yarn/1.22.22 npm/? node/v${TOO_OLD} linux x64` },
  ])("after an installation by $by, npm adds packages on the project's Node $times", ({ agent, times }) => {
    const npm = join(temporary, "npm-cli.js");
    writeFileSync(npm, `console.log(process.version, ...process.argv.slice(2, 4));`);
    const variables = { npm_execpath: npm, npm_config_user_agent: agent };
    const { status, output } = runAsScript(scripts.prepare, machineWith(TOO_OLD), variables);
    const line = `v${optionalDependencies[bundled ?? ""]} install --no-save\n`;
    expect([status, output]).toEqual([0, times === "once" ? line : ""]);
    expect(existsSync(link)).toBe(true);
  });
});

describe.each(["nothing", "one for another system"] as const)("with %s in its place", (other) => {
  beforeEach(() => replaceBundled(other));

  test("a Node that is new enough does the work, without a link", () => {
    expect(runAsScript(scripts.prepare, machineWith("22.18.0"))).toEqual(done);
    expect(generated()).toBeGreaterThan(10);
    expect(readdirSync(join(tree, "node_modules/.bin"))).toEqual([]);
  });

  test("a sentence says which Node is required, and which one is too old", () => {
    const { status, output } = runAsScript(scripts.prepare, machineWith(TOO_OLD));
    expect([status, output]).toEqual([1, `${sentence(process.execPath)}\n`]);
  });
});

test("npm start says the same, and how to get the project's own Node", () => {
  cpSync(join(root, "tools/start.mjs"), join(tree, "tools/start.mjs"));
  const { status, output } = runAsScript(scripts.start, machineWith(TOO_OLD));
  expect(status).toBe(1);
  expect(output).toBe(
    `${sentence(process.execPath)} If npm has installed one for the project, \`npm run prepare\` finds it; then repeat \`npm start\`.\n`,
  );
});

test("the server says it, too, and ends with the code after which systemd doesn't start it again", () => {
  cpSync(join(root, "server/start.cjs"), join(tree, "server/start.cjs"));
  const { status, output } = runAsScript("node server/start.cjs", machineWith(TOO_OLD));
  expect([status, output]).toEqual([78, `${sentence(process.execPath)}\n`]);
});

test("scripts that an old Node runs don't have syntax that Node 12 lacks", () => {
  for (const file of ["tools/prepare.cjs", "server/neededNode.cjs", "server/start.cjs"])
    expect(read(file), file).not.toMatch(/\?\?|\?\.|\|\|=|&&=|\("node:|^import |\bawait\b|\.at\(|rmSync|\d_\d/m);
});

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../testing/browser.ts";
import { startInstance } from "../testing/instances.ts";
import { inShell } from "../testing/runCommand.ts";

/*
 * Runs the commands that docs/backup.md gives operators. Stand-ins replace programs that this machine doesn't have: the
 * container engines, which run the rest of their line in a clean environment, and systemd-run, which reads its file of
 * settings by systemd's rules.
 */

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/backup.md"), "utf8");
/** A section of the page, up to the next heading of its kind. */
const section = (title: string) => page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? "";

/** The first block of code after a phrase. */
function block(from: string, phrase: string): string {
  const [, after = ""] = from.split(phrase);
  const [, code] = /^```\w*\n(.*?)^```$/ms.exec(after) ?? [];
  if (code === undefined) throw new Error(`docs/backup.md has no block after "${phrase}"`);
  return code;
}

/** The lines of a crontab, as cron runs them. */
const cronLines = (code: string) =>
  code.match(/^15 3 \* \* \*.*$/gm)?.map((line) => line.replace(/^(\S+ ){5} */, "").replaceAll("\\%", "%")) ?? [];

/** A name that a shell would split, cut off or take for a redirection. */
const AWKWARD = "data & <more> #1 Ada's";
const secret = "a secret & <one> with #, blanks and $HOME";

let folder: string;
const path = (...names: string[]) => join(folder, ...names);
const quoted = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`);
const file = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${/[#$\\'"]/.test(value) ? quoted(value) : value}\n`)
    .join("");
const settings = (dataDir: string): Record<string, string> => ({
  NODE_ENV: "production",
  PUBLIC_URL: "https://survey.example",
  SITE_NAME: "Ada's & Bob's club",
  SESSION_SECRET: secret,
  DATA_DIR: dataDir,
});

/** Writes the settings where each way of installing has them. */
function configure(dataDir: string): void {
  writeFileSync(path("survey-app.env"), file(settings(dataDir)));
  writeFileSync(path("env"), file(settings(dataDir)));
  writeFileSync(path("container.json"), JSON.stringify(settings(dataDir)));
}

function writeProgram(name: string, text: string): void {
  writeFileSync(path("bin", name), text);
  chmodSync(path("bin", name), 0o755);
}

/** A program that runs the rest of its line, after the words that `pattern` matches, as a container would. */
const containerEngine = (pattern: RegExp) => `#!/usr/bin/env node
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const line = process.argv.slice(2).join(" ");
const words = ${pattern}.exec(line)?.[0].trim().split(" ");
if (!words) { console.error("not expected: " + line); process.exit(125); }
if (words[0] === "rollout") process.exit(0);
const [command, ...args] = process.argv.slice(2 + words.length);
const env = { PATH: process.env.PATH, ...JSON.parse(readFileSync(${JSON.stringify(path("container.json"))}, "utf8")) };
process.exit(spawnSync(command, args, { stdio: "inherit", cwd: ${JSON.stringify(root)}, env }).status ?? 1);
`;

/**
 * systemd.exec(5), EnvironmentFile=: quotes are taken away, and in double quotes a backslash protects the next
 * character.
 */
const systemdRun = () => `#!/usr/bin/env node
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const args = process.argv.slice(2);
const env = { PATH: process.env.PATH };
let cwd = "/", file = "";
while (args[0]?.startsWith("--")) {
  const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(args.shift());
  if (name === "setenv") env[value.split("=")[0]] = value.slice(value.indexOf("=") + 1);
  else if (name === "working-directory") cwd = value;
  else if (name === "property" && value.startsWith("EnvironmentFile=")) file = value.slice(16);
  else if (!["quiet", "pipe", "wait", "collect", "uid", "property"].includes(name)) process.exit(125);
}
for (const line of readFileSync(file, "utf8").split("\\n")) {
  if (/^\\s*([#;].*)?$/.test(line)) continue;
  const [, name, text] = /^\\s*(\\w+)=\\s*(.*?)\\s*$/.exec(line);
  const [, single] = /^'([^']*)'$/.exec(text) ?? [];
  const [, double] = /^"((?:[^"\\\\]|\\\\.)*)"$/.exec(text) ?? [];
  env[name] = single ?? double?.replace(/\\\\(.)/g, "$1") ?? text.replace(/\\\\(.)/g, "$1");
}
process.exit(spawnSync(args[0], args.slice(1), { stdio: "inherit", cwd, env }).status ?? 1);
`;

/** Replaces the paths of an installation with those of this test. */
const here = (text: string) =>
  text
    .replaceAll("/opt/survey-app", root)
    .replaceAll("/etc/survey-app.env", path("survey-app.env"))
    .replaceAll("/etc/survey-app/env", path("env"))
    .replaceAll("/srv/survey-app", folder)
    .replaceAll("PATH=/usr/local/bin:", `PATH=${path("bin")}:`)
    .replace(/(?<![\w.])\/backups/g, path("backups"));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  for (const name of ["bin", "backups"]) mkdirSync(path(name));
  symlinkSync(process.execPath, path("bin", "node"));
  writeProgram("docker", containerEngine(/^compose run --rm -T app /));
  writeProgram(
    "kubectl",
    containerEngine(/^(exec (--stdin )?deployment\/survey-app -- |rollout restart deployment\/survey-app$)/),
  );
  writeProgram("systemd-run", systemdRun());
  writeProgram("survey-app", here(readFileSync(join(root, "deploy/survey-app"), "utf8")));
  const instance = await startInstance(await freePort(), {
    ...settings(path(AWKWARD)),
    ADMIN_EMAIL: "ada@survey.example",
    ADMIN_PASSWORD: "a harmless heron 82",
  });
  await instance.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (lines: string) => inShell(`set -e\n${here(lines)}`, folder, { HOME: folder }, path("bin"));

const SAVED = expect.stringMatching(/: 0 votes, 0 surveys, 1 user, 0 image files, \d+ bytes\.\n$/);
const RESTORED = expect.stringMatching(/^Valid: 0 votes on 0 surveys .*\nStart the server with the SESSION_SECRET /);

describe.each([
  ["On a bare machine", "backups/survey-app.tar"],
  ["With systemd", "backups/survey-app.tar"],
  ["With Compose", "survey-app.tar"],
  ["On Kubernetes", "survey-app.tar"],
])("%s", (way, file) => {
  test("the documented lines save the server's database while the server doesn't run, and restore it", async () => {
    configure(path(AWKWARD));
    rmSync(path(file), { force: true });
    const saved = await run(block(section("Back up"), `**${way}**`));
    const place = `Saving SQLite, ${path(AWKWARD, "survey-app.sqlite")}: 0 surveys and 0 votes.\n`;
    const toFile = file.startsWith("backups");
    expect(saved).toEqual({ code: 0, out: toFile ? SAVED : "", err: toFile ? place : expect.stringContaining(place) });
    if (!toFile) expect(saved.err).toEqual(SAVED);
    expect(await run(`tar -tf ${path(file)} manifest.sha256`)).toMatchObject({ code: 0 });

    const other = path(`${AWKWARD} of ${way}`);
    configure(other);
    const restored = await run(block(section("Restoring"), `**${way}**`));
    expect(restored).toMatchObject({ code: 0, out: RESTORED });
    expect(restored.err).toContain(`Restoring into SQLite, ${join(other, "survey-app.sqlite")}.\n`);
  });
});

test("on Kubernetes a backup is restored into a running server before the first sign-up", async () => {
  configure(path(AWKWARD));
  await run(block(section("Back up"), "**On Kubernetes**"));
  const other = path("of a new release");
  const instance = await startInstance(await freePort(), settings(other));
  configure(other);
  const restored = await run(block(section("Restoring"), "**On Kubernetes**"));
  await instance.stop();
  expect(restored).toMatchObject({ code: 0, out: RESTORED });
});

test("the lines for every night save into a file of the day, and delete old ones", async () => {
  configure(path(AWKWARD));
  const nightly = section("Every night");
  const [bare = ""] = cronLines(block(nightly, "on a bare machine:"));
  const [systemd = "", compose = ""] = cronLines(block(nightly, "With systemd, and with Compose:"));
  const job = parse(block(nightly, "On Kubernetes")).spec.jobTemplate.spec.template.spec;
  const [{ command }] = job.containers;
  expect(command.slice(0, 2)).toEqual(["sh", "-c"]);
  // A container has the settings in its environment, and starts in the image's folder.
  const container = Object.entries(settings(path(AWKWARD))).map(
    ([name, value]) => `export ${name}=${quotedForShell(value)}`,
  );
  for (const line of [bare, systemd, compose, [...container, `cd ${root}`, command[2]].join("\n")]) {
    for (const name of readdirSync(path("backups"))) rmSync(path("backups", name));
    writeFileSync(path("backups", "old.tar"), "");
    await run(`touch -d "40 days ago" /backups/old.tar`);
    const { code, out, err } = await run(line);
    expect([code, `${out}${err}`], line).toEqual([0, expect.stringContaining("0 votes, 0 surveys, 1 user,")]);
    expect(readdirSync(path("backups")), line).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.tar$/)]);
  }
  const [backup = ""] = readdirSync(path("backups"));
  // Also with PostgreSQL and a bucket in the settings.
  writeFileSync(
    path("survey-app.env"),
    `${file(settings(path(AWKWARD)))}DATABASE_URL=postgres://u@127.0.0.1:1/d?a=1&b=2\n`,
  );
  const monthly = block(nightly, "Test a restore once a month").replace("survey-app.tar", backup);
  expect(await run(monthly)).toMatchObject({ code: 0, out: RESTORED });
});

test("every block of the page is run by this file", () => {
  const [waysToSave, waysToRestore, nightly] = [4, 4, 4];
  expect(page.match(/^```\w+$|^```$/gm)).toHaveLength(2 * (waysToSave + waysToRestore + nightly));
});

test("the script for systemd runs commands as the unit runs the server", () => {
  const unit = readFileSync(join(root, "deploy/survey-app.service"), "utf8");
  const script = readFileSync(join(root, "deploy/survey-app"), "utf8");
  const of = (name: string) => [...unit.matchAll(RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const [node = ""] = of("ExecStart")[0]?.split(" ") ?? [];
  // Commands don't use the interface.
  const environment = of("Environment").flatMap((line) => line.split(" ").filter((each) => !each.startsWith("HOST=")));
  expect(environment).toEqual(["NODE_ENV=production", "DATA_DIR=/var/lib/survey-app"]);
  for (const part of [
    ...environment.map((each) => `--setenv=${each} `),
    ...["EnvironmentFile", "UMask"].map((name) => `--property=${name}=${of(name)[0]} `),
    `--uid=${of("User")[0]} `,
    `--working-directory=${of("WorkingDirectory")[0]} `,
    `${node} "server/cli/`,
  ])
    expect(script).toContain(part);
});

const quotedForShell = (value: string) => `'${value.replaceAll("'", "'\\''")}'`;

test.each([
  ["plain", "postgres://a:b@h/d?sslmode=require&application_name=x"],
  ["plain", "Ada & Bob <club> 100%"],
  ["plain", "Größe: 1 < 2"],
  ["quoted", "a # b"],
  ["quoted", " $HOME & <x> `y` \\n # "],
  ["quoted", "Ada's <club> & #1 "],
])("a %s value is read alike by Node and by systemd: %s", async (how, value) => {
  const [name, text] = ["SITE_NAME", how === "plain" ? value : quoted(value)];
  writeFileSync(path("values"), `${name}=${text}\n`);
  const print = `-e 'process.stdout.write(process.env.${name})'`;
  const byNode = await run(`node --env-file=values ${print}`);
  const bySystemd = await run(`systemd-run --property=EnvironmentFile=${path("values")} node ${print}`);
  expect([byNode, bySystemd]).toEqual([
    { code: 0, out: value, err: "" },
    { code: 0, out: value, err: "" },
  ]);
});

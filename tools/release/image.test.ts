import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChild } from "../child.ts";
import { freePort } from "../port.ts";
import { readImageStart } from "./dockerfile.ts";
import { type RunningImage, voteStopAndRecount, waitUntilReady } from "./imageJourney.ts";
import { ship } from "./ship.ts";

const root = join(import.meta.dirname, "../..");
const { env, workdir, user, command, healthcheck } = readImageStart(root);
const isRoot = process.getuid?.() === 0;
/** Switches to the image's user; any user but root is unprivileged already. */
const AS_USER = isRoot
  ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--no-new-privs"]
  : [];

/** The image's file system: what its build copies into it, with the same owners. */
let image: string;
/** Node's path, which is part of the image's base. */
let node: string;
beforeAll(async () => {
  image = mkdtempSync(join(tmpdir(), "survey-app-image-"));
  // Temporary folders are closed for other users.
  for (const folder of [tmpdir(), image]) chmodSync(folder, statSync(folder).mode | 0o011);
  await ship(join(image, workdir));
  mkdirSync(join(image, env.DATA_DIR ?? ""), { mode: 0o700 });
  if (isRoot) chownSync(join(image, env.DATA_DIR ?? ""), Number(user.uid), Number(user.gid));
  node = process.execPath;
  if (asUser(["test", "-x", node]).status === 0) return;
  node = join(image, "node");
  copyFileSync(process.execPath, node);
}, 300_000);
afterAll(() => rmSync(image, { recursive: true, force: true }));

const asUser = (args: string[]) =>
  spawnSync("env", ["-i", ...AS_USER, ...args], { encoding: "utf8", cwd: join(image, workdir) });

/** The command in an environment that has the image's variables and these settings, and nothing of this process. */
function inImage(settings: Record<string, string>, [program = "", ...args]: string[]): string[] {
  const moved = Object.entries({ ...env, ...settings }).map(([name, value]) =>
    ["DATA_DIR", "NODE_COMPILE_CACHE"].includes(name) ? `${name}=${join(image, value)}` : `${name}=${value}`,
  );
  return ["-i", ...moved, ...AS_USER, program === "node" ? node : program, ...args];
}

async function start(settings: Record<string, string>): Promise<RunningImage> {
  const port = String(await freePort());
  const all = { ...settings, PORT: port };
  const cwd = join(image, workdir);
  const server = await startChild("env", inImage(all, command), { cwd, env: {}, output: "keep" });
  const address = `http://127.0.0.1:${port}`;
  const ended = server.exited.then(() => Promise.reject(new Error(server.output())));
  await waitUntilReady(address, ended);
  ended.catch(() => {});
  return {
    address,
    async run(args) {
      const child = await startChild("env", inImage(all, args), { cwd, env: {}, output: "keep" });
      return { code: await child.exited, output: child.output() };
    },
    stop() {
      process.kill(server.pid, "SIGTERM");
      return server.exited;
    },
  };
}

test(
  "the image's files start with an empty environment under its user, store votes, stop and have lost nothing",
  () => voteStopAndRecount(start, healthcheck),
  300_000,
);

test.runIf(isRoot)("its user can write nothing but the data", () => {
  const { stdout, stderr } = asUser(["find", ".", "-writable", "-not", "-type", "l"]);
  expect([stdout, stderr]).toEqual(["", ""]);
});

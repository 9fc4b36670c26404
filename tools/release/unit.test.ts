import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const start = (JSON.parse(read("package.json")).scripts.start as string).replace("tools/start.mjs", "server/start.cjs");
/** How long the server may take to stop, in seconds; systemd must wait longer before it kills the server. */
const grace = Number(
  /GRACE_MS = (\d+)_000/.exec(globSync("server/process/*.ts", { cwd: root }).map(read).join("\n"))?.[1],
);
const temporary = mkdtempSync(join(tmpdir(), "survey-app-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
/** Whether a program is installed. */
const isThere = (program: string) => spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;

describe("deploy/survey-app.service", () => {
  const unit = read("deploy/survey-app.service");
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

  test("the service runs the folder of `npm run ship` like `npm start`, and gives it time to stop", () => {
    // Without a path, so that systemd finds the Node that README puts into /usr/local/bin.
    expect(value("ExecStart")).toBe(start.replace("server/", `${value("WorkingDirectory")}/server/`));
    expect(Number(value("TimeoutStopSec"))).toBeGreaterThan(grace);
    expect(value("Environment")).toContain("NODE_ENV=production");
    expect(unit).not.toMatch(/^Environment=.*(SECRET|PASSWORD)/m);
  });

  test.each([
    ["User", "survey-app"],
    ["NoNewPrivileges", "yes"],
    ["ProtectSystem", "strict"],
    ["ProtectHome", "yes"],
    ["StateDirectory", "survey-app"],
    ["CapabilityBoundingSet", ""],
    ["Restart", "on-failure"],
    // Restarts endlessly, but not after a wrong setting (`exitCodeOf`).
    ["StartLimitIntervalSec", "0"],
    ["RestartPreventExitStatus", "78"],
    // With it, V8 couldn't start.
    ["MemoryDenyWriteExecute", "no"],
  ])("%s is %s", (name, expected) => expect(value(name)).toBe(expected));

  test.runIf(isThere("systemd-analyze"))("systemd understands every line of it", () => {
    const file = join(temporary, "survey-app.service");
    writeFileSync(file, unit.replace("ExecStart=node ", `ExecStart=${process.execPath} `));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

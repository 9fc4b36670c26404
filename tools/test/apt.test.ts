import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canInstall } from "./apt.ts";

// `script` gives a command a terminal.
const install = `${process.execPath} -e 'import("${join(import.meta.dirname, "apt.ts")}").then((apt) => apt.installPackages("a-package-that-does-not-exist"))'`;
const onTerminal = (answer: string, env: Record<string, string> = {}) =>
  spawnSync("script", ["--quiet", "--return", "--command", install, "/dev/null"], {
    input: answer,
    encoding: "utf8",
    env: { ...process.env, CI: "", ...env },
  });

test.runIf(canInstall())("on a terminal the tests install packages only if they may", () => {
  const refused = onTerminal("n\n");
  expect(refused.stdout).toContain("Install this from Debian now? [Y/n]");
  expect(refused.stdout).toContain("Not installed: a-package-that-does-not-exist. Install them yourself, and repeat.");
  expect(refused.stdout).not.toContain("Installing");
  expect(refused.status).not.toBe(0);
});

import { spawnSync } from "node:child_process";
import { existsSync, readSync, rmSync, writeFileSync } from "node:fs";

const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Packages are installed only on disposable machines: as root, on Debian or a derivative. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && existsSync("/usr/bin/apt-get");
}

/**
 * Installs Debian packages and shows apt's own progress; on a terminal it asks first.
 * Services of the packages are not started; the tests start their own on private ports.
 * @throws if the answer is no
 */
export function installPackages(...names: string[]): void {
  if (!isAllowed(names)) throw new Error(`Not installed: ${names.join(", ")}. Install them yourself, and repeat.`);
  const ownPolicy = !existsSync(SERVICE_POLICY);
  // Exit code 101 tells Debian's package scripts that services must not be started.
  if (ownPolicy) writeFileSync(SERVICE_POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    console.log(`Installing ${names.join(", ")} (from Debian) …`);
    apt("update");
    apt("install", "--yes", "--no-install-recommends", ...names);
  } finally {
    if (ownPolicy) rmSync(SERVICE_POLICY, { force: true });
  }
}

/** A person at a terminal decides; continuous integration doesn't have a terminal, or says that it is one. */
function isAllowed(names: string[]): boolean {
  if (!process.stdin.isTTY || process.env.CI) return true;
  process.stdout.write(`The tests need ${names.join(", ")}. Install this from Debian now? [Y/n] `);
  const line = Buffer.alloc(100);
  const answer = line.toString("utf8", 0, readSync(process.stdin.fd, line));
  return /^\s*(y|yes)?\s*$/i.test(answer);
}

function apt(...args: string[]): void {
  const { status } = spawnSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=300", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) throw new Error(`apt-get ${args.join(" ")} failed (status ${status})`);
}

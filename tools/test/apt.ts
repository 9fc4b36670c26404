import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Packages are installed only on disposable machines: as root, on Debian or a derivative. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && existsSync("/usr/bin/apt-get");
}

/**
 * Installs Debian packages and shows apt's own progress.
 * Services of the packages are not started; the tests start their own on private ports.
 */
export function installPackages(...names: string[]): void {
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

function apt(...args: string[]): void {
  const { status } = spawnSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=300", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) throw new Error(`apt-get ${args.join(" ")} failed (status ${status})`);
}

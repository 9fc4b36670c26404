import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TcpProxy } from "../../server/testing/tcpProxy.ts";
import type { Postgres } from "../../tools/test/postgres.ts";
import type { ServerPair } from "./serverPair.sql.ts";
import type { Fault } from "./torture.ts";

/** Kills the server by SIGKILL and restarts it immediately. */
export const killServer: Fault = async ({ restart }) => {
  const killedAt = performance.now();
  await restart();
  return killedAt;
};

/** Kills all processes of PostgreSQL by SIGKILL, and restarts it after up to three seconds. */
export const killPostgres =
  ({ restart }: Postgres): Fault =>
  async (_, random) => {
    await restart?.("kill", random() * 3000);
    return performance.now();
  };

/**
 * Kills the primary for good; its standby is promoted after up to three seconds. Before the next time, a new standby
 * takes the place of the killed server.
 */
export const failOver =
  (pair: ServerPair): Fault =>
  async (_, random) => {
    await pair.complete();
    await pair.failOver(random() * 3000);
    return performance.now();
  };

/** PostgreSQL runs but is unreachable: connections are rejected, accepted silently, or frozen. */
export const cutConnections = (proxy: TcpProxy, ms = 4000): Fault => {
  const kinds = ["frozen", "silent", "refusing"] as const;
  let count = 0;
  return async () => {
    proxy.cut(kinds[count++ % kinds.length] as (typeof kinds)[number]);
    await sleep(ms);
    proxy.cut("open");
    return performance.now();
  };
};

/** Fills the disk for a while. Every second time the server is killed meanwhile, and must start on the full disk. */
export const fillDisk = ({ folder }: SmallDisk, ms = 3000): Fault => {
  let count = 0;
  return async ({ restart }) => {
    const filler = join(folder, "filler");
    const file = openSync(filler, "w");
    try {
      const megabyte = Buffer.alloc(1024 * 1024);
      // Until not even a kilobyte fits.
      for (let size = megabyte.length; size >= 1024; ) {
        try {
          writeSync(file, megabyte.subarray(0, size));
        } catch {
          size /= 2;
        }
      }
      fsyncSync(file);
      await sleep(ms / 2);
      if (count++ % 2 === 1) await restart();
      await sleep(ms / 2);
    } finally {
      closeSync(file);
      rmSync(filler);
    }
    return performance.now();
  };
};

/** A separate small disk, in memory. */
export interface SmallDisk {
  folder: string;
  remove(): void;
}

/**
 * @param owner who may write there besides root
 * @returns null where this user may not mount anything
 */
export function mountSmallDisk(folder: string, megabytes: number, owner = { uid: 0, gid: 0 }): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=700,uid=${owner.uid},gid=${owner.gid}`;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "survey-app-torture", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  return { folder, remove: () => void execFileSync("umount", ["-l", folder]) };
}

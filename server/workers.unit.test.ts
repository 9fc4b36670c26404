import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const WORKER = `require("node:http").createServer().listen(0)`;
/** Kills the first worker while no process can be started, and stops when another one listens. */
const parent = (folder: string) => `
  import cluster from "node:cluster";
  import { superviseWorkers } from ${JSON.stringify(join(import.meta.dirname, "workers.ts"))};
  const { execPath } = process;
  const log = {
    info: console.log,
    error(line) {
      console.log(line);
      if (line.startsWith("A worker failed")) process.execPath = execPath;
    },
  };
  const onEnd = (code) => process.exit(code);
  await superviseWorkers({ count: 1, file: ${JSON.stringify(join(folder, "worker.cjs"))}, log, onEnd });
  process.execPath = ${JSON.stringify(join(folder, "missing"))};
  for (const worker of Object.values(cluster.workers)) worker.process.kill("SIGKILL");
  cluster.once("listening", () => process.kill(process.pid, "SIGTERM"));
`;

test("a worker that the system can't start ends no others, and is tried again after a longer pause", async () => {
  const folder = await mkdtemp(join(tmpdir(), "workers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "worker.cjs"), WORKER);
  await writeFile(join(folder, "parent.mjs"), parent(folder));
  const child = spawn(process.execPath, [join(folder, "parent.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  child.stdout.on("data", (chunk) => lines.push(...String(chunk).trim().split("\n")));
  await once(child, "close");
  const pid = /^Worker \d+/;
  expect(lines.map((line) => line.replace(pid, "Worker N").replace(/: .*/, ""))).toEqual([
    "Worker N listens.",
    "Worker N ended (SIGKILL); another one starts in 100 ms.",
    "A worker failed",
    "A worker ended (1); another one starts in 200 ms.",
    "Worker N listens.",
  ]);
  expect(child.exitCode).toBe(0);
});

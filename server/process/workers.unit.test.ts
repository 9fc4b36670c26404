import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Listens, unless there is a file `hang` beside it. */
const WORKER = `
  const path = require("node:path").join(__dirname, "hang");
  if (require("node:fs").existsSync(path)) setInterval(() => {}, 1000);
  else require("node:http").createServer().listen(0);
`;
/** Supervises one worker with a log of its own, and runs `test`, which sees the first one listening. */
const parent = (folder: string, test: string) => `
  import cluster from "node:cluster";
  import { rmSync, writeFileSync } from "node:fs";
  import { superviseWorkers } from ${JSON.stringify(join(import.meta.dirname, "workers.ts"))};
  const hang = ${JSON.stringify(join(folder, "hang"))};
  const missing = ${JSON.stringify(join(folder, "missing"))};
  const { execPath } = process;
  let onError = () => {};
  const log = { info: console.log, error: (line) => { console.log(line); onError(line); } };
  const startMs = { migrating: 3600_000, migrated: 3600_000 };
  const onEnd = (code) => process.exit(code);
  const killAll = () => Object.values(cluster.workers).forEach((worker) => worker.process.kill("SIGKILL"));
  await superviseWorkers({ count: 1, file: ${JSON.stringify(join(folder, "worker.cjs"))}, log, startMs, onEnd });
  ${test}
  killAll();
  cluster.once("listening", () => process.kill(process.pid, "SIGTERM"));
`;

/** @returns the log, with N for each process id, and the exit code */
async function run(test: string): Promise<{ lines: string[]; exitCode: number | null }> {
  const folder = await mkdtemp(join(tmpdir(), "workers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "worker.cjs"), WORKER);
  await writeFile(join(folder, "parent.mjs"), parent(folder, test));
  const child = spawn(process.execPath, [join(folder, "parent.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  child.stdout.on("data", (chunk) => lines.push(...String(chunk).trim().split("\n")));
  await once(child, "close");
  return {
    lines: lines.map((line) => line.replace(/^Worker \d+/, "Worker N").replace(/: .*/, "")),
    exitCode: child.exitCode,
  };
}

test("a worker that the system can't start ends no others, and is tried again after a longer pause", async () => {
  const supervised = await run(`
    process.execPath = missing;
    onError = (line) => {
      if (line.startsWith("A worker failed")) process.execPath = execPath;
    };
  `);
  expect(supervised).toEqual({
    lines: [
      "Worker N listens.",
      "Worker N ended (SIGKILL); another one starts in 100 ms.",
      "A worker failed",
      "A worker ended (1); another one starts in 200 ms.",
      "Worker N listens.",
    ],
    exitCode: 0,
  });
});

test("a worker that hangs before it listens is killed and replaced", async () => {
  const supervised = await run(`
    writeFileSync(hang, "");
    startMs.migrated = 1;
    onError = (line) => {
      if (!line.includes("does not listen")) return;
      rmSync(hang);
      startMs.migrated = 3600_000;
    };
  `);
  expect(supervised).toEqual({
    lines: [
      "Worker N listens.",
      "Worker N ended (SIGKILL); another one starts in 100 ms.",
      "Worker N does not listen after 0.001 s and is killed.",
      "Worker N ended (SIGKILL); another one starts in 200 ms.",
      "Worker N listens.",
    ],
    exitCode: 0,
  });
});

test.each([
  ["can't start", "process.exit(78);"],
  [
    "can't start after it has listened only to say so",
    `process.send("waiting begins");
     const server = require("node:http").createServer().listen(0, "127.0.0.1", () => {
       server.close(() => { process.send("waiting ends"); process.exit(78); });
     });`,
  ],
])("a first worker that %s ends the supervision with its exit code", async (_, worker) => {
  const folder = await mkdtemp(join(tmpdir(), "workers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "worker.cjs"), worker);
  await writeFile(
    join(folder, "parent.mjs"),
    `import { superviseWorkers } from ${JSON.stringify(join(import.meta.dirname, "workers.ts"))};
     const log = { info: console.log, error: console.log };
     const failed = await superviseWorkers({ count: 2, file: ${JSON.stringify(join(folder, "worker.cjs"))}, log, onEnd() {} });
     process.exit(failed ?? 0);`,
  );
  const child = spawn(process.execPath, [join(folder, "parent.mjs")], { stdio: "inherit" });
  await once(child, "close");
  expect(child.exitCode).toBe(78);
});

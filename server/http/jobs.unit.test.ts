import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitFor } from "../testing/waitFor.ts";
import { createJobs, type Jobs } from "./jobs.ts";

let app: FastifyInstance;
let jobs: Jobs;
let failed: string[];
beforeEach(() => {
  app = Fastify();
  failed = [];
  jobs = createJobs(app, (what) => failed.push(what));
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Work that ends when a test says so. */
function slowWork() {
  const runs: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    runs,
    most: () => most,
    work: async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => runs.push(resolve));
      running--;
    },
  };
}

test("a run that takes longer than an hour doesn't overlap a second one; the next begins an hour after its end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { runs, most, work } = slowWork();
  jobs.everyHour("slow work", work);
  await app.ready();
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(runs).toHaveLength(1);
  runs[0]?.();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(runs).toHaveLength(2);
  expect(most()).toBe(1);
  runs[1]?.();
});

test.each(["everyHour", "runRepeatedly"] as const)(
  "the app waits at its close for the run in progress, which hears of it, and begins no other (%s)",
  async (kind) => {
    const runs: AbortSignal[] = [];
    let isDone = false;
    const work = async ({ signal }: { signal: AbortSignal }) => {
      runs.push(signal);
      while (!signal.aborted) await sleep(1);
      await sleep(20);
      isDone = true;
    };
    if (kind === "everyHour") jobs.everyHour("work", work);
    else jobs.runRepeatedly("work", 1, work);
    await app.ready();
    await waitFor(() => expect(runs).toHaveLength(1));
    await app.close();
    expect(isDone).toBe(true);
    await sleep(20);
    expect(runs).toHaveLength(1);
  },
);

test("a run with failed rows counts as one failed run, and the job continues", async () => {
  let runs = 0;
  jobs.runRepeatedly("work", 1, async (run) => {
    runs++;
    for (const row of ["a", "b"]) run.onStepFailed({ row, attempts: runs, error: new Error("poisoned") });
  });
  await app.ready();
  await waitFor(() => expect(runs).toBeGreaterThan(2));
  await app.close();
  expect(failed).toHaveLength(runs);
});

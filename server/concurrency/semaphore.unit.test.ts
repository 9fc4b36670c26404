import { expect, test } from "vitest";
import { isUnavailable } from "../database/unavailable.ts";
import { BusyError, Semaphore } from "./semaphore.ts";

test("as many tasks run concurrently as allowed, the others in order; one beyond the queue is rejected immediately", async () => {
  const semaphore = new Semaphore(2, 3);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const task = (number: number) =>
    semaphore.run(() => {
      begun.push(number);
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    });
  const tasks = [1, 2, 3, 4, 5].map(task);
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2]);
  expect([semaphore.inUse, semaphore.waiting]).toEqual([2, 3]);
  const refused = await task(6).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BusyError);
  expect(isUnavailable(refused)).toBe(true);
  for (let ended = 0; ended < 5; ended++) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(tasks)).toEqual([1, 2, 3, 4, 5]);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect([semaphore.inUse, semaphore.waiting]).toEqual([0, 0]);
});

test("a failed task releases its permit", async () => {
  const semaphore = new Semaphore(1, 0);
  await expect(semaphore.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await semaphore.run(async () => "yes")).toBe("yes");
});

test("an urgent task only waits for running ones, even when the queue is full, and then the queue continues", async () => {
  const semaphore = new Semaphore(1, 2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string, options = {}) =>
    semaphore.run(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }, options);
  const tasks = [task("running"), task("waiting"), task("also waiting"), task("urgent", { isUrgent: true })];
  await expect(task("one too many")).rejects.toThrow(BusyError);
  for (let ended = 0; ended < 4; ended++) {
    await new Promise(setImmediate);
    ends.shift()?.();
  }
  await Promise.all(tasks);
  expect(begun).toEqual(["running", "urgent", "waiting", "also waiting"]);
  expect([semaphore.inUse, semaphore.waiting]).toEqual([0, 0]);
});

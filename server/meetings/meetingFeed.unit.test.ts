import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { afterEach, expect, test } from "vitest";
import type { ChangeEvent, EventBus } from "../database/events.ts";
import { createMeetingFeed, type MeetingFeed } from "./meetingFeed.ts";

const state = (meetingId: string, version: number): MeetingState => ({
  ...{ meetingId, version, name: "Assembly", ownerName: "Ada", language: "en" },
  ...{ startsAt: null, begun: false, endedAt: null, people: 3, question: null },
});

let feed: MeetingFeed;
afterEach(() => feed.close());

/** A feed whose reads begin at once with what is stored then, and end when the test lets them. */
function heldFeed() {
  const stored = new Map<string, MeetingState>();
  const reads: { id: string; end: () => void }[] = [];
  const listeners: Parameters<EventBus["subscribe"]>[0][] = [];
  feed = createMeetingFeed(
    (id) => {
      const found = stored.get(id) ?? null;
      return new Promise((resolve) => reads.push({ id, end: () => resolve(found) }));
    },
    {
      subscribe: (listener) => {
        listeners.push(listener);
        return () => {};
      },
    },
  );
  const tell = (changed: ChangeEvent) => {
    for (const listener of listeners) listener(changed, "totals");
  };
  return {
    reads,
    store(next: MeetingState) {
      stored.set(next.meetingId, next);
      tell(new Set([next.meetingId]));
    },
    tell,
    /** Ends the oldest read that is under way, once there is one. */
    async endRead(): Promise<void> {
      await expect.poll(() => reads.length).toBeGreaterThan(0);
      reads.shift()?.end();
    },
    /** Opens a stream. @returns the versions that it has got */
    follow(id: string): number[] {
      const versions: number[] = [];
      const write = (bytes: Buffer) => void versions.push(JSON.parse(bytes.toString().slice("data: ".length)).version);
      void feed.subscribe(id, (first) => {
        write(first);
        return { write, end: () => {} };
      });
      return versions;
    },
  };
}

test("a stream that begins while the meeting changes ends up with the newest state", async () => {
  const { reads, store, endRead, follow } = heldFeed();
  store(state("one", 1));
  const early = follow("one");
  await endRead();
  await expect.poll(() => early).toEqual([1]);
  // The read after a stream has begun.
  await endRead();
  const late = follow("one");
  await expect.poll(() => reads.length).toBe(1);
  store(state("one", 2));
  // Reads end in the worst order, the newest one first, and so slowly that the pages that follow read meanwhile, too.
  const ends = setInterval(() => reads.pop()?.end(), 700);
  await expect.poll(() => [early.at(-1), late.at(-1)]).toEqual([2, 2]);
  clearInterval(ends);
  for (const versions of [early, late]) expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test("streams of one meeting that begin together share one read", async () => {
  const { reads, store, endRead, follow } = heldFeed();
  store(state("one", 1));
  const streams = Array.from({ length: 50 }, () => follow("one"));
  await endRead();
  await expect.poll(() => streams.every((versions) => versions.length > 0)).toBe(true);
  expect(reads.length).toBeLessThanOrEqual(1);
});

test("when any meeting may have changed, all are read again, a few at a time, and an event is not kept waiting", async () => {
  const { reads, store, tell, endRead, follow } = heldFeed();
  const ids = Array.from({ length: 30 }, (_, index) => `meeting ${index}`);
  for (const id of ids) store(state(id, 1));
  const streams = ids.map((id) => follow(id));
  // Each is read when its stream begins, and once more.
  for (const _ of [...ids, ...ids]) await endRead();
  await expect.poll(() => streams.every((versions) => versions.length === 1)).toBe(true);
  expect(reads).toEqual([]);
  tell("all");
  tell("all");
  await expect.poll(() => reads.length).toBe(4);
  store(state("meeting 29", 2));
  await expect.poll(() => reads.map(({ id }) => id)).toContain("meeting 29");
  expect(reads).toHaveLength(5);
  reads.pop()?.end();
  await expect.poll(() => streams[29]).toEqual([1, 2]);
  let most = 0;
  const ends = setInterval(() => {
    most = Math.max(most, reads.length);
    reads.shift()?.end();
  }, 1);
  await expect.poll(() => reads.length, { interval: 1000 }).toBe(0);
  clearInterval(ends);
  expect(most).toBeLessThanOrEqual(5);
});

import type { MeetingEvent, MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { afterEach, expect, test } from "vitest";
import type { ChangeEvent, EventBus } from "../database/events.ts";
import { createMeetingFeed, type MeetingFeed } from "./meetingFeed.ts";

const state = (meetingId: string, version: number): MeetingState => ({
  ...{ meetingId, version, name: "Assembly", ownerName: "Ada", language: "en" },
  ...{ startsAt: null, begun: false, endedAt: null, people: 3, question: null },
});

const asks = (surveyId: string, texts: { Title: string; Description: string }, participants: number): MeetingState => ({
  ...state("one", 1),
  question: {
    ...{ n: 1, surveyId, language: null, privacy: "named", unsure: true, passRule: null, state: "open", openedAt: "" },
    ...{ endsAt: null, closedAt: null, endedSoon: false, closedBy: null, people: 9, yesVotes: null, noVotes: null },
    ...{
      unsureVotes: null,
      totalVotes: participants,
      passed: null,
      list: null,
      head: "",
      repeats: null,
      repeatedBy: null,
    },
    ...texts,
    participants,
  },
});

let feed: MeetingFeed;
afterEach(() => feed.close());

/** A feed whose reads see the data stored when they begin, and end when the test lets them. */
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
  /** Stores a state whose event gets lost. */
  const storeQuietly = (next: MeetingState) => stored.set(next.meetingId, next);
  return {
    reads,
    storeQuietly,
    store(next: MeetingState) {
      storeQuietly(next);
      tell(new Set([next.meetingId]));
    },
    tell,
    /** Ends the oldest read in progress, once there is one. */
    async endRead(): Promise<void> {
      await expect.poll(() => reads.length).toBeGreaterThan(0);
      reads.shift()?.end();
    },
    /** Opens a stream. @returns the events that it has got */
    listen(id: string): MeetingEvent[] {
      const got: MeetingEvent[] = [];
      const write = (bytes: Buffer) => void got.push(JSON.parse(bytes.toString().slice("data: ".length)));
      void feed.subscribe(id, (first) => {
        write(first);
        return { write, end: () => {} };
      });
      return got;
    },
  };
}

const versionsOf = (events: readonly MeetingEvent[]) => events.map(({ version }) => version);

test("a stream that begins while the meeting changes ends up with the newest state", async () => {
  const { reads, store, endRead, listen } = heldFeed();
  store(state("one", 1));
  const early = listen("one");
  await endRead();
  await expect.poll(() => versionsOf(early)).toEqual([1]);
  // The read that follows the beginning of a stream.
  await endRead();
  const late = listen("one");
  await expect.poll(() => reads.length).toBe(1);
  store(state("one", 2));
  // Reads end in the worst order, the newest one first, and so slowly that the pages that follow read meanwhile, too.
  const ends = setInterval(() => reads.pop()?.end(), 700);
  await expect.poll(() => [early, late].map((events) => events.at(-1)?.version)).toEqual([2, 2]);
  clearInterval(ends);
  for (const versions of [early, late].map(versionsOf)) expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test("streams of one meeting that begin together share one read", async () => {
  const { reads, store, endRead, listen } = heldFeed();
  store(state("one", 1));
  const streams = Array.from({ length: 50 }, () => listen("one"));
  await endRead();
  await expect.poll(() => streams.every((events) => events.length > 0)).toBe(true);
  expect(reads.length).toBeLessThanOrEqual(1);
});

test("when any meeting may have changed, all are read again, a few at a time, without delaying an event", async () => {
  const { reads, store, tell, endRead, listen } = heldFeed();
  const ids = Array.from({ length: 30 }, (_, index) => `meeting ${index}`);
  for (const id of ids) store(state(id, 1));
  const streams = ids.map((id) => listen(id));
  // Each is read when its stream begins, and once more.
  for (const _ of [...ids, ...ids]) await endRead();
  await expect.poll(() => streams.every((events) => events.length === 1)).toBe(true);
  expect(reads).toEqual([]);
  tell("all");
  tell("all");
  await expect.poll(() => reads.length).toBe(4);
  store(state("meeting 29", 2));
  await expect.poll(() => reads.map(({ id }) => id)).toContain("meeting 29");
  expect(reads).toHaveLength(5);
  reads.pop()?.end();
  await expect.poll(() => versionsOf(streams[29] ?? [])).toEqual([1, 2]);
  let most = 0;
  const ends = setInterval(() => {
    most = Math.max(most, reads.length);
    reads.shift()?.end();
  }, 1);
  await expect.poll(() => reads.length, { interval: 1000 }).toBe(0);
  clearInterval(ends);
  expect(most).toBeLessThanOrEqual(5);
});

test("events have the texts of a question only when they are new; a stream begins with them", async () => {
  const { reads, store, listen } = heldFeed();
  const ends = setInterval(() => reads.shift()?.end(), 10);
  const [short, long] = [
    { Title: "Buy it?", Description: "The old piano" },
    { Title: "Buy it?", Description: "The new piano" },
  ];
  store(asks("first", short, 0));
  const early = listen("one");
  const textsOf = (events: readonly MeetingEvent[]) =>
    events.map(({ question }) => [question?.participants, question?.Title, question?.Description]);
  await expect.poll(() => textsOf(early)).toEqual([[0, "Buy it?", "The old piano"]]);
  store(asks("first", short, 1));
  await expect.poll(() => textsOf(early).slice(1)).toEqual([[1, undefined, undefined]]);
  const late = listen("one");
  await expect.poll(() => textsOf(late)).toEqual([[1, "Buy it?", "The old piano"]]);
  store(asks("first", long, 2));
  for (const events of [early, late])
    await expect.poll(() => textsOf(events).at(-1)).toEqual([2, ...Object.values(long)]);
  store(asks("first", long, 3));
  for (const events of [early, late])
    await expect.poll(() => textsOf(events).at(-1)).toEqual([3, undefined, undefined]);
  store(asks("second", long, 0));
  for (const events of [early, late])
    await expect.poll(() => textsOf(events).at(-1)).toEqual([0, ...Object.values(long)]);
  clearInterval(ends);
});

test("a stream that begins with new texts before the others get them ends up with the same texts", async () => {
  const { reads, store, storeQuietly, endRead, listen } = heldFeed();
  const [old, changed] = [
    { Title: "Buy it?", Description: "The old piano" },
    { Title: "Buy it?", Description: "The new piano" },
  ];
  store(asks("first", old, 0));
  const early = listen("one");
  await endRead();
  await endRead();
  storeQuietly(asks("first", changed, 0));
  const late = listen("one");
  await endRead();
  await expect.poll(() => late.length).toBe(1);
  // The question is ended again before the following pages are told.
  const shown = (events: readonly MeetingEvent[]) =>
    events.reduce<unknown>((before, { question }) => question?.Description ?? before, null);
  store(asks("first", old, 1));
  const ends = setInterval(() => reads.shift()?.end(), 100);
  await expect.poll(() => [early, late].map((events) => events.at(-1)?.question?.participants)).toEqual([1, 1]);
  clearInterval(ends);
  expect([early, late].map(shown)).toEqual(["The old piano", "The old piano"]);
});

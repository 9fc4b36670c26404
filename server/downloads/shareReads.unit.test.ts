import { expect, test } from "vitest";
import { createEventBus } from "../database/events.ts";
import { shareReads } from "./shareReads.ts";

/** Counts its reads. Depending on `answer`, they find nothing or fail. */
function countedReads(answer: (id: string) => number | null = () => 1) {
  const events = createEventBus(null);
  const reads: string[] = [];
  const find = shareReads(events, async (id) => {
    reads.push(id);
    return answer(id);
  });
  return { events, reads, find };
}

test("requests share a read, even while it is in progress, until anything except votes changes", async () => {
  const { events, reads, find } = countedReads();
  expect(await Promise.all([find("a"), find("a"), find("b")])).toEqual([1, 1, 1]);
  events.emit(new Set(["survey"]), "totals");
  expect(await find("a")).toBe(1);
  expect(reads).toEqual(["a", "b"]);
  for (const kind of ["content", "people"] as const) {
    events.emit(new Set(["survey"]), kind);
    await find("a");
  }
  expect(reads).toEqual(["a", "b", "a", "a"]);
});

test("a response that was read while something changed isn't shared with later requests", async () => {
  const events = createEventBus(null);
  let stored = "before";
  const find = shareReads(events, async () => {
    const found = stored;
    await new Promise(setImmediate);
    return found;
  });
  const early = find("a");
  stored = "after";
  events.emit(new Set(["a"]), "content");
  expect(await Promise.all([early, find("a")])).toEqual(["before", "after"]);
});

test("failures and reads that find nothing aren't kept", async () => {
  let answer: () => number | null = () => null;
  const { reads, find } = countedReads(() => answer());
  expect(await find("a")).toBeNull();
  answer = () => {
    throw new Error("unreachable");
  };
  await expect(find("a")).rejects.toThrow("unreachable");
  answer = () => 2;
  expect(await find("a")).toBe(2);
  expect(reads).toHaveLength(3);
});

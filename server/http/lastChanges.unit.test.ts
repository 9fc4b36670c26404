import { expect, test } from "vitest";
import { createEventBus } from "../database/events.ts";
import { trackLastChanges } from "./lastChanges.ts";

test("a change is never forgotten because of changes of many other surveys", () => {
  const events = createEventBus(null);
  const changes = trackLastChanges(events);
  const before = performance.now();
  events.emit(new Set(["unpublished"]), "content");
  for (let other = 0; other < 25_000; other++) events.emit(new Set([`survey ${other}`]), "totals");
  expect(changes.lastChangeOf("unpublished").other).toBeGreaterThanOrEqual(before);
  expect(changes.lastChangeOf("survey 24999").totals).toBeGreaterThanOrEqual(before);
});

import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { expect, test } from "vitest";
import { newerState } from "./newerState.ts";

const state = (version: number, participants: number | null, closedAt: string | null = null) =>
  ({ version, question: { participants, closedAt } }) as MeetingState;

test.each([
  ["a later version", state(1, 5), state(2, 0)],
  ["more votes", state(1, 5), state(1, 6)],
  ["the close", state(1, 5), state(1, 5, "2026-11-29T10:00:00.000Z")],
  ["a question that was taken down", state(1, 5, "2026-11-29T10:00:00.000Z"), state(1, null)],
])("of two states of a meeting the newer one has %s", (_, before, next) => {
  expect(newerState(before, next)).toBe(next);
  if (next.question?.participants !== null) expect(newerState(next, before)).toBe(next);
});

import { expect, test } from "vitest";
import { chooseFollowed } from "./followed.ts";

/**
 * A page with this many surveys, newest first, each 100 px high; older surveys get higher ids, the reverse of UUIDv7.
 */
const page = (length: number) => Array.from({ length }, (_, index) => `survey-${String(9999 - index)}`);
/** The viewport: 1000 px from `top` on. */
const scrolledTo =
  (shown: readonly string[], top: number) =>
  () =>
  (id: string): number => {
    const offset = shown.indexOf(id) * 100;
    return Math.max(0, offset - (top + 1000), top - (offset + 100));
  };

test("a page with few surveys follows all of them, in the same order however they are sorted", () => {
  const shown = page(100);
  const none = () => {
    throw new Error("measured");
  };
  expect(chooseFollowed(shown, [], none)).toEqual([...shown].sort());
  expect(chooseFollowed([...shown].reverse(), [], none)).toEqual([...shown].sort());
});

test("on a long list the visible cards are followed: the newest at the top, the oldest at the end", () => {
  const shown = page(240);
  const atTop = chooseFollowed(shown, [], scrolledTo(shown, 0));
  expect(atTop).toEqual(shown.slice(0, 100).sort());
  const atEnd = chooseFollowed(shown, atTop, scrolledTo(shown, 23_000));
  expect(atEnd).toEqual(shown.slice(140).sort());
});

test("scrolling within what is followed opens no new stream", () => {
  const shown = page(240);
  const atTop = chooseFollowed(shown, [], scrolledTo(shown, 0));
  expect(chooseFollowed(shown, atTop, scrolledTo(shown, 5000))).toEqual(atTop);
  expect(chooseFollowed(shown, atTop, scrolledTo(shown, 12_000))).not.toEqual(atTop);
});

test("surveys that have left the page are no longer followed", () => {
  const before = page(240);
  const shown = before.slice(10);
  const followed = chooseFollowed(shown, before.slice(0, 100).sort(), scrolledTo(shown, 0));
  expect(followed).toEqual(shown.slice(0, 100).sort());
});

test("without cards the first of the list are followed", () => {
  const shown = page(150);
  expect(chooseFollowed(shown, [], () => () => Number.MAX_SAFE_INTEGER)).toEqual(shown.slice(0, 100).sort());
});

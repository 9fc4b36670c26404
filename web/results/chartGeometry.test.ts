import { expect, test } from "vitest";
import { dateTicks, dayAt, placeLabels, roundTicks } from "./chartGeometry.ts";

test("ticks are round numbers that reach the highest value in at most four steps", () => {
  expect(roundTicks(1)).toEqual([0, 1]);
  expect(roundTicks(10)).toEqual([0, 5, 10]);
  expect(roundTicks(33)).toEqual([0, 10, 20, 30, 40]);
  expect(roundTicks(40)).toEqual([0, 10, 20, 30, 40]);
  expect(roundTicks(620_000)).toEqual([0, 200_000, 400_000, 600_000, 800_000]);
  for (let max = 1; max < 5000; max += 7) {
    const ticks = roundTicks(max);
    expect(ticks.length, String(max)).toBeLessThanOrEqual(5);
    expect(ticks.at(-1), String(max)).toBeGreaterThanOrEqual(max);
    expect(ticks.every(Number.isInteger), String(max)).toBe(true);
  }
});

test("the first and the last day have a date, and up to two days between, unless they would overlap", () => {
  expect(dateTicks(1)).toEqual([0, 1]);
  expect(dateTicks(3)).toEqual([0, 1, 2, 3]);
  expect(dateTicks(5)).toEqual([0, 3, 5]);
  expect(dateTicks(18)).toEqual([0, 6, 12, 18]);
  expect(dateTicks(365)).toEqual([0, 122, 243, 365]);
  for (let span = 1; span < 400; span += 1) {
    const ticks = dateTicks(span);
    const gaps = ticks.slice(1).map((day, index) => (day - (ticks[index] ?? 0)) / span);
    expect(Math.min(...gaps), String(span)).toBeGreaterThanOrEqual(0.3);
  }
});

test("the labels of line ends stand at their lines unless they would overlap or leave the chart", () => {
  expect(placeLabels([50, 150], 40, 220)).toEqual([50, 150]);
  expect(placeLabels([150, 50], 40, 220)).toEqual([150, 50]);
  expect(placeLabels([100, 110], 40, 220)).toEqual([85, 125]);
  expect(placeLabels([110, 100], 40, 220)).toEqual([125, 85]);
  expect(placeLabels([100, 100], 40, 220)).toEqual([80, 120]);
  expect(placeLabels([100, 110, 105], 40, 220)).toEqual([65, 145, 105]);
  expect(placeLabels([0, 20, 220], 40, 220)).toEqual([20, 60, 200]);
  for (let yes = 0; yes <= 220; yes += 5) {
    for (let no = 0; no <= 220; no += 5) {
      const [first = 0, second = 0] = placeLabels([yes, no], 40, 220);
      expect(Math.abs(first - second), `${yes} ${no}`).toBeGreaterThanOrEqual(40);
      expect(Math.min(first, second), `${yes} ${no}`).toBeGreaterThanOrEqual(20);
      expect(Math.max(first, second), `${yes} ${no}`).toBeLessThanOrEqual(200);
    }
  }
});

test("the pointer picks the nearest day, even at the chart's edges", () => {
  expect(dayAt(0, 300, 3)).toBe(0);
  expect(dayAt(149, 300, 3)).toBe(1);
  expect(dayAt(151, 300, 3)).toBe(2);
  expect(dayAt(-4, 300, 3)).toBe(0);
  expect(dayAt(310, 300, 3)).toBe(3);
});

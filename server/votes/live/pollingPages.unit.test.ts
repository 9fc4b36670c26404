import { expect, test } from "vitest";
import { createPollingPages } from "./pollingPages.ts";

test("a page counts once, while it asks: until three requests of a page in a room would be missing", () => {
  let now = 1000;
  const pages = createPollingPages(() => now);
  for (const page of ["a", "b", "a"]) pages.note("survey", page);
  pages.note("other", "a");
  expect([pages.count("survey"), pages.count("other"), pages.count("none")]).toEqual([2, 1, 0]);
  now += 10_000;
  pages.note("survey", "b");
  now += 5000;
  expect([pages.count("survey"), pages.count("other")]).toEqual([1, 0]);
  now += 10_000;
  expect(pages.count("survey")).toBe(0);
});

test("invented pages are not counted without end, and leave room again when they stop asking", () => {
  let now = 0;
  const pages = createPollingPages(() => now);
  for (let page = 0; page < 20_100; page++) pages.note("survey", String(page));
  expect(pages.count("survey")).toBe(20_000);
  pages.note("survey", "0");
  expect(pages.count("survey")).toBe(20_000);
  now = 15_000;
  pages.note("survey", "honest");
  expect(pages.count("survey")).toBe(1);
});

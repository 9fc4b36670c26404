import { expect, test } from "vitest";
import { dayMonthYear, instant, zone } from "./time.ts";
import { toInstant } from "./wallTime.ts";

const deadline = instant("deadline");
const endOf = (day: string, timeZone: string) => new Date(toInstant(day, "end", timeZone) ?? Number.NaN).toISOString();
const startOf = (day: string, timeZone: string) =>
  new Date(toInstant(day, "start", timeZone) ?? Number.NaN).toISOString();

test.each([
  ["UTC", "2026-12-31", "2026-12-31T00:00:00.000Z", "2026-12-31T23:59:59.999Z"],
  ["Europe/Zurich", "2026-01-15", "2026-01-14T23:00:00.000Z", "2026-01-15T22:59:59.999Z"],
  ["Europe/Zurich", "2026-07-15", "2026-07-14T22:00:00.000Z", "2026-07-15T21:59:59.999Z"],
  ["America/New_York", "2026-07-15", "2026-07-15T04:00:00.000Z", "2026-07-16T03:59:59.999Z"],
  ["Asia/Kolkata", "2026-07-15", "2026-07-14T18:30:00.000Z", "2026-07-15T18:29:59.999Z"],
  ["Pacific/Kiritimati", "2026-07-15", "2026-07-14T10:00:00.000Z", "2026-07-15T09:59:59.999Z"],
])("in %s, the date %s starts at %s and ends at %s", (timeZone, day, start, end) => {
  expect(startOf(day, timeZone)).toBe(start);
  expect(endOf(day, timeZone)).toBe(end);
});

test.each([
  ["Europe/Zurich", "forward", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
  ["Europe/Zurich", "back", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ["America/New_York", "forward", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.999Z"],
  ["America/New_York", "back", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
])("in %s, where clocks go %s on %s, that date has 23 or 25 hours", (timeZone, _, day, start, end) => {
  expect(startOf(day, timeZone)).toBe(start);
  expect(endOf(day, timeZone)).toBe(end);
});

// In some zones clocks change at midnight: the day then begins at 01:00, or at the first of two midnights.
test.each([
  ["America/Havana", "2026-03-07", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ["America/Havana", "2026-10-31", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ["America/Santiago", "2026-09-05", "2026-09-06", "2026-09-06T04:00:00.000Z"],
  ["America/Santiago", "2026-04-04", "2026-04-05", "2026-04-05T04:00:00.000Z"],
  ["Asia/Beirut", "2026-03-28", "2026-03-29", "2026-03-28T22:00:00.000Z"],
  ["Africa/Cairo", "2026-04-23", "2026-04-24", "2026-04-23T22:00:00.000Z"],
])("in %s, where clocks change at midnight, %s ends when %s starts", (timeZone, day, next, midnight) => {
  expect(startOf(next, timeZone)).toBe(midnight);
  expect(toInstant(day, "end", timeZone)).toBe(Date.parse(midnight) - 1);
});

test("an instant keeps its value in every zone; an empty text is not a date", () => {
  expect(toInstant("2026-12-01T18:00:00+02:00", "end", "Asia/Tokyo")).toBe(Date.UTC(2026, 11, 1, 16));
  for (const none of [null, undefined, ""]) expect(toInstant(none, "end", "UTC")).toBeNull();
});

test("a time without a zone is in the given zone, even where clocks change", () => {
  const at = (text: string, timeZone: string) => new Date(toInstant(text, "end", timeZone) ?? 0).toISOString();
  expect(at("2026-07-31T18:00", "Europe/Zurich")).toBe("2026-07-31T16:00:00.000Z");
  expect(at("2026-01-31T23:59:59.999", "Europe/Zurich")).toBe("2026-01-31T22:59:59.999Z");
  // Clocks skip from 02:00 to 03:00, and show 02:30 twice in autumn.
  expect(at("2026-03-29T02:30", "Europe/Zurich")).toBe("2026-03-29T01:30:00.000Z");
  expect(at("2026-10-25T02:30", "Europe/Zurich")).toBe("2026-10-25T00:30:00.000Z");
});

test.each([
  "2026-12-31",
  "2028-02-29",
  "2026-12-31T18:00",
  "2026-12-31T23:59:59.999",
  "2026-12-31T18:00Z",
  "2026-12-31T18:00:00.123Z",
  "2026-12-31T18:00:00-05:00",
  "",
  null,
])("%j is a valid date", (text) => {
  expect(deadline.safeParse(text).success).toBe(true);
});

test.each([
  "2026-02-30",
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "2026-02-30T10:00:00Z",
  "2026-12-31T25:00:00Z",
  "2026-12-31T18",
  "2026-12-31T25:00",
  "2026-02-30T10:00",
  "2026-12-31T18:00:00+99:99",
  "2026-12-31 18:00:00Z",
  "31-12-2026",
  "12/31/2026",
  "1999-12-31",
  "2200-01-01",
  "9999-12-31",
  "+275760-09-13",
  "tomorrow",
  "2026-12-31\u0000",
  " 2026-12-31",
  "0",
  `2026-12-31T00:00:00.${"0".repeat(1000)}Z`,
  1_767_225_600_000,
  Number.NaN,
  true,
  ["2026-12-31"],
  {},
])("%j is not a valid date", (text) => {
  expect(deadline.safeParse(text).success).toBe(false);
});

test("time zones are IANA names that exist", () => {
  for (const name of ["UTC", "Europe/Zurich", "America/Argentina/Buenos_Aires"]) {
    expect(zone.safeParse(name).success).toBe(true);
  }
  for (const name of ["", "Mars/Olympus", "x".repeat(1000), "Europe/Zurich\u0000", 1, null]) {
    expect(zone.safeParse(name).success).toBe(false);
  }
});

test("days are shown as dd-mm-yyyy in the requested zone", () => {
  expect(dayMonthYear("2026-12-31T23:30:00Z", "UTC")).toBe("31-12-2026");
  expect(dayMonthYear("2026-12-31T23:30:00Z", "Europe/Zurich")).toBe("01-01-2027");
  expect(dayMonthYear(Date.UTC(2026, 0, 2), "America/New_York")).toBe("01-01-2026");
});

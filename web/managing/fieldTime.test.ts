import { toInstant } from "@survey-app/contract/text/wallTime.ts";
import { expect, test } from "vitest";
import { fromField, toField } from "./fieldTime.ts";

const zone = "Europe/Zurich";

test.each([
  ["2126-07-31T21:59:59.999Z", "end", "2126-07-31"],
  ["2126-07-31T16:00:00.000Z", "end", "2126-07-31T18:00"],
  ["2126-06-30T22:00:00.000Z", "start", "2126-07-01"],
  ["2126-07-01T06:30:12.345Z", "start", "2126-07-01T08:30"],
] as const)("%s as the %s of a survey is shown in its field as %s, and saved unchanged", (at, edge, field) => {
  expect(toField(at, edge, zone)).toBe(field);
  expect(fromField(field, at, edge, zone)).toBe(at);
});

test("removing the time means the edge of the day, even on the stored day", () => {
  const sent = fromField("2126-07-31", "2126-07-31T16:00:00.000Z", "end", zone);
  expect(new Date(toInstant(sent, "end", zone) ?? 0).toISOString()).toBe("2126-07-31T21:59:59.999Z");
  expect(fromField("2126-07-31T17:30", null, "end", zone)).toBe("2126-07-31T17:30");
  expect(fromField("", "2126-07-31T16:00:00.000Z", "end", zone)).toBe("");
});

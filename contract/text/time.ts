import * as formErrors from "@survey-app/texts/formErrors.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import * as z from "zod/mini";
import { dateOnly, localTime } from "./wallTime.ts";

export const HOUR_MS = 3600_000;
export const DAY_MS = 24 * HOUR_MS;

const dateAndTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Accepts years 2000–2199, which also keeps instants within the range of both databases and `Date`. */
const isSensible = (at: number) => at >= Date.UTC(2000, 0, 1) && at < Date.UTC(2200, 0, 1);

/**
 * A date (`2026-12-01`), a local time (`2026-12-01T18:00`) or an instant with zone (`2026-12-01T18:00:00Z`), ISO 8601.
 * An empty text means no date. `toInstant` reads the first two, for which it needs a time zone.
 */
export function instant(name: keyof typeof MESSAGES) {
  const { invalid, range } = MESSAGES[name];
  return z.nullable(z.string(`${name} must be a date`).check(z.maxLength(40, `${name} must be a date`))).check(
    z.refine((text) => !text || isDate(text), formErrors.dates[invalid]),
    z.refine((text) => !text || !isDate(text) || isSensible(Date.parse(text)), formErrors.dates[range]),
  );
}

/** The messages for texts that aren't dates, and for dates out of range. */
const MESSAGES = {
  createDate: { invalid: "createDate", range: "startRange" },
  deadline: { invalid: "deadline", range: "deadline" },
  startsAt: { invalid: "createDate", range: "startRange" },
} as const;

/** A survey starts at most this many years ahead. */
const START_YEARS_MAX = 5;

/**
 * The latest start of a survey that someone can choose at `now`: wherever they are, the day in five years can be
 * chosen.
 */
export function latestStart(now: number): number {
  const at = new Date(now);
  return at.setUTCFullYear(at.getUTCFullYear() + START_YEARS_MAX) + DAY_MS;
}

function isDate(text: string): boolean {
  if (![dateOnly, localTime, dateAndTime].some((form) => form.test(text))) return false;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return false;
  // With a time, Date.parse turns 30 February into 1 March, so the calendar day must round-trip.
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/**
 * When a survey runs. `startIsDay` and `deadlineIsDay` are set where a day arrived without a time and a time zone: for
 * every reader it is that day in UTC.
 */
export const surveyDays = {
  createDate: z.string(),
  deadline: z.nullable(z.string()),
  startIsDay: z.optional(z.literal(true)),
  deadlineIsDay: z.optional(z.literal(true)),
};

export const zone = z
  .string("timeZone must be text")
  .check(
    z.maxLength(64, "timeZone is too long"),
    z.refine(isZone, "timeZone must be an IANA time zone like Europe/Zurich"),
  );

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false; // Intl offers no other check
  }
}

/**
 * English days have the specification's format. A pattern instead of `===`, which a build would evaluate before it
 * fills in the language.
 */
const isEnglish = /^en/.test(LANGUAGE);
const LOCALE = isEnglish ? "en-GB" : LANGUAGE;
const NUMERIC = { day: "2-digit", month: "2-digit", year: "numeric" } as const;

/**
 * A function that writes instants in a time zone. It keeps its format until it is called with another zone: creating
 * one takes as long as using it a dozen times, and a page shows all days in one time zone.
 */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat;
  let zone: string | undefined;
  return (at: number | string, timeZone: string): string => {
    if (zone !== timeZone) format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    zone = timeZone;
    return format.format(new Date(at));
  };
}

const numericDay = /* @__PURE__ */ dateFormat(LOCALE, NUMERIC);

/**
 * A day: dd-mm-yyyy (specification §4.4), or as the reader's language writes it in digits.
 * @param at ISO 8601, or milliseconds since 1970
 */
export function dayMonthYear(at: number | string, timeZone: string): string {
  const day = numericDay(at, timeZone);
  return isEnglish ? day.replaceAll("/", "-") : day;
}

const TIME = { hour: "2-digit", minute: "2-digit" } as const;
const numericDayAndTime = /* @__PURE__ */ dateFormat(LOCALE, { ...NUMERIC, ...TIME });

/**
 * A day and the time of day: dd-mm-yyyy, HH:MM, or as the reader's language writes both.
 * @param at ISO 8601, or milliseconds since 1970
 */
export function dayAndTime(at: number | string, timeZone: string): string {
  const written = numericDayAndTime(at, timeZone);
  return isEnglish ? written.replaceAll("/", "-") : written;
}

const wordedDay = /* @__PURE__ */ dateFormat(LOCALE, { day: "numeric", month: "long", year: "numeric" });

/**
 * A day with its month as a word, for minutes and paper: "29 November 2026".
 * @param at ISO 8601, or milliseconds since 1970
 */
export function dayInWords(at: number | string, timeZone: string): string {
  return wordedDay(at, timeZone);
}

const machineDay = /* @__PURE__ */ dateFormat("en-GB", NUMERIC);
const machineTime = /* @__PURE__ */ dateFormat("en-GB", TIME);

/** HH:MM in `timeZone`, the format of a time input, in every language. */
export function isoTime(at: number | string, timeZone: string): string {
  return machineTime(at, timeZone);
}

/** yyyy-mm-dd in `timeZone`, the format of a date input, in every language. */
export function isoDay(at: number | string, timeZone: string): string {
  return machineDay(at, timeZone).split("/").reverse().join("-");
}

/**
 * The end of voting on a survey, past or future; null for never. It is the deadline, or the close if that came earlier
 * or the survey doesn't have a deadline.
 */
export const endOf = ({ deadline, closedAt }: { deadline: string | null; closedAt: string | null }): string | null =>
  closedAt !== null && (deadline === null || closedAt < deadline) ? closedAt : deadline;

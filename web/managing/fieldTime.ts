import { isoDay, isoTime } from "@survey-app/contract/text/time.ts";
import { toInstant } from "@survey-app/contract/text/wallTime.ts";
import { serverNow } from "../api/api.ts";
import { type Edge, isAtEdge } from "../surveys/edgeTime.ts";

/** The form's value for a stored time: a date, with a time where it has one; "" for none. */
export function toField(at: string | null, edge: Edge, timeZone: string): string {
  if (at === null) return "";
  const day = isoDay(at, timeZone);
  return isAtEdge(at, edge, timeZone) ? day : `${day}T${isoTime(at, timeZone)}`;
}

/** The time that a field means, ISO 8601; null while it is empty or wrong. */
export function instantOf(field: string | null | undefined, edge: Edge, timeZone: string): string | null {
  const instant = toInstant(field, edge, timeZone);
  return instant === null || Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/**
 * The time that is sent for a field. An unchanged field sends the stored time, including its seconds; a date alone is
 * sent as its edge, because for a bare date the server would keep the stored time of the same day.
 */
export function fromField(field: string, stored: string | null, edge: Edge, timeZone: string): string {
  if (stored !== null && field === toField(stored, edge, timeZone)) return stored;
  if (field === "" || field.includes("T")) return field;
  return `${field}T${edge === "start" ? "00:00" : "23:59:59.999"}`;
}

/** Whether a start in the form is in the future, by the server's clock. */
export function startsLater(createDate: string | null | undefined, timeZone: string): boolean {
  return (toInstant(createDate, "start", timeZone) ?? 0) > serverNow();
}

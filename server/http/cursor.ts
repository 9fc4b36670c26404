import { id } from "@survey-app/contract/text.ts";
import type { Cursor } from "../database/pagination.ts";
import { fieldError } from "./apiError.ts";

/** The largest key of a list by instants, the last whose text sorts as the instants do: years of four digits. */
export const LAST_INSTANT = Date.UTC(9999, 11, 31);

export function encodeCursor(place: Cursor): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/**
 * Reads what `encodeCursor` wrote; refuses anything else.
 * @param keyMax the largest key that the list can have: a larger one could be more than its column holds
 * @param mayHaveInstant whether the order of the list depends on when its first page was read
 */
export function decodeCursor(cursor: string | undefined, keyMax: number, mayHaveInstant = false): Cursor | null {
  if (cursor === undefined) return null;
  const place = parse(Buffer.from(cursor, "base64url").toString("utf8"));
  const isOfThisList = isPlace(place) && place[0] <= keyMax && (mayHaveInstant || place.length === 2);
  if (!isOfThisList) throw fieldError("query.cursor", "That is not a cursor");
  return place;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not ours; the caller refuses it
  }
}

function isPlace(value: unknown): value is Cursor {
  if (!Array.isArray(value) || (value.length !== 2 && value.length !== 3)) return false;
  const [key, last, at = 0] = value;
  return [key, at].every((number) => Number.isSafeInteger(number) && number >= 0) && id.safeParse(last).success;
}

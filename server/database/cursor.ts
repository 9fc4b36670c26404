import { id } from "@survey-app/contract/text/text.ts";
import type { Cursor, NameCursor } from "./pagination.ts";

/** Thrown for a cursor that the server didn't make. The server responds with 422 (http/errorHandler.ts). */
export class InvalidCursorError extends Error {}

/**
 * The largest sort key of a list ordered by instants: the last one whose ISO text still sorts correctly (four-digit
 * years).
 */
export const LAST_INSTANT = Date.UTC(9999, 11, 31);

export function encodeCursor(cursor: Cursor | NameCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/**
 * Decodes a cursor that `encodeCursor` made. @throws InvalidCursorError for any other text
 * @param keyMax the largest key that the list can have: a larger one could overflow its database column
 * @param mayHaveInstant whether the order of the list depends on when its first page was read
 */
export function decodeCursor(text: string | undefined, keyMax: number, mayHaveInstant = false): Cursor | null {
  if (text === undefined) return null;
  const cursor = parse(text);
  const isValid = isCursor(cursor) && cursor[0] <= keyMax && (mayHaveInstant || cursor.length === 2);
  if (!isValid) throw new InvalidCursorError("This is not a valid cursor");
  return cursor;
}

/** Decodes the cursor of a list sorted by name, like `decodeCursor`. */
export function decodeNameCursor(text: string | undefined, keyMax: number): NameCursor | null {
  if (text === undefined) return null;
  const cursor = parse(text);
  if (!isNameCursor(cursor) || cursor[0] > keyMax) throw new InvalidCursorError("This is not a valid cursor");
  return cursor;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null; // `isCursor` rejects it
  }
}

function isCursor(value: unknown): value is Cursor {
  if (!Array.isArray(value) || (value.length !== 2 && value.length !== 3)) return false;
  const [key, last, at = 0] = value;
  return [key, at].every((number) => Number.isSafeInteger(number) && number >= 0) && id.safeParse(last).success;
}

function isNameCursor(value: unknown): value is NameCursor {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [key, last, name] = value;
  // PostgreSQL rejects NUL and lone surrogates.
  return isCursor([key, last]) && typeof name === "string" && !/[\p{Cc}\p{Cs}]/u.test(name);
}

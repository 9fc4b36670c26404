import { refuseField } from "./refuse.ts";

/** A place in a sorted list: the sort key and the id of the last row seen. */
export type Place = readonly [key: number | string, id: string];

export function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Reads what `encodeCursor` wrote; refuses anything else. `keyType` is the type of the list's sort key. */
export function decodeCursor<K extends "number" | "string">(
  cursor: string | undefined,
  keyType: K,
): readonly [K extends "number" ? number : string, string] | null {
  if (cursor === undefined) return null;
  const place = parse(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!Array.isArray(place) || place.length !== 2) throw refuseField("query.cursor", "That is not a cursor");
  const [key, id] = place;
  const keyFits = keyType === "number" ? Number.isSafeInteger(key) : isShortText(key);
  if (!keyFits || !isShortText(id)) throw refuseField("query.cursor", "That is not a cursor");
  return [key, id];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not ours; the caller refuses it
  }
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value.length <= 64 && !/\p{Cc}/u.test(value);
}

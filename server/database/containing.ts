import { type Expression, type RawBuilder, sql } from "kysely";
import { normalizeText } from "./searchText.ts";

/** `column`, which holds lower-case text, contains `text` wherever: `%` and `_` in it mean themselves. */
export function containing(column: Expression<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${normalizeText(text).replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}

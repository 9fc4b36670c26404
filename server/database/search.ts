import { type Expression, type RawBuilder, sql } from "kysely";

/** `column`, which holds lower-case text, contains `text` wherever: `%` and `_` in it mean themselves. */
export function containing(column: Expression<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${searchable(text).replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}

/** Text as it is stored for searching: lower case, and letters that only look different made one (NFKC). */
export function searchable(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

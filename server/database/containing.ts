import { partOfAddress } from "@survey-app/contract/emailAddress.ts";
import { type Expression, type RawBuilder, sql } from "kysely";
import { normalizeText } from "./searchText.ts";

/** SQL for "`column`, which holds normalized text, contains `text`". `%` and `_` in `text` are matched literally. */
export function containing(column: Expression<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${normalizeText(text).replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}

/** SQL for "`column`, which holds addresses, contains `text`", which people write with letters that stored domains don't have. */
export const containingAddress = (column: Expression<unknown>, text: string): RawBuilder<boolean> =>
  containing(column, partOfAddress(text));

import { partOfAddress } from "@survey-app/contract/text/emailAddress.ts";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import { formsOf } from "./foldText.ts";

/** A column with texts that are also stored folded, in the column `folded` of the same table. */
type FoldedColumn = `${string}.${"name" | "label" | "about_title"}`;

/**
 * SQL for a text as search compares it: folded (foldText.ts), or only normalized while the folded text isn't stored.
 */
export function foldedText({ dialect }: Pick<Database, "dialect">, column: FoldedColumn): RawBuilder<string> {
  const [table] = column.split(".");
  return sql<string>`coalesce(${sql.ref(`${table}.folded`)}, ${dialect.searchable(sql.ref(column))})`;
}

/** SQL for "`column`, a folded text or an address, contains `text`". `%` and `_` in `text` are matched literally. */
export function containing(column: Expression<unknown>, text: string): RawBuilder<boolean> {
  const patterns = formsOf(text).map((form) => `%${form.replaceAll(/[\\%_]/g, "\\$&")}%`);
  const conditions = patterns.map((pattern) => sql`${column} like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * SQL for "`column`, which holds addresses, contains `text`", `text` being in the form that people type: it can have
 * letters that stored domains don't have.
 */
export const containingAddress = (column: Expression<unknown>, text: string): RawBuilder<boolean> =>
  containing(column, partOfAddress(text));

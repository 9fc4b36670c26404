import type { ColumnType } from "kysely";

declare const stored: unique symbol;

/**
 * A count of answers as it is stored. It is a number with a type of its own, so that it can't get into a response, an
 * email or a sum while it is hidden. Only `countsFor` (ballots/visible.sql.ts) turns it into a number, for a reader who
 * sees the results.
 */
export interface StoredCount {
  readonly [stored]: true;
}

export type StoredCountColumn = ColumnType<StoredCount, StoredCount | number | undefined, StoredCount | number>;

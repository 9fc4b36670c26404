import type { ColumnType } from "kysely";

declare const stored: unique symbol;

/**
 * A count of answers as it is stored. It is a number, but has a type of its own, so that no response, email or sum can have it while
 * it is hidden: only `countsFor` (ballots/visible.sql.ts) makes numbers of it, for a reader who sees the results.
 */
export interface StoredCount {
  readonly [stored]: true;
}

export type StoredCountColumn = ColumnType<StoredCount, StoredCount | number | undefined, StoredCount | number>;

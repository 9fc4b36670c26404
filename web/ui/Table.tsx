import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface Column<Row> {
  title: string;
  /** null: no value; a phone leaves the cell out. */
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned, with tabular digits. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** A caption for screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A table; on a phone every row becomes a card with the columns' names. Elements displayed as blocks lose their roles
 * for screen readers, so each has an explicit one.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table {...roles.table} className="block w-full border-collapse text-left md:table">
      <caption className="sr-only">{caption}</caption>
      {/* Visually hidden on a phone, but still there to name the columns. */}
      <thead {...roles.rowgroup} className="sr-only md:not-sr-only md:table-header-group">
        <tr {...roles.row}>
          {columns.map(({ title, isNumber }, index) => (
            <th
              key={title}
              {...roles.columnheader}
              aria-colindex={index + 1}
              scope="col"
              className={classes(
                "sticky top-16 z-10 border-b border-line-strong bg-ground px-4 py-3 text-sm font-semibold text-muted first:pl-0 last:pr-0",
                isNumber && "text-right",
              )}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup} className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...roles.row}
            className="mb-4 block rounded-xl border border-line bg-surface px-4 py-2 md:mb-0 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent"
          >
            {columns.map((column, index) => (
              <Cell key={column.title} column={column} row={row} place={index + 1} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Spread, because linters call written-out roles redundant; browsers drop the implicit ones. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

function Cell<Row>({ column, row, place }: { column: Column<Row>; row: Row; place: number }) {
  const { title, cell, isNumber } = column;
  const isFirst = place === 1;
  const content = cell(row);
  return (
    <td
      {...roles.cell}
      // A phone leaves out empty cells; the others keep their columns.
      aria-colindex={place}
      className={classes(
        content === null ? "hidden" : "flex",
        "items-baseline justify-between gap-6 py-2 text-right wrap-anywhere md:wrap-break-word md:table-cell md:px-4 md:py-4 md:align-middle md:first:pl-0 md:last:pr-0",
        isNumber ? "tabular-nums md:text-right" : "md:text-left",
      )}
    >
      <span
        aria-hidden="true"
        className={classes("shrink-0 text-left text-sm text-muted md:hidden", isFirst && "hidden")}
      >
        {title}
      </span>
      <span className={classes("min-w-0", isFirst && "w-full text-left")}>
        {content ?? <span className="text-muted">–</span>}
      </span>
    </td>
  );
}

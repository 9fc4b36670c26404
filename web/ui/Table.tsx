import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface Column<Row> {
  title: string;
  /** null: nothing here, which a phone leaves out. */
  cell: (row: Row) => ReactNode;
  /** Numbers stand to the right, digits under digits. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** Read out before the table; not drawn. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A table with room to breathe; on a phone every row becomes a card with its columns' names. Drawn as blocks the
 * elements lose what they mean to those who listen, so every one says its role itself.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table {...roles.table} className="block w-full border-collapse text-left md:table">
      <caption className="sr-only">{caption}</caption>
      {/* On a phone out of sight, and still there to name the columns. */}
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

/** Spread, because written out they would look superfluous: they are what the browser drops. */
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
      // Empty ones are left out on a phone, and the others keep their columns.
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

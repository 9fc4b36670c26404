import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type ReactNode, useState } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./Icon.tsx";
import { Select } from "./Select.tsx";
import { nextSort, type SortKey, sortRows, type TableSort } from "./tableSort.ts";

export interface Column<Row> {
  title: string;
  /** null: no value; a phone leaves the cell out. */
  cell: (row: Row) => ReactNode;
  /** Without a row that needs the column, the table leaves it out. */
  isNeeded?: (row: Row) => boolean;
  /** Numbers are right-aligned, with tabular digits. */
  isNumber?: boolean;
  /** The key by which the column can be sorted. */
  sortBy?: (row: Row) => SortKey;
  /**
   * The cell's place on a phone, if the rows are not cards but lines: at the line's start, at its end, below it (with
   * or without the column's name), in a last line (with or without it, or at that line's end), or nowhere.
   */
  inLine?: "start" | "end" | "below" | "belowNamed" | "last" | "lastNamed" | "lastEnd" | "hidden";
}

interface TableProps<Row> {
  /** A caption for screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /**
   * Whether these are all rows of the list. Only then can they be sorted: a part of a list would be in a wrong order.
   */
  isComplete?: boolean;
}

/**
 * A table; on a phone every row becomes a card with the columns' names, or a line. Elements displayed as blocks lose
 * their roles for screen readers, so each has an explicit one.
 */
export function Table<Row extends { _id: string }>({ caption, rows, isComplete = false, ...props }: TableProps<Row>) {
  const columns = props.columns.filter(({ isNeeded }) => !isNeeded || rows.some(isNeeded));
  const [chosenSort, setSort] = useState<TableSort | null>(null);
  const isLines = columns.some(({ inLine }) => inLine);
  // Two or more named cells fill a phone's line, so that only one of the buttons would fit beside them.
  const hasNamedLine = columns.filter(({ inLine }) => inLine === "lastNamed").length > 1;
  const sort = isComplete ? chosenSort : null;
  const keyOf = columns.find(({ title }) => title === sort?.by)?.sortBy;
  const shown = sort && keyOf ? sortRows(rows, keyOf, sort.direction) : rows;
  const sortable = isComplete && rows.length > 1 ? columns.filter(({ sortBy }) => sortBy) : [];
  return (
    <>
      {sortable.length > 0 && <TableSortSelect columns={sortable} sort={sort} onSort={setSort} />}
      <table {...roles.table} className="block w-full border-collapse text-start md:table">
        <caption className="sr-only">{caption}</caption>
        {/* Visually hidden on a phone, but still there to name the columns. */}
        <thead {...roles.rowgroup} className="sr-only md:not-sr-only md:table-header-group">
          <tr {...roles.row}>
            {columns.map(({ title, isNumber = false }, index) => (
              <th
                key={title}
                {...roles.columnheader}
                aria-colindex={index + 1}
                aria-sort={sort?.by === title ? sort.direction : undefined}
                scope="col"
                className={classes(
                  "sticky top-16 z-10 border-b border-line-strong bg-ground px-2 py-3 text-sm font-semibold text-muted first:ps-0 last:pe-0 2xl:px-3 2xl:first:ps-0 2xl:last:pe-0",
                  isNumber ? "text-end" : "text-start",
                )}
              >
                {sortable.some((column) => column.title === title) ? (
                  <SortButton
                    title={title}
                    direction={sort?.by === title ? sort.direction : undefined}
                    onPress={() => setSort(nextSort(sort, title, isNumber))}
                  />
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className="block md:table-row-group">
          {shown.map((row) => (
            <tr
              key={row._id}
              {...roles.row}
              className={classes(
                isLines
                  ? // The invisible element of full width begins the last line.
                    "flex flex-wrap items-baseline gap-x-4 border-b border-line py-1.5 max-md:after:order-1 max-md:after:basis-full max-md:after:content-['']"
                  : "mb-4 block rounded-xl border border-line bg-surface px-4 py-2 md:mb-0 md:rounded-none md:border-0 md:border-b md:bg-transparent",
                hasNamedLine && "max-md:before:order-3 max-md:before:basis-full max-md:before:content-['']",
                "md:table-row",
              )}
            >
              {columns.map((column, index) => (
                <Cell key={column.title} column={column} row={row} place={index + 1} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface SortButtonProps {
  title: string;
  /** Of the order by this column. */
  direction: TableSort["direction"] | undefined;
  onPress: () => void;
}

/** A header that sorts. On a phone, where headers are invisible, it is text. */
function SortButton({ title, direction, onPress }: SortButtonProps) {
  return (
    <>
      <span className="md:hidden">{title}</span>
      <button
        type="button"
        onClick={onPress}
        className={classes(
          "-my-1 inline-flex min-h-8 items-center xl:whitespace-nowrap gap-1 rounded-md hover:text-ink max-md:hidden",
          direction && "text-ink",
        )}
      >
        {title}
        <span className={classes("transition-transform", direction === "ascending" && "rotate-180")}>
          <Icon path={direction ? "M6 9l6 6 6-6" : "M8 10l4-4 4 4M8 14l4 4 4-4"} size={14} />
        </span>
      </button>
    </>
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

const lineCells = {
  start: "max-md:min-w-0 max-md:flex-1",
  end: "",
  below: "max-md:order-1 max-md:basis-full max-md:pt-0 max-md:text-sm",
  belowNamed:
    "max-md:order-1 max-md:basis-full max-md:justify-start max-md:gap-2 max-md:pt-0 max-md:text-start max-md:text-sm",
  last: "max-md:order-4 max-md:items-center max-md:self-center",
  lastNamed: "max-md:order-2 max-md:items-center max-md:self-center max-md:gap-1.5 max-md:text-sm",
  lastEnd: "max-md:order-4 max-md:ms-auto max-md:self-center",
  hidden: "",
} as const;

function Cell<Row>({ column, row, place }: { column: Column<Row>; row: Row; place: number }) {
  const { title, cell, isNumber, inLine } = column;
  const isFirst = place === 1;
  const content = cell(row);
  return (
    <td
      {...roles.cell}
      // A phone leaves out empty cells; the others keep their columns.
      aria-colindex={place}
      className={classes(
        content === null || inLine === "hidden" ? "hidden" : "flex",
        inLine && lineCells[inLine],
        "items-baseline justify-between gap-6 py-2 text-end wrap-anywhere md:wrap-break-word md:table-cell md:px-2 md:py-2.5 md:align-middle md:first:ps-0 md:last:pe-0 2xl:px-3 2xl:first:ps-0 2xl:last:pe-0",
        isNumber ? "tabular-nums md:text-end" : "md:text-start",
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          "shrink-0 text-start text-sm text-muted md:hidden",
          (isFirst || (inLine && !inLine.endsWith("Named"))) && "hidden",
        )}
      >
        {title}
      </span>
      <div
        translate={isNumber ? "no" : undefined}
        className={classes("min-w-0", (isFirst || inLine === "below") && "w-full text-start")}
      >
        {content ?? <span className="text-muted">{uiTexts.noValue}</span>}
      </div>
    </td>
  );
}

interface TableSortSelectProps {
  /** The columns that the table can be sorted by. */
  columns: readonly { title: string; isNumber?: boolean }[];
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
}

/** Sorts a table on a phone, where its headers are invisible; each column in its first direction. */
function TableSortSelect({ columns, sort, onSort }: TableSortSelectProps) {
  const options = [
    { value: "", label: uiTexts.ownOrder },
    ...columns.map(({ title }) => ({ value: title, label: uiTexts.sortByColumn(title) })),
  ];
  const onChange = (by: string) =>
    onSort(by ? nextSort(null, by, columns.find(({ title }) => title === by)?.isNumber ?? false) : null);
  return (
    <div className="mb-2 md:hidden">
      <Select label={uiTexts.sortBy} hideLabel value={sort?.by ?? ""} options={options} onChange={onChange} />
    </div>
  );
}

import { fromCsvCell } from "@survey-app/contract/text/csv.ts";
import { INVITATION_LABEL_MAX } from "@survey-app/contract/text/limits.ts";
import { trimUnseen, withoutUnseen } from "@survey-app/contract/text/unseenCharacters.ts";
import type { CellRow } from "./listCells.ts";
import type { RowContent } from "./listContent.ts";

/**
 * The number of characters that are read of a cell: one more than an address or a label may have, so that the server
 * rejects a longer one with the reason, and neither it nor this page handles cells of megabytes.
 */
const EMAIL_READ = 255;
const READ_MAX = INVITATION_LABEL_MAX + 1;
/** The characters of a row that the report shows. */
const ENTRY_READ = 200;

/** A person of a list. */
export interface ListRow {
  /** The row's number in the list, from 1, with the headings. */
  line: number;
  email: string;
  label: string;
  /** Only under a heading of its own. */
  group?: string;
}

/** A row, or a part of one, in which no person was found, and why. */
export interface UnreadRow {
  line: number;
  entry: string;
  why: "noPerson" | "noAddress" | "aboveHeadings";
}

/** The content of a list. */
export interface ReadList {
  rows: ListRow[];
  leftOut: UnreadRow[];
  /** The columns that were not read: their headings, or their numbers from 1. */
  unused: (string | number)[];
  /**
   * The first row, if it looks like headings but isn't recognized: then the user is asked. Null once the user has
   * answered.
   */
  maybeHeadings: string | null;
}

export const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

const entryOf = (cells: readonly string[]) =>
  cells
    .filter((cell) => cell.trim() !== "")
    .map((cell) => cell.slice(0, ENTRY_READ).trim())
    .join(", ")
    .slice(0, ENTRY_READ);

/** Collects the content of a list, row by row. */
export class ListCollector {
  readonly #rows: ListRow[] = [];
  readonly #leftOut: UnreadRow[] = [];
  readonly #unused = new Set<number>();
  readonly #titles: readonly string[];

  /** @param titles the headings */
  constructor(titles: readonly string[]) {
    this.#titles = titles;
  }

  add({ line, cells }: CellRow, { people, rest, unused }: RowContent, group = ""): void {
    for (const { email, label } of people) this.#rows.push({ line, ...cut(email, label, group) });
    for (const text of rest) this.#leftOut.push({ line, entry: text.slice(0, ENTRY_READ), why: "noAddress" });
    for (const column of unused) this.#unused.add(column);
    if (people.length === 0) this.leaveOut({ line, cells }, "noPerson");
  }

  leaveOut({ line, cells }: Pick<CellRow, "line" | "cells">, why: UnreadRow["why"]): void {
    this.#leftOut.push({ line, entry: entryOf(cells), why });
  }

  end(maybeHeadings: string | null): ReadList {
    const unused = [...this.#unused].sort((a, b) => a - b).map((column) => this.#titles[column]?.trim() || column + 1);
    return { rows: this.#rows, leftOut: this.#leftOut, unused, maybeHeadings };
  }
}

const cut = (email: string, label: string, group: string): Omit<ListRow, "line"> => ({
  email: withoutUnseen(fromCsvCell(email)).slice(0, EMAIL_READ),
  // A cell of a spreadsheet can have several lines.
  label: trimUnseen(fromCsvCell(label))
    .slice(0, READ_MAX)
    .replaceAll(/\s*\n\s*/g, " "),
  ...(group !== "" && { group: trimUnseen(fromCsvCell(group)).slice(0, READ_MAX) }),
});

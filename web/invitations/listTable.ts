import { type CellRow, cellsOf, readLines, readTable, separatorOf } from "./listCells.ts";
import { type ReadPerson, type RowContent, readByContent, usualEmailColumn } from "./listContent.ts";
import { type Columns, columnsOf } from "./listHeadings.ts";
import { isEmpty, ListCollector, type ReadList } from "./listResult.ts";
import { nameWithoutAddress, tokensOf } from "./listTokens.ts";

/** The row of headings of a table. */
interface Headings {
  /** The row's number in the list, from 1. */
  line: number;
  cells: string[];
  separator: string;
  columns: Columns;
}

/** A title and the like can stand above the headings. In lines and characters. */
const ABOVE_MAX = 10;
const SEARCHED_MAX = 20_000;

/**
 * The headings of a list; null without any that is recognized. Further down than in the first row they need at least
 * two cells.
 * @param separator the one that the list names
 */
export function findHeadings(list: string, separator: string | null): Headings | null {
  const lines = list.slice(0, SEARCHED_MAX).split("\n");
  let before = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (line.includes("@") || before > ABOVE_MAX) return null;
    const found = (separator === null ? ["\t", ";", "|", ","] : [separator])
      .map((each) => ({ cells: cellsOf(line, each), separator: each }))
      .flatMap((row) => {
        const columns = columnsOf(row.cells);
        return columns === null ? [] : { line: index + 1, ...row, columns };
      })
      .sort((a, b) => b.cells.length - a.cells.length)[0];
    if (found && (before === 0 || found.cells.filter((cell) => cell.trim() !== "").length > 1)) return found;
    before++;
  }
  return null;
}

/** The people of a table under its headings. */
export function readUnder(headings: Headings, list: string, hasGroups: boolean): ReadList {
  const result = new ListCollector(headings.cells);
  // One heading doesn't say what parts the cells below it.
  const isTable = headings.cells.filter((cell) => cell.trim() !== "").length > 1;
  const table = isTable ? readTable(list, headings.separator) : readLines(list);
  const rows = table.filter(({ line, cells }) => line !== headings.line && !isEmpty(cells));
  const columns = withEmail(headings.columns, rows);
  for (const row of rows) {
    if (row.line < headings.line) result.leaveOut(row, "aboveHeadings");
    else if (!isTable) result.add(row, readByContent(row, null));
    else {
      const group = hasGroups ? firstOf(row.cells, columns.group).text : "";
      result.add(row, readCells(row, hasGroups ? columns : { ...columns, group: [] }, headings.cells.length), group);
    }
  }
  return result.end(null);
}

/** Finds the column of addresses by its cells, where no heading names it. */
function withEmail(columns: Columns, rows: readonly CellRow[]): Columns {
  if (columns.email.length > 0 || columns.entry.length > 0) return columns;
  const found = usualEmailColumn(rows);
  const named = [...columns.full, ...columns.given, ...columns.middle, ...columns.family, ...columns.group];
  return found === null || named.includes(found) ? columns : { ...columns, email: [found] };
}

/** The first cell of these columns that isn't empty. */
function firstOf(cells: readonly string[], columns: readonly number[]): { text: string; column: number | null } {
  const column = columns.find((each) => (cells[each] ?? "").trim() !== "") ?? null;
  return { text: column === null ? "" : (cells[column] ?? "").trim(), column };
}

/** @param width how many headings there are */
function readCells(row: CellRow, columns: Columns, width: number): RowContent {
  const { cells } = row;
  const entry = firstOf(cells, columns.entry).text;
  if (entry !== "") return readByContent(byItself(entry), null);
  const name = nameIn(cells, columns);
  const email = firstOf(cells, columns.email);
  // A name with a comma that nothing quotes moves the cells after it.
  const isMoved = cells.length > width && !email.text.includes("@") && cells.some((cell) => cell.includes("@"));
  if (isMoved) return readByContent(row, null);
  if (!email.text.includes("@") && name.includes("@"))
    return readByContent(email.text === "" ? byItself(name) : row, null);
  const { full, given, middle, family, group, own } = columns;
  const read = [...full, ...given, ...middle, ...family, ...group, ...own, email.column];
  const unused = cells.flatMap((cell, column) => (cell.trim() === "" || read.includes(column) ? [] : column));
  return { people: peopleOf(name, email.text), rest: [], unused };
}

/** A row in one cell. */
function byItself(text: string): CellRow {
  const separator = separatorOf(text);
  return { line: 0, cells: cellsOf(text, separator), separator };
}

function nameIn(cells: readonly string[], { full, given, middle, family }: Columns): string {
  const partOf = (columns: readonly number[]) =>
    columns.flatMap((column) => (cells[column] ?? "").trim() || []).join(" ");
  const parts = [partOf(given), partOf(middle), partOf(family)];
  const isWhole = parts[0] !== "" && parts[2] !== "";
  const joined = parts.filter(Boolean).join(" ");
  return isWhole ? joined : firstOf(cells, full).text || joined;
}

/** The people of a cell for the address: more than one where it has several, of whom the first has the name. */
function peopleOf(name: string, email: string): ReadPerson[] {
  const label = nameWithoutAddress(name);
  const tokens = tokensOf(email);
  const addresses = tokens.flatMap((token) => (token.email === null ? [] : token));
  const beside = tokens.flatMap((token) => (token.email === null ? token.text : []))[0] ?? "";
  if (addresses.length === 0) return label === "" && email === "" ? [] : [{ email, label }];
  return addresses.map((address, index) => ({
    email: address.email,
    label: index === 0 ? label || address.name || beside : address.name,
  }));
}

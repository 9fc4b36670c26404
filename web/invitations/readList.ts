import { readEmailAddress } from "@survey-app/contract/text/emailAddress.ts";
import { INVITATIONS_MAX } from "@survey-app/contract/text/limits.ts";
import { type CellRow, openList, readLines, readTable } from "./listCells.ts";
import { areNumbered, readByContent, usualEmailColumn } from "./listContent.ts";
import { isEmpty, ListCollector, type ListRow, type ReadList } from "./listResult.ts";
import { findHeadings, readUnder } from "./listTable.ts";

/** Of a file or a pasted text, in bytes: 100,000 rows have about half of it. */
export const LIST_BYTES_MAX = 10_000_000;

/** Lines that are read, with empty ones: more would only take time. */
const LINES_MAX = 2 * INVITATIONS_MAX;

/** Why a list can't be read at all. */
export type ListProblem = "tooLarge" | "notText" | "empty" | "tooMany";

export interface Reading {
  /** The user's answer about a first row that isn't recognized. */
  firstRow?: "headings" | "person";
  /** Whether people can have groups; by default they can. */
  hasGroups?: boolean;
}

/** The text of a CSV file: UTF-8, or UTF-16 with its mark, as spreadsheets save "Unicode text". */
export async function readListFile(file: Blob): Promise<{ text: string } | { problem: ListProblem }> {
  if (file.size > LIST_BYTES_MAX) return { problem: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(mark, { fatal: true }).decode(bytes);
    // A spreadsheet's own format, or an image.
    return text.includes("\0") || text.startsWith("PK\u0003") ? { problem: "notText" } : { text };
  } catch {
    return { problem: "notText" };
  }
}

/**
 * The people of a pasted or uploaded list, under headings, or row by row: with addresses, names, or both, as people
 * type them and mail programs copy them. No row with content is dropped silently. The server decides whether addresses
 * and labels are valid.
 */
export function readList(text: string, { firstRow, hasGroups = true }: Reading = {}): ReadList | ListProblem {
  if (text.length > LIST_BYTES_MAX) return "tooLarge";
  const { list, separator } = openList(text);
  if (countLines(list) >= LINES_MAX) return "tooMany";
  const headings = findHeadings(list, separator);
  const read = headings ? readUnder(headings, list, hasGroups) : readWithoutHeadings(list, separator, firstRow);
  if (read.rows.length === 0 && read.leftOut.length === 0) return "empty";
  return read.rows.length > INVITATIONS_MAX ? "tooMany" : read;
}

function countLines(list: string): number {
  let lines = 1;
  for (let index = list.indexOf("\n"); index >= 0; index = list.indexOf("\n", index + 1)) lines++;
  return lines;
}

/**
 * The rows of a list by their content; a first row that may be headings is only read once the user said that it is a
 * person.
 */
function readWithoutHeadings(list: string, separator: string | null, firstRow: Reading["firstRow"]): ReadList {
  const rows = (separator === null ? readLines(list) : readTable(list, separator)).filter((row) => !isEmpty(row.cells));
  const [first, ...others] = rows;
  const isAsked = firstRow === undefined && first !== undefined && mayBeHeadings(first, others);
  const read = firstRow === "headings" || isAsked ? others : rows;
  const result = new ListCollector(firstRow === "headings" ? (first?.cells ?? []) : []);
  const emailColumn = usualEmailColumn(read);
  const areRowsNumbered = areNumbered(read);
  for (const row of read) {
    const cells = areRowsNumbered ? ["", ...row.cells.slice(1)] : row.cells;
    result.add(row, readByContent({ ...row, cells }, emailColumn));
  }
  return result.end(isAsked ? first.cells.filter((cell) => cell.trim() !== "").join(", ") : null);
}

/**
 * Whether a first row without an address can be headings: some rows below have an address, or most of them if the row
 * has a single cell, as a name has.
 */
function mayBeHeadings(first: CellRow, others: readonly CellRow[]): boolean {
  const hasAddress = ({ cells }: CellRow) => cells.some((cell) => cell.includes("@"));
  if (hasAddress(first)) return false;
  const withAddress = others.filter(hasAddress).length;
  const isTable = first.cells.filter((cell) => cell.trim() !== "").length > 1;
  return isTable ? withAddress > 0 : withAddress * 2 > others.length;
}

/**
 * Rows whose address is in an earlier row, with that row. Addresses are compared in the form in which they are stored.
 */
export function findDuplicates(rows: readonly ListRow[]): Map<ListRow, ListRow> {
  const seen = new Map<string, ListRow>();
  const duplicates = new Map<ListRow, ListRow>();
  for (const row of rows) {
    const address = readEmailAddress(row.email);
    if (address === null) continue;
    const first = seen.get(address);
    if (first) duplicates.set(row, first);
    else seen.set(address, row);
  }
  return duplicates;
}

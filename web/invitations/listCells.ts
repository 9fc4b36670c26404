import Papa from "papaparse";

/** The separators of cells, in the order in which they are tried on a row, with the same marks of other scripts. */
const SEPARATORS = [/\t/, /[;؛；]/, /\|/, /[,،，、]/] as const;
const NAMES = ["\t", ";", "|", ","] as const;

/** A row of a list as cells, and its number in the list, from 1. */
export interface CellRow {
  line: number;
  cells: string[];
  /** The separator of the cells. */
  separator: string;
}

/** The ends of lines, also those of Unicode. */
const LINE_ENDS = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/g;

/** A list with simple ends of lines, and the separator that its first line names, as Excel reads it: `sep=;`. */
export function openList(text: string): { list: string; separator: string | null } {
  const list = text.replace(/^\ufeff/, "").replaceAll(LINE_ENDS, "\n");
  const [hint, separator] = /^\n*"?sep=([^"\n])"?[;,]*(?=\n|$)/i.exec(list) ?? [];
  // The rows below keep their numbers.
  return hint === undefined
    ? { list, separator: null }
    : { list: hint.replaceAll(/[^\n]/g, "") + list.slice(hint.length), separator: separator ?? null };
}

/**
 * The rows of a table with this separator. A quotation mark spans lines only in a list that is well-formed as a whole:
 * else one mark would swallow the rows below it.
 */
export function readTable(list: string, separator: string): CellRow[] {
  const data = readWhole(list, separator);
  if (data) return data.map((cells, index) => ({ line: index + 1, cells, separator }));
  return list.split("\n").map((line, index) => ({ line: index + 1, cells: cellsOf(line, separator), separator }));
}

/**
 * The cells of a well-formed table; null if a quotation mark is misplaced, or a cell has the cells of other rows with
 * an address.
 */
function readWhole(list: string, separator: string): string[][] | null {
  const { data, errors } = Papa.parse<string[]>(list, { delimiter: separator, newline: "\n" });
  const hasRows = (cell: string) => cell.includes("\n") && cell.includes("@") && cell.includes(separator);
  const isWellFormed = errors.every(({ type }) => type !== "Quotes") && !data.some((cells) => cells.some(hasRows));
  return isWellFormed ? data : null;
}

/** The rows of a list without headings: each decides what parts its cells. */
export function readLines(list: string): CellRow[] {
  const spansLines = /"[^"]*\n/.test(list) ? tableOfLines(list) : null;
  return (
    spansLines ??
    list.split("\n").map((line, index) => {
      const separator = separatorOf(line);
      return { line: index + 1, cells: cellsOf(line, separator), separator };
    })
  );
}

/** A well-formed table some of whose cells have several lines; null if the list isn't one. */
function tableOfLines(list: string): CellRow[] | null {
  for (const separator of [";", ",", "\t"]) {
    const data = readWhole(list, separator);
    if (data?.some((cells) => cells.length > 1 && cells.some((cell) => cell.includes("\n"))))
      return data.map((cells, index) => ({ line: index + 1, cells, separator }));
  }
  return null;
}

/** The separator of a line's cells: the first that stands outside of quotation marks and angle brackets. */
export const separatorOf = (line: string): string =>
  NAMES[SEPARATORS.findIndex((mark) => mark.test(line) && split(line, mark).length > 1)] ?? ",";

/** The cells of a line. Quotation marks around a whole cell are dropped; others are a part of the text. */
export const cellsOf = (line: string, separator: string): string[] =>
  split(line, SEPARATORS.find((mark) => mark.test(separator)) ?? separator).map((cell) => {
    const text = cell.includes('"') ? cell.trim() : "";
    const inner = text.slice(1, -1);
    const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
    return isQuoted && !inner.replaceAll('""', "").includes('"') ? inner.replaceAll('""', '"') : cell;
  });

function split(line: string, separator: RegExp | string): string[] {
  if (!line.includes('"') && !line.includes("<")) return line.split(separator);
  const isClosed = line.split('"').length % 2 === 1;
  const marks = new RegExp(
    `["<]|${typeof separator === "string" ? `\\u{${separator.codePointAt(0)?.toString(16)}}` : separator.source}`,
    "gu",
  );
  const cells: string[] = [];
  let start = 0;
  for (let found = marks.exec(line); found; found = marks.exec(line)) {
    if (found[0] === "<") marks.lastIndex = endOfBrackets(line, found.index) + 1;
    else if (found[0] !== '"') {
      cells.push(line.slice(start, found.index));
      start = found.index + 1;
    } else if (isClosed) marks.lastIndex = line.indexOf('"', found.index + 1) + 1;
  }
  cells.push(line.slice(start));
  return cells;
}

/** The index at which an angle bracket is closed; of its opening, if it isn't. */
function endOfBrackets(line: string, from: number): number {
  const bracket = /[<>]/g;
  bracket.lastIndex = from + 1;
  const next = bracket.exec(line);
  return next?.[0] === ">" ? next.index : from;
}

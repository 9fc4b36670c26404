/** The separators between cells of a CSV file. */
export type CsvSeparator = "comma" | "semicolon";

const MARKS = { comma: ",", semicolon: ";" } as const;

/** The start of a cell that a spreadsheet would run as a formula, or strip before it checks again. */
const dangerous = /^[=+\-@＝＋－＠\t\r\n\0]/;
/**
 * The same within a cell: spreadsheets that separate by another mark or by tabs would start another cell or record
 * here, and drop quotes around its beginning.
 */
const dangerousInside = {
  comma: /[;\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g,
  semicolon: /[,\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g,
};

/** Byte order mark, with which a file begins: without it, spreadsheets assume a legacy encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Records as CSV (RFC 4180): CRLF after each one, quotes where a cell needs them. A cell that a spreadsheet would run
 * as a formula gets a leading apostrophe, which stops formula injection through user-written text.
 */
export function toCsv(records: readonly (readonly string[])[], separator: CsvSeparator = "comma"): string {
  return records.map((cells) => `${cells.map((cell) => toCell(cell, separator)).join(MARKS[separator])}\r\n`).join("");
}

function toCell(text: string, separator: CsvSeparator): string {
  const safe = (dangerous.test(text) ? `'${text}` : text).replaceAll(dangerousInside[separator], "$&'");
  return safe.includes(MARKS[separator]) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The original text of a cell that `toCsv` wrote and a CSV parser read: without the apostrophes before formulas. */
export const fromCsvCell = (cell: string): string =>
  cell.includes("'")
    ? cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n\0])/, "").replaceAll(/([;,\t\r\n][\s"]*)'(?=[=+\-@＝＋－＠])/g, "$1")
    : cell;

/** The start of a cell that a spreadsheet would run as a formula, or strip before it checks again. */
const dangerous = /^[=+\-@＝＋－＠\t\r\n\0]/;
/**
 * The same within a cell: spreadsheets that separate by semicolons or tabs would start another cell or record here, and drop
 * quotes around its beginning.
 */
const dangerousInside = /[;\t\r\n][\s"]*(?=[=+\-@＝＋－＠])/g;

/** Byte order mark, with which a file begins: without it, spreadsheets assume a legacy encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Records as CSV (RFC 4180): CRLF after each one, quotes where a cell needs them. A cell that a spreadsheet would run as a
 * formula gets a leading apostrophe, which stops formula injection through user-written text.
 */
export function toCsv(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

function toCell(text: string): string {
  const safe = (dangerous.test(text) ? `'${text}` : text).replaceAll(dangerousInside, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

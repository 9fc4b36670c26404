/** What a spreadsheet would take for a formula, or strip before looking again. */
const dangerous = /^[=+\-@＝＋－＠\t\r\n\0]/;
/** The same within a cell: spreadsheets that separate by semicolons or tabs would begin another cell or record here. */
const dangerousInside = /[;\t\r\n]\s*(?=[=+\-@＝＋－＠])/g;

/**
 * A table as CSV (RFC 4180): CRLF after each record, quotes where a cell needs them. A cell that a spreadsheet would
 * run as a formula gets an apostrophe in front of it: what people wrote must stay text on the reader's machine.
 */
export function toCsv(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

function toCell(text: string): string {
  const safe = (dangerous.test(text) ? `'${text}` : text).replaceAll(dangerousInside, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

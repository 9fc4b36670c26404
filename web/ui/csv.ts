/** What a spreadsheet would take for a formula, or strip before looking again. */
const dangerous = /^[=+\-@\t\r\0]/;

/**
 * A table as CSV (RFC 4180): CRLF after each record, quotes where a cell needs them. A cell that a spreadsheet would
 * run as a formula gets a leading apostrophe: what people wrote must stay text on the reader's machine.
 */
export function toCsv(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

function toCell(text: string): string {
  const safe = dangerous.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

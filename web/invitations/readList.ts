import { INVITATION_LABEL_MAX, INVITATIONS_MAX } from "@survey-app/contract/limits.ts";
import Papa from "papaparse";

/** Of a file or a pasted text, in bytes: 100,000 rows have about half of it. */
export const LIST_BYTES_MAX = 10_000_000;

/**
 * The characters of a cell that are read, one more than an address or a label may have: the server says what is wrong with a longer
 * one, and neither it nor this page has work with cells of megabytes.
 */
const EMAIL_READ = 255;
const LABEL_READ = INVITATION_LABEL_MAX + 1;
/** Lines that are read, with empty ones: more would only take time. */
const LINES_MAX = 2 * INVITATIONS_MAX;

/** Why a list can't be read at all. */
export type ListProblem = "tooLarge" | "notText" | "empty" | "tooMany";

/** A person of a list. */
export interface ListRow {
  /** The row's number in the list, from 1, with the header. */
  line: number;
  email: string;
  label: string;
  /** Only under a header of its own. */
  group?: string;
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
 * The people of a pasted or uploaded list: one a row, with an email address, a label or both, in any order, or under headers.
 * Cells that neither names are ignored. Whether addresses and labels are valid is up to the server.
 */
export function readList(text: string): ListRow[] | ListProblem {
  if (text.length > LIST_BYTES_MAX) return "tooLarge";
  const list = text.replace(/^\ufeff/, "");
  // Guessed without empty rows: in a short list, the one at the end would hide that semicolons separate the cells.
  const { meta } = Papa.parse(list, { delimitersToGuess: [",", ";", "\t"], skipEmptyLines: "greedy", preview: 10 });
  const { data } = Papa.parse<string[]>(list, { delimiter: meta.delimiter, preview: LINES_MAX });
  if (data.length === LINES_MAX) return "tooMany";
  const headers = headersOf(data[0] ?? []);
  const rows = data
    .map((cells, index) => ({ line: index + 1, ...cut(headers ? byHeaders(cells, headers) : byContent(cells)) }))
    .slice(headers ? 1 : 0)
    .filter(({ email, label }) => email !== "" || label !== "");
  if (rows.length === 0) return "empty";
  return rows.length > INVITATIONS_MAX ? "tooMany" : rows;
}

interface Headers {
  email: number;
  label: number;
  group: number;
}

/** The columns that the first row names; null if it is a person. */
function headersOf(cells: readonly string[]): Headers | null {
  if (cells.some((cell) => cell.includes("@"))) return null;
  const find = (name: RegExp) => cells.findIndex((cell) => name.test(cell.trim()));
  const found = {
    email: find(/^(e-?mail|e-?mail address|address|mail)$/i),
    label: find(/^(label|name|full name)$/i),
    group: find(/^group$/i),
  };
  return found.email >= 0 || found.label >= 0 ? found : null;
}

const cut = ({ email, label, group = "" }: Omit<ListRow, "line">): Omit<ListRow, "line"> => ({
  email: email.slice(0, EMAIL_READ),
  label: label.slice(0, LABEL_READ),
  ...(group !== "" && { group: group.slice(0, LABEL_READ) }),
});

const byHeaders = (cells: readonly string[], { email, label, group }: Headers) => ({
  email: (cells[email] ?? "").trim(),
  label: (cells[label] ?? "").trim(),
  group: (cells[group] ?? "").trim(),
});

function byContent(cells: readonly string[]) {
  const trimmed = cells.map((cell) => cell.trim());
  const email = trimmed.find((cell) => cell.includes("@")) ?? "";
  const label = trimmed.find((cell) => cell !== "" && cell !== email) ?? "";
  // As mail programs write it: Ada Lovelace <ada@example.org>
  const named = /^(.*)<([^<>]*@[^<>]*)>$/.exec(email.slice(0, EMAIL_READ + INVITATION_LABEL_MAX));
  return named ? { email: named[2]?.trim() ?? "", label: named[1]?.trim() || label } : { email, label };
}

/** Rows whose address stands in an earlier row. Addresses are compared like those of accounts: without regard to case. */
export function findDuplicates(rows: readonly ListRow[]): Set<ListRow> {
  const seen = new Set<string>();
  return new Set(
    rows.filter(({ email }) => {
      const address = email.toLowerCase();
      if (address === "" || !seen.has(address)) {
        seen.add(address);
        return false;
      }
      return true;
    }),
  );
}

/** A question and its totals. */
export interface Totals {
  title: string;
  yes: number;
  no: number;
}

/** The file is not a valid list of totals; the message has the position. */
export class BadFile extends Error {}

/**
 * Reads the totals of votes from a CSV file with a heading line: the columns `yes` and `no` (whole numbers) and `title`,
 * or several whose names begin with `title`, of which the first non-empty one counts. Other columns are ignored.
 * @throws {BadFile} with line and column
 */
export function readTotals(text: string): Totals[] {
  const [heading, ...rows] = readCsv(text.replace(/^\ufeff/, ""));
  if (!heading) throw new BadFile("line 1: the file is empty");
  const names = heading.cells.map((name) => name.trim().toLowerCase());
  const yes = columnNamed(names, "yes");
  const no = columnNamed(names, "no");
  const titles = names.flatMap((name, index) => (name.startsWith("title") ? [index] : []));
  if (titles.length === 0) throw new BadFile('line 1: there is no column "title"');
  if (rows.length === 0) throw new BadFile("line 2: there are no rows below the heading");
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length)
      throw new BadFile(`line ${line}, column ${cells.length}: ${cells.length} cells, the heading has ${names.length}`);
    const title = titles.map((index) => cells[index]?.trim()).find(Boolean);
    if (!title) throw new BadFile(`line ${line}, column ${(titles[0] ?? 0) + 1} (${names[titles[0] ?? 0]}): is empty`);
    const whole = (index: number) => {
      const cell = cells[index]?.trim() ?? "";
      if (!/^\d{1,12}$/.test(cell))
        throw new BadFile(`line ${line}, column ${index + 1} (${names[index]}): "${cell}" is not a whole number`);
      return Number(cell);
    };
    return { title, yes: whole(yes), no: whole(no) };
  });
}

function columnNamed(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new BadFile(`line 1: there is no column "${name}"`);
  return index;
}

interface Row {
  /** Its first line, from 1. */
  line: number;
  cells: string[];
}

/** Parses CSV (RFC 4180): quoted cells may contain commas, line ends and doubled quotes. Ignores empty lines. */
function readCsv(text: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const found = cell.exec(text);
    if (!found) throw new BadFile(`line ${line}, column ${row.cells.length + 1}: a quotation mark is out of place`);
    const [whole, quoted, plain = "", end] = found;
    row.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.split("\n").length - 1;
    if (end === ",") continue;
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}

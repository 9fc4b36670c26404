import type { CellRow } from "./listCells.ts";
import { nameWithoutAddress, type Token, tokensOf } from "./listTokens.ts";

/** A person as a list names them: an address, a label, or both; "" for none. */
export interface ReadPerson {
  email: string;
  label: string;
}

/** The content of a row. */
export interface RowContent {
  people: ReadPerson[];
  /** Names beside other people's addresses. */
  rest: string[];
  /** The columns that were not read, from 0. */
  unused: number[];
}

type Placed = Token & { column: number };

const isNumber = (text: string) => /^\d{1,9}[.)]?$/.test(text);

/**
 * Reads a row that no headings explain: each address is a person, with the name before or after it. A number before the
 * name is the row's.
 * @param emailColumn where other rows have their addresses; null without such a column
 */
export function readByContent({ cells, separator }: CellRow, emailColumn: number | null): RowContent {
  const tokens = cells.flatMap((cell, column) => tokensOf(cell).map((token): Placed => ({ ...token, column })));
  const addresses = tokens.filter(({ email }) => email !== null);
  if (addresses.length === 0) return readName(cells, separator, emailColumn);
  // A list of people in one row, unlike a table, doesn't have other texts beside them.
  const isMail = addresses.length > 1 || addresses.some((token) => token.email !== null && token.name !== "");
  const content: RowContent = { people: [], rest: [], unused: [] };
  const leave = (texts: Placed[]) => {
    for (const token of texts)
      if (token.email === null && isMail) content.rest.push(token.text);
      else content.unused.push(token.column);
  };
  const namesFirst = tokens[0]?.email === null;
  let texts: Placed[] = [];
  let last: ReadPerson | null = null;
  /** Gives the texts after an address to it, where names follow. */
  const endPerson = () => {
    const name =
      last?.label === "" ? texts.find((token) => token.email === null && !isRowNumber(token, texts)) : undefined;
    if (last && name?.email === null) last.label = name.text;
    leave(texts.filter((token) => token !== name && !isRowNumber(token, texts)));
    texts = [];
  };
  for (const token of tokens) {
    if (token.email === null) {
      texts.push(token);
      continue;
    }
    if (!namesFirst) endPerson();
    const before = texts.filter((text) => !isRowNumber(text, token.name === "" ? texts : [...texts, token]));
    const names = before.flatMap((text) => (text.email === null ? text.text : []));
    // In `Lovelace, Ada <ada@example.org>`, the comma is a part of the name.
    const isOne = token.name === "" || separator === ",";
    const label =
      token.name === ""
        ? joinNames(names, cells, separator)
        : nameWithoutAddress([...(isOne ? names : []), token.name].join(", "));
    if (!isOne) leave(before);
    texts = [];
    last = { email: token.email, label };
    content.people.push(last);
  }
  if (namesFirst) leave(texts);
  else endPerson();
  return content;
}

/** Whether a text is the number of its row: in the first column, before a name. */
const isRowNumber = (token: Placed, all: readonly Placed[]): boolean =>
  token.email === null && token.column === 0 && all.length > 1 && isNumber(token.text);

/** A row without an address: its name is read where other rows have names. */
function readName(cells: readonly string[], separator: string, emailColumn: number | null): RowContent {
  const filled = cells.flatMap((cell, column) => (cell.trim() === "" ? [] : { text: cell.trim(), column }));
  if (filled.length === 0) return { people: [], rest: [], unused: [] };
  const isTable = emailColumn !== null && cells.length > 1 && (cells[emailColumn] ?? "").trim() === "";
  const before = filled.filter(({ column }) => emailColumn !== null && column < emailColumn);
  const used = !isTable ? filled : before.length > 0 ? before : filled.slice(0, 1);
  const names = used.filter(({ text, column }) => !(column === 0 && used.length > 1 && isNumber(text)));
  const label = joinNames(
    names.map(({ text }) => text),
    cells,
    separator,
  );
  const unused = filled.filter((cell) => !used.includes(cell)).map(({ column }) => column);
  return { people: [{ email: "", label }], rest: [], unused };
}

/** Given and family name of two cells; a comma that a blank follows was typed as a part of the name. */
function joinNames(names: readonly string[], cells: readonly string[], separator: string): string {
  const isTyped = separator === "," && cells.slice(1).some((cell) => /^\s+\S/.test(cell));
  return names.join(isTyped ? ", " : " ");
}

/** The column in which most rows have their address; null if they have it in none, or several in one row. */
export function usualEmailColumn(rows: readonly CellRow[]): number | null {
  const counts = new Map<number, number>();
  for (const { cells } of rows) {
    const columns = cells.flatMap((cell, column) => (cell.includes("@") ? column : []));
    const [column] = columns;
    if (columns.length === 1 && column !== undefined) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

/** Whether the rows are numbered in their first column: 1, 2, 3 … */
export function areNumbered(rows: readonly CellRow[]): boolean {
  const numbers = rows.map(({ cells }) =>
    cells.length > 1 && isNumber(cells[0]?.trim() ?? "") ? Number.parseInt(cells[0] ?? "", 10) : Number.NaN,
  );
  return (
    numbers.length > 1 &&
    numbers.every((number, index) => (index === 0 ? !Number.isNaN(number) : number === (numbers[index - 1] ?? 0) + 1))
  );
}

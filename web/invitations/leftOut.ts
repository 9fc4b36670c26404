import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import type { ListRow, ReadList } from "./listResult.ts";
import { findDuplicates } from "./readList.ts";

/** A row that can't be added, or a part of one, and why. */
export interface LeftOut {
  line: number;
  entry: string;
  group: string;
  reason: string;
}

/**
 * The treatment of people without an address: they get a code, wait until an admin allows codes, or are on a list
 * without codes.
 */
export type WithoutAddress = "code" | "waits" | "listed";

export const leftOutRow = (row: ListRow, reason: string): LeftOut => ({
  line: row.line,
  entry: entryOf(row),
  group: row.group ?? "",
  reason,
});

/** A person as `readList` reads them again: in the form of mail programs, because a name can have a comma. */
const entryOf = ({ email, label }: ListRow): string =>
  email === "" || label === ""
    ? email || label
    : /[,;<>()"]/.test(label)
      ? `"${label.replaceAll('"', "'")}" <${email}>`
      : `${label} <${email}>`;

/**
 * Parts a list into rows for the server and rows that are left out. Two people can have one mailbox: the reason says
 * what to do.
 */
export function leftOutOf(list: ReadList, withoutAddress: WithoutAddress): { rows: ListRow[]; leftOut: LeftOut[] } {
  const duplicates = findDuplicates(list.rows);
  const unread = list.leftOut.map(({ line, entry, why }) => ({
    line,
    entry,
    group: "",
    reason: invitationTexts.unread[why],
  }));
  const repeated = [...duplicates].map(([row, { label }]) => {
    const isOther = row.label !== "" && label !== "" && row.label.toLowerCase() !== label.toLowerCase();
    return leftOutRow(
      row,
      isOther
        ? invitationTexts.sharedAddress[withoutAddress === "listed" ? "listed" : "code"](row.label)
        : invitationTexts.duplicate,
    );
  });
  const leftOut = [...unread, ...repeated].sort((a, b) => a.line - b.line);
  return { rows: list.rows.filter((row) => !duplicates.has(row)), leftOut };
}

/** Why the server leaves out a row. */
export function reasonOfKnown({ label }: ListRow, { kind, message }: { kind: string; message: string }): string {
  if (kind === "duplicate") return invitationTexts.duplicate;
  return kind === "onList" && label !== "" ? invitationTexts.ifOther(label) : message;
}

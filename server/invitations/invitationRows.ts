import type { InputOf, ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { invitationRow } from "@survey-app/contract/invitations/invitationRow.ts";
import type { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { trimUnseen } from "@survey-app/contract/text/unseenCharacters.ts";
import { withCode } from "../http/fieldErrorCodes.ts";

type RawRows = InputOf<typeof addInvitations>["body"]["rows"];
/** Why a row is not added. */
export type Problem = ResponseOf<typeof addInvitations>["problems"][number];

/** A row without a problem, and its number in the request. */
export interface ParsedRow {
  row: number;
  /** Null for a code. */
  email: string | null;
  /** Empty without one. */
  label: string;
  /** Empty without one. */
  group: string;
}

/**
 * Parses the rows of a list one by one, so that a bad row doesn't affect the others.
 * @returns the rows to add, and the problems of the rest
 */
export function parseRows(rawRows: RawRows): { rows: ParsedRow[]; problems: Problem[] } {
  const rows: ParsedRow[] = [];
  const problems: Problem[] = [];
  const firstRows = new Map<string, number>();
  for (const [row, fields] of rawRows.entries()) {
    const { data, error } = invitationRow.safeParse({
      email: trimUnseen(fields.email ?? "") || null,
      label: trimUnseen(fields.label ?? "") || null,
      group: trimUnseen(fields.group ?? "") || null,
    });
    if (!data) {
      problems.push(withCode({ row, kind: "invalid", message: error.issues[0]?.message ?? "" }));
      continue;
    }
    const { email, label, group } = data;
    const first = email === null ? undefined : firstRows.get(email);
    if (first !== undefined) {
      problems.push({ row, kind: "duplicate", message: `This address is already in row ${first + 1}` });
      continue;
    }
    if (email !== null) firstRows.set(email, row);
    rows.push({ row, email, label: label ?? "", group: group ?? "" });
  }
  return { rows, problems };
}

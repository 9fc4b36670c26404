import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import type { ReactNode } from "react";
import { LeftOutTable, UnusedColumns } from "../invitations/LeftOutTable.tsx";
import { leftOutOf, type WithoutAddress } from "../invitations/leftOut.ts";
import { readList } from "../invitations/readList.ts";
import { writeList } from "../invitations/writeList.ts";

/** The people found in a pasted list, and details about the rows that aren't read. */
export interface FoundPeople {
  people: number;
  withoutEmail: number;
  /** The list without the people who don't have an email address. */
  withEmailText: string;
  /** Why the list can't be read. */
  problem: string | null;
  details: ReactNode;
}

/** Reads a pasted list. */
export function foundPeople(text: string, withoutAddress: WithoutAddress): FoundPeople {
  const list = readList(text, { hasGroups: false });
  if (typeof list === "string")
    return {
      people: 0,
      withoutEmail: 0,
      withEmailText: text,
      problem: invitationTexts.unreadable[list],
      details: null,
    };
  const { rows, leftOut } = leftOutOf(list, withoutAddress);
  const details = (
    <>
      {list.maybeHeadings !== null && (
        <p className="text-sm wrap-anywhere">{askTexts.people.maybeHeading(list.maybeHeadings)}</p>
      )}
      {leftOut.length > 0 && <LeftOutTable leftOut={leftOut} />}
      <UnusedColumns unused={list.unused} />
    </>
  );
  const withEmail = rows.filter(({ email }) => email !== "");
  const withoutEmail = rows.length - withEmail.length;
  return { people: rows.length, withoutEmail, withEmailText: writeList(withEmail), problem: null, details };
}

import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import type { ReactNode } from "react";
import { LeftOutTable, UnusedColumns } from "../invitations/LeftOutTable.tsx";
import { leftOutOf, type WithoutAddress } from "../invitations/leftOut.ts";
import { readList } from "../invitations/readList.ts";

/** A sentence about the people found in a pasted list, and details about the rows that aren't read. */
export function foundPeople(text: string, withoutAddress: WithoutAddress): { sentence: string; details: ReactNode } {
  const list = readList(text, { hasGroups: false });
  if (typeof list === "string") return { sentence: invitationTexts.unreadable[list], details: null };
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
  return { sentence: askTexts.people.count(rows.length), details };
}

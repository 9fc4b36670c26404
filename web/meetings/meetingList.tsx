import { MEETING_PEOPLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import type { ReactNode } from "react";
import { LeftOutTable, UnusedColumns } from "../invitations/LeftOutTable.tsx";
import { leftOutOf } from "../invitations/leftOut.ts";
import { readList } from "../invitations/readList.ts";
import { writeList } from "../invitations/writeList.ts";

/** The people of a pasted list, for a meeting that doesn't exist yet. */
export interface MeetingList {
  /** The number of people who can be added, and of those without an email address. */
  people: number;
  withoutEmail: number;
  /** Why the list can't be used as it is. */
  problem: string | null;
  /** The rows that are left out, and why; null if there are none. */
  details: ReactNode;
  /** The text of the people with an email address. */
  withEmailText: string;
}

const NONE: MeetingList = {
  people: 0,
  withoutEmail: 0,
  problem: null,
  details: null,
  withEmailText: "",
};

/** Reads a pasted list. Whether addresses are valid is up to the server, which checks it once the meeting is stored. */
export function readMeetingList(text: string, takesCodes: boolean): MeetingList {
  if (text.trim() === "") return NONE;
  const list = readList(text, { hasGroups: false });
  if (typeof list === "string") return { ...NONE, problem: invitationTexts.unreadable[list] };
  const { rows, leftOut } = leftOutOf(list, takesCodes ? "code" : "waits");
  const withoutEmail = rows.filter(({ email }) => email === "");
  const heading = list.maybeHeadings;
  const hasDetails = leftOut.length > 0 || list.unused.length > 0 || heading !== null;
  return {
    people: rows.length,
    withoutEmail: withoutEmail.length,
    problem: rows.length > MEETING_PEOPLE_MAX ? formTexts.tooMany(MEETING_PEOPLE_MAX) : null,
    details: hasDetails && (
      <>
        {heading !== null && <p className="text-sm wrap-anywhere">{askTexts.people.maybeHeading(heading)}</p>}
        {leftOut.length > 0 && <LeftOutTable leftOut={leftOut} />}
        <UnusedColumns unused={list.unused} />
      </>
    ),
    withEmailText: writeList(rows.filter(({ email }) => email !== "")),
  };
}

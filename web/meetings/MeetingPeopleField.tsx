import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { type ChangeEvent, useEffect, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { CountedPeople } from "../invitations/CountedPeople.tsx";
import { isTooLong, SHOWN_MAX } from "../invitations/keptList.ts";
import { TakeFromList } from "../invitations/voterLists/TakeFromList.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import type { MeetingList } from "./meetingList.tsx";

interface MeetingPeopleFieldProps {
  text: string;
  onChange: (text: string) => void;
  /** Whether people without an email address can get codes. */
  takesCodes: boolean;
  error: string | undefined;
}

/** The list of a new meeting, pasted, uploaded or copied from a saved one, with how many people were found in it. */
export function MeetingPeopleField({ text, onChange, takesCodes, error }: MeetingPeopleFieldProps) {
  const { list, failure } = useReadList(text, takesCodes);
  const [fileError, setFileError] = useState<string | null>(null);
  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (!file) return;
    const { readListFile } = await import("../invitations/readList.ts");
    const content = await readListFile(file);
    // Browsers fire no event when the same file is chosen again.
    currentTarget.value = "";
    if ("problem" in content) return setFileError(invitationTexts.unreadable[content.problem]);
    setFileError(content.text.length > SHOWN_MAX ? listTexts.tooLong : null);
    if (content.text.length <= SHOWN_MAX) onChange(content.text);
  }
  const problem = isTooLong(text) ? listTexts.tooLong : (fileError ?? list?.problem ?? undefined);
  return (
    <div className="space-y-3">
      <TextArea
        label={formTexts.people}
        hint={formTexts.peopleHint}
        name="people"
        rows={4}
        placeholder={invitationTexts.pasteExample}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error ?? problem}
      />
      {failure && (
        <p role="status" className="text-sm">
          {failure}
        </p>
      )}
      <CountedPeople
        people={list?.people ?? 0}
        withoutEmail={list?.withoutEmail ?? 0}
        waits={!takesCodes}
        onOnlyWithEmail={() => onChange(list?.withEmailText ?? text)}
      />
      {list?.details}
      <TakeFromList max={SHOWN_MAX} onTaken={onChange} />
      <label className="block text-sm">
        <span className="me-3 text-muted">{invitationTexts.orFile}</span>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => void choose(event)}
          className="max-w-full file:me-3 file:min-h-9 file:rounded-lg file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:font-semibold"
        />
      </label>
    </div>
  );
}

/** What a pasted list contains. The reader of lists is loaded once there is one. */
function useReadList(text: string, takesCodes: boolean): { list: MeetingList | null; failure: string | null } {
  const [found, setFound] = useState<{ list: MeetingList | null; failure: string | null }>(NOTHING);
  useEffect(() => {
    let isCurrent = true;
    if (text.trim() === "" || isTooLong(text)) setFound(NOTHING);
    else
      void import("./meetingList.tsx")
        .then(
          ({ readMeetingList }) => ({ list: readMeetingList(text, takesCodes), failure: null }),
          (error: unknown) => ({ list: null, failure: failureOf(error).text }),
        )
        .then((next) => isCurrent && setFound(next));
    return () => {
      isCurrent = false;
    };
  }, [text, takesCodes]);
  return found;
}

const NOTHING = { list: null, failure: null };

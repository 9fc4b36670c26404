import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { type ChangeEvent, useState } from "react";
import { CountedPeople } from "../invitations/CountedPeople.tsx";
import { isTooLong, SHOWN_MAX } from "../invitations/keptList.ts";
import { useReadText } from "../invitations/useReadText.ts";
import { TakeFromList } from "../invitations/voterLists/TakeFromList.tsx";
import { TextArea } from "../ui/TextArea.tsx";

interface MeetingPeopleFieldProps {
  text: string;
  onChange: (text: string) => void;
  /** Whether people without an email address can get codes. */
  takesCodes: boolean;
  error: string | undefined;
}

/** The list of a new meeting, pasted, uploaded or copied from a saved one, with how many people were found in it. */
export function MeetingPeopleField({ text, onChange, takesCodes, error }: MeetingPeopleFieldProps) {
  const { list, failure } = useReadText(text, takesCodes ? readWithCodes : readWithoutCodes);
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

const readWithCodes = async (text: string) => (await import("./meetingList.tsx")).readMeetingList(text, true);
const readWithoutCodes = async (text: string) => (await import("./meetingList.tsx")).readMeetingList(text, false);

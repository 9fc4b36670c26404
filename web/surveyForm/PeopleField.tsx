import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { CountedPeople } from "../invitations/CountedPeople.tsx";
import { isTooLong, SHOWN_MAX } from "../invitations/keptList.ts";
import { type ReadText, useReadText } from "../invitations/useReadText.ts";
import { TakeFromList } from "../invitations/voterLists/TakeFromList.tsx";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { TextArea } from "../ui/TextArea.tsx";
import type { FoundPeople } from "./foundPeople.tsx";

/** What happens to people without an email address: with a secret vote an admin must allow their codes first. */
const fateOf = ({ values }: SurveyFormState) => ((values.privacy ?? "named") === "named" ? "code" : "waits");

const readWithCodes = async (text: string) => (await import("./foundPeople.tsx")).foundPeople(text, "code");
const readWithWaiting = async (text: string) => (await import("./foundPeople.tsx")).foundPeople(text, "waits");

/** The people in the list that is pasted while the question is asked. */
export const useFoundPeople = (form: SurveyFormState): ReadText<FoundPeople> =>
  useReadText(form.values.people ?? "", fateOf(form) === "code" ? readWithCodes : readWithWaiting);

/** The found people in a few words; undefined before there are any. */
export const foundText = ({ list }: ReadText<FoundPeople>): string | undefined =>
  list === null || list.people === 0 ? undefined : invitationTexts.found(list.people, list.withoutEmail);

/**
 * The people who can vote, pasted while the question is asked. The text is kept with the draft, and read again when the
 * survey is stored: only the server knows which addresses are valid.
 */
export function PeopleField({ form, found }: { form: SurveyFormState; found: ReadText<FoundPeople> }) {
  const text = form.values.people ?? "";
  const { list } = found;
  const problem = found.failure ?? list?.problem;
  return (
    <div className="space-y-1.5">
      <TextArea
        label={invitationTexts.paste}
        hint={askTexts.people.hint}
        optional
        rows={4}
        placeholder={invitationTexts.pasteExample}
        spellCheck={false}
        {...form.field("people")}
        error={isTooLong(text) ? listTexts.tooLong : undefined}
      />
      <TakeFromList max={SHOWN_MAX} onTaken={(taken) => form.change("people", taken)} />
      {problem && (
        <p role="status" className="text-sm">
          {problem}
        </p>
      )}
      <CountedPeople
        people={list?.people ?? 0}
        withoutEmail={list?.withoutEmail ?? 0}
        waits={fateOf(form) === "waits"}
        onOnlyWithEmail={() => form.change("people", list?.withEmailText ?? text)}
      />
      {list?.details}
    </div>
  );
}

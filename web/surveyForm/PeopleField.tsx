import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useEffect, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { CountedPeople } from "../invitations/CountedPeople.tsx";
import { isTooLong, SHOWN_MAX } from "../invitations/keptList.ts";
import { TakeFromList } from "../invitations/voterLists/TakeFromList.tsx";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { TextArea } from "../ui/TextArea.tsx";
import type { FoundPeople } from "./foundPeople.tsx";

/** What becomes of the people without an email address: with a secret vote an admin must allow their codes first. */
const fateOf = ({ values }: SurveyFormState) => ((values.privacy ?? "named") === "named" ? "code" : "waits");

/** The people in the list that is pasted while the question is asked, or why it can't be read; null before there is one. */
export function useFoundPeople(form: SurveyFormState): FoundPeople | string | null {
  const text = form.values.people ?? "";
  const withoutAddress = fateOf(form);
  const [found, setFound] = useState<FoundPeople | string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The reader of lists is loaded once there is one.
    if (text.trim() === "" || isTooLong(text)) setFound(null);
    else
      void import("./foundPeople.tsx")
        .then(
          ({ foundPeople }) => foundPeople(text, withoutAddress),
          (error: unknown) => failureOf(error).text,
        )
        .then((next) => isCurrent && setFound(next));
    return () => {
      isCurrent = false;
    };
  }, [text, withoutAddress]);
  return found;
}

/** The found people in a few words; undefined before there are any. */
export const foundText = (found: FoundPeople | string | null): string | undefined =>
  found === null || typeof found === "string" || found.people === 0
    ? undefined
    : invitationTexts.found(found.people, found.withoutEmail);

/**
 * The people who can vote, pasted while the question is asked. The text is kept with the draft, and read again when the survey is
 * stored: only the server knows which addresses are valid.
 */
export function PeopleField({ form, found }: { form: SurveyFormState; found: FoundPeople | string | null }) {
  const text = form.values.people ?? "";
  const list = typeof found === "string" ? null : found;
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
      {typeof found === "string" && (
        <p role="status" className="text-sm">
          {found}
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

import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { type ReactNode, useEffect, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { isTooLong, SHOWN_MAX } from "../invitations/keptList.ts";
import { TakeFromList } from "../invitations/voterLists/TakeFromList.tsx";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { TextArea } from "../ui/TextArea.tsx";

interface FoundPeople {
  sentence: string;
  details: ReactNode;
}

/** The people in the list that is pasted while the question is asked; null before there is one. */
export function useFoundPeople(form: SurveyFormState): FoundPeople | null {
  const text = form.values.people ?? "";
  const withoutAddress = (form.values.privacy ?? "named") === "named" ? "code" : "refused";
  const [found, setFound] = useState<FoundPeople | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // The reader of lists is loaded once there is one.
    if (text.trim() === "" || isTooLong(text)) setFound(null);
    else
      void import("./foundPeople.tsx")
        .then(
          ({ foundPeople }) => foundPeople(text, withoutAddress),
          (error: unknown) => ({ sentence: failureOf(error).text, details: null }),
        )
        .then((next) => isCurrent && setFound(next));
    return () => {
      isCurrent = false;
    };
  }, [text, withoutAddress]);
  return found;
}

/**
 * The people who can vote, pasted while the question is asked. The text is kept with the draft, and read again when the survey is
 * stored: only the server knows which addresses are valid.
 */
export function PeopleField({ form, found }: { form: SurveyFormState; found: FoundPeople | null }) {
  const text = form.values.people ?? "";
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
      {/* The row shows it. */}
      <p aria-live="polite" className="sr-only">
        {found?.sentence}
      </p>
      {found?.details}
    </div>
  );
}

import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useEffect, useState } from "react";
import { SHOWN_MAX } from "../invitations/keptList.ts";
import { TakeFromList } from "../invitations/voterLists/TakeFromList.tsx";
import type { SurveyFormState } from "../surveys/surveyValues.ts";
import { TextArea } from "../ui/TextArea.tsx";

/**
 * The people who can vote, pasted while the question is asked. The text is kept with the draft, and read again when the survey is
 * stored: only the server knows which addresses are valid.
 */
export function PeopleField({ form }: { form: SurveyFormState }) {
  const text = form.watch("people") ?? "";
  const [found, setFound] = useState("");
  useEffect(() => {
    let isCurrent = true;
    // The reader of lists is loaded once there is one.
    if (text.trim() === "") setFound("");
    else
      void import("../invitations/readList.ts").then(({ readList }) => {
        const rows = readList(text);
        if (!isCurrent) return;
        setFound(typeof rows === "string" ? invitationTexts.unreadable[rows] : askTexts.people.count(rows.length));
      });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <div className="space-y-1.5">
      <TextArea
        label={invitationTexts.paste}
        hint={askTexts.people.hint}
        optional
        rows={4}
        maxLength={SHOWN_MAX}
        placeholder={invitationTexts.pasteExample}
        spellCheck={false}
        {...form.register("people")}
      />
      <TakeFromList max={SHOWN_MAX} onTaken={(taken) => form.setValue("people", taken, { shouldDirty: true })} />
      <p aria-live="polite" className="min-h-5 text-sm text-muted">
        {found}
      </p>
    </div>
  );
}

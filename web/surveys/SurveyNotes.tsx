import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { Day } from "../ui/Day.tsx";
import { UserText } from "../ui/UserText.tsx";

/** Notes that the owner added after people had voted; the description itself can't change any more (product §5). */
export function SurveyNotes({ notes }: { notes: FullSurvey["notes"] }) {
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="notes" className="max-w-prose space-y-4">
      <h2 id="notes" className="text-xl">
        {surveyTexts.notesOfOwner}
      </h2>
      <ul className="space-y-4">
        {notes.map(({ text, createdAt }) => (
          <li key={createdAt + text} className="border-l-2 border-accent pl-4">
            <p className="text-sm text-muted">{surveyTexts.noteAdded(<Day at={createdAt} />)}</p>
            <UserText as="p" className="whitespace-pre-line">
              {text}
            </UserText>
          </li>
        ))}
      </ul>
    </section>
  );
}

import * as recordTexts from "@survey-app/texts/recordTexts.ts";

/** Only on paper: where the chair signs, and who took the minutes. */
export function Signatures() {
  const { chair, secretary } = recordTexts.signatures;
  return (
    <div className="hidden break-inside-avoid grid-cols-2 gap-12 pt-10 print:grid">
      {[chair, secretary].map((each) => (
        <p key={each} className="border-t border-ink pt-1 text-sm">
          {each}
        </p>
      ))}
    </div>
  );
}

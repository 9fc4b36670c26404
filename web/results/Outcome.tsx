import { OUTCOME_EXPECTED_MS } from "@survey-app/contract/outcomes.ts";
import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { useUser } from "../session/useSession.ts";
import { useIsPast } from "../surveys/serverTime.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { Button } from "../ui/Button.tsx";
import { SentenceDay } from "../ui/SentenceDay.tsx";
import { UserText } from "../ui/UserText.tsx";

/** What the owner says was decided after the close, with its earlier versions; the owner can give and change it here. */
export function Outcome({ survey }: { survey: FullSurvey }) {
  const user = useUser();
  // Only owners need it.
  const {
    Dialog: OutcomeEditor,
    isOpen: isEditing,
    open,
    close,
  } = useLateDialog(async () => (await import("./OutcomeEditor.tsx")).OutcomeEditor);
  const { closedAt, outcomes } = survey;
  const isLate = useIsPast(closedAt === null ? null : Date.parse(closedAt) + OUTCOME_EXPECTED_MS);
  // Others see a masked address.
  const isOwner = user?.email === survey.email;
  const [newest, ...earlier] = outcomes;
  if (closedAt === null || (!newest && !isOwner && !isLate)) return null;

  function finish() {
    close();
    // The form that had the focus is gone.
    document.getElementById("outcome")?.focus();
  }

  return (
    <section aria-labelledby="outcome" className="max-w-prose space-y-4 print:max-w-none print:space-y-2 print:text-sm">
      <h2 id="outcome" tabIndex={-1} className="text-xl">
        {outcomeTexts.title}
      </h2>
      {newest ? <Version version={newest} /> : <p className="text-muted">{outcomeTexts.noneYet}</p>}
      {earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-medium">{outcomeTexts.earlier(earlier.length)}</summary>
          <div className="mt-3 space-y-4">
            {earlier.map((version) => (
              <Version key={version.createdAt} version={version} />
            ))}
          </div>
        </details>
      )}
      {isOwner &&
        (OutcomeEditor && isEditing ? (
          <OutcomeEditor surveyId={survey._id} text={newest?.text ?? ""} onDone={finish} />
        ) : (
          <Button look="quiet" small onClick={open}>
            {newest ? outcomeTexts.change : outcomeTexts.give}
          </Button>
        ))}
    </section>
  );
}

function Version({ version: { text, createdAt } }: { version: FullSurvey["outcomes"][number] }) {
  return (
    <div className="border-l-2 border-accent pl-4">
      <p className="text-sm text-muted">{outcomeTexts.givenOn(<SentenceDay at={createdAt} />)}</p>
      <UserText as="p" className="whitespace-pre-line">
        {text}
      </UserText>
    </div>
  );
}

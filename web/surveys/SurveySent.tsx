import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

interface SurveySentProps {
  title: string;
  /** The survey that was changed; none where a new one was made. */
  changed: string | undefined;
  /** Back to the form. */
  onMore: () => void;
}

/** The form's receipt: what happened, and where to go from here. */
export function SurveySent({ title, changed, onMore }: SurveySentProps) {
  return (
    <div role="status">
      <EmptyState
        title={changed ? texts.surveyUpdated(title) : texts.surveyAdded(title)}
        text={
          changed
            ? "Everybody who sees the survey sees it as it is now."
            : "It waits for publication now: an admin reads it, then it stands with the others."
        }
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {changed ? (
              <LinkButton href={`/surveydetails/${changed}`}>See the survey</LinkButton>
            ) : (
              <LinkButton href="/dashboard/surveyor/surveys">Your surveys</LinkButton>
            )}
            <Button look="quiet" onClick={onMore}>
              {changed ? "Change more" : "Add another"}
            </Button>
          </div>
        }
      />
    </div>
  );
}

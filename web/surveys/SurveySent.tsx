import { PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { useSettings } from "../session/settings.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

interface SurveySentProps {
  title: string;
  /** The changed survey as stored now; omitted for a new one. */
  survey: Survey | undefined;
  /** Returns to the form. */
  onMore: () => void;
}

/** Shown after the form was sent: what happened, and where to go next. */
export function SurveySent({ title, survey, onMore }: SurveySentProps) {
  const { review } = useSettings();
  const { role } = useSignedInUser();
  const changed = survey?._id;
  const isPublic = survey ? survey.status === PUBLISHED : !review;
  return (
    <div role="status">
      <EmptyState
        title={changed ? texts.surveyUpdated(title) : texts.surveyAdded(title)}
        text={isPublic ? "The survey is published." : role === "admin" ? texts.waiting : texts.submittedForReview}
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

import { awaitsReview } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import { useState } from "react";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";

/** For admins: opens the dialog that publishes, sends back or unpublishes the survey. */
export function ReviewSurvey({ survey }: { survey: Survey }) {
  const { Dialog, open, close, isOpen } = useLateDialog(
    async () => (await import("../moderation/PublishDialog.tsx")).PublishDialog,
  );
  const isPublished = survey.status === PUBLISHED;
  // As it was when the dialog was opened: that is what the admin has read.
  const [read, setRead] = useState(survey);
  return (
    <>
      <Button
        look={awaitsReview(survey) ? "main" : "quiet"}
        aria-haspopup="dialog"
        onClick={() => {
          setRead(survey);
          open();
        }}
      >
        {isPublished ? reviewTexts.unpublish : ownSurveyTexts.review}
      </Button>
      {Dialog && <Dialog survey={isOpen ? read : null} list={[]} onChoose={close} />}
    </>
  );
}

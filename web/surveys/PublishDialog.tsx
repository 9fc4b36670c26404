import { FEEDBACK_MAX } from "@survey-app/contract/feedback.ts";
import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { PublishedText } from "./PublishedText.tsx";
import { useChangeStatus } from "./useChangeStatus.ts";
import { useNewVersion } from "./useNewVersion.ts";

/**
 * Publishes or unpublishes a survey with a note to the owner: optional when publishing, required when unpublishing
 * (product §5).
 */
export function PublishDialog({ survey: chosen, onClose }: { survey: Survey | null; onClose: () => void }) {
  const change = useChangeStatus();
  const preview = useRef<HTMLDivElement>(null);
  const newVersion = useNewVersion(() => {
    change.reset();
    // The clicked button is gone: the focus moves to the text to read.
    preview.current?.focus();
  });
  const survey = newVersion.data ?? chosen;
  const formId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const publishes = survey?.status === WAITING;

  function close() {
    setProblem(null);
    change.reset();
    newVersion.reset();
    onClose();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!survey || change.isPending) return;
    const feedback = String(new FormData(event.currentTarget).get("feedback")).trim();
    if (!publishes && !feedback) return setProblem("Tell the owner why: feedback is required.");
    if (feedback.length > FEEDBACK_MAX) return setProblem(texts.tooLong(FEEDBACK_MAX));
    try {
      await change.mutateAsync({ survey, status: publishes ? PUBLISHED : WAITING, feedback });
      toast(feedback ? texts.feedbackSent : texts.surveyPublished(survey.Title));
      close();
    } catch {
      // The dialog shows the error below.
    }
  }

  return (
    <Dialog
      title={publishes ? "Publish this survey?" : "Unpublish this survey?"}
      isOpen={survey !== null}
      onClose={close}
      actions={
        <>
          <Button look="plain" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={change.isPending}>
            {publishes ? "publish" : "unpublish"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-5">
        <p className="text-muted">
          <UserText as="strong" className="font-semibold text-ink">
            {survey?.Title}
          </UserText>{" "}
          by <UserText>{survey?.userName}</UserText>{" "}
          {publishes
            ? `will be seen and voted on by everybody${survey.scheduled ? " from its start on" : ""}.`
            : "will be seen by its owner and the admins only."}
        </p>
        {publishes && survey && (
          <div ref={preview} tabIndex={-1} className="outline-none">
            <PublishedText survey={survey} />
          </div>
        )}
        {newVersion.error && <ErrorPanel {...failureOf(newVersion.error)} />}
        {change.error && (
          <ErrorPanel
            {...failureOf(change.error)}
            retryLabel="Show the new version"
            onRetry={isOutdated(change.error) ? () => survey && newVersion.mutate(survey._id) : undefined}
          />
        )}
        <TextArea
          label="Feedback to the owner"
          name="feedback"
          optional={publishes}
          rows={4}
          limit={FEEDBACK_MAX}
          error={problem ?? undefined}
          onChange={() => setProblem(null)}
        />
      </form>
    </Dialog>
  );
}

/** The owner changed the survey after the admin opened it. */
const isOutdated = (error: Error) => error instanceof ApiRequestError && error.problem.code === "changedMeanwhile";

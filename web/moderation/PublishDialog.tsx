import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { awaitsReview } from "@survey-app/contract/surveys/publication.ts";
import {
  getSurvey,
  PUBLISHED,
  type Survey,
  type SurveyStatus,
  setSurveyStatus,
  WAITING,
} from "@survey-app/contract/surveys/surveys.ts";
import { FEEDBACK_MAX } from "@survey-app/contract/text/limits.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useRef } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { textError } from "../api/textError.ts";
import { reasonOptions, unpublishedFor } from "../api/unpublishReasons.ts";
import { type Form, useForm } from "../api/useForm.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { PublishedText } from "../surveys/PublishedText.tsx";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { SelectField } from "../ui/SelectField.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { Requester } from "./Requester.tsx";
import { ReviewSteps } from "./ReviewSteps.tsx";
import { Unpublication } from "./Unpublication.tsx";

interface PublishDialogProps {
  survey: Survey | null;
  /** The surveys of the list, whose previous and next one that awaits review can be shown. */
  list: readonly Survey[];
  /** Shows another survey; null closes the dialog. */
  onChoose: (survey: Survey | null) => void;
}

/**
 * Publishes, sends back or unpublishes a survey with a note to the owner: optional when publishing (specification
 * §4.2). Publishing a user's first question also makes its owner a surveyor, so the dialog shows everything that will
 * be public, and who asks. Unpublishing names a reason, and an unpublished survey is shown with its owner's appeal.
 */
export function PublishDialog({ survey: chosen, list, onChoose }: PublishDialogProps) {
  const { survey, publishes, form, formId, preview, change, newVersion, show, onSubmit } = useDecision(
    chosen,
    onChoose,
  );
  const texts =
    survey && !publishes
      ? { title: reviewTexts.title.unpublish, label: reviewTexts.unpublish }
      : survey?.asker
        ? { title: reviewTexts.title.accept, label: reviewTexts.accept }
        : { title: reviewTexts.title.publish, label: reviewTexts.publish };
  return (
    <Dialog
      title={texts.title}
      isOpen={survey !== null}
      isWide={publishes}
      onClose={() => show(null)}
      actions={
        <>
          {publishes && chosen && <ReviewSteps survey={chosen} list={list} onChoose={show} />}
          <Button look="plain" className={compact} onClick={() => show(null)}>
            {uiTexts.cancel}
          </Button>
          {survey && awaitsReview(survey) && (
            <ActionButton
              look="quiet"
              type="submit"
              form={formId}
              value={WAITING}
              busy={form.isBusy}
              again={uiTexts.pressAgain}
              className={compact}
            >
              {survey.unpublished ? reviewTexts.keep : reviewTexts.sendBack}
            </ActionButton>
          )}
          <ActionButton type="submit" form={formId} busy={form.isBusy} again={uiTexts.pressAgain} className={compact}>
            {texts.label}
          </ActionButton>
        </>
      }
    >
      {survey && (
        <form key={survey._id} {...form.props} id={formId} onSubmit={onSubmit} className="space-y-5">
          <DecisionFields survey={survey} publishes={publishes} form={form} />
          {publishes && (
            <div ref={preview} tabIndex={-1} className="space-y-4 outline-none">
              {survey.asker && <Requester survey={survey} requester={survey.asker} />}
              <PublishedText survey={survey} />
            </div>
          )}
          {newVersion.error && <ErrorPanel {...failureOf(newVersion.error)} />}
          {change.error && form.problem && (
            <ErrorPanel
              {...failureOf(change.error)}
              retryLabel={reviewTexts.showNewVersion}
              onRetry={isOutdated(change.error) ? () => newVersion.mutate(survey._id) : undefined}
            />
          )}
        </form>
      )}
    </Dialog>
  );
}

/** The form for a decision about a survey, or about its newer version. */
function useDecision(chosen: Survey | null, onChoose: (survey: Survey | null) => void) {
  const change = useChangeStatus();
  const preview = useRef<HTMLDivElement>(null);
  const newVersion = useMutation({
    mutationFn: (id: string) => api(getSurvey, { params: { id } }),
    onSuccess: () => {
      change.reset();
      // The clicked button is gone: the focus moves to the text to read.
      preview.current?.focus();
    },
  });
  const survey = newVersion.data ?? chosen;
  const formId = useId();
  const publishes = survey !== null && survey.status !== PUBLISHED;
  /** The status that the pressed button stands for. */
  const wanted = useRef<SurveyStatus>(PUBLISHED);
  const form = useForm({
    initial: { feedback: "", reason: "" },
    check: ({ feedback, reason }) => ({
      ...textError(
        "feedback",
        feedback,
        FEEDBACK_MAX,
        wanted.current === WAITING && survey ? whyNeeded(survey) : undefined,
      ),
      ...(!publishes && reason === "" && { reason: reviewTexts.chooseReason }),
    }),
    send: async (values) => {
      if (!survey) return;
      const status = wanted.current;
      const feedback = values.feedback.trim();
      const reason = values.reason as UnpublishReason | "";
      await change.mutateAsync({ survey, status, feedback, ...(reason && { reason }) });
      toast(doneText(survey, status, feedback));
      show(null);
      // A filter may leave out the decided survey, with the button that opened this dialog.
      catchLostFocus();
    },
  });

  function show(next: Survey | null) {
    form.reset();
    change.reset();
    newVersion.reset();
    onChoose(next);
  }

  function onSubmit(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
    const { submitter } = event.nativeEvent;
    const isSentBack = submitter instanceof HTMLButtonElement && submitter.value === String(WAITING);
    wanted.current = publishes && !isSentBack ? PUBLISHED : WAITING;
    form.props.onSubmit(event);
  }

  return { survey, publishes, form, formId, preview, change, newVersion, show, onSubmit };
}

interface DecisionFieldsProps {
  survey: Survey;
  publishes: boolean;
  form: Form<{ feedback: string; reason: string }>;
}

/** The effect of the decision, the fields for its reason and the note to the owner, and the owner's appeal. */
function DecisionFields({ survey, publishes, form }: DecisionFieldsProps) {
  return (
    <>
      <p ref={showHeading} className="text-muted">
        {effectOf(survey, publishes)(
          <UserText of={survey} as="strong" className="font-semibold text-ink" />,
          <UserText>{personName(survey.userName)}</UserText>,
        )}
      </p>
      {!publishes && (
        <SelectField
          label={reviewTexts.reason}
          hint={reviewTexts.reasonHint}
          prompt={reviewTexts.chooseReason}
          options={reasonOptions()}
          {...form.field("reason")}
        />
      )}
      <TextArea
        label={reviewTexts.feedback}
        optional={publishes}
        rows={publishes ? 3 : 4}
        limit={FEEDBACK_MAX}
        {...form.field("feedback")}
      />
      {survey.unpublished && (
        <div className="space-y-3">
          <p className="font-semibold">{unpublishedFor(survey.unpublished.reason)}</p>
          <Unpublication survey={survey} />
        </div>
      )}
    </>
  );
}

/** Scrolls the dialog to its heading, for another survey too. */
const showHeading = (text: HTMLElement | null) => text?.closest("dialog")?.scrollTo(0, 0);

/** Why feedback is required for a decision other than to publish. */
function whyNeeded({ status, unpublished }: Survey): string {
  if (status === PUBLISHED) return reviewTexts.whyUnpublish;
  return unpublished ? reviewTexts.whyKeep : reviewTexts.whySendBack;
}

function doneText(survey: Survey, status: SurveyStatus, feedback: string): string {
  const { Title, userName, asker, unpublished } = survey;
  if (status === WAITING && survey.status === WAITING) return unpublished ? reviewTexts.kept : reviewTexts.sentBack;
  if (status === PUBLISHED && asker) return reviewTexts.accepted(userName, Title);
  return feedback ? surveyTexts.feedbackSent : surveyTexts.isPublished(Title);
}

/** On a phone, so that the buttons take two lines and not three. */
const compact = "max-sm:px-3 max-sm:text-sm";

/** The owner changed the survey, or another admin decided about it, after this admin opened it. */
const isOutdated = (error: Error) =>
  error instanceof ApiRequestError && ["changedMeanwhile", "decidedMeanwhile"].includes(error.problem.code);

/** The sentence about what the decision does. */
function effectOf({ scheduled, electorate }: Survey, publishes: boolean) {
  if (!publishes) return reviewTexts.willBeHidden;
  if (electorate === "invited") return scheduled ? reviewTexts.willBeSeenByLinkFromStart : reviewTexts.willBeSeenByLink;
  return scheduled ? reviewTexts.willBeSeenFromStart : reviewTexts.willBeSeen;
}

interface Decision {
  /** As the admin has seen it. */
  survey: Survey;
  status: SurveyStatus;
  feedback: string;
  /** Why it is unpublished. */
  reason?: UnpublishReason;
}

const useChangeStatus = () =>
  useInvalidatingMutation(
    ({ survey: { _id: id, version, status }, ...decision }: Decision) =>
      api(setSurveyStatus, { params: { id }, body: { ...decision, version, seenStatus: status } }),
    ["notices"],
    ["surveys"],
  );

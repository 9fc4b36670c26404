import { type FullSurvey, PUBLISHED, type Survey, updateSurvey } from "@survey-app/contract/surveys.ts";
import { drawingPath } from "@survey-app/contract/text.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useId, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { ApiRequestError } from "../api/api.ts";
import { applyFieldErrors } from "../api/failure.ts";
import { summaryOf, useContractForm, useDraft } from "../api/forms.ts";
import { useSubmitBlock } from "../api/useSubmitBlock.ts";
import { isPendingPicture } from "../images/pendingPicture.ts";
import { isTooLong, keepList, readKeptList } from "../invitations/keptList.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { knownSession } from "../session/knownSession.ts";
import { loginAddress } from "../session/returnTo.ts";
import { useSettings } from "../session/settings.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useNeedsReview } from "../session/useNeedsReview.ts";
import { useSession, useUser } from "../session/useSession.ts";
import { useHasEnded, useIsQuestionFrozen } from "../surveys/serverTime.ts";
import {
  copiedValues,
  emptyForList,
  emptySurvey,
  fieldsOf,
  fixedValues,
  frozenFields,
  type SurveyValues,
  settingsOf,
  surveyDraftKey,
  timesOf,
  valuesOf,
} from "../surveys/surveyValues.ts";
import { useSendSurvey } from "../surveys/useSendSurvey.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { clearDraft, readDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { toast } from "../ui/toast.ts";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { type AltGap, altGap } from "./altGap.ts";
import { FrozenFields } from "./FrozenFields.tsx";
import { OfferedQuestion } from "./OfferedQuestion.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { SurveyFormActions, useSubmitLabel } from "./SurveyFormActions.tsx";
import { SurveySent } from "./SurveySent.tsx";
import { needsEnd } from "./settingNeeds.ts";
import { unfinishedTime } from "./unfinishedTime.ts";
import { useOffer } from "./useOffer.ts";
import { dismissedTipsOf } from "./useQuestionTips.ts";

/** Replaces a pending picture in the validation: it is uploaded before the form is sent. */
const PENDING_PICTURE = "/images/pending.webp";

/**
 * The contract's schema; a pending picture is valid, and without a picture the category's drawing is sent. Only files named
 * `…Form.tsx` get schemas (leanContract.ts).
 */
const surveySchema = z.pipe(
  z.transform(({ people: _, ...values }: SurveyValues) => ({ ...values, image: sentPicture(values) })),
  updateSurvey.body,
);

function sentPicture({ image, category }: SurveyValues): string {
  if (isPendingPicture(image)) return PENDING_PICTURE;
  // A missing category is an error of its own.
  return image === "" && category ? drawingPath(category) : image || PENDING_PICTURE;
}

/** The page that asks for the submission again after signing in. */
const ASK_AFTER_SIGN_IN = "/ask?next=submit";

interface SurveyFormProps {
  /** The survey to change; omitted for a new one. */
  survey?: FullSurvey;
  /** The survey that a new one is copied from. */
  original?: FullSurvey | undefined;
  /** Called after the form was sent, instead of showing what happened. */
  onSent?: () => void;
  /** Whether a new question was written before signing in: its next step is the preview. */
  comesBack?: boolean;
  /** Whether a new question can only be for the people on a list. */
  onlyUnlisted?: boolean;
}

/** What decides whether a question can change, of a new one. */
const NEW = { participants: 0, settingsFixed: false, deadline: null, closedAt: null };

/**
 * Creates or changes a survey. A new one is checked on a preview of its page before it is sent, and a visitor's after signing in.
 * Drafts are stored on this device until they are sent.
 */
export function SurveyForm({ survey, original, onSent, comesBack = false, onlyUnlisted = false }: SurveyFormProps) {
  const { phase } = useSession();
  const user = useUser();
  const signInPage = useSettings().registration.kind === "closed" ? "/login" : "/signup";
  const timeZone = useTimeZone();
  const empty = onlyUnlisted ? emptyForList : emptySurvey;
  const stored = survey ? valuesOf(survey, timeZone) : original ? copiedValues(original) : empty;
  const form = useContractForm(surveySchema, stored);
  const frozen = useIsQuestionFrozen(survey ?? NEW) && survey !== undefined;
  const isOver = useHasEnded(survey ?? NEW) && frozen;
  const draft = surveyDraftKey(survey, original, frozen);
  const offer = useOffer(draft);
  // Until its user goes on with it, a question that was typed before signing in stays where it was.
  const isTrial = comesBack && offer.isOffered && !offer.hasOwn;
  const place = isTrial ? "session" : "local";
  const forgetDraft = () => {
    clearDraft(place, draft);
    clearDraft("local", dismissedTipsOf(draft));
  };
  // What takes this form's place must not find the draft of the question that was sent.
  const send = useSendSurvey(survey, original, forgetDraft);
  const [electorate, listed] = form.watch(["electorate", "listed"]);
  const values = {
    electorate: electorate ?? "everyone",
    listed: (electorate ?? "everyone") === "everyone" || listed === true,
  };
  const returnsToReview = useReturnsToReview(survey, values) && !frozen;
  const isUnlisted = useAsksUnlisted() && !values.listed;
  const label = useSubmitLabel(survey, values);
  const formId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<{ id: string; title: string } | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const [gap, setGap] = useState<AltGap | null>(null);
  useDraft(form, place, draft, frozen ? frozenFields : []);
  const { errors, isSubmitting, submitCount, isDirty } = form.formState;
  const fields = fieldsOf(form.getValues());
  useLeaveGuard(isDirty && sent === null && phase === "signedIn");
  // The contract's message addresses API clients; this form needs its own.
  const shownErrors = errors.category
    ? { ...errors, category: { ...errors.category, message: surveyTexts.chooseCategory } }
    : errors;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    send.reset();
    if (needsEnd(settingsOf(values)) && !values.deadline)
      return form.setError("deadline", { message: askTexts.end.needed });
    const unfinished = unfinishedTime(formId);
    if (unfinished) return form.setError(unfinished, { message: askTexts.unfinishedTime }, { shouldFocus: true });
    // The field says it.
    if (values.electorate === "invited" && isTooLong(form.getValues("people"))) return form.setFocus("people");
    // Asked for only once: the specification requires no description.
    const found = frozen || isUnlisted || isPreviewed ? null : altGap(form.getValues(), stored, !survey);
    setGap(found);
    if (found !== null && found !== gap) return;
    // A press counts before the session is known, too.
    if ((await knownSession()).phase !== "signedIn") return navigate(loginAddress(ASK_AFTER_SIGN_IN, signInPage));
    if (!survey && !isPreviewed) return setPreviewed(true);
    if (isPendingPicture(form.getValues("image")) && !isUnlisted) return setProblem(imageTexts.notUploaded);
    try {
      // Whatever was typed before the first publication, or the first vote.
      const body = { ...values, ...(survey && fixedValues(survey, frozen, timeZone)) };
      const id = await send.mutateAsync({ ...body, ...timesOf(body, survey, timeZone) });
      if (id === null) return setProblem(surveyTexts.nothingChanged);
      const people = form.getValues("people")?.trim();
      if (!survey && people && body.electorate === "invited") keepList(id, people);
      form.reset(survey ? { ...form.getValues(), note: "" } : empty);
      // Emptying the form stores a draft.
      forgetDraft();
      // What takes the form's place says it, and gets the focus.
      toast(survey ? surveyTexts.updated(body.Title) : surveyTexts.added(body.Title), "done", { isSilent: !onSent });
      // The page of the list adds the people who were pasted.
      if (readKeptList(id)) return navigate(ownSurveyAddress(id, "people"));
      setSent({ id, title: body.Title });
      onSent?.();
    } catch (error) {
      const failure = applyFieldErrors(error, fields, form.setError, surveyTexts.outcomeUnknown);
      setProblem(failure);
      // The fields with errors are on the form.
      if (failure === null) setPreviewed(false);
    }
  });

  const { onSubmit, block, setBlock, notice } = useSubmitBlock(submit);
  // The form has the picture's address a moment before the upload ends, and would ignore a press until then.
  const isUploading = (isPendingPicture(form.watch("image")) && !isUnlisted) || block === imageTexts.waitForUpload;

  const isBack = comesBack && phase === "signedIn" && (isTrial || !offer.isOffered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session and the draft are known
  useEffect(() => {
    // A draft is restored in an effect of this render.
    if (isBack && form.getValues("Title")) void form.handleSubmit(() => setPreviewed(true))();
  }, [isBack]);

  function startOver() {
    setPreviewed(false);
    setSent(null);
    form.reset(survey ? stored : empty);
  }

  function takeOffer() {
    offer.take();
    // The form of a trial has it, and its draft moves with it.
    if (!isTrial) form.reset({ ...empty, ...readDraft<SurveyValues>("local", draft) }, { keepDefaultValues: true });
    setPreviewed(false);
  }

  function dropOffer() {
    if (isTrial) form.reset(empty);
    offer.drop();
    setPreviewed(false);
  }

  function discard() {
    form.reset(stored);
    forgetDraft();
    setProblem(null);
  }

  if (sent !== null && !onSent) return <SurveySent {...sent} isNew={!survey} onMore={startOver} />;
  const failure = isUnconfirmed(send.error) ? (
    <AddressUnconfirmed />
  ) : (
    (notice ?? problem) && <ErrorPanel text={notice ?? problem ?? ""} />
  );
  return (
    <>
      {isPreviewed && (
        <PreviewStep
          form={form}
          timeZone={timeZone}
          text={isTrial ? askTexts.signedIn(user?.name ?? "") : askTexts.preview.note}
        >
          {failure}
          <ActionButton
            type="submit"
            form={formId}
            busy={isSubmitting}
            disabled={isUploading}
            again={uiTexts.pressAgain}
          >
            {isUploading ? askTexts.uploading : label}
          </ActionButton>
          <Button look="quiet" onClick={isTrial ? takeOffer : () => setPreviewed(false)}>
            {askTexts.preview.back}
          </Button>
          {isTrial && (
            <Button look="plain" onClick={dropOffer}>
              {askTexts.offer.drop}
            </Button>
          )}
        </PreviewStep>
      )}
      {/* Hidden and not removed, because a picture can still be on its way. */}
      <form
        id={formId}
        noValidate
        method="post"
        // With Back, a browser would fill in what was typed before a sign-out.
        autoComplete="off"
        onSubmit={onSubmit}
        hidden={isPreviewed}
        className="max-w-2xl space-y-6"
      >
        {offer.isOffered && !isTrial && <OfferedQuestion hasOwn={offer.hasOwn} onTake={takeOffer} onDrop={dropOffer} />}
        {original && (
          <p role="status" className="rounded-xl bg-accent-soft px-4 py-3">
            {askTexts.copied}
          </p>
        )}
        <ErrorSummary errors={summaryOf(shownErrors, fields)} attempt={submitCount} />
        {frozen ? (
          <FrozenFields form={form} survey={survey} timeZone={timeZone} />
        ) : (
          <QuestionFields
            form={form}
            timeZone={timeZone}
            survey={survey}
            draft={draft}
            onBlock={setBlock}
            onlyUnlisted={onlyUnlisted}
            onlyDrawing={isUnlisted}
            gap={gap}
          />
        )}
        {returnsToReview && <p className="rounded-xl bg-accent-soft px-4 py-3">{surveyTexts.returnsToReview}</p>}
        {!isPreviewed && failure}
        {!isOver && (
          <SurveyFormActions
            label={survey ? label : askTexts.submit.visitor}
            isBusy={isSubmitting}
            isDirty={isDirty}
            onDiscard={survey || original ? discard : undefined}
          />
        )}
      </form>
    </>
  );
}

const isUnconfirmed = (error: Error | null) =>
  error instanceof ApiRequestError && error.problem.code === "addressUnconfirmed";

/** Shown instead of sending a question from an account whose email address is not confirmed. */
function AddressUnconfirmed() {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-4 rounded-xl bg-no-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-64">{askTexts.unconfirmed.text}</p>
      <LinkButton look="quiet" small href="/profile">
        {askTexts.unconfirmed.action}
      </LinkButton>
    </div>
  );
}

/** Whether saving a change takes the survey offline until an admin has reviewed it (specification §4.2). */
function useReturnsToReview(survey: Survey | undefined, values: Pick<Survey, "electorate" | "listed">): boolean {
  const isReviewed = useNeedsReview(values);
  const role = useUser()?.role;
  return isReviewed && role !== "admin" && survey?.status === PUBLISHED;
}

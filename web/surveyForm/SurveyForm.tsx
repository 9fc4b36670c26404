import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { type FullSurvey, PUBLISHED, type Survey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useId, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { ApiRequestError } from "../api/api.ts";
import { schemaErrors } from "../api/bySchema.ts";
import { summaryOf } from "../api/FormErrors.tsx";
import { isDirty } from "../api/isDirty.ts";
import { Explained } from "../api/noResponse.ts";
import { rejectedFields } from "../api/rejectedFields.ts";
import { useSettings } from "../api/settings.ts";
import { type FieldErrors, useForm } from "../api/useForm.ts";
import { useSubmitBlock } from "../api/useSubmitBlock.ts";
import { isPendingPicture } from "../images/pendingPicture.ts";
import { isTooLong, keepList, readKeptList } from "../invitations/keptList.ts";
import {
  copiedValues,
  emptyForList,
  emptySurvey,
  fixedValues,
  frozenFields,
  type SurveyFormState,
  type SurveyValues,
  settingsOf,
  surveyDraftKey,
  timesOf,
  valuesOf,
} from "../managing/surveyValues.ts";
import { useSendSurvey } from "../managing/useSendSurvey.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { knownSession } from "../session/knownSession.ts";
import { loginAddress } from "../session/returnTo.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useNeedsReview } from "../session/useNeedsReview.ts";
import { useSession, useUser } from "../session/useSession.ts";
import { useHasEnded, useIsQuestionFrozen } from "../surveys/serverTime.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import type { StoragePlace } from "../ui/browserStorage.ts";
import { clearDraft, readDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { fieldId } from "../ui/fieldId.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { toast } from "../ui/toast.ts";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { type AltGap, altGap } from "./altGap.ts";
import { FrozenFields } from "./FrozenFields.tsx";
import { OfferedQuestion } from "./OfferedQuestion.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { emptyFor, type Place } from "./places.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { SurveyFormActions, useSubmitLabel } from "./SurveyFormActions.tsx";
import { SurveySent } from "./SurveySent.tsx";
import { needsEnd } from "./settingNeeds.ts";
import { unfinishedTime } from "./unfinishedTime.ts";
import { useOffer } from "./useOffer.ts";
import { dismissedTipsOf } from "./useQuestionTips.ts";
import { useSurveyDraft } from "./useSurveyDraft.ts";

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

/** The errors that the form names before it is sent. */
function checkSurvey(values: SurveyValues): FieldErrors<SurveyValues> {
  const errors = schemaErrors(surveySchema, values);
  return {
    ...errors,
    // The contract's message addresses API clients.
    ...(errors.category && { category: surveyTexts.chooseCategory }),
    ...(!values.deadline && needsEnd(settingsOf(values)) && { deadline: askTexts.end.needed }),
  };
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
  /** Where a new question is asked, which decides how people vote at first. */
  place?: Place | undefined;
}

/** The fields of a new survey that decide whether its question can change. */
const NEW = { participants: 0, settingsFixed: false, deadline: null, closedAt: null };

/**
 * Creates or changes a survey. A new one is checked on a preview of its page before it is sent, and a visitor's after signing in.
 * Drafts are stored on this device until they are sent.
 */
export function SurveyForm(props: SurveyFormProps) {
  const { survey, original, onSent, comesBack = false, onlyUnlisted = false } = props;
  const { phase } = useSession();
  const user = useUser();
  const edited = useEditedSurvey(props);
  const { stored, draft, offer, isTrial, isFrozen, isOver, timeZone } = edited;
  const { form, formId, label, submission, steps, isUnlisted, returnsToReview } = useSurveySteps(props, edited);
  const isChanged = isDirty(form.values, edited.pristine);
  useLeaveGuard(isChanged && steps.sent === null && phase === "signedIn");
  const { onSubmit, block, setBlock, notice } = useSubmitBlock(form.props.onSubmit);
  // The form has the picture's address a moment before the upload ends, and would ignore a press until then.
  const isUploading = (isPendingPicture(form.values.image) && !isUnlisted) || block === imageTexts.waitForUpload;

  usePreviewAfterSignIn(comesBack && phase === "signedIn" && (isTrial || !offer.isOffered), form, steps.setPreviewed);

  function reset(to: SurveyValues) {
    edited.setPristine(to);
    form.reset(to);
    steps.setPreviewed(false);
  }

  function takeOffer() {
    offer.take();
    // The form of a trial has it, and its draft moves with it.
    if (!isTrial) form.show({ ...edited.empty, ...readDraft<SurveyValues>("local", draft) });
    steps.setPreviewed(false);
  }

  function dropOffer() {
    if (isTrial) reset(edited.empty);
    offer.drop();
  }

  function startOver() {
    steps.setSent(null);
    reset(survey ? stored : edited.empty);
  }

  function discard() {
    reset(stored);
    edited.forgetDraft();
  }

  if (steps.sent !== null && !onSent) return <SurveySent {...steps.sent} isNew={!survey} onMore={startOver} />;
  const problem = notice ?? form.problem;
  const failure = isUnconfirmed(submission.error) ? <AddressUnconfirmed /> : problem && <ErrorPanel text={problem} />;
  return (
    <>
      {steps.isPreviewed && (
        <PreviewStep
          form={form}
          timeZone={timeZone}
          text={isTrial ? askTexts.signedIn(user?.name ?? "") : askTexts.preview.note}
        >
          {failure}
          <PreviewActions
            {...{ formId, label, isUploading, isTrial }}
            isBusy={form.isBusy}
            onBack={isTrial ? takeOffer : () => steps.setPreviewed(false)}
            onDrop={dropOffer}
          />
        </PreviewStep>
      )}
      {/* Hidden and not removed, because a picture can still be on its way. */}
      <form {...form.props} id={formId} onSubmit={onSubmit} hidden={steps.isPreviewed} className="max-w-2xl space-y-6">
        {offer.isOffered && !isTrial && <OfferedQuestion hasOwn={offer.hasOwn} onTake={takeOffer} onDrop={dropOffer} />}
        {original && (
          <p role="status" className="rounded-xl bg-accent-soft px-4 py-3">
            {askTexts.copied}
          </p>
        )}
        <ErrorSummary errors={listedErrors(form)} attempt={form.attempt} />
        {isFrozen && survey ? (
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
            gap={steps.gap}
          />
        )}
        {returnsToReview && <p className="rounded-xl bg-accent-soft px-4 py-3">{surveyTexts.returnsToReview}</p>}
        {!steps.isPreviewed && failure}
        {!isOver && (
          <SurveyFormActions
            label={survey ? label : askTexts.submit.visitor}
            isBusy={form.isBusy}
            isDirty={isChanged}
            onDiscard={survey || original ? discard : undefined}
          />
        )}
      </form>
    </>
  );
}

/** Shows the preview of a question that its writer comes back to, if it is complete. */
function usePreviewAfterSignIn(isBack: boolean, form: SurveyFormState, setPreviewed: (isPreviewed: boolean) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session and the draft are known
  useEffect(() => {
    // A draft is restored before the effects of this render.
    if (isBack && form.latest.current.Title && form.validate()) setPreviewed(true);
  }, [isBack]);
}

interface PreviewActionsProps {
  formId: string;
  label: string;
  isBusy: boolean;
  isUploading: boolean;
  /** Whether the question was typed before its user signed in, and can be discarded. */
  isTrial: boolean;
  onBack: () => void;
  onDrop: () => void;
}

function PreviewActions({ formId, label, isBusy, isUploading, isTrial, onBack, onDrop }: PreviewActionsProps) {
  return (
    <>
      <ActionButton type="submit" form={formId} busy={isBusy} disabled={isUploading} again={uiTexts.pressAgain}>
        {isUploading ? askTexts.uploading : label}
      </ActionButton>
      <Button look="quiet" onClick={onBack}>
        {askTexts.preview.back}
      </Button>
      {isTrial && (
        <Button look="plain" onClick={onDrop}>
          {askTexts.offer.drop}
        </Button>
      )}
    </>
  );
}

/** The errors for the summary. The fields of a rule say theirs. */
function listedErrors({ errors }: SurveyFormState): Record<string, string> {
  const listed = Object.entries(errors).filter(([path]) => !path.startsWith("passRule."));
  return summaryOf({ values: emptySurvey, errors: Object.fromEntries(listed) });
}

/** The survey that the form edits: its first values, and its draft. */
function useEditedSurvey({
  survey,
  original,
  comesBack = false,
  onlyUnlisted = false,
  place: askedAt,
}: SurveyFormProps) {
  const timeZone = useTimeZone();
  // An open vote is in public lists.
  const isOffered = askedAt && !(onlyUnlisted && askedAt === "team");
  const empty = isOffered ? emptyFor(askedAt, timeZone) : onlyUnlisted ? emptyForList : emptySurvey;
  const stored = survey ? valuesOf(survey, timeZone) : original ? copiedValues(original) : empty;
  /** The values with which the form is compared, to see whether something is typed. */
  const [pristine, setPristine] = useState<SurveyValues>(stored);
  const isFrozen = useIsQuestionFrozen(survey ?? NEW) && survey !== undefined;
  const isOver = useHasEnded(survey ?? NEW) && isFrozen;
  const draft = surveyDraftKey(survey, original, isFrozen);
  const offer = useOffer(draft);
  // Until its user goes on with it, a question that was typed before signing in stays where it was.
  const isTrial = comesBack && offer.isOffered && !offer.hasOwn;
  const place: StoragePlace = isTrial ? "session" : "local";
  const forgetDraft = () => {
    clearDraft(place, draft);
    clearDraft("local", dismissedTipsOf(draft));
  };
  return {
    timeZone,
    empty,
    stored,
    pristine,
    setPristine,
    isFrozen,
    isOver,
    draft,
    place,
    forgetDraft,
    offer,
    isTrial,
  };
}

/** The form with its steps: the fields, the sign-in of a visitor, the preview, and what was sent. */
function useSurveySteps({ survey, original, onSent }: SurveyFormProps, edited: ReturnType<typeof useEditedSurvey>) {
  const { stored, pristine, empty, isFrozen, timeZone, forgetDraft } = edited;
  const settings = useSettings();
  const signInPage = settings.registration.kind === "closed" ? "/login" : "/signup";
  const asksAsGuest = mayAsk("unlisted", "guest", settings);
  // What takes this form's place must not find the draft of the question that was sent.
  const submission = useSendSurvey(survey, original, forgetDraft);
  const formId = useId();
  const [sent, setSent] = useState<{ id: string; title: string } | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const [gap, setGap] = useState<AltGap | null>(null);
  const form = useForm({
    initial: stored,
    draft: useSurveyDraft({
      key: edited.draft,
      place: edited.place,
      pristine,
      without: isFrozen ? frozenFields : [],
    }),
    check: checkSurvey,
    send: async (typed) => {
      submission.reset();
      if (await isReady(typed)) await store(typed);
    },
    ifUnknown: surveyTexts.outcomeUnknown,
  });
  const electorate = form.values.electorate ?? "everyone";
  const asked = { electorate, listed: electorate === "everyone" || form.values.listed === true };
  const returnsToReview = useReturnsToReview(survey, asked) && !isFrozen;
  const isUnlisted = useAsksUnlisted() && !asked.listed;
  const label = useSubmitLabel(survey, asked);

  /** Whether the last step is reached; otherwise the form shows what is missing, or the next step. */
  async function isReady(typed: SurveyValues): Promise<boolean> {
    const unfinished = unfinishedTime(formId);
    if (unfinished) throw rejectedFields({ [unfinished]: askTexts.unfinishedTime });
    if (typed.electorate === "invited" && isTooLong(typed.people)) {
      // The field says it.
      document.getElementById(fieldId("people"))?.focus();
      return false;
    }
    // Asked for only once: the specification requires no description.
    const found = isFrozen || isUnlisted || isPreviewed ? null : altGap(typed, stored, !survey);
    setGap(found);
    if (found !== null && found !== gap) return false;
    // A press counts before the session is known, too.
    if ((await knownSession()).phase !== "signedIn" && !(asksAsGuest && typed.electorate === "link")) {
      navigate(loginAddress(ASK_AFTER_SIGN_IN, signInPage));
      return false;
    }
    if (!survey && !isPreviewed) setPreviewed(true);
    return survey !== undefined || isPreviewed;
  }

  async function store(typed: SurveyValues): Promise<void> {
    if (isPendingPicture(form.latest.current.image) && !isUnlisted) throw new Explained(imageTexts.notUploaded);
    const values = z.parse(surveySchema, typed);
    // Whatever was typed before the first publication, or the first vote.
    const body = { ...values, ...(survey && fixedValues(survey, isFrozen, timeZone)) };
    const id = await submission.mutateAsync({ ...body, ...timesOf(body, survey, timeZone) }).catch((error: unknown) => {
      // The fields with errors are on the form.
      if (error instanceof ApiRequestError && error.problem.errors) setPreviewed(false);
      throw error;
    });
    if (id === null) throw new Explained(surveyTexts.nothingChanged);
    const people = form.latest.current.people?.trim();
    if (!survey && people && body.electorate === "invited") keepList(id, people);
    const rest = survey ? { ...form.latest.current, note: "" } : empty;
    edited.setPristine(rest);
    form.reset(rest);
    forgetDraft();
    // What takes the form's place says it, and gets the focus.
    toast(survey ? surveyTexts.updated(body.Title) : surveyTexts.added(body.Title), "done", { isSilent: !onSent });
    // The page of the list adds the people who were pasted.
    if (readKeptList(id)) return navigate(ownSurveyAddress(id, "people"));
    setSent({ id, title: body.Title });
    onSent?.();
  }

  const steps = { sent, setSent, isPreviewed, setPreviewed, gap };
  return { form, formId, label, submission, steps, isUnlisted, returnsToReview };
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

import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { PUBLISHED, type Survey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as imageTexts from "@survey-app/texts/imageTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useEffect, useId, useLayoutEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { ApiRequestError, serverNow, withLock } from "../api/api.ts";
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
  emptySurvey,
  fixedValues,
  frozenFields,
  type SurveyFormState,
  type SurveyValues,
  settingsOf,
  timesOf,
} from "../managing/surveyValues.ts";
import { useSendSurvey } from "../managing/useSendSurvey.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { keepQuestion, notePublished } from "../session/keptDraft.ts";
import { knownSession } from "../session/knownSession.ts";
import { loginAddress } from "../session/returnTo.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useNeedsReview } from "../session/useNeedsReview.ts";
import { useSession, useUser } from "../session/useSession.ts";
import { readDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { fieldId } from "../ui/fieldId.ts";
import { toast } from "../ui/toast.ts";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useMatches } from "../ui/useMatches.ts";
import { type AltGap, altGap } from "./altGap.ts";
import { askedOf, askedValues, type Needs } from "./askedValues.ts";
import { ConfirmFirst } from "./ConfirmFirst.tsx";
import { FrozenFields } from "./FrozenFields.tsx";
import { OfferedQuestion } from "./OfferedQuestion.tsx";
import { ConfirmActions, PreviewActions } from "./PreviewActions.tsx";
import { PreviewStep } from "./PreviewStep.tsx";
import { usePublishing, usePublishingText, useSubmitLabel } from "./publishing.ts";
import { FullFields, ShortFields } from "./QuestionFields.tsx";
import { SurveyFormActions } from "./SurveyFormActions.tsx";
import { LivePreview } from "./SurveyPreview.tsx";
import { SurveySent } from "./SurveySent.tsx";
import { needsEnd } from "./settingNeeds.ts";
import { noEndWords, stateWords } from "./stateWords.ts";
import { unfinishedTime } from "./unfinishedTime.ts";
import { type SurveyFormProps, useEditedSurvey } from "./useEditedSurvey.ts";
import { withWhoIn } from "./usePicking.ts";
import { useSurveyDraft } from "./useSurveyDraft.ts";
import { isUnconfirmed, usePublishedElsewhere, useUnconfirmed } from "./waitingQuestion.ts";

/** The contract's schema. Only files named `…Form.tsx` get schemas (leanContract.ts). */
const surveySchema = updateSurvey.body;

/** The errors that the form names before it is sent. */
function checkSurvey(values: SurveyValues, needs: Needs): FieldErrors<SurveyValues> {
  const errors = schemaErrors(surveySchema, askedValues(values, needs));
  const settings = settingsOf(values);
  return {
    ...errors,
    // The contract's message addresses API clients.
    ...(errors.category && { category: surveyTexts.chooseCategory }),
    ...(!values.deadline && needsEnd(settings) && { deadline: noEndWords(settings) }),
  };
}

/** The page that asks for the submission again after signing in. */
const ASK_AFTER_SIGN_IN = "/ask?next=submit";

/**
 * Creates or changes a survey. The short way shows what people will see beside the form where there is room; elsewhere
 * one press shows it, and visitors see it after signing in. Drafts are stored on this device until they are sent.
 */
export function SurveyForm(props: SurveyFormProps) {
  const { survey, original, onSent, comesBack = false, onlyUnlisted = false, short, confirming } = props;
  const { phase } = useSession();
  const user = useUser();
  const edited = useEditedSurvey(props);
  const { stored, draft, offer, isTrial, isFrozen, isOver, timeZone } = edited;
  const { form, formId, label, submission, steps, isUnlisted, returnsToReview } = useSurveySteps(props, edited);
  const isChanged = isDirty(form.values, edited.pristine);
  useLeaveGuard(isChanged && steps.sent === null && phase === "signedIn");
  const { onSubmit, block, setBlock, notice } = useSubmitBlock(form.props.onSubmit);
  const words = useStateWords(form.values, timeZone);
  const publishing = usePublishingText(form.values, timeZone);
  const { isReviewed } = usePublishing(form.values);
  const isWide = useMatches(WIDE) && short !== undefined;
  // The form has the picture's address a moment before the upload ends, and would ignore a press until then.
  const isUploading = (isPendingPicture(form.values.image) && !isUnlisted) || block === imageTexts.waitForUpload;

  useReadersEnd(short?.deadline, form, edited);
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

  function discard() {
    reset(stored);
    edited.forgetDraft();
  }

  const isRefused = steps.awaitsConfirmation || isUnconfirmed(submission.error);
  const unconfirmed = useUnconfirmed(props, form, steps.isPreviewed || isRefused);

  if (steps.sent !== null && !onSent) {
    const startOver = () => {
      steps.setSent(null);
      steps.setPreviewed(false);
      // A new one is empty since it was published; what was typed while another tab published it is not.
      if (survey) reset(stored);
    };
    return <SurveySent {...steps.sent} isNew={!survey} onMore={startOver} />;
  }
  const problem = notice ?? form.problem;
  const failure =
    unconfirmed !== null && isRefused ? (
      <ConfirmFirst email={unconfirmed} isAsked />
    ) : (
      problem && <ErrorPanel text={problem} />
    );
  const Fields = short && !survey ? ShortFields : FullFields;
  const hasLivePreview = isWide && !steps.isPreviewed;
  return (
    <div className={short && !steps.isPreviewed ? BESIDE_PREVIEW : undefined}>
      {steps.isPreviewed && (
        <PreviewStep
          form={form}
          timeZone={timeZone}
          text={confirming?.text ?? (isTrial ? askTexts.signedIn(user?.name ?? "") : askTexts.preview.note)}
        >
          {unconfirmed !== null && !isRefused && <ConfirmFirst email={unconfirmed} isAsked />}
          {failure}
          {confirming ? (
            <ConfirmActions
              {...{ formId, isUploading }}
              label={askTexts.confirmFirst[isReviewed ? "review" : "publish"]}
              isBusy={form.isBusy}
              onOnly={confirming.onlyConfirm}
            />
          ) : (
            <PreviewActions
              {...{ formId, label, isUploading, isTrial }}
              isBusy={form.isBusy}
              onBack={isTrial ? takeOffer : () => steps.setPreviewed(false)}
              onDrop={dropOffer}
            />
          )}
        </PreviewStep>
      )}
      {/* Hidden and not removed, because a picture can still be on its way. */}
      <form {...form.props} id={formId} onSubmit={onSubmit} hidden={steps.isPreviewed} className="max-w-read">
        <div className="peer/fields mb-6 space-y-6">
          {offer.isOffered && !isTrial && (
            <OfferedQuestion hasOwn={offer.hasOwn} onTake={takeOffer} onDrop={dropOffer} />
          )}
          {unconfirmed !== null && !isRefused && <ConfirmFirst email={unconfirmed} isAsked={false} />}
          {original && (
            <p role="status" className="rounded-xl bg-accent-soft px-4 py-3">
              {askTexts.copied}
            </p>
          )}
          <ErrorSummary errors={listedErrors(form)} attempt={form.attempt} />
          {isFrozen && survey ? (
            <FrozenFields form={form} survey={survey} timeZone={timeZone} />
          ) : (
            <Fields
              form={form}
              timeZone={timeZone}
              words={words}
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
        </div>
        {!isOver && (
          <SurveyFormActions
            label={label}
            publishing={survey ? null : publishing}
            isBusy={form.isBusy}
            isUploading={isUploading && phase === "signedIn"}
            isDirty={isChanged}
            onPreview={survey ? undefined : () => form.validate() && steps.setPreviewed(true)}
            previewsBeside={short !== undefined}
            onDiscard={survey || original ? discard : undefined}
          />
        )}
      </form>
      {hasLivePreview && (
        <aside className="sticky top-24 hidden @min-[65rem]/form:block">
          <LivePreview form={form} timeZone={timeZone} />
        </aside>
      )}
    </div>
  );
}

/** An end that was not chosen is a day of the reader, whose time zone is known only after the first render. */
function useReadersEnd(
  day: string | null | undefined,
  form: SurveyFormState,
  edited: ReturnType<typeof useEditedSurvey>,
) {
  const { pristine, setPristine } = edited;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the day changes, and not with what is typed
  useLayoutEffect(() => {
    const { current: values } = form.latest;
    if (day === undefined || day === pristine.deadline || values.deadline !== pristine.deadline) return;
    setPristine({ ...pristine, deadline: day });
    form.show({ ...values, deadline: day });
  }, [day]);
}

// Unlike the window, the container (AskPage) knows the text size that a reader chose here.
const BESIDE_PREVIEW =
  "@min-[65rem]/form:grid @min-[65rem]/form:grid-cols-[minmax(0,36rem)_29rem] @min-[65rem]/form:items-start @min-[65rem]/form:justify-between @min-[65rem]/form:gap-x-12";

/** Where the preview has room beside the form. */
const WIDE = "(min-width: 72rem)";

/** The settings in words. */
function useStateWords(values: SurveyValues, timeZone: string) {
  return stateWords({
    settings: settingsOf(values),
    passRule: values.passRule ?? null,
    deadline: values.deadline ?? "",
    timeZone,
    now: serverNow(),
  });
}

/** Shows the preview of a question that its writer comes back to, if it is complete. */
function usePreviewAfterSignIn(isBack: boolean, form: SurveyFormState, setPreviewed: (isPreviewed: boolean) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session and the draft are known
  useEffect(() => {
    // A draft is restored before the effects of this render.
    if (isBack && form.latest.current.Title && form.validate()) setPreviewed(true);
  }, [isBack]);
}

/** The errors for the summary. The fields of a rule say theirs. */
function listedErrors({ errors }: SurveyFormState): Record<string, string> {
  const listed = Object.entries(errors).filter(([path]) => !path.startsWith("passRule."));
  return summaryOf({ values: emptySurvey, errors: Object.fromEntries(listed) });
}

/** The form with its steps: the fields, the sign-in of a visitor, the preview, and what was sent. */
function useSurveySteps(
  { survey, original, onSent, onlyUnlisted, short, confirming }: SurveyFormProps,
  edited: ReturnType<typeof useEditedSurvey>,
) {
  const { stored, pristine, empty, isFrozen, timeZone, forgetDraft } = edited;
  const settings = useSettings();
  const signInPage = settings.registration.kind === "closed" ? "/login" : "/signup";
  const asksAsGuest = mayAsk("unlisted", "guest", settings);
  // The content that replaces this form must not find the draft of the question that was sent.
  const submission = useSendSurvey(survey, original, forgetDraft);
  const formId = useId();
  const [sent, setSent] = useState<{ id: string; title: string } | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const [gap, setGap] = useState<AltGap | null>(null);
  const [awaitsConfirmation, setAwaitsConfirmation] = useState(false);
  const asksUnlisted = useAsksUnlisted();
  const needsOf = (values: SurveyValues): Needs => ({
    isFull: !short,
    onlyDrawing: asksUnlisted && !askedOf(values).listed,
  });
  const form = useForm({
    initial: stored,
    withChosen: (fields, values) => withWhoIn(fields, values, onlyUnlisted ? "invited" : "everyone"),
    draft: useSurveyDraft({
      key: edited.draft,
      place: edited.place,
      pristine,
      without: isFrozen ? frozenFields : [],
    }),
    check: (values) => checkSurvey(values, needsOf(values)),
    send: async (typed) => {
      submission.reset();
      const isPublished = publishedElsewhere();
      const publish = async () => {
        if (!(await isPublished()) && (await isReady(typed))) await store(typed);
      };
      // Two tabs can show a new question: the one that it was written in, and the one that its emailed link opened.
      await (survey ? publish() : withLock("question", {}, publish));
    },
    ifUnknown: surveyTexts.outcomeUnknown,
  });
  const returnsToReview = useReturnsToReview(survey, askedOf(form.values)) && !isFrozen;
  const isUnlisted = needsOf(form.values).onlyDrawing;
  const label = useSubmitLabel(survey, form.values);
  const user = useUser();
  const { mustConfirm } = usePublishing(form.values);

  /** Whether it can be sent now; otherwise the form shows what is missing, or the next step. */
  async function isReady(typed: SurveyValues): Promise<boolean> {
    const unfinished = unfinishedTime(formId);
    if (unfinished) throw rejectedFields({ [unfinished]: askTexts.unfinishedTime });
    if (typed.electorate === "invited" && isTooLong(typed.people)) {
      // The field shows the error.
      document.getElementById(fieldId("people"))?.focus();
      return false;
    }
    // Asked for only once: the specification requires no description.
    const found = isFrozen || isUnlisted || confirming ? null : altGap(typed, stored, !survey);
    setGap(found);
    if (found !== null && found !== gap) return false;
    // A press counts before the session is known, too.
    if ((await knownSession()).phase !== "signedIn" && !(asksAsGuest && typed.electorate === "link")) {
      navigate(loginAddress(ASK_AFTER_SIGN_IN, signInPage));
      return false;
    }
    if (user && mustConfirm && !survey && !confirming) {
      keepQuestion(form.latest.current, user.email);
      setAwaitsConfirmation(true);
      return false;
    }
    await confirming?.confirm();
    return true;
  }

  async function store(typed: SurveyValues): Promise<void> {
    if (isPendingPicture(form.latest.current.image) && !isUnlisted) throw new Explained(imageTexts.notUploaded);
    const values = z.parse(surveySchema, askedValues({ ...typed, image: form.latest.current.image }, needsOf(typed)));
    // Whatever was typed before the first publication, or the first vote.
    const body = { ...values, ...(survey && fixedValues(survey, isFrozen, timeZone)) };
    const id = await submission.mutateAsync({ ...body, ...timesOf(body, survey, timeZone) }).catch((error: unknown) => {
      // The fields with errors are on the form.
      if (error instanceof ApiRequestError && error.problem.errors) setPreviewed(false);
      throw error;
    });
    if (id === null) throw new Explained(surveyTexts.nothingChanged);
    if (!survey) notePublished(id);
    const people = form.latest.current.people?.trim();
    if (!survey && people && body.electorate === "invited") keepList(id, people);
    const rest = survey ? { ...form.latest.current, note: "" } : empty;
    edited.setPristine(rest);
    form.reset(rest);
    forgetDraft();
    // The content that replaces the form says it, and gets the focus.
    toast(survey ? surveyTexts.updated(body.Title) : surveyTexts.added(body.Title), "done", { isSilent: !onSent });
    // The page of the list adds the people who were pasted.
    if (readKeptList(id)) return navigate(ownSurveyAddress(id, "people"));
    setSent({ id, title: body.Title });
    onSent?.();
  }

  const publishedElsewhere = usePublishedElsewhere(survey, { form, edited, onFound: setSent });

  const steps = { sent, setSent, isPreviewed, setPreviewed, gap, awaitsConfirmation };
  return { form, formId, label, submission, steps, isUnlisted, returnsToReview };
}

/** Whether saving a change takes the survey offline until an admin has reviewed it (specification §4.2). */
function useReturnsToReview(survey: Survey | undefined, values: Pick<Survey, "electorate" | "listed">): boolean {
  const isReviewed = useNeedsReview(values);
  const role = useUser()?.role;
  return isReviewed && role !== "admin" && survey?.status === PUBLISHED;
}

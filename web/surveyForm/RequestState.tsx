import type { SurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSettings } from "../api/settings.ts";
import { DeleteSurveyDialog } from "../managing/DeleteSurveyDialog.tsx";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { NEW_DRAFT } from "../session/draftKeys.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { SurveyCard } from "../surveyList/SurveyCard.tsx";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Quote } from "../ui/Quote.tsx";
import { toast } from "../ui/toast.ts";
import { OfferedQuestion } from "./OfferedQuestion.tsx";
import { SurveyForm } from "./SurveyForm.tsx";
import { useOffer } from "./useOffer.ts";

const words = askTexts.request;

/** The current user's first question: awaiting review, or sent back with a note; with the form to change it. */
export function RequestState({ request: { survey, note } }: { request: SurveyorRequest }) {
  const isSentBack = survey.sentBack !== undefined;
  const [isChanging, setChanging] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { section, showState } = useShowState();
  const offer = useOffer(NEW_DRAFT);
  return (
    <div className="space-y-8">
      <section
        ref={section}
        tabIndex={-1}
        role="status"
        className="max-w-read scroll-mt-24 outline-none space-y-4 rounded-2xl border border-line bg-surface p-6"
      >
        <h2 className="text-2xl">{isSentBack ? words.sentBack.title : words.waiting.title}</h2>
        <p className="text-muted">{isSentBack ? words.sentBack.text : <WaitingText />}</p>
        {note && <Quote title={words.noteOf}>{note}</Quote>}
        {offer.isOffered && <OfferedQuestion hasOwn={offer.hasOwn} onTake={offer.take} onDrop={offer.drop} />}
        {offer.hasOwn && <p className="text-muted">{words.otherDraft}</p>}
        <div className="flex flex-wrap gap-3">
          {survey.electorate === "invited" && (
            <LinkButton href={ownSurveyAddress(survey._id, "people")}>{invitationTexts.action}</LinkButton>
          )}
          {!isSentBack && (
            <Button look="quiet" onClick={() => setChanging(!isChanging)}>
              {isChanging ? words.keep : words.change}
            </Button>
          )}
          <Button look="plain" onClick={() => setWithdrawing(true)}>
            {words.withdraw}
          </Button>
        </div>
      </section>
      {isSentBack || isChanging ? (
        <SurveyForm
          key={survey._id}
          survey={survey}
          onSent={() => {
            setChanging(false);
            toast(words.resubmitted);
            showState();
          }}
        />
      ) : (
        <div className="max-w-96">
          <SurveyCard survey={survey} level={2} among={[]} state={<SurveyState survey={survey} />} />
        </div>
      )}
      <DeleteSurveyDialog survey={isWithdrawing ? survey : null} isRequest onClose={() => setWithdrawing(false)} />
    </div>
  );
}

/** Scrolls up to the state of the question after its form was sent, and moves the focus there. */
function useShowState() {
  const section = useRef<HTMLElement>(null);
  const showState = useCallback(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "start" });
  }, []);
  useEffect(() => {
    // After sending, the button that had the focus is gone; on arrival, the page's heading has it.
    const hasLostFocus = document.activeElement === document.body && navigator.userActivation?.hasBeenActive;
    if (scrollY > 0 || hasLostFocus) showState();
  }, [showState]);
  return { section, showState };
}

/** Emails go to confirmed addresses only. */
function WaitingText() {
  const { mail } = useSettings();
  const { emailVerified } = useSignedInUser();
  if (mail === "off") return words.waiting.here;
  return emailVerified ? words.waiting.byEmail : words.waiting.unconfirmed;
}

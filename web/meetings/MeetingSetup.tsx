import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useTicket } from "../api/useTicket.ts";
import { ImportList } from "../invitations/ImportList.tsx";
import { forgetKeptList, readKeptList } from "../invitations/keptList.ts";
import { ListAndCodes } from "../invitations/ListAndCodes.tsx";
import { surveyTarget } from "../invitations/useImport.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { focusHeading } from "../ui/focusHeading.ts";
import { WorkProgress } from "../ui/WorkProgress.tsx";
import { forgetSetup, keepSetup, readSetup } from "./keptSetup.ts";
import { useAddDraft } from "./meetings.queries.ts";
import { takesCodes } from "./takesCodes.ts";

interface MeetingSetupProps {
  meeting: ManagedMeeting;
  onDone: () => void;
}

/**
 * After this time the owner can continue with the people who were added so far, in ms: the list may be stored already,
 * or some of its rows may be invalid.
 */
const SLOW_MS = 3000;

/**
 * Stores the list and then the questions of a new meeting, as they were typed into its form; it continues where it
 * stopped.
 */
export function MeetingSetup({ meeting, onDone }: MeetingSetupProps) {
  const { meetingId, name, language } = meeting;
  const canHaveCodes = takesCodes(meeting);
  const target = useMemo(() => surveyTarget(meetingId, canHaveCodes), [meetingId, canHaveCodes]);
  const [hasPeople, setHasPeople] = useState(() => readKeptList(meetingId) === "");
  const [hasCodes, setHasCodes] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const goOnWithout = () => {
    forgetKeptList(meetingId);
    setHasPeople(true);
  };
  const questions = useTypedQuestions(meetingId, hasPeople);
  const isDone = hasPeople && questions.left === 0 && !hasCodes;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when all of it is stored
  useEffect(() => {
    if (!isDone) return;
    forgetSetup(meetingId);
    onDone();
    focusHeading(() => true);
  }, [isDone]);
  return (
    <section aria-labelledby="setup" className="max-w-read space-y-5">
      <ListAndCodes
        sheet={{ Title: name, language, contact: "" }}
        className="space-y-5"
        onClosed={() => setHasCodes(false)}
      >
        {(onCodes) => (
          <>
            <h2 id="setup" className="text-xl">
              {formTexts.setUp}
            </h2>
            {!hasPeople && (
              <ImportList
                target={target}
                surveyId={meetingId}
                onCodes={(codes) => {
                  setHasCodes(true);
                  onCodes(codes);
                }}
                onAdding={setAdding}
                onAdded={() => setHasPeople(true)}
              />
            )}
            {!hasPeople && isSlow && !isAdding && (
              <Button look="quiet" onClick={goOnWithout}>
                {formTexts.goOn}
              </Button>
            )}
            {hasPeople && <AddingQuestions {...questions} />}
          </>
        )}
      </ListAndCodes>
    </section>
  );
}

/**
 * Adds the typed questions one after the other, once the people are there: whether questions can be secret depends on
 * the people.
 */
function useTypedQuestions(meetingId: string, isReady: boolean) {
  const [total] = useState(() => readSetup(meetingId)?.questions?.length ?? 0);
  const [left, setLeft] = useState(total);
  const adding = useAddDraft(meetingId);
  // The same ticket for a question whose response was lost.
  const ticketFor = useTicket<string>();
  const isRunning = useRef(false);
  async function addAll() {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      for (let setup = readSetup(meetingId); setup?.questions?.[0] !== undefined; setup = readSetup(meetingId)) {
        const [Title, ...rest] = setup.questions;
        await adding.mutateAsync({ Title, ticket: ticketFor(`${rest.length} ${Title}`) });
        keepSetup(meetingId, { questions: rest });
        setLeft(rest.length);
      }
    } catch {
      // The error is shown, with a button that goes on.
    }
    isRunning.current = false;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the people are there
  useEffect(() => {
    if (isReady) void addAll();
  }, [isReady]);
  return { total, left, error: adding.error, onContinue: () => void addAll() };
}

function AddingQuestions({ total, left, error, onContinue }: ReturnType<typeof useTypedQuestions>) {
  if (!error)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <WorkProgress label={formTexts.addingQuestions} done={total - left} total={total} />
      </div>
    );
  return (
    <div className="space-y-4">
      <ErrorPanel text={failureOf(error).text} />
      <p>{formTexts.questionsStopped(left)}</p>
      <Button onClick={onContinue}>{uiTexts.tryAgain}</Button>
    </div>
  );
}

import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { openQuestion } from "@survey-app/contract/meetings/meetingQuestions.ts";
import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { getManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as meetingWallTexts from "@survey-app/texts/meetingWallTexts.ts";
import { useRef, useState } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useCountdown } from "../ui/useCountdown.ts";

type Request = RequestOf<typeof openQuestion>["body"];

/**
 * Opens the next draft of a meeting, three visible seconds after the press. The drafts are read at the press only, and
 * never shown: everyone in the room reads this screen.
 */
export function useOpening({ meetingId, question }: MeetingState) {
  const countdown = useCountdown({ onEnd: () => void send() });
  const { left, stop } = countdown;
  const [message, setMessage] = useState<string | null>(null);
  const request = useRef<Request | null>(null);
  const isReading = useRef(false);
  const params = { meeting: meetingId };
  const after = question?.surveyId ?? null;

  async function press(): Promise<void> {
    if (left !== null || isReading.current) return;
    setMessage(question?.state === "open" ? meetingWallTexts.stillOpen : null);
    if (question?.state === "open") return;
    isReading.current = true;
    try {
      const { drafts } = await api(getManagedMeeting, { params });
      const [next] = drafts.toSorted((a, b) => a.position - b.position);
      request.current = next ? { draft: next._id, version: next.version, after } : null;
      if (next) countdown.press();
      else setMessage(meetingWallTexts.noDraft);
    } catch (error) {
      setMessage(whyNot(error));
    }
    isReading.current = false;
  }
  async function send(): Promise<void> {
    if (!request.current) return;
    try {
      // The wall follows the event, also where the response is lost.
      await api(openQuestion, { params, body: request.current });
    } catch (error) {
      setMessage(whyNot(error));
    }
  }
  // Another question was opened elsewhere: what was said about the next one no longer holds.
  const [shown, setShown] = useState(after);
  if (shown !== after) {
    setShown(after);
    stop();
    setMessage(null);
  }
  return { left, message, press: () => void press(), stop };
}

const whyNot = (error: unknown): string =>
  error instanceof ApiRequestError ? failureOf(error).text : meetingWallTexts.notOpened;

import { speakAsOwner } from "@survey-app/contract/ballots/rights.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { useSettings } from "../api/settings.ts";
import { sendingOf } from "../managing/managed.queries.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { may } from "../session/may.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { useIsPast, usePublication } from "../surveys/serverTime.ts";
import { nextAction, remindFrom } from "./nextAction.ts";

/** The interval at which the page checks whether waiting links were sent, in ms. */
const SENDING_POLL_MS = 5000;

/** The next action of the current user on a survey, with the query for what they can send, which it may depend on. */
export function useNextAction(survey: FullSurvey) {
  const user = useSignedInUser();
  const { mail } = useSettings();
  const asksUnlisted = useAsksUnlisted();
  const publication = usePublication(survey);
  const isOwner = may(speakAsOwner, user, survey);
  const isOpen = publication === "published";
  const maySend = isOwner && (!isRequestingSurveyor(user) || asksUnlisted);
  const query = useQuery({
    ...sendingOf(survey._id),
    enabled: maySend && isOpen,
    refetchInterval: ({ state }) => (state.data?.onTheWay ? SENDING_POLL_MS : false),
  });
  const sending = query.data ?? null;
  const from = remindFrom(survey, sending);
  const isTimeToRemind = useIsPast(from) || from === null;
  const reader = { isOwner, sending, isTimeToRemind, canMail: mail !== "off" && !survey.unreviewed };
  // Guests can't write an outcome, because emails and feeds would carry it.
  const isOver = user.isGuest && publication === "closed";
  return { action: isOver ? null : nextAction({ ...survey, publication }, reader), query, isOwner, isOpen, maySend };
}

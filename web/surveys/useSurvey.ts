import { isPublicAs } from "@survey-app/contract/surveys/publication.ts";
import { inLanguage } from "@survey-app/contract/surveys/translations.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useTotals } from "../live/totals.ts";
import { useSearchParams } from "../routing/address.ts";
import { senderOf } from "../session/session.ts";
import { useSession } from "../session/useSession.ts";
import { unpublicationOf } from "./moderation.queries.ts";
import { ORIGINAL } from "./originalAddress.ts";
import { useHasEnded, usePublication } from "./serverTime.ts";
import { oneSurvey } from "./surveys.queries.ts";
import { useOwnResults } from "./useOwnResults.ts";

/**
 * One survey for a page, with its question in the reader's language if there is one: the data, or what to show instead.
 */
export function useSurvey(id: string) {
  const session = useSession();
  const reader = senderOf(session)?._id ?? null;
  const query = useQuery({ ...oneSurvey(id, reader), placeholderData: (previous) => previous });
  const loaded = query.data?._id === id ? query.data : undefined;
  const isOriginal = useSearchParams().has(ORIGINAL);
  const read = useMemo(() => (loaded && !isOriginal ? inLanguage(loaded, LANGUAGE) : loaded), [loaded, isOriginal]);
  const publicSurvey = useTotals(read);
  const survey = useOwnResults(publicSurvey);
  const isOver = useHasEnded(survey ?? { deadline: null, closedAt: null });
  const publication = usePublication(survey);
  const isRefused = query.error instanceof ApiRequestError && query.error.status === 404;
  const unpublication = useQuery({ ...unpublicationOf(id, reader), enabled: isRefused });
  /**
   * The reason why an admin unpublished it, if the reader can't see it because of that. A rendered page has this
   * instead of the survey.
   */
  const unpublishedFor = (!survey || isRefused) && unpublication.data ? unpublication.data.reason : null;
  // A survey missing for visitors may exist for its owner, so "not found" waits until the session is known.
  const isMissing = isRefused && session.phase !== "loading" && !unpublication.isPending;
  const isShown = !unpublishedFor && !isMissing;
  return {
    survey: isShown ? survey : undefined,
    /** The survey without the results that only people who voted see. */
    publicSurvey: isShown ? publicSurvey : undefined,
    isOver,
    /** Only owner and admins can see it yet, and voting has not started. */
    isPreview: isShown && survey !== undefined && !isPublicAs(publication),
    unpublishedFor,
    isMissing,
    failure: query.isError && !survey && !isRefused ? failureOf(query.error) : null,
    retry: () => void query.refetch(),
  };
}

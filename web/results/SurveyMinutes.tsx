import { change } from "@survey-app/contract/ballots/rights.ts";
import { getSurveyMinutes } from "@survey-app/contract/results/downloads.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { askedIn } from "@survey-app/contract/surveys/translations.ts";
import { queryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../api/api.ts";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";
import { CopyMinutes, type MinutesWords } from "./CopyMinutes.tsx";

const minutesOf = (id: string, query: MinutesWords) =>
  queryOptions({
    queryKey: ["surveys", "minutes", id, query.language, query.timeZone],
    queryFn: ({ signal }) => api(getSurveyMinutes, { params: { id }, query }, signal),
  });

interface SurveyMinutesProps {
  /** A closed survey. */
  survey: FullSurvey;
  /** Other actions, before the text. */
  children?: ReactNode;
}

/** Copies the text for the minutes of a survey: the main action of those who have to tell its result. */
export function SurveyMinutes({ survey, children }: SurveyMinutesProps) {
  const isMain = may(change, useUser(), survey);
  return (
    <CopyMinutes
      language={askedIn(survey)}
      textIn={(words) => minutesOf(survey._id, words)}
      look={isMain ? "main" : "quiet"}
      isSmall
    >
      {children}
    </CopyMinutes>
  );
}

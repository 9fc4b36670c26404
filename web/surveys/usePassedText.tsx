import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import type { ReactNode } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import { useHasEnded } from "./serverTime.ts";

const passedText = deferred(async () => (await import("./PassedText.tsx")).PassedText, null);

/**
 * Whether an ended survey has passed by its rule, in words; undefined without a rule, and where its result is not
 * shown.
 */
export function usePassedText(survey: Survey): ReactNode {
  const isOver = useHasEnded(survey);
  return survey.passRule && isOver && survey.yesVotes !== null ? (
    <Deferred component={passedText} props={{ survey }} />
  ) : undefined;
}

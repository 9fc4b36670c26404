import type { UnpublishReason } from "@survey-app/contract/moderation.ts";
import { type Survey, type SurveyStatus, setSurveyStatus } from "@survey-app/contract/surveys.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

interface Decision {
  /** As the admin has seen it. */
  survey: Survey;
  status: SurveyStatus;
  feedback: string;
  /** Why it is unpublished. */
  reason?: UnpublishReason;
}

export const useChangeStatus = () =>
  useChange(
    ({ survey: { _id: id, version, status }, ...decision }: Decision) =>
      api(setSurveyStatus, { params: { id }, body: { ...decision, version, seenStatus: status as SurveyStatus } }),
    ["notices"],
    ["surveys"],
  );

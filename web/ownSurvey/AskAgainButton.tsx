import { askAgain } from "@survey-app/contract/surveys/series.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { navigate } from "wouter/use-browser-location";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { toast } from "../ui/toast.ts";

/** Asks the question of a closed survey again, with one press, and opens the new survey's page. */
export function AskAgainButton({ survey }: { survey: FullSurvey }) {
  const asking = useInvalidatingMutation(() => api(askAgain, { params: { id: survey._id } }), ["surveys"]);

  async function ask() {
    const { insertedId, codes } = await asking.mutateAsync(undefined);
    toast(codes > 0 ? seriesTexts.askedWithCodes(codes) : seriesTexts.asked);
    navigate(ownSurveyAddress(insertedId, survey.electorate === "invited" ? "people" : "result"));
  }

  return (
    <div className="space-y-3">
      <ActionButton
        look="quiet"
        busy={asking.isPending}
        again={uiTexts.pressAgain}
        onClick={() => void ask().catch(() => {})}
      >
        {ownSurveyTexts.askAgain}
      </ActionButton>
      {asking.error && <ErrorPanel text={failureOf(asking.error).text} />}
    </div>
  );
}

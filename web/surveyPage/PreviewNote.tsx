import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect } from "react";
import { unpublishedFor } from "../api/unpublishReasons.ts";
import { useLate } from "../api/useLate.ts";
import { ScheduledFor } from "../surveys/ScheduledFor.tsx";
import { usePublication } from "../surveys/serverTime.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Replaces the vote form while only owner and admins see the survey; says why voting has not started. */
export function PreviewNote({ survey }: { survey: Survey }) {
  const client = useQueryClient();
  const publication = usePublication(survey);
  // When the survey starts, the page's data is fetched again and live totals begin.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ["surveys"] }), [client]);
  if (survey.unpublished) {
    return (
      <div className="space-y-2">
        <p className="text-lg font-semibold">{unpublishedFor(survey.unpublished.reason)}</p>
        <p className="text-muted">{moderationTexts.onlyReason}</p>
        <LateDecision survey={survey} />
      </div>
    );
  }
  const isSentBack = publication === "sentBack";
  const isWaiting = isSentBack || publication === "waiting";
  return (
    <div className="space-y-2">
      <p className="text-lg font-semibold">
        {isSentBack ? surveyTexts.sentBack : isWaiting ? surveyTexts.waiting : <ScheduledFor survey={survey} />}
      </p>
      <p className="text-muted">{isWaiting ? surveyTexts.previewByAdmin : surveyTexts.previewByStart}</p>
      {isSentBack && <LateDecision survey={survey} />}
    </div>
  );
}

/** The notes of admin and owner. Few people see them, so their code is loaded only then. */
function LateDecision({ survey }: { survey: Survey }) {
  const load = async (): Promise<ComponentType<{ survey: Survey; withLink: true }>> =>
    survey.unpublished
      ? (await import("../moderation/Unpublication.tsx")).Unpublication
      : (await import("../feedback/SentBackNote.tsx")).SentBackNote;
  const Decision = useLate(true, load);
  return Decision ? <Decision survey={survey} withLink /> : <Skeleton className="h-24 w-full" />;
}

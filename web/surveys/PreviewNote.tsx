import { type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { texts } from "../texts/texts.ts";
import { ScheduledFor } from "./ScheduledFor.tsx";

/** Replaces the vote form while only owner and admins see the survey; says why nobody can vote yet. */
export function PreviewNote({ survey }: { survey: Survey }) {
  const client = useQueryClient();
  // When the survey starts, the page's data is fetched again and live totals begin.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ["surveys"] }), [client]);
  const isWaiting = survey.status === WAITING;
  return (
    <div className="space-y-2 border-t border-line pt-6">
      <p className="text-lg font-semibold">{isWaiting ? texts.waiting : <ScheduledFor survey={survey} />}</p>
      <p className="text-muted">
        This is a preview. Only the owner and the admins can see it.{" "}
        {isWaiting ? "Voting opens when an admin publishes it." : "Voting opens when it starts."}
      </p>
    </div>
  );
}

import { type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { texts } from "../texts/texts.ts";
import { ScheduledFor } from "./ScheduledFor.tsx";

/** In the place of the vote while only owner and admins see the survey: why nobody votes yet. */
export function PreviewNote({ survey }: { survey: Survey }) {
  const client = useQueryClient();
  // It goes when the survey starts: what the page shows is read again, and live totals begin.
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

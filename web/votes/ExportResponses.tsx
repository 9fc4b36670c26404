import type { Survey } from "@survey-app/contract/surveys.ts";
import { ExportVotes } from "./ExportVotes.tsx";

/** Exports the votes that the owner and admins see, if there are any. */
export function ExportResponses({ survey: { _id, participants, privacy, resultsVisible } }: { survey: Survey }) {
  if (participants === 0 || privacy !== "named" || !resultsVisible) return null;
  return <ExportVotes surveyId={_id} fileName={`responses-${_id}.csv`} />;
}

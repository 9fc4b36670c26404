import { namesVoters } from "@survey-app/contract/ballots/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { ExportVotes } from "./ExportVotes.tsx";

/** Exports the votes that the owner and admins see, if there are any. */
export function ExportResponses({ survey }: { survey: Survey }) {
  const { _id, participants, resultsVisible, unreviewed } = survey;
  if (participants === 0 || unreviewed || !namesVoters(survey) || !resultsVisible) return null;
  return <ExportVotes surveyId={_id} fileName={`responses-${_id}.csv`} />;
}

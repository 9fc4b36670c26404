import { namesVoters } from "@survey-app/contract/ballots/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import { CollectedVotesTable } from "./CollectedVotesTable.tsx";
import { HiddenNote } from "./HiddenNote.tsx";
import { LockNote } from "./LockNote.tsx";

/** The owner sees them together with everyone. */
const hiddenTexts = {
  ...ballotTexts.hiddenVotes,
  soon: ballotTexts.hiddenResponses,
  on: () => ballotTexts.hiddenResponses,
};

/** All votes on a survey, for its owner and admins; or why they don't see them. */
export function SurveyResponses({ survey }: { survey: Survey }) {
  if (!namesVoters(survey)) return <LockNote text={ballotTexts.privateVotes[survey.privacy]} />;
  if (!survey.resultsVisible) return <HiddenNote survey={survey} texts={hiddenTexts} />;
  return <CollectedVotesTable surveyId={survey._id} />;
}

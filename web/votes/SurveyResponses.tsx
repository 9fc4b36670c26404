import { namesVoters } from "@survey-app/contract/ballots.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { CollectedVotesTable } from "./CollectedVotesTable.tsx";
import { HiddenNote } from "./HiddenNote.tsx";
import { LockNote } from "./LockNote.tsx";

/** All votes on a survey, for its owner and admins; or why they don't see them. */
export function SurveyResponses({ survey }: { survey: Survey }) {
  if (!namesVoters(survey)) return <LockNote text={ballotTexts.privateVotes(survey)} />;
  if (!survey.resultsVisible) return <HiddenNote survey={survey} text={ballotTexts.hiddenResponses} />;
  return <CollectedVotesTable surveyId={survey._id} />;
}

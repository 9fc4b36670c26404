import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { newId } from "../database/newId.ts";
import type { Ballot } from "../votes/storing/ballot.ts";

/** A ballot without a comment and a report. */
export const newBallot = (surveyId: string, userId = newId(), choice: Answer = 1): Ballot => ({
  id: newId(),
  surveyId,
  userId,
  choice,
  comment: "",
  report: "",
});

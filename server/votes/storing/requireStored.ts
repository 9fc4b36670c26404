import * as formErrors from "@survey-app/texts/formErrors.ts";
import { type ApiError, apiError, fieldError } from "../../http/apiError.ts";
import type { BallotResult } from "./ballot.ts";

/** Returns the result if the vote is stored, now or before. @throws {ApiError} the rejection otherwise */
export function requireStored(result: BallotResult): Exclude<BallotResult, { kind: "refused" }> {
  if (result.kind === "refused") throw rejectionError(result.because);
  if ("conflict" in result && result.conflict) {
    const { choice, turn, receipt } = result;
    throw apiError(result.conflict, { currentVote: { vote: choice, turn, receipt } });
  }
  return result;
}

/** The error that says why a ballot is not stored. */
export function rejectionError(because: Extract<BallotResult, { kind: "refused" }>["because"]): ApiError {
  if (because === "notOffered") return fieldError("vote", formErrors.votes.notOffered);
  if (because === "nothingToReplace") return fieldError("replaces", formErrors.votes.nothingToReplace);
  if (because === "noTicket") return fieldError("ticket", "A secret vote needs a ticket: 32 random hex digits.");
  if (because === "onVoterList") return apiError("secretVoteCounted");
  return apiError(because);
}

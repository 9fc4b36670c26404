import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { sha256 } from "../ballots/voteChain.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { Ballot } from "../votes/storing/ballot.ts";
import { hashOfTicket } from "../votes/storing/secretBallot.ts";

/** The id of the survey. */
export const SECRET_SURVEY = "0190a0a0-0000-7000-8000-000000000001";

/** Inserts a published secret survey that is the same in every database, votes aside. */
export async function insertSecretSurvey({ db }: Database): Promise<void> {
  const owner = {
    id: "owner",
    name: "Olga Owner",
    email: "owner@example.org",
    email_verified: 1,
  };
  await db
    .insertInto("users")
    .values({ ...owner, photo_url: null, created_at: 0, updated_at: 0 })
    .execute();
  const texts = { title: "Secret?", description: "", category: "Food Preparation", image: "", search_text: "" };
  const times = { starts_at: 0, ends_at: Date.UTC(2999, 0, 1), created_at: 0, updated_at: 0, first_published_at: 0 };
  const settings = { results: "afterClose", privacy: "secret", unsure: 1 } as const;
  await db
    .insertInto("surveys")
    .values({ id: SECRET_SURVEY, owner_id: owner.id, status: PUBLISHED, ...texts, ...times, ...settings })
    .execute();
  // The random key, which no secret survey uses.
  await db
    .updateTable("ballot_boxes")
    .set({ ledger_key: sha256("key") })
    .execute();
}

/** Ballots for that survey, each of another person, with these answers. */
export const secretBallots = (answers: readonly Answer[]): Ballot[] =>
  answers.map((choice, index) => ({
    id: newId(),
    surveyId: SECRET_SURVEY,
    userId: sha256(`voter ${index}`),
    choice,
    comment: "",
    report: "",
    ticketHash: hashOfTicket(`ticket ${index}`),
  }));

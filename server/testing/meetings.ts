import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import type { draftForm } from "@survey-app/contract/meetings/meetingForms.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import type * as z from "zod/mini";
import { storedFold } from "../database/foldText.ts";
import { makeInvitations } from "../invitations/codes.sql.ts";
import { addToNumbers } from "../invitations/listNumbers.sql.ts";
import { invitationTokensOf } from "./invitationTokens.ts";
import { newTicket } from "./invitedSurveys.ts";
import { makePerson, type Person } from "./people.ts";
import type { TestApp } from "./testApp.ts";

type Form = Partial<RequestOf<typeof meetings.createMeeting>["body"]>;
type DraftForm = Partial<z.input<typeof draftForm>>;

const NAMED = { privacy: "named", unsure: true, passRule: null, minutes: 2 } as const;

/** Actions of tests on meetings. @param given the app, and the owner of the meetings */
export function meetingsOf(given: () => { t: TestApp; surveyor: Person }) {
  const as = () => given().surveyor;

  /** Puts people on the list of a meeting. @param at of the change; by default before the meeting began */
  async function list(
    id: string,
    people: readonly { email: string | null; label: string }[],
    at = 0,
  ): Promise<string[]> {
    const { t } = given();
    return t.database.transaction(async (tx) => {
      const made = await makeInvitations(tx, invitationTokensOf(t), people);
      const rows = made.map(({ id: person, email, label, stored }) => ({
        survey_id: id,
        id: person,
        email,
        label,
        folded: storedFold(label),
        token_hash: stored.tokenHash,
        code_key: stored.codeKey,
        created_at: Date.now(),
      }));
      await tx.db.insertInto("invitations").values(rows).execute();
      const codes = people.filter(({ email }) => email === null).length;
      await addToNumbers(tx, id, at, { added: rows.length, codes });
      return made.map((each) => each.id);
    });
  }

  const manage = (id: string, reader = as()) =>
    given().t.request(meetings.getManagedMeeting, { as: reader, params: { meeting: id } });
  const addDraft = (id: string, form: DraftForm = {}, ticket?: string) =>
    given().t.request(questions.addDraft, {
      as: as(),
      params: { meeting: id },
      body: { Title: "Raise the fee?", ...form, ...(ticket !== undefined && { ticket }) },
    });
  const openRequest = async (id: string, draft: { _id: string; version: number }) => {
    const { question } = await manage(id);
    return {
      params: { meeting: id },
      body: { draft: draft._id, version: draft.version, after: question?.surveyId ?? null },
    };
  };

  return {
    list,
    manage,
    addDraft,
    openRequest,
    /** A meeting whose list has these people, or so many new ones, with an account each. Its questions are named. */
    async make(people: number | readonly Person[] = 5, form: Form = {}) {
      const { t } = given();
      const { insertedId: id } = await t.request(meetings.createMeeting, {
        as: as(),
        body: { name: "General assembly", defaults: NAMED, ...form },
      });
      const voters =
        typeof people === "number"
          ? await Promise.all(Array.from({ length: people }, () => makePerson(t.database, t.tokens)))
          : people;
      if (voters.length > 0)
        await list(
          id,
          voters.map(({ email }) => ({ email, label: "" })),
        );
      return { id, voters };
    },
    /** Opens a draft, or a new one, with what its owner sees now. */
    async open(id: string, form: DraftForm = {}) {
      const draft = await addDraft(id, form);
      return given().t.request(questions.openQuestion, { as: as(), ...(await openRequest(id, draft)) });
    },
    state: (id: string) => given().t.request(meetings.getMeeting, { params: { meeting: id } }),
    /** Votes by account. */
    vote: (SurveyID: string, voter: Person | undefined, vote: Answer): Promise<LightMyRequestResponse> =>
      given().t.send(castVote, { as: voter, body: { email: voter?.email, SurveyID, vote, ticket: newTicket() } }),
    /** Moves the end of the open question into the past, as if its time were over. */
    async passTime(surveyId: string) {
      const { db } = given().t.database;
      const past = Date.now() - 1000;
      await db
        .updateTable("surveys")
        .set({ ends_at: past, starts_at: past - 60_000, first_published_at: past - 60_000 })
        .where("id", "=", surveyId)
        .execute();
    },
  };
}

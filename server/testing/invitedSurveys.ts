import { randomBytes } from "node:crypto";
import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations.ts";
import type { Answer } from "@survey-app/contract/ledger.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import type { LightMyRequestResponse } from "fastify";
import type { Person } from "./people.ts";
import type { AnyRequest, TestApp } from "./testApp.ts";

type Settings = Partial<RequestOf<typeof surveys.createSurvey>["body"]>;

/** What tests do with surveys for invited people, of this owner. */
export function invitedSurveys(t: TestApp, { owner, admin }: { owner: Person; admin: Person }) {
  const make = (settings: Settings = {}) => t.makeSurvey(owner, { electorate: "invited", ...settings });
  const publish = (id: string) =>
    t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: { status: PUBLISHED } });
  const add = (id: string, rows: { email?: string; label?: string }[]) =>
    t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows } });
  const makeCodes = (id: string, count: number) =>
    t.request(invitations.createCodes, { as: owner, params: { id }, body: { count } });
  const open = async (code: string) => (await t.request(invitations.openInvitation, { body: { token: code } })).token;

  return {
    make,
    publish,
    add,
    makeCodes,
    open,
    /** A published survey with `count` codes and these addresses on its list. */
    async makeOpen(count: number, settings?: Settings, emails: readonly string[] = []) {
      const id = await make(settings);
      const codes = count > 0 ? await makeCodes(id, count) : [];
      const rows = emails.map((email) => ({ email }));
      if (rows.length > 0) await add(id, rows);
      await publish(id);
      return { id, codes: codes.map(({ code }) => code), ids: codes.map(({ invitationId }) => invitationId) };
    },
    /** Votes with the token of an opened invitation. */
    vote: (id: string, token: string, vote: Answer, body: object = {}): Promise<LightMyRequestResponse> =>
      t.send(invitations.castInvitedVote, {
        params: { id },
        headers: bearer(token),
        body: { vote, ticket: newTicket(), ...body },
      }),
    /** What the token of an opened invitation shows. */
    status: (id: string, token: string) =>
      t.send(invitations.getInvitation, { params: { id }, headers: bearer(token) }),
    list: async (id: string) =>
      t.request(invitations.listInvitations, { as: owner, params: { id }, query: { limit: 100 } }),
    label: async (id: string) => (await t.request(surveys.getSurveyResults, { params: { id } })).label,
    strike: (id: string, invitation: string) =>
      t.request(invitations.removeInvitation, { as: owner, params: { id, invitation } }),
    reissue: (id: string, invitation: string) =>
      t.request(invitations.reissueInvitation, { as: owner, params: { id, invitation } }),
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const newTicket = () => randomBytes(16).toString("hex");

/** A valid request for each endpoint of invitations, for the test of bad input. */
export function invitationRequests(survey: () => string): Record<string, () => Required<AnyRequest>> {
  const request =
    (body?: object, query = {}) =>
    () => ({
      params: { id: survey(), invitation: "none" },
      query,
      body,
    });
  const rows = [{ email: "ann@example.org", label: "Room 12" }];
  return {
    "invitations.addInvitations": request({ rows, dryRun: true, ticket: newTicket() }),
    "invitations.createCodes": request({ count: 1, ticket: newTicket() }),
    "invitations.listInvitations": request(undefined, { state: "sent", q: "a", limit: 5 }),
    "invitations.sendInvitations": request(),
    "invitations.reissueInvitation": request(),
    "invitations.removeInvitation": request(),
    "invitations.openInvitation": request({ token: "none" }),
    "invitations.getInvitation": request(),
    "invitations.castInvitedVote": request({ vote: 1 }),
    "invitations.getMyInvitation": request(),
  };
}

/** The hostile values that these accept: a switch, and texts that are no codes whatever they contain. */
export const acceptedInInvitations = [
  "invitations.addInvitations dryRun true",
  ...["a NUL", "a lone surrogate", "an escape", "an override of direction"].map(
    (what) => `invitations.openInvitation token ${what}`,
  ),
];

import { randomBytes } from "node:crypto";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { invitationTokensOf } from "./invitationTokens.ts";
import type { Person } from "./people.ts";
import type { AnyRequest, TestApp } from "./testApp.ts";

/** The headers that a browser sends after it has opened an invitation: its token, and the ballot cookie. */
export type Opened = Record<"authorization" | "cookie", string>;

type Settings = Partial<RequestOf<typeof surveys.createSurvey>["body"]>;

/** The settings that hide results until a close in an hour. */
export const untilClose = () => ({
  results: "afterClose" as const,
  deadline: new Date(Date.now() + HOUR_MS).toISOString(),
});

/** The settings of a secret survey. */
export const secretSettings = () => ({ privacy: "secret" as const, ...untilClose() });

/** Each privacy, with its settings. */
export const PRIVACIES = [
  ["named", () => ({})],
  ["confidential", () => ({ privacy: "confidential" as const, ...untilClose() })],
  ["secret", secretSettings],
] as const;

/**
 * Actions of tests on surveys for invited people. @param given the app, the surveys' owner, and the admin who publishes
 * them
 */
export function invitedSurveys(given: () => { t: TestApp; surveyor: Person; admin: Person }) {
  const make = (settings: Settings = {}) =>
    given().t.makeSurvey(given().surveyor, { electorate: "invited", ...settings });
  const publish = (id: string) =>
    given().t.request(surveys.setSurveyStatus, { as: given().admin, params: { id }, body: { status: PUBLISHED } });
  const add = (id: string, rows: { email?: string; label?: string }[]) =>
    given().t.request(invitations.addInvitations, { as: given().surveyor, params: { id }, body: { rows } });
  const makeCodes = (id: string, count: number) =>
    given().t.request(invitations.createCodes, { as: given().surveyor, params: { id }, body: { count } });
  const open = async (code: string, browser: { cookie?: string } = {}): Promise<Opened> => {
    const response = await given().t.send(invitations.openInvitation, {
      body: { token: code },
      ...(browser.cookie !== undefined && { headers: { cookie: browser.cookie } }),
    });
    const { name, value } = response.cookies[0] ?? {};
    return { ...bearer(response.json().token), cookie: `${name}=${value}` };
  };
  const list = (id: string) =>
    given().t.request(invitations.listInvitations, { as: given().surveyor, params: { id }, query: { limit: 100 } });

  return {
    make,
    publish,
    add,
    makeCodes,
    /** Opens an invitation in a new browser, or in the one with this ballot cookie. */
    open,
    /** A published survey with `count` codes and these addresses on its list. */
    async makeOpen(count: number, settings?: Settings, emails: readonly string[] = []) {
      const id = await make(settings);
      if (count > 0 && settings?.privacy !== undefined && settings.privacy !== "named")
        await given().t.request(invitations.allowCodes, { as: given().admin, params: { id } });
      const codes = count > 0 ? await makeCodes(id, count) : [];
      const rows = emails.map((email) => ({ email }));
      if (rows.length > 0) await add(id, rows);
      await publish(id);
      return { id, codes: codes.map(({ code }) => code), ids: codes.map(({ invitationId }) => invitationId) };
    },
    /** Votes with an opened invitation. */
    vote: (
      id: string,
      opened: Partial<Opened> = {},
      vote: Answer,
      body: object = {},
    ): Promise<LightMyRequestResponse> =>
      given().t.send(invitations.castInvitedVote, {
        params: { id },
        headers: opened,
        body: { vote, ticket: newTicket(), ...body },
      }),
    /** Gets the status of an opened invitation. */
    status: (id: string, opened: Partial<Opened>) =>
      given().t.send(invitations.getInvitation, { params: { id }, headers: opened }),
    list,
    /** The codes of the first links of a list, in its order. */
    async linksOf(id: string): Promise<string[]> {
      const tokens = invitationTokensOf(given().t);
      return (await list(id)).map(({ _id, email }) => tokens.tokenOf({ id: _id, email, issue: 1 }));
    },
    /** Adds people who must not be added. */
    addRefused: (id: string, rows: object[] = [{ label: "Late" }]) =>
      given().t.refused(invitations.addInvitations, { as: given().surveyor, params: { id }, body: { rows } }),
    /** Votes with an account. */
    castByAccount: (SurveyID: string, as: Person, vote: Answer, body: object = {}) =>
      given().t.send(castVote, { as, body: { SurveyID, vote, ticket: newTicket(), ...body } }),
    participantsOf: async (id: string) =>
      (await given().t.request(surveys.getSurveyResults, { params: { id } })).participants,
    resultLabel: async (id: string) => (await given().t.request(surveys.getSurveyResults, { params: { id } })).label,
    strike: (id: string, invitation: string) =>
      given().t.request(invitations.removeInvitation, { as: given().surveyor, params: { id, invitation } }),
    reissue: (id: string, invitation: string) =>
      given().t.request(invitations.reissueInvitation, {
        as: given().surveyor,
        params: { id, invitation },
        body: undefined,
      }),
    correct: (id: string, invitation: string, email: string) =>
      given().t.send(invitations.reissueInvitation, {
        as: given().surveyor,
        params: { id, invitation },
        body: { email },
      }),
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const newTicket = () => randomBytes(16).toString("hex");

/** A valid request for each endpoint of invitations, for the test of bad input. */
export function invitationRequests(survey: () => string): Record<string, () => Required<AnyRequest>> {
  const request =
    (body?: object, query = {}) =>
    () => ({
      params: { id: survey(), invitation: "none", person: "none" },
      query,
      body,
    });
  const rows = [{ email: "ann@example.org", label: "Room 12" }];
  return {
    "invitations.addInvitations": request({ rows, dryRun: true, total: 1, waiting: true, ticket: newTicket() }),
    "invitations.createCodes": request({ count: 1, ticket: newTicket() }),
    "invitations.replaceCodes": request({ ticket: newTicket(), all: true, after: "none", dryRun: true }),
    "invitations.listInvitations": request(undefined, { state: "sent", q: "a", limit: 5 }),
    "invitations.sendInvitations": request(),
    "invitations.reissueInvitation": request({ email: "ann@example.org" }),
    "invitations.removeInvitation": request(),
    "invitations.openInvitation": request({ token: "none", meeting: "none" }),
    "invitations.getInvitation": request(),
    "invitations.castInvitedVote": request({ vote: 1 }),
    "invitations.objectToVote": request(),
    "invitations.objectToEnd": request({ token: "none", meeting: "none" }),
    "invitations.allowCodes": request(),
    "invitations.getMyInvitation": request(),
    "waitingPeople.listWaitingPeople": request(undefined, { limit: 5 }),
    "waitingPeople.makeWaitingCodes": request({ ticket: newTicket() }),
    "waitingPeople.removeWaitingPerson": request(),
    "waitingPeople.listCodeRequests": request(undefined, { limit: 5 }),
  };
}

/** The hostile values that these accept: switches, and texts that are no codes whatever they contain. */
export const acceptedInInvitations = [
  "invitations.addInvitations dryRun true",
  "invitations.addInvitations waiting true",
  "invitations.replaceCodes all true",
  "invitations.replaceCodes dryRun true",
  "voterLists.addListedPeople dryRun true",
  ...["a NUL", "a lone surrogate", "an escape", "an override of direction"].flatMap((what) => [
    `invitations.openInvitation token ${what}`,
    `invitations.objectToEnd token ${what}`,
  ]),
];

import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import type { ProblemDetails } from "@survey-app/contract/http/errors.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { signUpBody } from "../testing/accounts.ts";
import { countRows } from "../testing/countRows.sql.ts";
import { integrationRequests } from "../testing/integrationRequests.ts";
import { invitationTokensOf } from "../testing/invitationTokens.ts";
import { acceptedInInvitations, bearer, invitationRequests } from "../testing/invitedSurveys.ts";
import { linkRequests } from "../testing/linkVoters.ts";
import { acceptedInMeetings } from "../testing/meetingRequests.ts";
import { inputsOfOwners, inputsOfVoterLists } from "../testing/ownerInputs.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { acceptedInSigningIn, signInRequests } from "../testing/signInRequests.ts";
import { type AnyRequest, type TestApp, testApp } from "../testing/testApp.ts";
import { totalsRequests } from "../testing/totalsRequests.ts";

/** Sends hostile values in every field of every endpoint, derived from the contract. */

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let survey: string;
let invitation: string;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const opened = { listId: survey, isOfMeeting: false, invitationId: "none", issue: 1, openedAt: 0 };
  invitation = invitationTokensOf(t).sign(opened).token;
});
afterAll(() => t.close());

const form = {
  Title: "A question?",
  category: "Food Preparation",
  image: "https://example.org/a.png",
  imageAlt: "A boat",
  Description: "More",
  createDate: "2026-01-01",
  deadline: "2199-01-01",
  timeZone: "Europe/Zurich",
};
/** Parameters of a list under the user's own email. */
const paymentOf = ({ email }: { email: string }) => ({ transactionId: "pi_none", price: 12, email });
const ofAdmin = () => ({ params: { email: people.admin.email }, query: { limit: 5 }, body: undefined });
const withQuery = (query: Record<string, unknown>) => ({ params: {}, query, body: undefined });
const feedbackToAdd = () => ({ params: {}, query: {}, body: { surveyId: survey, feedback: "Well asked" } });
const withBody = (body: object) => () => ({ params: {}, query: {}, body });

/** A valid request for each endpoint that takes input. */
const right: Record<string, () => Required<AnyRequest>> = {
  "session.signUp": withBody(signUpBody({ email: "new@example.org" })),
  "session.signIn": () => ({ params: {}, query: {}, body: { email: "new@example.org", password: "Kettle-on7!" } }),
  "session.signInWithProvider": () => ({ params: {}, query: {}, body: { provider: "google", callbackURL: "/" } }),
  "session.revokeUserSessions": () => ({ params: { id: people.user.id }, query: {}, body: undefined }),
  ...signInRequests,
  "account.requestPasswordReset": () => ({ params: {}, query: {}, body: { email: "new@example.org" } }),
  "account.checkResetLink": withBody({ token: "x".repeat(43) }),
  "account.resetPassword": withBody({ token: "x".repeat(43), newPassword: "Kettle-on7!" }),
  "account.verifyEmail": withBody({ token: "x".repeat(43), password: "Kettle-on7!" }),
  "account.changePassword": withBody({ password: "Kettle-on7!", newPassword: "Kettle-off7!" }),
  "account.changeEmail": () => ({ params: {}, query: {}, body: { password: "Kettle-on7!", email: "new@example.org" } }),
  ...integrationRequests,
  "account.revokeMySession": () => ({ params: { id: people.user.sessionId }, query: {}, body: undefined }),
  "account.deleteMyAccount": () => ({
    params: {},
    query: {},
    body: { email: people.admin.email, password: "Kettle-on7!" },
  }),
  "users.setUserStatus": () => ({ params: { id: people.user.id }, query: {}, body: { status: "Blocked" } }),
  "users.getUser": () => ({ params: { email: people.admin.email }, query: {}, body: undefined }),
  "users.recordUser": () => ({ params: {}, query: {}, body: { email: people.admin.email, name: people.admin.name } }),
  "users.listUsers": () => ({ params: {}, query: { role: "user", q: "a", limit: 5 }, body: undefined }),
  "users.setUserRole": () => ({ params: { id: people.user.id }, query: {}, body: { role: "surveyor" } }),
  "users.updateMyProfile": () => ({
    params: {},
    query: {},
    body: { displayName: people.admin.name, photoURL: "https://example.org/a.png" },
  }),
  "setup.confirmStep": () => ({ params: {}, query: {}, body: { step: "asking" } }),
  "operations.confirmClock": withBody({ jumps: [{ of: "server", from: "2026-01-01", to: "2027-01-01" }] }),
  "emailTrail.findEmails": () => withQuery({ address: "ada@example.org" }),
  "failedWork.retryFailedWork": () => ({ params: {}, query: {}, body: { queue: "emails" } }),
  "feedback.addFeedback": feedbackToAdd,
  "feedback.addFeedbackAtSpecPath": feedbackToAdd,
  "feedback.markFeedbackRead": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "feedback.getFeedback": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "feedback.listFeedback": ofAdmin,
  "payments.createPaymentIntent": () => ({ params: {}, query: {}, body: { price: 12 } }),
  "payments.confirmPayment": () => ({ params: {}, query: {}, body: paymentOf(people.admin) }),
  "payments.cancelPayment": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "payments.refundPayment": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "payments.listPayments": () => ({ params: {}, query: { status: "paid", q: "a", limit: 5 }, body: undefined }),
  "payments.listMyPayments": ofAdmin,
  "surveys.createSurvey": () => ({ params: {}, query: {}, body: { ...form, email: people.admin.email } }),
  "surveys.updateSurvey": () => ({
    params: { id: survey },
    query: {},
    body: { ...form, note: "n", email: people.admin.email },
  }),
  "shortAddresses.listShortAddresses": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "shortAddresses.renewShortAddress": () => ({ params: { id: survey }, query: {}, body: { kind: "flyer" } }),
  "series.askAgain": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "series.getSeries": () => ({ params: { survey }, query: {}, body: undefined }),
  "surveys.closeSurvey": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "outcomes.getFollow": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "outcomes.getSending": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "outcomes.followSurvey": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "outcomes.unfollowSurvey": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "outcomes.setOutcome": () => ({ params: { id: "none" }, query: {}, body: { text: "Yes" } }),
  ...inputsOfOwners(() => survey),
  ...inputsOfVoterLists(),
  "outcomes.remindFollowers": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "account.setMyLanguage": withBody({ language: "en" }),
  "outcomes.setEmailPreferences": withBody({ results: true, reminders: true, reports: true, invitations: true }),
  "surveys.deleteSurvey": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "surveyorRequests.createSurveyorRequest": withBody(form),
  "surveyorRequests.updateMySurveyorRequest": withBody(form),
  "surveys.getSurvey": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "surveys.getSurveyResults": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "surveys.getSurveyHistory": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "surveys.listMySurveys": () => ({ params: {}, query: { email: people.admin.email, limit: 5 }, body: undefined }),
  "surveys.listPublishedSurveys": () => ({
    params: {},
    query: { category: "none", sort: "asc", by: "votes", q: "a", limit: 5 },
    body: undefined,
  }),
  "similarSurveys.listSimilarSurveys": () => withQuery({ title: "A question?", exclude: survey }),
  "sharing.getOembed": () =>
    withQuery({ url: `${t.config.publicUrl}/surveydetails/${survey}`, maxwidth: 400, maxheight: 300, format: "json" }),
  "surveys.listAllSurveys": () => ({ params: {}, query: { status: 1, q: "a", limit: 5 }, body: undefined }),
  "unlistedSurveys.createUnlistedSurvey": withBody({ ...form, electorate: "invited" }),
  "unlistedSurveys.reportUnlistedSurvey": () => ({ params: { id: survey }, query: {}, body: { inapp: "r" } }),
  "unlistedSurveys.listUnlistedSurveys": () => ({ params: {}, query: { new: "1", limit: 5 }, body: undefined }),
  "unlistedSurveys.acceptSurvey": () => ({ params: { id: survey }, query: {}, body: { version: 1 } }),
  "surveys.setSurveyStatus": () => ({
    params: { id: survey },
    query: {},
    body: { status: 1, feedback: "Why", reason: "spam" },
  }),
  "moderation.getUnpublication": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "moderation.appealUnpublication": () => ({ params: { id: survey }, query: {}, body: { appeal: "Why not?" } }),
  "votes.castVote": () => ({
    params: {},
    query: {},
    body: { SurveyID: survey, vote: 1, comments: "c", inapp: "r", email: people.admin.email },
  }),
  "votes.listSurveyVotes": () => ({
    params: { id: survey },
    query: { q: "a", vote: 1, commented: 1 },
    body: undefined,
  }),
  "votes.listCollectedVotes": () => ({ params: { id: survey }, query: { limit: 5 }, body: undefined }),
  "votes.getLedger": () => ({ params: { id: survey }, query: { limit: 5, after: 1 }, body: undefined }),
  ...Object.fromEntries(
    ["getPortableResult", "getResultsCsv", "getVotesCsv", "getLedgerLines", "getSurveyMinutes"].map((name) => [
      `downloads.${name}`,
      () => ({ params: { id: survey }, query: {}, body: undefined }),
    ]),
  ),
  ...invitationRequests(() => survey),
  ...linkRequests(() => survey),
  "votes.getMyVote": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "votes.listMyChoices": () => ({ params: {}, query: { surveys: survey }, body: undefined }),
  ...totalsRequests(() => survey),
  "votes.reportSurvey": () => ({ params: { id: survey }, query: {}, body: { inapp: "r" } }),
  "votes.listSurveyReports": () => ({
    params: { id: survey },
    query: { state: "open", order: "oldest", limit: 5 },
    body: undefined,
  }),
  "votes.settleReport": () => ({ params: { id: survey, report: survey }, query: {}, body: { outcome: "upheld" } }),
  "votes.resolveReports": () => ({ params: { id: survey }, query: { version: 1 }, body: undefined }),
  "comments.listComments": () => ({ params: { id: survey }, query: { vote: 1, limit: 5 }, body: undefined }),
  "comments.addComment": () => ({ params: { id: survey }, query: {}, body: { comments: "c" } }),
  "comments.removeComment": () => ({ params: { id: survey }, query: {}, body: undefined }),
  "votes.listMyParticipations": ofAdmin,
  "votes.listMyReports": ofAdmin,
  "votes.listMyComments": ofAdmin,
  "images.listMyImages": () => ({ params: {}, query: { limit: 5 }, body: undefined }),
  "images.deleteImage": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "legal.getLegalText": () => ({ params: { page: "privacy" }, query: {}, body: undefined }),
  "audit.listAuditEvents": () => ({ params: {}, query: { action: "roleChanged", q: "a", limit: 5 }, body: undefined }),
};

/** Invalid values for every field of a body. */
const hostileInBody: [what: string, value: unknown][] = [
  ["an object", {}],
  ["an array", ["x"]],
  ["an operator", { $ne: null }],
  ["true", true],
  ["a huge number", 1e308],
  ["a negative fraction", -0.5],
  ["64 000 characters", "x".repeat(60_000)],
  ["a NUL", "a\u0000b"],
  ["a lone surrogate", "a\ud800b"],
  ["an escape", "a\u001bb"],
  ["an override of direction", "a\u202eb"],
];
/** Invalid values for every field of a path or query. */
const hostileInUrl: [what: string, value: unknown][] = [
  ["repeated", ["1", "2"]],
  ["a NUL", "a\u0000b"],
  ["a control character", "a\u0007b"],
  ["much too long", "x".repeat(250)],
];
/** Endpoints that compare a password with the stored one. */
const comparing = [
  "session.signIn",
  "account.verifyEmail",
  "account.changePassword",
  "account.changeEmail",
  "account.deleteMyAccount",
];
/** The values among these that a field accepts nevertheless, with the reason. */
const accepted = new Set([
  // A password of any characters is only compared; the maximum length keeps that cheap.
  ...comparing.flatMap((name) =>
    ["a NUL", "a lone surrogate", "an escape", "an override of direction"].map((what) => `${name} password ${what}`),
  ),
  // The fields are booleans.
  ...[
    "surveys.createSurvey",
    "surveys.updateSurvey",
    "unlistedSurveys.createUnlistedSurvey",
    "guests.askAsGuest",
    "surveyorRequests.createSurveyorRequest",
    "surveyorRequests.updateMySurveyorRequest",
  ].flatMap((name) => ["scheduled", "changeable", "unsure", "listed"].map((field) => `${name} ${field} true`)),
  ...[...acceptedInInvitations, ...acceptedInSigningIn, ...acceptedInMeetings],
  "linkVotes.setRoomMode on true",
  "webhooks.createWebhook allSurveys true",
  "webhooks.switchWebhook isOn true",
  ...["results", "reminders", "reports", "invitations"].map((kind) => `outcomes.setEmailPreferences ${kind} true`),
  "secondFactor.signInWithCode remember true",
]);

const fieldsOf = (schema: Endpoint["params"]): string[] =>
  schema
    ? Object.keys(
        (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as { properties?: object }).properties ?? {},
      )
    : [];

interface Case {
  name: string;
  endpoint: Endpoint;
  field: string;
  what: string;
  request: () => AnyRequest;
}

const cases: Case[] = [...endpoints].flatMap(([name, endpoint]) => {
  const request = right[name];
  if (!request) return [];
  const inUrl = (part: "params" | "query") =>
    fieldsOf(endpoint[part]).flatMap((field) =>
      hostileInUrl
        .filter(([what]) => part === "query" || what !== "repeated")
        .map(([what, value]) => ({
          name,
          endpoint,
          what,
          field: `${part}.${field}`,
          request: () => ({ ...request(), [part]: { ...request()[part], [field]: value } }),
        })),
    );
  const inBody =
    endpoint.body === "image"
      ? []
      : fieldsOf(endpoint.body).flatMap((field) =>
          hostileInBody
            .filter(([what]) => !accepted.has(`${name} ${field} ${what}`))
            .map(([what, value]) => ({
              name,
              endpoint,
              what,
              field,
              request: () => ({ ...request(), body: { ...(request().body as object), [field]: value } }),
            })),
        );
  return [...inUrl("params"), ...inUrl("query"), ...inBody];
});

async function send(name: string, request: AnyRequest, headers = {}): Promise<LightMyRequestResponse> {
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new Error(`${name} is not declared`);
  const isInvited = endpoint.access === "invited";
  return t.send(endpoint, {
    ...(!isInvited && { as: people.admin }),
    ...request,
    headers: { ...headers, ...(isInvited && bearer(invitation)) },
  });
}

function expectProblem(response: LightMyRequestResponse, context: string): ProblemDetails {
  expect(response.headers["content-type"], context).toBe("application/problem+json; charset=utf-8");
  const problem = response.json<ProblemDetails>();
  expect(problem, context).toMatchObject({
    type: expect.any(String),
    title: expect.stringMatching(/./),
    status: response.statusCode,
    detail: expect.stringMatching(/./),
    code: expect.stringMatching(/./),
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
  return problem;
}

test("every endpoint that takes input has a valid request here", () => {
  const taking = [...endpoints].filter(
    ([, endpoint]) =>
      (endpoint.params || endpoint.query || endpoint.body) && endpoint.body !== "image" && endpoint.access !== "cookie",
  );
  expect(Object.keys(right).sort()).toEqual(taking.map(([name]) => name).sort());
});

describe.each([...Map.groupBy(cases, (one) => `${one.name} ${one.field}`)])("%s", (_, group) => {
  // Security: R09
  test("any invalid value gets 422 naming it, and nothing is stored", async () => {
    const before = await countRows(t.database);
    for (const { name, field, what, request } of group) {
      const response = await send(name, request());
      expect(response.statusCode, `${what}: ${response.payload}`).toBe(422);
      const problem = expectProblem(response, what);
      const named = problem.errors?.map((error) => error.field) ?? [];
      expect(named.length, what).toBeGreaterThan(0);
      expect(
        named.every((one) => one === field || one.startsWith(`${field}.`)),
        `${what}: ${named}`,
      ).toBe(true);
      for (const { message } of problem.errors ?? [])
        expect(message, what).not.toMatch(/^(Invalid|undefined|)$|Invalid input/);
    }
    expect(await countRows(t.database)).toEqual(before);
  });
});

describe.each(Object.keys(right).filter((name) => endpoints.get(name)?.body))("%s", (name) => {
  test("each required field that is missing, null or empty is named", async () => {
    const endpoint = endpoints.get(name);
    const body = right[name]?.().body as Record<string, unknown>;
    const { required = [] } = z.toJSONSchema(endpoint?.body as z.ZodMiniType, {
      io: "input",
      unrepresentable: "any",
    }) as {
      required?: string[];
    };
    for (const field of required) {
      for (const value of [undefined, null, "", "   "]) {
        const response = await send(name, { ...right[name]?.(), body: { ...body, [field]: value } });
        // A blank password is well-formed but wrong.
        const isCompared = name === "session.signIn" ? typeof value === "string" : value === "   ";
        if (comparing.includes(name) && field === "password" && isCompared) {
          expect(response.statusCode).toBeGreaterThanOrEqual(409);
          expect(response.json()).not.toHaveProperty("errors");
          continue;
        }
        expect(response.json(), `${field} ${JSON.stringify(value)}`).toMatchObject({
          status: 422,
          errors: [{ field }],
        });
      }
    }
  });

  test("each optional text may be null", () => {
    const schema = endpoints.get(name)?.body as z.ZodMiniType;
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as {
      properties?: Record<string, object>;
      required?: string[];
    };
    const isText = (property: object) => /"type":"string"/.test(JSON.stringify(property)) && !("enum" in property);
    const optional = Object.keys(properties).filter(
      (field) => !required.includes(field) && isText(properties[field] ?? {}),
    );
    for (const field of optional) {
      const body = right[name]?.().body as object;
      const issuesWith = (value: null | undefined) =>
        schema.safeParse({ ...body, [field]: value }).error?.issues.map(({ message }) => message);
      expect(issuesWith(null), field).toEqual(issuesWith(undefined));
    }
  });

  test("a body that is not an object gets 422", async () => {
    for (const body of ["null", "[]", '"text"', "7", "true", "[{}]"]) {
      const response = await send(name, { ...right[name]?.(), body });
      expect([400, 415, 422], body).toContain(response.statusCode);
      const asJson = await send(name, { ...right[name]?.(), body }, { "content-type": "application/json" });
      expect(asJson.statusCode, `${body}: ${asJson.payload}`).toBe(422);
      expect(expectProblem(asJson, body).errors, body).toEqual([
        { field: "body", message: "The body must be a JSON object" },
      ]);
    }
  });
});

import { endpoints } from "@survey-app/contract/endpoints.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  admins,
  allRoles,
  noRole,
  othersByAdmins,
  ownerAndAdmins,
  ROLES,
  type Row,
  signedIn,
  surveyors,
} from "../testing/accessRow.ts";
import {
  multipart,
  rowsOfDownloads,
  rowsOfInvitations,
  rowsOfLinks,
  rowsOfOwners,
  rowsOfShortAddresses,
  rowsOfUnlistedSurveys,
  rowsWithoutData,
} from "../testing/accessRows.ts";
import { signUpBody } from "../testing/accounts.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/**
 * Who may use which endpoint: the table of SECURITY, written by hand and not derived from the contract, so that a
 * declaration with too wide an access fails here.
 */

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** `surveyor`'s surveys: a published one and one awaiting review. */
let published: string;
let waiting: string;
/** `surveyor`'s: one with a vote, and one that may be deleted. */
let voted: string;
let unvoted: string;
/** `surveyor`'s: one that an admin unpublished, and one with two reports. */
let unpublished: string;
let reported: string;
let reports: { _id: string }[];
/** An admin's note on `surveyor`'s survey. */
let note: string;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  published = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  waiting = await t.makeSurvey(people.surveyor);
  voted = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  await t.request(votes.castVote, { as: people.otherSurveyor, body: { SurveyID: voted, vote: 1 } });
  unvoted = await t.makeSurvey(people.surveyor);
  unpublished = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const body = { status: 1, feedback: "It sells shoes", reason: "spam" } as const;
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id: unpublished }, body });
  reported = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  for (const as of [people.user, people.pro])
    await t.request(votes.reportSurvey, { as, params: { id: reported }, body: { inapp: "Spam" } });
  reports = await t.request(votes.listSurveyReports, { as: people.admin, params: { id: reported } });
  const sent = { surveyId: waiting, feedback: "Please shorten the title" };
  note = (await t.request(feedback.addFeedback, { as: people.admin, body: sent })).insertedId;
});
afterAll(() => t.close());

/** The user's own email; visitors, who have none, send `user`'s. */
const emailOf = (as: Person | undefined) => (as ?? people.user).email;
/** Another user's email. */
const emailOfOther = (as: Person | undefined) => (as?.email === people.pro.email ? people.user : people.pro).email;

const form = { Title: "Who may?", category: "Cleaning Tools", image: "https://example.org/a.png" };
const byId = (id: () => string) => () => ({ params: { id: id() } });
const onPublished = byId(() => published);
const onNote = () => ({ params: { id: note } });
const onWaiting = byId(() => waiting);

/** A user's own list, under their own email; admins can read all users' lists. */
const ownList: Row[] = [
  { what: "own", request: (as) => ({ params: { email: emailOf(as) } }), expected: signedIn },
  { what: "another's", request: (as) => ({ params: { email: emailOfOther(as) } }), expected: othersByAdmins },
];
const writeFeedback: Row[] = [
  { request: () => ({ body: { surveyId: published, feedback: "Well asked" } }), expected: admins },
];

const follow: Row[] = [
  { what: "published", request: onPublished, expected: signedIn },
  { what: "waiting", request: onWaiting, expected: [401, 404, 404, 200, 404, 200] },
];

const table: Record<string, Row[]> = {
  ...rowsWithoutData,
  // These endpoints use the cookie, not the token; session.engines.test.ts covers them.
  "session.createAccessToken": [
    { what: "with a token and no cookie", request: (as) => ({ body: { email: emailOf(as) } }), expected: 401 },
  ],
  "session.signUp": [{ request: () => ({ body: signUpBody() }), expected: allRoles }],
  "account.revokeMySession": [
    {
      what: "another's",
      request: (as) => ({ params: { id: (as === people.pro ? people.user : people.pro).sessionId } }),
      expected: [401, 404, 404, 404, 404, 404],
    },
    { what: "nobody's", request: () => ({ params: { id: "x" } }), expected: [401, 404, 404, 404, 404, 404] },
  ],
  "account.deleteMyAccount": [
    {
      what: "another's",
      request: (as) => ({ body: { email: emailOfOther(as) } }),
      expected: [401, 422, 422, 422, 422, 422],
    },
  ],

  "users.getUser": [
    { what: "own", request: (as) => ({ params: { email: emailOf(as) } }), expected: signedIn },
    { what: "another's", request: (as) => ({ params: { email: emailOfOther(as) } }), expected: othersByAdmins },
    {
      what: "nobody's",
      request: () => ({ params: { email: "no@example.org" } }),
      expected: [401, 403, 403, 403, 403, 404],
    },
  ],
  "users.recordUser": [
    { what: "own", request: (as) => ({ body: { email: emailOf(as), name: as?.name } }), expected: signedIn },
    { what: "another's", request: (as) => ({ body: { email: emailOfOther(as) } }), expected: noRole },
    {
      what: "own under another name, which is ignored",
      request: (as) => ({ body: { email: emailOf(as), name: "X" } }),
      expected: signedIn,
    },
  ],
  "users.listUsers": [{ expected: admins }],
  "users.setUserRole": [
    { request: () => ({ params: { id: people.pro.id }, body: { role: "user" } }), expected: admins },
    { what: "own", request: (as) => ({ params: { id: as?.id ?? "x" } }), expected: [401, 403, 403, 403, 403, 409] },
  ],

  "users.setUserStatus": [
    { request: () => ({ params: { id: people.pro.id }, body: { status: "Verified" } }), expected: admins },
    {
      what: "own",
      request: (as) => ({ params: { id: as?.id ?? "x" }, body: { status: "Blocked" } }),
      expected: [401, 403, 403, 403, 403, 409],
    },
  ],
  "users.updateMyProfile": [{ request: (as) => ({ body: { displayName: as?.name } }), expected: signedIn }],

  "images.uploadImage": [{ request: () => multipart(), expected: signedIn }],
  "images.listMyImages": [{ expected: signedIn }],
  "images.deleteImage": [
    { what: "one that is nobody's", request: byId(() => "none"), expected: [401, 404, 404, 404, 404, 404] },
  ],

  "surveys.createSurvey": [
    { request: (as) => ({ body: { ...form, email: as?.email } }), expected: surveyors },
    { what: "as another", request: (as) => ({ body: { ...form, email: emailOfOther(as) } }), expected: noRole },
  ],
  "surveys.listMySurveys": [
    { what: "own", request: (as) => ({ query: { email: emailOf(as) } }), expected: surveyors },
    { what: "another's", request: (as) => ({ query: { email: emailOfOther(as) } }), expected: admins },
  ],
  "surveys.getSurvey": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  "surveys.getSurveyResults": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  "surveys.updateSurvey": [
    {
      what: "the surveyor's",
      request: () => ({ params: { id: waiting }, body: form }),
      expected: [401, 403, 403, 200, 404, 200],
    },
    {
      what: "the surveyor's, as another",
      request: (as) => ({ params: { id: waiting }, body: { ...form, email: emailOfOther(as) } }),
      expected: admins,
    },
  ],
  "surveys.getSurveyHistory": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  "similarSurveys.listSimilarSurveys": [
    { request: () => ({ query: { title: "Who may read this?" } }), expected: allRoles },
  ],
  "surveys.setSurveyStatus": [
    { request: () => ({ params: { id: waiting }, body: { status: 1, feedback: "Not yet" } }), expected: admins },
  ],
  "surveys.closeSurvey": [
    { what: "that is not open", request: byId(() => waiting), expected: [401, 403, 403, 409, 404, 409] },
    // Its owner closes it, so the admin is too late.
    { what: "open", request: byId(() => voted), expected: [401, 403, 403, 200, 404, 409] },
  ],
  // Its result doesn't wait to be shown; if it did, an admin would not be allowed to show it.
  "surveys.showResult": [{ request: byId(() => voted), expected: [401, 403, 403, 409, 404, 404] }],
  "surveys.deleteSurvey": [
    { what: "with votes", request: byId(() => voted), expected: [401, 404, 404, 409, 404, 409] },
    // Its owner deletes it, so later requests don't find it.
    { what: "without votes", request: byId(() => unvoted), expected: [401, 404, 404, 200, 404, 404] },
  ],
  // The user's and the pro-user's first questions; surveyors ask like with surveys.createSurvey.
  "surveyorRequests.createSurveyorRequest": [
    { request: (as) => ({ body: { ...form, email: as?.email } }), expected: signedIn },
    { what: "as another", request: (as) => ({ body: { ...form, email: emailOfOther(as) } }), expected: noRole },
  ],
  "surveyorRequests.getMySurveyorRequest": [{ expected: signedIn }],
  "surveyorRequests.updateMySurveyorRequest": [
    { request: (as) => ({ body: { ...form, email: as?.email } }), expected: [401, 200, 200, 404, 404, 404] },
    { what: "as another", request: (as) => ({ body: { ...form, email: emailOfOther(as) } }), expected: noRole },
  ],

  ...rowsOfUnlistedSurveys({ published: () => published, waiting: () => waiting, emailOfOther }),
  "outcomes.getFollow": follow,
  "outcomes.followSurvey": follow,
  "outcomes.unfollowSurvey": follow,
  "outcomes.setOutcome": [
    { request: () => ({ params: { id: published }, body: { text: "Yes" } }), expected: [401, 403, 403, 409, 404, 404] },
  ],
  "outcomes.getSending": [{ request: onPublished, expected: [401, 403, 403, 200, 404, 404] }],
  ...rowsOfOwners(() => published),
  "outcomes.remindFollowers": [{ request: onPublished, expected: [401, 403, 403, 200, 404, 404] }],
  "moderation.getUnpublication": [
    { what: "unpublished", request: byId(() => unpublished), expected: allRoles },
    { what: "published", request: onPublished, expected: allRoles },
  ],
  // Only the owner can appeal; admins decide.
  "moderation.appealUnpublication": [
    {
      what: "unpublished",
      request: () => ({ params: { id: unpublished }, body: { appeal: "It doesn't" } }),
      expected: [401, 404, 404, 200, 404, 404],
    },
    {
      what: "published",
      request: () => ({ params: { id: published }, body: { appeal: "Why not?" } }),
      expected: [401, 404, 404, 409, 404, 404],
    },
  ],

  "votes.castVote": [
    {
      request: (as) => ({ body: { SurveyID: published, vote: 1, email: as?.email, userName: as?.name } }),
      expected: signedIn,
    },
    {
      what: "as another",
      request: (as) => ({ body: { SurveyID: published, vote: 1, email: emailOfOther(as) } }),
      expected: noRole,
    },
    {
      what: "under another name, which is ignored",
      request: () => ({ body: { SurveyID: published, vote: 1, userName: "Somebody Else", name: "" } }),
      expected: signedIn,
    },
    // All roles can vote on published surveys only.
    {
      what: "waiting",
      request: () => ({ body: { SurveyID: waiting, vote: 1 } }),
      expected: [401, 404, 404, 404, 404, 404],
    },
  ],
  "votes.listSurveyVotes": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  "votes.listCollectedVotes": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  ...rowsOfDownloads(onPublished, onWaiting),
  ...rowsOfInvitations(() => published),
  ...rowsOfLinks(() => published),
  ...rowsOfShortAddresses(
    () => published,
    () => waiting,
  ),
  "votes.getLedger": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  "votes.getMyVote": [
    { what: "published", request: onPublished, expected: signedIn },
    { what: "waiting", request: onWaiting, expected: [401, 404, 404, 200, 404, 200] },
  ],
  "votes.listMyChoices": [{ request: () => ({ query: { surveys: `${published},${waiting}` } }), expected: signedIn }],
  // Streams don't accept tokens, so owners and admins don't get totals of waiting surveys either.
  "votes.streamSurveyTotals": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: 404 },
  ],
  "liveTotals.listTotals": [{ request: () => ({ query: { surveys: `${published},${waiting}` } }), expected: allRoles }],
  "votes.streamTotals": [{ request: () => ({ query: { surveys: `${published},${waiting}` } }), expected: allRoles }],
  "votes.reportSurvey": [
    { what: "published", request: () => ({ params: { id: published }, body: { inapp: "Spam" } }), expected: signedIn },
    {
      what: "waiting",
      request: () => ({ params: { id: waiting }, body: { inapp: "Spam" } }),
      expected: [401, 404, 404, 404, 404, 404],
    },
  ],
  "votes.listSurveyReports": [{ request: onPublished, expected: admins }],
  "votes.settleReport": [
    {
      request: () => ({ params: { id: reported, report: reports[0]?._id ?? "" }, body: { outcome: "upheld" } }),
      expected: admins,
    },
    {
      what: "on another survey",
      request: () => ({ params: { id: published, report: reports[1]?._id ?? "" }, body: { outcome: "upheld" } }),
      expected: [401, 403, 403, 403, 403, 404],
    },
  ],
  "votes.resolveReports": [{ request: onPublished, expected: admins }],
  "votes.listMyParticipations": ownList,
  "votes.listMyReports": ownList,
  "votes.listMyComments": ownList,

  "comments.listComments": [
    { what: "published", request: onPublished, expected: allRoles },
    { what: "waiting", request: onWaiting, expected: ownerAndAdmins },
  ],
  // All of these people have voted by now; only one is a member.
  "comments.addComment": [
    {
      what: "published",
      request: () => ({ params: { id: published }, body: { comments: "Well asked" } }),
      expected: [401, 409, 200, 409, 409, 409],
    },
    {
      what: "waiting",
      request: () => ({ params: { id: waiting }, body: { comments: "Well asked" } }),
      expected: [401, 404, 404, 409, 404, 409],
    },
  ],
  "comments.removeComment": [{ what: "own", request: onPublished, expected: signedIn }],

  "feedback.addFeedback": writeFeedback,
  "feedback.addFeedbackAtSpecPath": writeFeedback,
  "feedback.getFeedback": [{ what: "the surveyor's", request: onNote, expected: [401, 403, 403, 200, 404, 200] }],
  "feedback.markFeedbackRead": [{ what: "the surveyor's", request: onNote, expected: [401, 403, 403, 200, 404, 404] }],
  "feedback.listFeedback": [
    { what: "own", request: (as) => ({ params: { email: emailOf(as) } }), expected: surveyors },
    { what: "another's", request: (as) => ({ params: { email: emailOfOther(as) } }), expected: admins },
  ],

  "payments.confirmPayment": [
    {
      what: "own",
      request: (as) => ({ body: { transactionId: "pi_none", price: 12, email: emailOf(as) } }),
      expected: [401, 404, 404, 404, 404, 404],
    },
    {
      what: "another's",
      request: (as) => ({ body: { transactionId: "pi_none", price: 12, email: emailOfOther(as) } }),
      expected: noRole,
    },
  ],
  "payments.listMyPayments": ownList,
};

// Security: H02, R45
test("every declared endpoint has its rows in the access table, and every row its endpoint", () => {
  expect(Object.keys(table).sort()).toEqual([...endpoints.keys()].sort());
});

describe.each(Object.entries(table))("%s", (name, rows) => {
  test.each(
    rows.flatMap(({ what = "", request, expected }) =>
      ROLES.map((role, index) => [role, what, Array.isArray(expected) ? expected[index] : expected, request] as const),
    ),
  )("%s %s: %i", async (role, _, status, request) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`${name} is not declared`);
    const as = role === "visitor" ? undefined : people[role];
    const response = await t.send(endpoint, { as, ...request?.(as) });
    expect(response.statusCode, response.payload).toBe(status);
    if (response.statusCode >= 400)
      expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  });
});

test("admins see every survey in the admin's list, all other users the published ones", async () => {
  const all = endpoints.get("surveys.listAllSurveys");
  if (!all) throw new Error("surveys.listAllSurveys is not declared");
  for (const role of ROLES) {
    for (const status of [undefined, 1, 2]) {
      const as = role === "visitor" ? undefined : people[role];
      const response = await t.send(all, { as, query: { ...(status && { status }), limit: 100 } });
      const statuses = new Set(response.json<{ status: number }[]>().map((survey) => survey.status));
      const seen = role !== "admin" ? [2] : status ? [status] : [1, 2];
      expect([...statuses].sort(), `${role} ${status}`).toEqual(seen);
    }
  }
});

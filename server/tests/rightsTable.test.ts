import { allows, comment, mayAsk, seeResults } from "@survey-app/contract/ballots/rights.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { listRoomQuestions } from "@survey-app/contract/sharing/rooms.ts";
import { renewShortAddress } from "@survey-app/contract/sharing/shortAddresses.ts";
import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import { inviteCoOwner } from "@survey-app/contract/surveys/owners.ts";
import { askAgain } from "@survey-app/contract/surveys/series.ts";
import { createSurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { addComment, listComments } from "@survey-app/contract/votes/comments.ts";
import { setRoomMode } from "@survey-app/contract/votes/linkVotes.ts";
import { createUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { castVote, listSurveyVotes } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { may } from "../ballots/rights.ts";
import { coOwners } from "../testing/coOwners.ts";
import { untilClose } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type AnyRequest, type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/**
 * The table of rights (contract/ballots/rights.ts), walked through HTTP: each right, each kind of person, each
 * electorate.
 */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const shared = coOwners(() => ({ t }));
const links = linkSurveys(() => ({ t, surveyor: people.surveyor }));
const ELECTORATES = ["everyone", "invited", "link"] as const;
type Electorate = (typeof ELECTORATES)[number];
type Settings = Parameters<TestApp["makeSurvey"]>[1];

/** A published survey on which `voters` can vote: of everyone's, with a list, or by open link. */
async function makeSurvey(electorate: Electorate, voters: readonly Person[] = [], settings: Settings = {}) {
  const id = await t.makeSurvey(people.surveyor, { electorate, ...untilClose(), results: "live", ...settings });
  const rows = voters.map(({ email }) => ({ email }));
  if (electorate === "invited" && rows.length > 0)
    await t.request(invitations.addInvitations, { as: people.surveyor, params: { id }, body: { rows } });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: surveys.PUBLISHED } });
  return id;
}

const vote = (as: Person, id: string) =>
  t.request(castVote, { as, body: { SurveyID: id, vote: 1, ticket: "0".repeat(32) } });
const closeSurvey = (id: string) => t.request(surveys.closeSurvey, { as: people.admin, params: { id } });

const RESULTS = ["live", "afterVote", "afterClose"] as const;
const resultCases = [
  ...ELECTORATES.flatMap((electorate) => RESULTS.map((results) => ({ electorate, results }))),
  { electorate: "link", results: "shown" } as const,
];

test.each(resultCases)("the right to see results: $electorate, $results", async ({ electorate, results }) => {
  const id = await makeSurvey(electorate, [people.user], { results });
  const isByLink = electorate === "link";
  if (isByLink) expect((await links.vote(id, await links.open(id), 1)).statusCode).toBe(200);
  else await vote(people.user, id);
  for (const state of [results, "opened"] as const) {
    if (state === "opened") await closeSurvey(id);
    for (const as of [null, ...Object.values(people)]) {
      const hasVoted = as === people.user && !isByLink;
      const sees = allows(seeResults[state], { voter: hasVoted });
      const request = { ...(as && { as }), params: { id } };
      const about = `${as?.name ?? "a visitor"}, ${state}`;
      const { resultsVisible, yesVotes } = await t.request(surveys.getSurveyResults, request);
      expect({ resultsVisible, yesVotes }, about).toEqual({ resultsVisible: sees, yesVotes: sees ? 1 : null });
      const rows = (await t.request(listSurveyVotes, request)).length;
      expect(rows, about).toBe(Number(!isByLink && (sees || hasVoted)));
    }
  }
});

const commentCases = [
  { electorate: "everyone", privacy: "named" },
  { electorate: "everyone", privacy: "confidential" },
  { electorate: "everyone", privacy: "secret" },
  { electorate: "invited", privacy: "named" },
  { electorate: "invited", privacy: "secret" },
  { electorate: "link", privacy: "named" },
] as const;

test.each(commentCases)("the right to comment: $electorate, $privacy", async ({ electorate, privacy }) => {
  const isHidden = privacy !== "named";
  const member = await makePerson(t.database, t.tokens, { isMember: true });
  const other = await makePerson(t.database, t.tokens, { isMember: true });
  const promoted = await makePerson(t.database, t.tokens, { role: "surveyor", isMember: true });
  const voters = [people.user, people.otherSurveyor, people.admin, member, promoted];
  const id = await makeSurvey(electorate, voters, { privacy, ...(isHidden && { results: "afterClose" }) });
  if (electorate !== "link") for (const voter of voters) await vote(voter, id);
  const takesComments = privacy !== "secret" && electorate !== "link";
  for (const as of [...voters, other]) {
    const isMember = as === member || as === other || as === promoted;
    const isAllowed = allows(comment, { member: isMember, admin: as === people.admin });
    const response = await t.send(addComment, { as, params: { id }, body: { comments: "Tea" } });
    const expected = !takesComments ? "noComments" : !isAllowed ? "membersOnly" : as === other ? "notVoted" : undefined;
    expect(response.json().code, as.name).toBe(expected);
  }
  const own = await t.request(listComments, { as: member, params: { id } });
  expect(own.length > 0).toBe(takesComments);
});

const askingCases = (["request", "everyone", "admins"] as const).flatMap((surveyors) =>
  (["surveyors", "confirmed", "anyone"] as const).map((askUnlisted) => ({ surveyors, askUnlisted })),
);

test.each(askingCases)("the right to ask: SURVEYORS=$surveyors, ASK_UNLISTED=$askUnlisted", async (policies) => {
  const app = await testApp(policies, WITHOUT_POLLS);
  try {
    const form = { Title: "Tea?", category: "Food Preparation", image: "https://example.org/a.webp" };
    const drawn = { ...form, image: drawingPath("Food Preparation"), electorate: "link", ...untilClose() };
    const kinds = {
      listed: [surveys.createSurvey, form],
      unlisted: [createUnlistedSurvey, drawn],
      request: [createSurveyorRequest, form],
    } as const;
    for (const role of ["user", "surveyor", "admin"] as const)
      for (const isMember of [false, true])
        for (const [what, [endpoint, body]] of Object.entries(kinds)) {
          const as = await makePerson(app.database, app.tokens, { role, isMember });
          const { code } = (await app.send(endpoint, { as, body })).json() as { code?: string };
          const isAllowed = mayAsk(
            what as keyof typeof kinds,
            isMember && role === "user" ? "pro-user" : role,
            policies,
          );
          // A surveyor's request is an ordinary survey.
          const isPlain = what === "request" && mayAsk("listed", role, policies);
          expect(code, `${role} ${what}`).toBe(
            isAllowed || isPlain ? undefined : what === "request" ? "requestsOff" : "roleRequired",
          );
        }
  } finally {
    await app.close();
  }
});

/**
 * A request that needs each right. Emails and webhooks have no request of their own: rights.test.ts has what SQL
 * decides about them.
 */
const REQUESTS: Record<
  Exclude<Parameters<typeof may>[0], "sendEmails" | "getOwnerEmails" | "receiveWebhooks" | "readVoters">,
  [endpoint: Endpoint, request: Omit<AnyRequest, "params">]
> = {
  readPrivate: [surveys.getSurvey, {}],
  change: [
    surveys.updateSurvey,
    { body: { Title: "Tea?", category: "Food Preparation", image: "https://a.example/a" } },
  ],
  close: [surveys.closeSurvey, {}],
  show: [surveys.showResult, {}],
  remove: [surveys.deleteSurvey, {}],
  makeShortAddress: [renewShortAddress, { body: { kind: "flyer" } }],
  host: [setRoomMode, { body: { on: true } }],
  askInRoom: [listRoomQuestions, {}],
  keepList: [invitations.addInvitations, { body: { rows: [{ label: "Ann" }] } }],
  exportList: [askAgain, {}],
  speakAsOwner: [setOutcome, { body: { text: "Tea" } }],
  chooseOwners: [inviteCoOwner, {}],
};

test.each(ELECTORATES)("the rights of owners: %s", async (electorate) => {
  const demote = ({ id }: Person) =>
    t.request(setUserRole, { as: people.admin, params: { id }, body: { role: "user" } });
  // The person that owners invite.
  const invited = { email: people.otherSurveyor.email };
  for (const [right, [endpoint, request]] of Object.entries(REQUESTS)) {
    const body = right === "chooseOwners" ? invited : request.body;
    for (const kind of ["owner", "former", "coOwner", "formerCoOwner", "other", "user", "admin"] as const) {
      const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
      // Unpublished, so that reading it needs a right too.
      const id = await t.makeSurvey(owner, { electorate, ...untilClose() });
      const isShared = kind === "coOwner" || kind === "formerCoOwner";
      const coOwner = isShared ? await shared.share(id, owner) : null;
      const { otherSurveyor, user, admin } = people;
      const as = coOwner ?? { owner, former: owner, other: otherSurveyor, user, admin }[kind as "owner"] ?? owner;
      if (kind.startsWith("former")) await demote(as);
      const role = kind.startsWith("former") || kind === "user" ? "user" : kind === "admin" ? "admin" : "surveyor";
      const row = { owner_id: owner.id, co_owners: coOwner?.id ?? "", asked_as_user: 0, accepted: 0 };
      const expected = may(right as keyof typeof REQUESTS, { userId: as.id, storedRole: role }, row);
      const { code } = (await t.send(endpoint, { as, params: { id, survey: id }, body })).json() as { code?: string };
      const isRefused = code === "notFound" || code === "roleRequired";
      // Surveyors alone may use the other endpoints at all, whatever the survey; of the list `mayAskWith` decides that.
      const forUsers = ["anyone", "signedIn"].includes(endpoint.access) && right !== "keepList";
      const isForRole = role !== "user" || forUsers;
      const about = `${right}, ${kind}: ${code}`;
      if (expected && isForRole) expect(isRefused, about).toBe(false);
      else expect(isRefused, about).toBe(true);
    }
  }
});

import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Access } from "@survey-app/contract/http/endpoint.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountActs } from "../testing/bystander/accountActs.ts";
import { type ActingRole, type Acts, createActor, type Stage } from "../testing/bystander/actors.ts";
import { jobActs } from "../testing/bystander/jobActs.ts";
import { meetingActs } from "../testing/bystander/meetingActs.ts";
import { otherActs } from "../testing/bystander/otherActs.ts";
import { signInActs } from "../testing/bystander/signInActs.ts";
import { rowReader, type StoredRows, tableNames } from "../testing/bystander/storedRows.sql.ts";
import { surveyActs } from "../testing/bystander/surveyActs.ts";
import { requestsForTheirs } from "../testing/bystander/theirRows.ts";
import { voteActs } from "../testing/bystander/voteActs.ts";
import { makeWorld } from "../testing/bystander/world.ts";
import type { World } from "../testing/bystander/worldSurveys.ts";
import { startOrganization } from "../testing/organization.ts";
import { startPaymentApp } from "../testing/paymentApp.ts";
import { makePerson } from "../testing/people.ts";
import { WITHOUT_POLLS } from "../testing/testApp.ts";
import { PUBLIC_URL } from "../testing/testConfig.ts";

/**
 * Whatever people do with their own account, payments, surveys and lists, rows of other people don't change. People who
 * have something in every table only look on, while each endpoint that changes something is used with success in each
 * role. Admins decide about others, but not about these people.
 */
const acts: Acts = { ...signInActs, ...accountActs, ...surveyActs, ...voteActs, ...meetingActs, ...otherActs };

/** Tables whose rows belong to no person and no survey. */
const SHARED = {
  heartbeats: "the clock of the installation",
  mail_server: "the mail server of the installation",
  role_claims: "the claims of the organization's provider",
  survey_counts: "the numbers of surveys by category",
  secret_erasures: "emptied by a job that runs every ten seconds",
};

const SIGNED_IN = ["user", "member", "surveyor", "admin"] as const;
/** Who can use the endpoints of each access. To sign in, a visitor needs a user's account. */
const ROLES: Record<Access, readonly ActingRole[]> = {
  anyone: ["visitor", "member", "surveyor", "admin"],
  cookie: SIGNED_IN,
  signedIn: SIGNED_IN,
  invited: ["visitor"],
  asker: ["user", "surveyor", "admin"],
  surveyor: ["surveyor", "admin"],
  admin: ["admin"],
};

let stage: Stage;
let world: World;
let readRows: () => Promise<StoredRows>;
let theirs: string[];

beforeAll(async () => {
  const organization = await startOrganization(`${PUBLIC_URL}/api/auth/callback/oidc`);
  const { issuer, client } = organization;
  const oidc = {
    issuer,
    client,
    name: "Example Ltd",
    isOnly: false,
    domains: [],
    roles: null,
    scopes: ["openid", "email", "profile"],
    endsSession: false,
  };
  const t = await startPaymentApp(
    {},
    { oidc, askUnlisted: "anyone", languages: ["en", "de"] },
    { ...WITHOUT_POLLS, mailPollMs: 10 },
  );
  world = await makeWorld(t);
  readRows = await rowReader(t.database);
  theirs = [...(await readRows())].filter((row) => !(tableOf(row) in SHARED));
  stage = { t, organization, staff: await makePerson(t.database, t.tokens, { role: "admin" }) };
});
afterAll(async () => {
  await stage.t.close();
  await stage.organization.close();
});

const tableOf = (row: string) => row.slice(0, row.indexOf(" "));

async function expectUnchanged(): Promise<void> {
  const rows = await readRows();
  expect(theirs.filter((row) => !rows.has(row))).toEqual([]);
}

test("bystanders have rows in every table", async () => {
  const filled = new Set(theirs.map(tableOf));
  const empty = (await tableNames(stage.t.database)).filter((name) => !filled.has(name));
  expect(empty).toEqual(Object.keys(SHARED).sort());
});

test("every endpoint that changes something is used", () => {
  const changing = [...endpoints].flatMap(([name, { method }]) => (method === "GET" ? [] : [name]));
  expect(Object.keys(acts).sort()).toEqual(changing.sort());
});

const uses = Object.entries(acts).flatMap(([name, given]) => {
  const { access = "anyone" } = endpoints.get(name) ?? {};
  const { roles, act } = "act" in given ? given : { roles: ROLES[access], act: given };
  return roles.map((role) => [name, role, act] as const);
});

test.each(uses)("%s as %s changes no row of others", async (_name, role, act) => {
  await act(createActor(stage, role));
  await expectUnchanged();
});

test.each(Object.entries(jobActs))("%s changes no row of others", async (_what, act) => {
  await act(createActor(stage, "surveyor"));
  await expectUnchanged();
});

describe("with an id of one's own and one of others", () => {
  test("every endpoint with two ids in its path is tried", () => {
    const withTwo = [...endpoints].flatMap(([name, { method, path }]) =>
      method !== "GET" && path.split(":").length > 2 ? [name] : [],
    );
    expect(Object.keys(requestsForTheirs).sort()).toEqual(withTwo.sort());
  });

  test.each(Object.entries(requestsForTheirs))("%s finds nothing, and leaves other rows alone", async (name, make) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`${name} is not declared`);
    const response = await stage.t.send(endpoint, await make(createActor(stage, "surveyor"), world));
    expect([response.statusCode, response.json().code]).toEqual([404, "notFound"]);
    await expectUnchanged();
  });
});

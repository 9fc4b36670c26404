import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countingStatements } from "../testing/countedStatements.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { invitedSurveys, newTicket, type Opened, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";

/**
 * An owner keeps the codes of a survey with a hidden result, or puts own addresses on its list, and asks which were
 * used.
 */
const ABOUT_USE = ["invitations", "former_codes", "votes", "secret_voters", "counted_addresses"];
let t: TestApp;
let count: ReturnType<typeof countingStatements>["count"];
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  const counting = countingStatements(fresh.database, ABOUT_USE);
  count = counting.count;
  t = await appOn({ ...fresh, database: counting.database }, { surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

const MODES = [
  ["named, hidden until the close", () => untilClose()],
  ["named, after one's own vote", () => ({ results: "afterVote" as const })],
  ["named and changeable", () => ({ changeable: true, ...untilClose() })],
  ["confidential", () => ({ privacy: "confidential" as const, ...untilClose() })],
  ["secret", () => ({ privacy: "secret" as const, ...untilClose() })],
] as const;

/** The response to the owner, and the number of statements for it. */
interface Answer {
  request: string;
  status: number;
  text: string;
  statements: number;
}

/**
 * Sends requests one after the other, and keeps the responses without values that differ between any two invitations.
 */
function recordingSender(hidden: readonly string[]) {
  const answers: Answer[] = [];
  const send = async (endpoint: Endpoint, request: Parameters<TestApp["send"]>[1], what = "") => {
    const [response, ran] = await count(() => t.send(endpoint, request));
    // Everyone gets the same numbers, from a cache or not.
    const statements = endpoint === surveys.getSurveyResults ? 0 : ran;
    const text = hidden
      .reduce((shown, id) => shown.replaceAll(id, "ID"), response.payload)
      .replaceAll(/"(token|expiresAt|requestId|code|endedAt|createdAt)":"[^"]*[\d-][^"]*"/g, '"$1":"…"')
      .replaceAll(/"Code \d+"/g, '"Code"')
      // Public numbers of the owner's actions so far.
      .replaceAll(/"(replaced|struck)":\d+|"changes":\[[^\]]*\]/g, "");
    answers.push({
      request: `${endpoint.method} ${endpoint.path} ${what}`,
      status: response.statusCode,
      text,
      statements,
    });
    return response;
  };
  return { answers, send };
}
type Send = ReturnType<typeof recordingSender>["send"];

/** Ballots that would not count with any invitation. */
const incomplete = {
  "with an answer that is not offered": { vote: 2, ticket: newTicket() },
  "about another question": { vote: 1, ticket: newTicket(), question: "0".repeat(64) },
} as const;

/** Everything that a holder of an opened invitation can ask without casting a complete ballot. */
async function askOpened(send: Send, id: string, headers: Partial<Opened>, isSecret: boolean): Promise<void> {
  const request = { params: { id }, headers };
  const cast = (what: string, body: object, sent = headers) =>
    send(invitations.castInvitedVote, { params: { id }, headers: sent, body }, what);
  await send(invitations.getInvitation, request);
  for (const [what, body] of Object.entries(incomplete)) await cast(what, body);
  if (isSecret) await cast("without a ticket", { vote: 1 });
  else await cast("that replaces a vote", { vote: 1, replaces: "1-0000-0000-0000-0000" });
  await cast("without a cookie", { vote: 1, ticket: newTicket() }, { authorization: headers.authorization ?? "" });
  for (const _ of ["first", "again"]) await send(invitations.objectToVote, request);
  for (const endpoint of [votes.listSurveyVotes, votes.listCollectedVotes, comments.listComments])
    await send(endpoint, { ...request, query: {} });
  await send(surveys.getSurveyResults, request);
}

describe.each(MODES)("while a survey is open that is %s", (mode, settings) => {
  const isSecret = mode === "secret";
  const settingsOf = () => ({ ...settings(), unsure: false });

  /** A survey with three codes; the first one's person has voted. The owner has opened all three in another browser. */
  async function withCodes() {
    const made = await invited.makeOpen(3, settingsOf());
    const kept = [];
    for (const code of made.codes) kept.push(await invited.open(code));
    expect((await invited.vote(made.id, await invited.open(made.codes[0] ?? ""), 1)).statusCode).toBe(200);
    return { ...made, kept };
  }

  /**
   * Sends the same requests about the used and an unused code, after another unused one, which fills caches.
   * @returns the responses to each
   */
  async function both(hidden: readonly string[], ask: (send: Send, index: number) => Promise<void>) {
    const asked = [];
    for (const index of [2, 0, 1]) {
      const { answers, send } = recordingSender(hidden);
      await ask(send, index);
      asked.push(answers);
    }
    return asked.slice(1);
  }

  // Security: F12
  test("no request but a complete ballot tells the maker of a code whether it was used", async () => {
    const { id, ids, codes, kept } = await withCodes();
    const [used, unused] = await both([id, ...ids], async (send, index) => {
      await send(invitations.openInvitation, { body: { token: codes[index] } });
      await askOpened(send, id, kept[index] ?? {}, isSecret);
    });
    expect(used).toEqual(unused);
    expect(used?.map(({ text }) => text).join()).not.toContain('"isUsed":true');
  });

  // Security: F12
  test("nor does any request about a code that its maker replaces or removes", async () => {
    for (const end of [invitations.reissueInvitation, invitations.removeInvitation]) {
      const { id, ids, codes, kept } = await withCodes();
      const [used, unused] = await both([id, ...ids], async (send, index) => {
        const as = people.surveyor;
        const response = await send(end, { as, params: { id, invitation: ids[index] ?? "" } });
        await send(invitations.openInvitation, { body: { token: codes[index] } });
        for (const _ of ["first", "again"]) await send(invitations.objectToEnd, { body: { token: codes[index] } });
        await askOpened(send, id, kept[index] ?? {}, isSecret);
        const { code } = response.json();
        if (code) await askOpened(send, id, await invited.open(code), isSecret);
        const listed = (await invited.list(id)).find(({ _id }) => _id === ids[index]);
        expect(listed).toMatchObject({ voted: null });
      });
      expect(used).toEqual(unused);
      expect(used?.[1]?.text).toMatch(/"code":"(invitationReplaced|invitationStruck)"/);
    }
  });

  /**
   * A survey with the addresses of three own accounts of the owner; with the first one's link someone else has voted.
   */
  async function withPuppets() {
    const puppets = await Promise.all([0, 1, 2].map(() => makePerson(t.database, t.tokens)));
    const made = await invited.makeOpen(
      0,
      settingsOf(),
      puppets.map(({ email }) => email),
    );
    const links = await invited.linksOf(made.id);
    expect((await invited.vote(made.id, await invited.open(links[0] ?? ""), 1)).statusCode).toBe(200);
    return { ...made, puppets, links, hidden: [made.id, ...puppets.flatMap(({ id, email }) => [id, email])] };
  }

  // Security: F12
  test("nor any request of an account whose address is on the list", async () => {
    const { id, puppets, hidden } = await withPuppets();
    const [used, unused] = await both(hidden, async (send, index) => {
      const as = puppets[index] as Person;
      const request = { as, params: { id } };
      await send(invitations.getMyInvitation, request);
      // Who cast a secret vote is not stored: it is shown as the account's, as in its own lists.
      if (!isSecret) await send(outcomes.getFollow, request);
      const cast = (what: string, body: object) => send(votes.castVote, { as, body: { SurveyID: id, ...body } }, what);
      for (const [what, body] of Object.entries(incomplete)) await cast(what, body);
      if (isSecret) await cast("without a ticket", { vote: 1 });
      else await cast("that replaces a vote", { vote: 1, replaces: "1-0000-0000-0000-0000" });
      for (const _ of ["first", "again"]) await send(invitations.objectToVote, request);
    });
    expect(used).toEqual(unused);
  });

  // Security: F12
  test("nor the deletion of such an account: a dry run and the link answer alike", async () => {
    const { id, puppets, links, hidden } = await withPuppets();
    const kept = await Promise.all(links.map((link) => invited.open(link)));
    for (const as of puppets) await t.request(account.deleteMyAccount, { as, body: { email: as.email } });
    const [used, unused] = await both(hidden, async (send, index) => {
      const rows = [{ email: puppets[index]?.email }];
      await send(invitations.addInvitations, { as: people.surveyor, params: { id }, body: { rows, dryRun: true } });
      await send(invitations.openInvitation, { body: { token: links[index] } });
      await askOpened(send, id, kept[index] ?? {}, isSecret);
    });
    expect(used).toEqual(unused);
    if (!isSecret) expect(used?.[0]?.text).toContain('"kind":"counted"');
  });
});

import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeAnswers } from "../testing/answers.sql.ts";
import { cutStreams } from "../testing/eventStream.ts";
import { invitedSurveys, type Opened } from "../testing/invitedSurveys.ts";
import { comparable, differing, readEverything, startTwins, type TwinApp } from "../testing/twins.ts";

let t: TwinApp;

beforeAll(async () => {
  t = await startTwins();
});
afterEach(cutStreams);
afterAll(() => t.close());

/** An open survey for invited people with votes of each kind by link, and two people who have not voted. */
async function makeVoted(privacy: "named" | "confidential" | "secret") {
  const answers = Array.from({ length: 7 }, (_, index) => (index % 3) as Answer);
  const given = { Title: "Hidden list?", electorate: "invited", results: "afterClose", listed: true } as const;
  const { id, voters, invitations } = await t.scenario({ ...given, privacy, unsure: true, answers, people: 9 });
  return { id, tokens: voters, ids: invitations };
}

/**
 * The responses that everyone gets, including the owner's list, and those to two invited people: the first voter, and
 * one who hasn't voted.
 */
async function read(id: string, tokens: readonly Opened[]) {
  const readers = { visitor: undefined, voter: t.voter, ...t.people };
  const found = await readEverything(t, id, readers, comparable);
  for (const [index, token] of [tokens[0], tokens[8]].entries()) {
    const request = { params: { id }, headers: token ?? {} };
    found[`invited ${index}`] = comparable((await t.send(invitations.getInvitation, request)).payload);
  }
  return found;
}

describe.each(["named", "confidential", "secret"] as const)("an open %s survey for invited people", (privacy) => {
  // Security: F12
  test("responds the same to everyone, whatever others answered by link", async () => {
    const { id, tokens } = await makeVoted(privacy);
    const before = await read(id, tokens);
    if (privacy === "secret")
      await t.database.db
        .updateTable("secret_tallies")
        .set({ yes: 7, no: 0, unsure: 0 })
        .where("survey_id", "=", id)
        .execute();
    else
      await changeAnswers(t.database, id, ({ n, choice }) =>
        // The first vote is shown to its voter.
        n === 1 ? choice : (((choice + n) % 3) as Answer),
      );
    const after = await read(id, tokens);
    // Ledgers of named votes are sealed: their hashes differ, and nothing else.
    const isHash = (key: string) => privacy === "named" && withoutHashes(before[key]) === withoutHashes(after[key]);
    expect(differing(before, after).filter((key) => !isHash(key))).toEqual([]);
    expect(before["invited 0"]).toContain(privacy === "secret" ? '"isUsed":null' : '"vote":0');
    expect(before["invited 1"]).toContain('"vote":null');
  });
});

const withoutHashes = (text = "") =>
  text.replaceAll(/\b[0-9a-f]{64}\b/g, "HASH").replaceAll(/\b\d+(-[0-9a-f]{4}){4}\b/g, "RECEIPT");

// Security: F12
test("the owner of a confidential or secret survey can't tell from strikes and reissues who has voted", async () => {
  const invited = invitedSurveys(() => ({ t, ...t.people }));
  for (const privacy of ["confidential", "secret"] as const) {
    const { id, ids } = await makeVoted(privacy);
    const [voted = "", silent = ""] = [ids[0], ids[8]];
    const shape = (text: string) => comparable(text).replaceAll(/([0-9A-Z]{4}-){2}[0-9A-Z]{4}/g, "CODE");
    const asOwner = async (
      endpoint: typeof invitations.reissueInvitation | typeof invitations.removeInvitation,
      invitation: string,
    ) => {
      const response = await t.send(endpoint, { as: t.people.surveyor, params: { id, invitation } });
      return [response.statusCode, shape(response.payload)];
    };
    expect(await asOwner(invitations.reissueInvitation, voted)).toEqual(
      await asOwner(invitations.reissueInvitation, silent),
    );
    const lists: unknown[] = [];
    for (const invitation of [voted, silent]) {
      const struck = (await invited.resultLabel(id)).list?.struck ?? 0;
      expect(await asOwner(invitations.removeInvitation, invitation)).toEqual([200, '{"modifiedCount":1}']);
      expect((await invited.resultLabel(id)).list?.struck).toBe(struck + 1);
      lists.push((await invited.list(id)).find(({ _id }) => _id === invitation)?.state);
    }
    expect(lists).toEqual(["struck", "struck"]);
    expect((await t.request(surveys.getSurveyResults, { params: { id } })).participants).toBe(7);
  }
});

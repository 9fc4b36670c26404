import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lockBallotBox } from "../../ballots/ballotBox.sql.ts";
import type { Database } from "../../database/database.ts";
import { changeOf } from "../../events/surveyEvents.ts";
import type { CurrentUser } from "../../http/currentUser.ts";
import { updateSurvey } from "../../surveys/updateSurvey.sql.ts";
import { openElsewhere } from "../../testing/freshDatabase.ts";
import { invitedSurveys, newTicket, secretSettings, untilClose } from "../../testing/invitedSurveys.ts";
import { linkSurveys } from "../../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { recount } from "../ledger/verify.sql.ts";
import { createVoteWriter } from "./voteWriter.ts";

/** Enough for one insert of several first votes (storeOnPostgres.sql.ts), with the first one stored alone. */
const MANY = 30;
/** The title after the edits. */
const EDITED = "Do we sell the boat?";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** How many ballots have passed every check before storing. */
let arrived = 0;
beforeAll(async () => {
  const voteWriter: typeof createVoteWriter = async (...args) => {
    const writer = await createVoteWriter(...args);
    return {
      cast(ballot) {
        arrived++;
        return writer.cast(ballot);
      },
    };
  };
  t = await testApp({}, { ...WITHOUT_POLLS, voteWriter });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const links = linkSurveys(() => ({ t, ...people }));
const read = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });

/** Sends the ballot of one voter, which names this question. */
type Vote = (question: string) => Promise<LightMyRequestResponse>;

interface Scene {
  id: string;
  votes: Vote[];
}

const each = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

type Settings = Parameters<typeof invited.make>[0];

async function byAccount(count: number, settings: Settings = {}): Promise<Scene> {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
  return { id, votes: await each(count, async () => voteOf(id, await makePerson(t.database, t.tokens))) };
}

const voteOf =
  (SurveyID: string, as: Person): Vote =>
  (question) =>
    t.send(castVote, { as, body: { SurveyID, vote: 1, ticket: newTicket(), question } });

async function byCode(count: number, settings: Settings = {}): Promise<Scene> {
  const { id, codes } = await invited.makeOpen(count, settings);
  const votes = await each(count, async (index): Promise<Vote> => {
    const opened = await invited.open(codes[index] ?? "");
    return (question) => invited.vote(id, opened, 1, { question });
  });
  return { id, votes };
}

async function byAccountOnList(count: number): Promise<Scene> {
  const members = await each(count, () => makePerson(t.database, t.tokens));
  const { id } = await invited.makeOpen(
    0,
    {},
    members.map(({ email }) => email),
  );
  return { id, votes: members.map((member) => voteOf(id, member)) };
}

async function byOpenLink(count: number): Promise<Scene> {
  const id = await links.make();
  const votes = await each(count, async (): Promise<Vote> => {
    const browser = await links.open(id);
    return (question) => links.vote(id, browser, 1, { question });
  });
  return { id, votes };
}

const confidential = () => ({ privacy: "confidential" as const, ...untilClose() });

/** Surveys on which people are about to vote, each in another way. */
const scenes: Record<string, (count: number) => Promise<Scene>> = {
  "by account": byAccount,
  "by account, confidentially": (count) => byAccount(count, confidential()),
  "by account, secretly": (count) => byAccount(count, secretSettings()),
  "by account on a list": byAccountOnList,
  "by code": byCode,
  "by code, secretly": (count) => byCode(count, secretSettings()),
  "by open link": byOpenLink,
};
const alone = Object.keys(scenes).map((way) => [way, 1] as const);
const ways = [...alone, ...Object.keys(scenes).map((way) => [way, MANY] as const)];
const prepare = (way: string, count: number) => scenes[way]?.(count) as Promise<Scene>;

const outcomes = (responses: LightMyRequestResponse[]) =>
  responses.map((response) => (response.statusCode === 200 ? "stored" : response.json().code));
const all = (votes: Vote[], outcome: string) => votes.map(() => outcome);

/** Sends ballots that wait for the ballot box while another process changes the survey. */
async function whileWaiting(
  { id, votes }: Scene,
  question: string,
  change: (tx: Database) => Promise<unknown>,
): Promise<LightMyRequestResponse[]> {
  let sent: Promise<LightMyRequestResponse[]> = Promise.resolve([]);
  await openElsewhere(t).transaction(async (tx) => {
    await lockBallotBox(tx, id);
    const before = arrived;
    sent = Promise.all(votes.map((vote) => vote(question)));
    await expect.poll(() => arrived - before).toBe(votes.length);
    await change(tx);
  });
  return sent;
}

/** Edits the title as the owner, like another instance of the app. */
const edit = (id: string) => (tx: Database) => {
  const currentUser = { userId: people.surveyor.id, storedRole: "surveyor" } as CurrentUser;
  const change = changeOf(tx, { currentUser, requestId: "edit" }, async () => {});
  const policies = { surveyReview: "off", surveyors: "request", askUnlisted: "surveyors" } as const;
  return updateSurvey(change, id, (stored) => ({ ...stored, title: EDITED, note: "" }), policies);
};

/** Edits the title as version 1.0 does: it doesn't know the hash in the ballot box. */
const editAsBefore = (id: string) => (tx: Database) =>
  tx.db.updateTable("surveys").set({ title: EDITED }).where("id", "=", id).execute();

// Security: F15
test.each(ways.flatMap(([way, count]) => [edit, editAsBefore].map((how) => [way, count, how] as const)))(
  "ballots that wait while their question is edited are not counted for the other one: %s, %i at once",
  async (way, count, how) => {
    const scene = await prepare(way, count);
    const former = (await read(scene.id)).label.questionHash;
    const responses = await whileWaiting(scene, former, how(scene.id));
    expect(outcomes(responses)).toEqual(all(scene.votes, "questionMoved"));
    const { Title, participants, label } = await read(scene.id);
    expect({ Title, participants }).toEqual({ Title: EDITED, participants: 0 });
    // Those who read the page again vote.
    expect(outcomes(await Promise.all(scene.votes.map((vote) => vote(label.questionHash))))).toEqual(
      all(scene.votes, "stored"),
    );
    expect((await read(scene.id)).participants).toBe(count);
    expect((await recount(t.database)).mismatches).toEqual([]);
  },
);

// Security: F15
test.each(Object.keys(scenes))(
  "ballots and an edit at the same time leave one question with its own votes: %s",
  async (way) => {
    for (let round = 0; round < (inject("isNightly") ? 40 : 4); round++) {
      const scene = await prepare(way, MANY);
      const { id, votes } = scene;
      const { Title: former, category, image, deadline, label } = await read(id);
      const body = { Title: EDITED, category, image, deadline } as RequestOf<typeof surveys.updateSurvey>["body"];
      const sent = votes.map((vote) => vote(label.questionHash));
      // An admin's edit is live immediately.
      const edited = await t.send(surveys.updateSurvey, { as: people.admin, params: { id }, body });
      const found = outcomes(await Promise.all(sent));
      const stored = found.filter((outcome) => outcome === "stored").length;
      const { Title, participants } = await read(id);
      if (edited.statusCode === 200)
        expect({ Title, participants, found }).toEqual({
          Title: EDITED,
          participants: 0,
          found: all(votes, "questionMoved"),
        });
      else {
        expect(edited.json()).toMatchObject({ code: "frozen" });
        expect({ Title, participants, stored }).toEqual({ Title: former, participants: MANY, stored: MANY });
      }
    }
  },
);

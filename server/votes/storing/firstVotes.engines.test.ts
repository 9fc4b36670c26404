import { receiptOf } from "@survey-app/contract/ballots/ledger.ts";
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createEventBus } from "../../database/events.ts";
import { newId } from "../../database/newId.ts";
import { findVoteNodes } from "../../database/postgres/distribution.ts";
import { newBallot } from "../../testing/ballots.ts";
import { openElsewhere } from "../../testing/freshDatabase.ts";
import { invitedSurveys, secretSettings, untilClose } from "../../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { recount } from "../ledger/verify.sql.ts";
import { findBrokenChains } from "../ledger/verifyChains.sql.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";
import { createVoteWriter } from "./voteWriter.ts";

/** More than enough first votes for one insert of all of them (storeOnPostgres.sql.ts). */
const MANY = 40;
const LATER = Date.now() + HOUR_MS;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (settings = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
const confidential = () => ({ privacy: "confidential" as const, ...untilClose() });

async function publishWith(columns: {
  starts_at?: number;
  ends_at?: number;
  appears_at?: number;
  electorate?: "link";
}): Promise<string> {
  const id = await publish();
  await t.database.db.updateTable("surveys").set(columns).where("id", "=", id).execute();
  return id;
}

const hashOf = async (id: string) =>
  (await t.request(getSurvey, { as: people.surveyor, params: { id } })).label.questionHash;
const OTHER_QUESTION = "0".repeat(64);
const naming = (question: string, ballot: Ballot): Ballot => ({ ...ballot, question });

/** As if version 1.0 had edited the question: the ballot box doesn't have its hash. */
const forgetHash = (id: string) =>
  t.database.db.updateTable("ballot_boxes").set({ question_hash: "" }).where("survey_id", "=", id).execute();

/** Surveys of every kind, and for each one ballots that name no earlier vote, ticket, invitation or cookie. */
const scenes: Record<string, () => Promise<Ballot[]>> = {
  "all kinds of answers": async () => {
    const [id, twice] = [await publish({ unsure: true }), newId()];
    const answers = ([1, 0, 2, 1] as const).map((choice) => ({ ...newBallot(id, newId(), choice), comment: "Why" }));
    return [...answers, newBallot(id, twice, 1), newBallot(id, twice, 0), newBallot(id, twice, 1), newBallot(id)];
  },
  "an answer that the survey doesn't offer": async () => {
    const id = await publish();
    return ([1, 2, 0] as const).map((choice) => newBallot(id, newId(), choice));
  },
  "voters who have voted before": async () => {
    const [id, before] = [await publish({ changeable: true }), newId()];
    await storeBallots(t.database, [newBallot(id, before, 1)]);
    return [newBallot(id), newBallot(id, before, 1), newBallot(id, before, 0), newBallot(id, newId(), 0)];
  },
  "only voters who have voted before": async () => {
    const [id, before] = [await publish(), newId()];
    await storeBallots(t.database, [newBallot(id, before, 1)]);
    return [newBallot(id, before, 0), newBallot(id, before, 1)];
  },
  "a confidential survey": async () => {
    const [id, twice] = [await publish(confidential()), newId()];
    return [newBallot(id), newBallot(id, twice, 0), newBallot(id, twice, 1), newBallot(id, newId(), 0)];
  },
  "the question, another one, or none": async () => {
    const id = await publish();
    return [newBallot(id), naming(OTHER_QUESTION, newBallot(id)), naming(await hashOf(id), newBallot(id, newId(), 0))];
  },
  "a question whose hash is unknown": async () => {
    // Without numbers: a ballot that waits for the hash gets a later one.
    const id = await publish(confidential());
    const question = await hashOf(id);
    await forgetHash(id);
    return [newBallot(id), naming(OTHER_QUESTION, newBallot(id)), naming(question, newBallot(id, newId(), 0))];
  },
  "another question, and voters who have voted before": async () => {
    const [id, before] = [await publish(), newId()];
    await storeBallots(t.database, [newBallot(id, before, 1)]);
    const others = [newBallot(id), newBallot(id, before, 0)];
    return [...others.map((ballot) => naming(OTHER_QUESTION, ballot)), newBallot(id, before, 0), newBallot(id)];
  },
  "another question on a confidential survey": async () => {
    const id = await publish(confidential());
    return [naming(OTHER_QUESTION, newBallot(id)), naming(await hashOf(id), newBallot(id))];
  },
  reports: async () => [{ ...newBallot(await publish(), people.user.id), report: "Rude" }, newBallot(await publish())],
  "a secret survey": async () => [newBallot(await publish(secretSettings()))],
  "a survey for invited people": async () => [newBallot(await publish({ electorate: "invited" }))],
  "a survey by open link": async () => [newBallot(await publishWith({ electorate: "link" }))],
  "a survey that has ended": async () => [newBallot(await publishWith({ starts_at: 1, ends_at: Date.now() - 1 }))],
  "a survey that has not begun": async () => [newBallot(await publishWith({ starts_at: LATER, appears_at: LATER }))],
  "a survey that waits": async () => [newBallot(await t.makeSurvey(people.surveyor))],
  "no survey": async () => [newBallot(newId())],
};

/** What the result of a ballot says, without ids and hashes. */
const summary = (result: BallotResult | undefined) => ({
  kind: result?.kind,
  n: result && "receipt" in result && result.receipt?.split("-")[0],
  why: result && ("because" in result ? result.because : "conflict" in result && result.conflict),
});

async function expectSound(): Promise<void> {
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect(await findBrokenChains(t.database)).toEqual([]);
}

/** The results of ballots that are stored one after the other. */
async function storeAlone(ballots: readonly Ballot[]): Promise<BallotResult[]> {
  const results: BallotResult[] = [];
  for (const ballot of ballots) results.push(...(await storeBallots(t.database, [ballot])));
  return results;
}

test.each(Object.keys(scenes))(
  "in a large batch for one survey, ballots get the results as alone: %s",
  async (name) => {
    const create = scenes[name] ?? (async () => []);
    const alone = await storeAlone(await create());
    const surveys = [...Map.groupBy(await create(), ({ surveyId }) => surveyId)];
    const results = surveys.map(async ([id, ballots]) => {
      const others = Array.from({ length: MANY }, () => newBallot(id));
      return (await storeBallots(t.database, [...ballots, ...others])).slice(0, ballots.length);
    });
    expect((await Promise.all(results)).flat().map(summary)).toEqual(alone.map(summary));
    await expectSound();
  },
);

test("in a large batch for several surveys, ballots get the results as alone", async ({ skip }) => {
  // Its writer sends only batches for one survey.
  skip((await findVoteNodes(t.database)) !== null, "the database is distributed");
  const create = () => Promise.all(Object.values(scenes).map((each) => each()));
  const alone = await storeAlone((await create()).flat());
  const scene = await create();
  const inTurn = Array.from({ length: MANY }, (_, turn) => scene.flatMap((ballots) => ballots[turn] ?? [])).flat();
  const others = Array.from({ length: MANY }, (_, index) => newBallot(inTurn[index % 9]?.surveyId ?? ""));
  const batch = [...inTurn, ...others];
  const results = await storeBallots(t.database, batch);
  const resultOf = new Map(batch.map(({ id }, index) => [id, results[index]]));
  expect(scene.flat().map(({ id }) => summary(resultOf.get(id)))).toEqual(alone.map(summary));
  await expectSound();
});

// Security: F15
test.each([
  ["named", {}],
  ["confidential", confidential()],
  ["secret", secretSettings()],
  ["changeable", { changeable: true }],
])(
  "a ballot that names another question is refused alone, whether its box has the hash or not: %s",
  async (_, settings) => {
    const id = await publish(settings);
    const question = await hashOf(id);
    const ballot = (named?: string) => ({ ...newBallot(id), ticketHash: newId(), question: named });
    for (const isKnown of [true, false]) {
      if (!isKnown) await forgetHash(id);
      const results = await storeBallots(t.database, [ballot(question), ballot(OTHER_QUESTION), ballot()]);
      expect(results.map((result) => [result.kind, "because" in result && result.because])).toEqual([
        ["stored", false],
        ["refused", "questionMoved"],
        ["stored", false],
      ]);
      if (!isKnown) expect(await storedHash(id)).toBe(question);
    }
    await expectSound();
  },
);

test("a change that names another question changes nothing", async () => {
  const [id, voter] = [await publish({ changeable: true }), newId()];
  const [first] = await storeBallots(t.database, [newBallot(id, voter, 1)]);
  const replaces = (first && "receipt" in first && first.receipt) || "";
  const change = { ...newBallot(id, voter, 0), replaces };
  const refused = await storeBallots(t.database, [naming(OTHER_QUESTION, change)]);
  expect(refused).toEqual([{ kind: "refused", because: "questionMoved" }]);
  expect(await storeBallots(t.database, [naming(await hashOf(id), change)])).toMatchObject([{ kind: "stored" }]);
  await expectSound();
});

const storedHash = async (id: string) => {
  const box = t.database.db.selectFrom("ballot_boxes").select("question_hash").where("survey_id", "=", id);
  return (await box.executeTakeFirst())?.question_hash;
};

/** Returns the next ballot of a random voter of a survey, who may have voted. */
type Voting = (random: () => number) => Ballot;
const VOTERS = 60;

/** Surveys of every kind, each with as many voters, and how these vote. */
async function surveysOfEveryKind(): Promise<Record<string, Voting>> {
  const one = (random: () => number, below: number) => Math.floor(random() * below);
  const voters = Array.from({ length: VOTERS }, newId);
  const voting =
    (id: string, more: (voter: string, random: () => number) => Partial<Ballot> = () => ({})): Voting =>
    (random) => {
      const voter = voters[one(random, VOTERS)] ?? "";
      return { ...newBallot(id, voter, one(random, 2) === 0 ? 0 : 1), ...more(voter, random) };
    };
  const byTurn = (_: string, random: () => number) => (random() < 0.5 ? { replaces: String(one(random, 3)) } : {});
  const invited = invitedSurveys(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
  const list = await invited.makeOpen(VOTERS);
  const invitationOf = (voter: string) => list.ids[voters.indexOf(voter)] ?? "";
  const [named, another, changeable, unlisted, secret, link] = [
    await publish({ unsure: true }),
    await publish(),
    await publish({ ...confidential(), changeable: true }),
    await publish(confidential()),
    await publish(secretSettings()),
    await publishWith({ electorate: "link" }),
  ];
  const question = await hashOf(named);
  return {
    [named]: voting(named, (_, random) => ({ question: random() < 0.8 ? question : OTHER_QUESTION })),
    [another]: voting(another, () => ({ comment: "Because" })),
    [changeable]: voting(changeable, byTurn),
    [unlisted]: voting(unlisted),
    [secret]: voting(secret, (_, random) => (random() < 0.8 ? { ticketHash: newId() } : {})),
    [link]: voting(link, (_, random) => (random() < 0.8 ? { byLink: true } : {})),
    [list.id]: voting(list.id, (voter, random) => {
      if (random() < 0.2) return {};
      const id = invitationOf(voter);
      return { userId: id, invitation: { id, opened: { issue: random() < 0.8 ? 1 : 2, ballotHash: `hash ${voter}` } } };
    }),
  };
}

// Security: R13
test("several processes store random ballots of all kinds, in batches of all sizes: every acknowledged vote once", async () => {
  const voting = await surveysOfEveryKind();
  const ids = Object.keys(voting);
  const random = randomFrom(inject("isNightly") ? Date.now() : 35);
  const sizes: number[] = [];
  const writers = await Promise.all(
    [t.database, openElsewhere(t), openElsewhere(t)].map((database) =>
      createVoteWriter(database, createEventBus(null), (size) => sizes.push(size)),
    ),
  );
  const cast: { ballot: Ballot; result: BallotResult }[] = [];
  for (let round = 0; round < (inject("isNightly") ? 300 : 25); round++) {
    const bursts = writers.flatMap(({ cast: store }) => {
      const surveys = random() < 0.5 ? ids : [ids[Math.floor(random() * ids.length)] ?? ""];
      const size = [1, 3, 12, 30, 90][Math.floor(random() * 5)] ?? 1;
      return Array.from({ length: size }, async () => {
        const ballot = voting[surveys[Math.floor(random() * surveys.length)] ?? ""]?.(random) as Ballot;
        cast.push({ ballot, result: await store(ballot) });
      });
    });
    await Promise.all(bursts);
  }
  expect(Math.min(...sizes)).toBeLessThan(8);
  expect(Math.max(...sizes)).toBeGreaterThan(30);

  const rows = await t.database.db.selectFrom("votes").selectAll().where("survey_id", "in", ids).execute();
  const acknowledged = cast.filter(({ result }) => result.kind === "stored");
  expect(acknowledged.filter(({ ballot }) => ballot.question === OTHER_QUESTION)).toEqual([]);
  const open = acknowledged.filter(({ result }) => !("isSecret" in result));
  // Each acknowledged vote is the row with its id, of this voter with this answer, and there are no others.
  const key = (vote: { id: string; survey: string; voter: string; choice: number }) =>
    [vote.id, vote.survey, vote.voter, vote.choice].join(" ");
  expect(
    open
      .map(({ ballot: { surveyId, userId, ...ballot } }) => key({ ...ballot, survey: surveyId, voter: userId }))
      .sort(),
  ).toEqual(rows.map(({ survey_id, user_id, ...row }) => key({ ...row, survey: survey_id, voter: user_id })).sort());
  const first = rows.filter(({ turn }) => turn === 0);
  expect(new Set(first.map(({ survey_id, user_id }) => `${survey_id} ${user_id}`)).size).toBe(first.length);
  for (const { ballot, result } of cast) {
    if (!("receipt" in result) || result.receipt === null) continue;
    const row = rows.find(({ id }) => id === result.id);
    expect(row).toMatchObject({ survey_id: ballot.surveyId, user_id: ballot.userId });
    expect(result.receipt).toBe(receiptOf(row as { n: number; hash: string }));
  }
  const marks = await t.database.db
    .selectFrom("secret_voters")
    .select("ticket_hash")
    .where("survey_id", "in", ids)
    .execute();
  expect(marks.map(({ ticket_hash }) => ticket_hash).sort()).toEqual(
    acknowledged
      .filter(({ result }) => "isSecret" in result)
      .map(({ ballot }) => ballot.ticketHash)
      .sort(),
  );
  const votedOn = new Set(acknowledged.map(({ ballot }) => ballot.surveyId));
  expect([...votedOn].sort()).toEqual([...ids].sort());
  await expectSound();
});

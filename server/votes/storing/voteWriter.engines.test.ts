import { setTimeout as sleep } from "node:timers/promises";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createEventBus } from "../../database/events.ts";
import { newId } from "../../database/newId.ts";
import { changeOf } from "../../events/surveyEvents.ts";
import { setSurveyStatus } from "../../moderation/moderation.sql.ts";
import { newBallot } from "../../testing/ballots.ts";
import { openElsewhere } from "../../testing/freshDatabase.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { recorder } from "../../testing/recorder.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { recount } from "../ledger/verify.sql.ts";
import { findBrokenChains } from "../ledger/verifyChains.sql.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";
import { createVoteWriter } from "./voteWriter.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

// Security: R13
test("two processes that get opposite votes of the same users store one of each, and both return the same one", async () => {
  const here = await createVoteWriter(t.database, createEventBus(null));
  const there = await createVoteWriter(openElsewhere(t), createEventBus(null));
  const surveys = await Promise.all(
    Array.from({ length: 5 }, () => t.makeSurvey(people.surveyor, { publishedBy: people.admin })),
  );
  const voters = Array.from({ length: 60 }, newId);
  const pairs = voters.flatMap((voter) => surveys.map((survey) => ({ voter, survey })));
  const outcomes = await Promise.all(
    pairs.map(({ voter, survey }) =>
      Promise.all([here.cast(newBallot(survey, voter, 1)), there.cast(newBallot(survey, voter, 0))]),
    ),
  );
  for (const both of outcomes) {
    expect(both.map(({ kind }) => kind).sort()).toEqual(["already", "stored"]);
    expect(new Set(both.map((outcome) => "id" in outcome && outcome.id)).size).toBe(1);
  }
  expect(await recount(t.database)).toMatchObject({ votes: pairs.length, mismatches: [] });
});

test("voters who vote again don't disturb their batch, and don't leave a gap in its numbers", async () => {
  const sizes: number[] = [];
  const voteWriter = await createVoteWriter(t.database, createEventBus(null), (size) => sizes.push(size));
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const castAll = (voters: string[]) =>
    Promise.all(voters.map((voter) => voteWriter.cast(newBallot(survey, voter, 1))));
  const again = Array.from({ length: 20 }, newId);
  await castAll(again);
  sizes.length = 0;
  const numbers: number[] = [];
  // The later batches come after repeated votes have been detected.
  for (let round = 0; round < 2; round++) {
    const outcomes = await castAll(again.flatMap((voter) => [newId(), voter, newId()]));
    expect(outcomes.map(({ kind }) => kind)).toEqual(again.flatMap(() => ["stored", "already", "stored"]));
    numbers.push(
      ...outcomes.flatMap((vote) => (vote.kind === "stored" ? [Number.parseInt(vote.receipt ?? "", 10)] : [])),
    );
  }
  expect(sizes).toEqual(inject("engine") === "sqlite" ? [30, 30, 30, 30] : [60, 60]);
  expect(numbers).toEqual(Array.from({ length: 80 }, (_, index) => again.length + 1 + index));
  expect(await recount(t.database)).toMatchObject({ mismatches: [] });
});

test("a batch of many surveys stores each ballot, or rejects it, as it does alone", async () => {
  const deadline = new Date(Date.now() + HOUR_MS).toISOString();
  const hidden = { deadline, results: "afterClose" } as const;
  const publish = (settings = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
  const [again, third] = [newId(), newId()];
  /** A survey of each kind, with the ballots for it. */
  const create = async (): Promise<Ballot[]> => {
    const ended = await publish();
    await t.database.db
      .updateTable("surveys")
      .set({ ends_at: Date.now() - 1 })
      .where("id", "=", ended)
      .execute();
    const [unsure, votedBefore, changeable] = [
      await publish({ unsure: true }),
      await publish(),
      await publish({ changeable: true }),
    ];
    await storeBallots(t.database, [newBallot(votedBefore, again, 1)]);
    const [vote] = await storeBallots(t.database, [newBallot(changeable, again, 1)]);
    return [
      newBallot(await publish(), newId(), 0),
      newBallot(await publish({ ...hidden, privacy: "confidential" }), newId(), 1),
      { ...newBallot(unsure, newId(), 1), choice: 2 },
      { ...newBallot(await publish(), newId(), 1), choice: 2 },
      newBallot(votedBefore, again, 0),
      { ...newBallot(changeable, again, 0), replaces: vote && "receipt" in vote ? (vote.receipt ?? "") : "" },
      newBallot(await publish({ ...hidden, privacy: "secret" }), newId(), 1),
      { ...newBallot(await publish({ ...hidden, privacy: "secret" }), newId(), 1), ticketHash: newId() },
      newBallot(await publish({ electorate: "invited" }), newId(), 1),
      { ...newBallot(await publish(), newId(), 1), invitation: { id: newId(), opened: null } },
      newBallot(ended, newId(), 1),
      newBallot(await t.makeSurvey(people.surveyor), newId(), 1),
      newBallot(newId(), newId(), 1),
      ...[newId(), third, third].map((voter) => ({ ...newBallot(unsure, voter, 0), comment: "Both" })),
    ];
  };
  const summary = (result: BallotResult | undefined) => ({
    kind: result?.kind,
    n: result && "receipt" in result && result.receipt?.split("-")[0],
    why: result && ("because" in result ? result.because : "conflict" in result && result.conflict),
  });
  const alone: BallotResult[] = [];
  for (const each of await create()) alone.push(...(await storeBallots(t.database, [each])));
  const together = await storeBallots(t.database, await create());
  expect(together.map(summary)).toEqual(alone.map(summary));
  expect(new Set(alone.map(({ kind }) => kind))).toEqual(new Set(["stored", "already", "refused"]));
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect(await findBrokenChains(t.database)).toEqual([]);
});

// Security: H02
test("no vote is stored after another process unpublished its survey, and all stored votes are counted", async () => {
  const voteWriter = await createVoteWriter(t.database, createEventBus(null));
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const { votes: before } = await recount(t.database);
  const unpublishing = openElsewhere(t).transaction((tx) =>
    setSurveyStatus(changeOf(tx, { adminId: people.admin.id, requestId: "r" }, recorder()), survey, {
      status: WAITING,
      note: "",
    }),
  );
  let isOpen = true;
  void unpublishing.finally(() => {
    isOpen = false;
  });
  const early: Promise<BallotResult>[] = [];
  while (isOpen) {
    early.push(voteWriter.cast(newBallot(survey, newId(), 1)));
    await sleep(1);
  }
  const late = await Promise.all(Array.from({ length: 50 }, () => voteWriter.cast(newBallot(survey, newId(), 1))));
  expect(late.every(({ kind }) => kind === "refused")).toBe(true);
  const stored = (await Promise.all(early)).filter(({ kind }) => kind === "stored").length;
  const after = await recount(t.database);
  expect(after).toMatchObject({ votes: before + stored, mismatches: [] });
});

// Security: F13
test.runIf(inject("engine") === "sqlite")("votes wait for one other write, however many wait", async () => {
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const { cast } = await createVoteWriter(t.database, createEventBus(null));
  // The writer is busy until all of them wait, so that the order in which they are taken doesn't depend on the
  // machine's load.
  const { promise: free, resolve: release } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = t.database.transaction(async () => {
    held.resolve();
    await free;
  });
  await held.promise;
  let written = 0;
  const writes = Array.from({ length: 1200 }, () =>
    t.database
      .transaction(({ db }) => db.deleteFrom("follows").where("user_id", "=", "none").execute())
      .then(
        () => void written++,
        () => "rejected",
      ),
  );
  const voted = cast(newBallot(survey, newId(), 1));
  await sleep(50);
  release();
  await holding;
  expect(await voted).toMatchObject({ kind: "stored" });
  expect(written).toBeLessThan(100);
  // More than may wait.
  expect((await Promise.all(writes)).filter(Boolean).length).toBeGreaterThan(0);
});

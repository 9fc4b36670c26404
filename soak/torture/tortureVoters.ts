import { setTimeout as sleep } from "node:timers/promises";
import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import * as votes from "@survey-app/contract/votes.ts";
import type { Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";

/** One vote that somebody wants to cast, and what became of it as far as they know. */
export interface Ballot {
  voter: Person;
  surveyId: string;
  /** Choices that were sent: one, or both where somebody was in doubt and changed their mind. */
  sent: Set<0 | 1>;
  /** What the server answered with 200. */
  acknowledged: { id: string; choice: 0 | 1 } | null;
}

export interface Voters {
  ballots: Ballot[];
  /** Votes of a survey that were acknowledged so far, and that were sent so far. */
  counts(surveyId: string): { acknowledged: number; sent: number };
  acknowledged(): number;
  /** How often an answer broke off or did not come. */
  inDoubt(): number;
  /** How often the answer was that the server is busy. */
  refused(): number;
  /** Answers that nobody should get. */
  unexpected: string[];
  /** How long the slowest refusal took, in milliseconds. */
  slowestRefusal(): number;
  /** Rejects when nobody can vote any more. */
  failure: Promise<never>;
  stop(): Promise<void>;
}

interface Options {
  url: string;
  voters: readonly Person[];
  surveyIds: readonly string[];
  random: () => number;
  atOnce: number;
}

/** In the place of a status: nothing was sent, since nobody listens; what was sent was not answered. */
const NOBODY = -1;
const BROKEN = 0;
/** After so long nobody waits for an answer any more. */
const GIVEN_UP_MS = 10_000;

/** People vote as fast as they are answered, each once on each survey, until they are told to stop. */
export function startVoting({ url, voters, surveyIds, random, atOnce }: Options): Voters {
  const ballots: Ballot[] = [];
  const unexpected: string[] = [];
  const counts = new Map(surveyIds.map((id) => [id, { acknowledged: 0, sent: 0 }]));
  let [acknowledged, inDoubt, refused, slowestRefusal, isOver] = [0, 0, 0, 0, false];

  function next(): Ballot | undefined {
    const turn = ballots.length;
    // Neighbours vote on neighbouring surveys, and nobody twice on one.
    const [round, place] = [Math.floor(turn / voters.length), turn % voters.length];
    const [voter, surveyId] = [voters[place], surveyIds[(round + place) % surveyIds.length]];
    if (isOver || !voter || !surveyId) return undefined;
    if (round >= surveyIds.length) throw new Error("Everybody has voted on everything: there are too few voters");
    const ballot: Ballot = { voter, surveyId, sent: new Set(), acknowledged: null };
    ballots.push(ballot);
    const count = counts.get(surveyId);
    if (count) count.sent++;
    return ballot;
  }

  async function send(ballot: Ballot, choice: 0 | 1): Promise<"done" | "again"> {
    ballot.sent.add(choice);
    const began = performance.now();
    const answered = await ask(url, ballot, choice);
    if ("id" in answered) {
      if (ballot.acknowledged && ballot.acknowledged.id !== answered.id) unexpected.push("two receipts for one vote");
      const count = counts.get(ballot.surveyId);
      if (!ballot.acknowledged && count) count.acknowledged++;
      if (!ballot.acknowledged) acknowledged++;
      ballot.acknowledged ??= { id: answered.id, choice };
      return "done";
    }
    if (answered.status === 409 && ballot.sent.size > 1) return "done";
    if (answered.status === 503) {
      refused++;
      slowestRefusal = Math.max(slowestRefusal, performance.now() - began);
      if (!answered.retryAfter) unexpected.push("503 without Retry-After");
    } else if (answered.status === BROKEN) {
      inDoubt++;
      if (performance.now() - began >= GIVEN_UP_MS) unexpected.push("no answer at all");
    } else if (answered.status !== NOBODY && answered.status !== 429) unexpected.push(answered.why);
    return "again";
  }

  /** As people are: most insist, some go away, some change their mind, some click twice. */
  async function vote(ballot: Ballot): Promise<void> {
    let choice: 0 | 1 = random() < 0.6 ? 1 : 0;
    for (;;) {
      const clicks = random() < 0.05 ? 2 : 1;
      const sent = await Promise.all(Array.from({ length: clicks }, () => send(ballot, choice)));
      if (sent.includes("done") || isOver || random() < 0.1) return;
      if (random() < 0.1) choice = choice === 1 ? 0 : 1;
      await sleep(20 + random() * 200);
    }
  }

  const voting = Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let ballot = next(); ballot; ballot = next()) await vote(ballot);
    }),
  );
  const failure = new Promise<never>((_, reject) => void voting.catch(reject));
  failure.catch(() => {});
  return {
    ballots,
    failure,
    counts: (surveyId) => ({ ...(counts.get(surveyId) ?? { acknowledged: 0, sent: 0 }) }),
    acknowledged: () => acknowledged,
    inDoubt: () => inDoubt,
    refused: () => refused,
    unexpected,
    slowestRefusal: () => slowestRefusal,
    async stop() {
      isOver = true;
      await voting;
    },
  };
}

type Answered = { id: string } | { status: number; why: string; retryAfter: string | null };

async function ask(url: string, { voter, surveyId }: Ballot, choice: 0 | 1): Promise<Answered> {
  try {
    const answered = await fetch(url + urlOf(votes.castVote, {}), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${voter.token}` },
      body: JSON.stringify({ SurveyID: surveyId, vote: choice }),
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    });
    const text = await answered.text();
    if (answered.status === 200) return { id: (JSON.parse(text) as ResponseOf<typeof votes.castVote>).insertedId };
    return { status: answered.status, why: text, retryAfter: answered.headers.get("retry-after") };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return { status: code === "ECONNREFUSED" ? NOBODY : BROKEN, why: "", retryAfter: null };
  }
}

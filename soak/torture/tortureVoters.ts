import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResponseOf } from "@survey-app/contract/endpoint.ts";
import * as votes from "@survey-app/contract/votes.ts";
import type { Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";

/** One vote and its outcome, as far as the voter knows. */
export interface Ballot {
  voter: Person;
  surveyId: string;
  /** The choices sent: one, or both if the voter got no response and changed their mind. */
  sent: Set<0 | 1>;
  /** The tickets of a No and a Yes, which only secret surveys use. */
  tickets: [string, string];
  /** The vote that the server acknowledged. */
  acknowledged: { id: string; choice: 0 | 1 } | null;
}

export interface Voters {
  ballots: Ballot[];
  /** The number of a survey's votes acknowledged and sent so far. */
  counts(surveyId: string): { acknowledged: number; sent: number };
  acknowledged(): number;
  /** How often a response was incomplete or missing. */
  inDoubt(): number;
  /** How often the response was 503. */
  refused(): number;
  /** Responses that must not occur. */
  unexpected: string[];
  /** The duration of the slowest 503, in milliseconds. */
  slowestRefusal(): number;
  /** Rejects when voting has failed. */
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

/** Used instead of a status: the connection was refused, or there was no complete response. */
const NOT_SENT = -1;
const BROKEN = 0;
/** The timeout of a request. */
const TIMEOUT_MS = 10_000;

/** Users vote as fast as the server responds, each once on each survey, until `stop`. */
export function startVoting({ url, voters, surveyIds, random, atOnce }: Options): Voters {
  const ballots: Ballot[] = [];
  const unexpected: string[] = [];
  const counts = new Map(surveyIds.map((id) => [id, { acknowledged: 0, sent: 0 }]));
  let [acknowledged, inDoubt, refused, slowestRefusal, isOver] = [0, 0, 0, 0, false];

  function next(): Ballot | undefined {
    const index = ballots.length;
    // Successive voters vote on successive surveys, and none twice on one.
    const [round, position] = [Math.floor(index / voters.length), index % voters.length];
    const [voter, surveyId] = [voters[position], surveyIds[(round + position) % surveyIds.length]];
    if (isOver || !voter || !surveyId) return undefined;
    if (round >= surveyIds.length) throw new Error("Every voter has voted on every survey: there are too few voters");
    const ballot: Ballot = {
      voter,
      surveyId,
      sent: new Set(),
      tickets: [newTicket(), newTicket()],
      acknowledged: null,
    };
    ballots.push(ballot);
    const count = counts.get(surveyId);
    if (count) count.sent++;
    return ballot;
  }

  async function send(ballot: Ballot, choice: 0 | 1): Promise<"done" | "again"> {
    ballot.sent.add(choice);
    const began = performance.now();
    const response = await sendVote(url, ballot, choice);
    if ("id" in response) {
      if (ballot.acknowledged && ballot.acknowledged.id !== response.id) unexpected.push("two receipts for one vote");
      const count = counts.get(ballot.surveyId);
      if (!ballot.acknowledged && count) count.acknowledged++;
      if (!ballot.acknowledged) acknowledged++;
      ballot.acknowledged ??= { id: response.id, choice };
      return "done";
    }
    if (response.status === 409 && ballot.sent.size > 1) return "done";
    if (response.status === 503) {
      refused++;
      slowestRefusal = Math.max(slowestRefusal, performance.now() - began);
      if (!response.retryAfter) unexpected.push("503 without Retry-After");
    } else if (response.status === BROKEN) {
      inDoubt++;
      if (performance.now() - began >= TIMEOUT_MS) unexpected.push("no response in time");
    } else if (response.status !== NOT_SENT && response.status !== 429) unexpected.push(response.why);
    return "again";
  }

  /** Acts like real users: most retry, some leave, some change their mind, some click twice. */
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

const newTicket = () => randomBytes(16).toString("hex");

type VoteResponse = { id: string } | { status: number; why: string; retryAfter: string | null };

async function sendVote(url: string, { voter, surveyId, tickets }: Ballot, choice: 0 | 1): Promise<VoteResponse> {
  try {
    const answered = await fetch(url + urlOf(votes.castVote, {}), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${voter.token}` },
      body: JSON.stringify({ SurveyID: surveyId, vote: choice, ticket: tickets[choice] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answered.text();
    if (answered.status === 200) return { id: (JSON.parse(text) as ResponseOf<typeof votes.castVote>).insertedId };
    return { status: answered.status, why: text, retryAfter: answered.headers.get("retry-after") };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return { status: code === "ECONNREFUSED" ? NOT_SENT : BROKEN, why: "", retryAfter: null };
  }
}

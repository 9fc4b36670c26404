import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CHANGES_MAX } from "@survey-app/contract/ballots/ledger.ts";
import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
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
  /** The vote that the server acknowledged last. */
  acknowledged: Acknowledged | null;
  /** The answer of a change without an acknowledgment, which may or may not be stored. */
  changing: 0 | 1 | null;
}

interface Acknowledged {
  id: string;
  choice: 0 | 1;
  receipt: string;
}

export interface Voters {
  ballots: Ballot[];
  /** The number of acknowledged changes. */
  changed(): number;
  /** The number of a survey's votes acknowledged and sent so far. */
  counts(surveyId: string): { acknowledged: number; sent: number };
  acknowledged(): number;
  /** The number of requests sent so far. */
  sent(): number;
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
  /** Whether votes on a survey can be changed. */
  isChangeable: (surveyId: string) => boolean;
  random: () => number;
  atOnce: number;
}

/** Used instead of a status: the connection was refused, or there was no complete response. */
const NOT_SENT = -1;
const BROKEN = 0;
/** The timeout of a request. */
const TIMEOUT_MS = 10_000;

/** Users vote as fast as the server responds, each once on each survey, until `stop`. */
export function startVoting({ url, voters, surveyIds, isChangeable, random, atOnce }: Options): Voters {
  const ballots: Ballot[] = [];
  const unexpected: string[] = [];
  const counts = new Map(surveyIds.map((id) => [id, { acknowledged: 0, sent: 0 }]));
  let [acknowledged, changed, sent, inDoubt, refused, slowestRefusal, isOver] = [0, 0, 0, 0, 0, 0, false];

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
      changing: null,
    };
    ballots.push(ballot);
    const count = counts.get(surveyId);
    if (count) count.sent++;
    return ballot;
  }

  async function send(ballot: Ballot, choice: 0 | 1): Promise<"done" | "again"> {
    ballot.sent.add(choice);
    sent++;
    const began = performance.now();
    const response = await sendVote(url, ballot, choice);
    if ("id" in response) {
      const { id, receipt } = response;
      if (ballot.acknowledged && ballot.acknowledged.id !== response.id) unexpected.push("two receipts for one vote");
      const count = counts.get(ballot.surveyId);
      if (!ballot.acknowledged && count) count.acknowledged++;
      if (!ballot.acknowledged) acknowledged++;
      ballot.acknowledged ??= { id, choice, receipt };
      return "done";
    }
    if (response.status === 409 && ballot.sent.size > 1) return "done";
    note(response, began);
    return "again";
  }

  function note(response: Rejection, began: number): void {
    if (response.status === 503) {
      refused++;
      slowestRefusal = Math.max(slowestRefusal, performance.now() - began);
      if (!response.retryAfter) unexpected.push("503 without Retry-After");
    } else if (response.status === BROKEN) {
      inDoubt++;
      if (performance.now() - began >= TIMEOUT_MS) unexpected.push("no response in time");
    } else if (response.status !== NOT_SENT && response.status !== 429) unexpected.push(response.why);
  }

  /**
   * Changes an acknowledged vote, with retries that name the same vote, until the server acknowledges or the voter
   * leaves.
   */
  async function change(ballot: Ballot, { choice: before, receipt }: Acknowledged): Promise<void> {
    const choice = before === 1 ? 0 : 1;
    ballot.changing = choice;
    for (;;) {
      const began = performance.now();
      const response = await sendVote(url, ballot, choice, receipt);
      if ("id" in response) {
        ballot.acknowledged = { ...response, choice };
        ballot.changing = null;
        changed++;
        return;
      }
      note(response, began);
      if (isOver || random() < 0.1) return;
      await sleep(20 + random() * 200);
    }
  }

  /** Acts like real users: some change their vote once or twice. */
  async function voteAndChange(ballot: Ballot): Promise<void> {
    await vote(ballot);
    for (let changes = 0; changes < CHANGES_MAX && isChangeable(ballot.surveyId) && random() < 0.4; changes++) {
      if (isOver || !ballot.acknowledged || ballot.changing !== null) return;
      await change(ballot, ballot.acknowledged);
    }
  }

  /** Most retry, some leave, some change their mind, some click twice. */
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
      for (let ballot = next(); ballot; ballot = next()) await voteAndChange(ballot);
    }),
  );
  const failure = new Promise<never>((_, reject) => void voting.catch(reject));
  failure.catch(() => {});
  return {
    ballots,
    failure,
    counts: (surveyId) => ({ ...(counts.get(surveyId) ?? { acknowledged: 0, sent: 0 }) }),
    acknowledged: () => acknowledged,
    sent: () => sent,
    changed: () => changed,
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

interface Rejection {
  status: number;
  why: string;
  retryAfter: string | null;
}

/** @param replaces the receipt of the vote to change */
async function sendVote(
  url: string,
  { voter, surveyId, tickets }: Ballot,
  choice: 0 | 1,
  replaces?: string,
): Promise<{ id: string; receipt: string } | Rejection> {
  try {
    const answered = await fetch(url + urlOf(votes.castVote, {}), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${voter.token}` },
      body: JSON.stringify({ SurveyID: surveyId, vote: choice, ticket: tickets[choice], replaces }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answered.text();
    if (answered.status === 200) {
      const { insertedId, receipt } = JSON.parse(text) as ResponseOf<typeof votes.castVote>;
      return { id: insertedId, receipt: receipt ?? "" };
    }
    return { status: answered.status, why: text, retryAfter: answered.headers.get("retry-after") };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return { status: code === "ECONNREFUSED" ? NOT_SENT : BROKEN, why: "", retryAfter: null };
  }
}

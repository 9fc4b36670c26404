import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import type { Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { recount } from "../../server/votes/ledger/verify.sql.ts";
import { type Client, type Followed, follow, spread } from "./client.ts";
import { percentiles } from "./percentiles.ts";
import { type RoomOptions, startServer } from "./startServer.ts";

export interface HallReport {
  /** Requests whose response was not 200. */
  refused: number;
  /** Phones that follow the meeting. */
  streams: number;
  /** Milliseconds from a request to its response. */
  join: { p50: number; p99: number };
  vote: { p50: number; p99: number };
  /** Milliseconds from the press that opens a question until phones have it, and the last one. */
  question: { p50: number; p99: number; last: number };
  /** Milliseconds from the last vote's response until every phone has the verdict. */
  everyoneHasVerdictAfter: number;
  participants: number;
  mismatches: number;
}

interface Phone extends Followed {
  authorization: string;
  cookie: string;
  /** When the phone got the question, and the verdict. */
  askedAt: number;
  closedAt: number;
}

/**
 * A hall behind one address: all phones open a code of a meeting and follow it; then a question is opened, and all
 * vote.
 */
export async function fillHall({ database, env, phones, joinMs, voteMs }: RoomOptions): Promise<HallReport> {
  const { host: chair, port, client, stop } = await startServer({ database, env });
  const inHall: Phone[] = [];
  try {
    const { id, codes } = await prepareMeeting(client, chair, phones);
    let refused = 0;
    const join: number[] = [];
    await spread(phones, joinMs, async (index) => {
      const body = { token: codes[index] ?? "", meeting: id };
      const opened = await client.send(invitations.openInvitation, {}, { body });
      if (opened.status !== 200) return void refused++;
      join.push(opened.ms);
      const { token } = JSON.parse(opened.body) as { token: string };
      inHall.push(await enter(port, id, { authorization: `Bearer ${token}`, cookie: opened.cookie }));
    });
    const pressedAt = performance.now();
    const surveyId = await openQuestion(client, chair, id);
    await until(() => inHall.every(({ askedAt }) => askedAt > 0));
    const question = inHall.map(({ askedAt }) => (askedAt === 0 ? Number.POSITIVE_INFINITY : askedAt - pressedAt));
    const vote: number[] = [];
    let lastVoteAt = 0;
    await spread(inHall.length, voteMs, async (index) => {
      const { authorization = "", cookie = "" } = inHall[index] ?? {};
      const body = { vote: index % 2, ticket: randomBytes(16).toString("hex") };
      const cast = await client.send(invitations.castInvitedVote, { id: surveyId }, { body, authorization, cookie });
      if (cast.status !== 200) refused++;
      vote.push(cast.ms);
      lastVoteAt = performance.now();
    });
    await until(() => inHall.every(({ closedAt }) => closedAt > 0));
    const verdicts = inHall.map(({ closedAt }) => (closedAt === 0 ? Number.POSITIVE_INFINITY : closedAt));
    const state = JSON.parse((await client.send(meetings.getMeeting, { meeting: id })).body) as {
      question: { participants: number } | null;
    };
    const { mismatches } = await recount(database);
    return {
      refused,
      streams: inHall.filter(({ isOpen }) => isOpen()).length,
      join: percentiles(join),
      vote: percentiles(vote),
      question: { ...percentiles(question), last: Math.round(Math.max(...question)) },
      everyoneHasVerdictAfter: Math.round(Math.max(...verdicts) - lastVoteAt),
      participants: state.question?.participants ?? 0,
      mismatches: mismatches.length,
    };
  } finally {
    await stop(inHall);
  }
}

/** Waits until `isDone`, for ten seconds at most. */
async function until(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!isDone() && performance.now() < deadline) await sleep(5);
}

/** Creates a meeting that begins now, with a code for each phone. */
async function prepareMeeting(client: Client, chair: Person, phones: number): Promise<{ id: string; codes: string[] }> {
  const authorization = `Bearer ${chair.token}`;
  const defaults = { privacy: "named", unsure: true, passRule: null, minutes: 10 };
  const body = { name: "General assembly", startsAt: new Date().toISOString(), defaults };
  const created = await client.send(meetings.createMeeting, {}, { body, authorization });
  if (created.status !== 200) throw new Error(`The meeting was not created: ${created.body}`);
  const { insertedId: id } = JSON.parse(created.body) as { insertedId: string };
  const made = await client.send(invitations.createCodes, { id }, { body: { count: phones }, authorization });
  if (made.status !== 200) throw new Error(`The codes were not made: ${made.body}`);
  return { id, codes: (JSON.parse(made.body) as { code: string }[]).map(({ code }) => code) };
}

/** Types a question and opens it. @returns its survey */
async function openQuestion(client: Client, chair: Person, meeting: string): Promise<string> {
  const body = {
    question: { Title: "Is everyone in this hall?" },
    ticket: randomBytes(16).toString("hex"),
    after: null,
  };
  const sent = { body, authorization: `Bearer ${chair.token}` };
  const opened = await client.send(questions.openQuestion, { meeting }, sent);
  if (opened.status !== 200) throw new Error(`The question was not opened: ${opened.body}`);
  return (JSON.parse(opened.body) as { surveyId: string }).surveyId;
}

/** Follows a meeting on a phone. */
async function enter(port: number, meeting: string, holder: Pick<Phone, "authorization" | "cookie">): Promise<Phone> {
  const seen = { askedAt: 0, closedAt: 0 };
  const followed = await follow(port, urlOf(meetings.streamMeeting, { params: { meeting } }), (text) => {
    if (seen.askedAt === 0 && text.includes('"state":"open"')) seen.askedAt = performance.now();
    if (seen.closedAt === 0 && text.includes('"state":"closed"')) seen.closedAt = performance.now();
  });
  return Object.assign(seen, holder, followed);
}

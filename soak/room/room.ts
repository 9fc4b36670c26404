import { setTimeout as sleep } from "node:timers/promises";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import type { Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { recount } from "../../server/votes/ledger/verify.sql.ts";
import { type Client, type Followed, follow, spread } from "./client.ts";
import { percentiles } from "./percentiles.ts";
import { type RoomOptions, startServer } from "./startServer.ts";

export interface RoomReport {
  /** Requests whose response was not 200. */
  refused: number;
  /** Phones that follow the totals. */
  streams: number;
  /** Milliseconds from a request to its response. */
  join: { p50: number; p99: number };
  vote: { p50: number; p99: number };
  /** Milliseconds from the last vote's response until every phone had the final total. */
  everyoneSeesAfter: number;
  participants: number;
  mismatches: number;
}

/** One room behind one address: all phones open a survey by open link in room mode, follow its totals, and vote. */
export async function fillRoom({ database, env, phones, joinMs, voteMs }: RoomOptions): Promise<RoomReport> {
  const { host, port, client, stop } = await startServer({ database, env });
  const phonesOpen: Phone[] = [];
  try {
    const id = await openSurvey(client, host);
    const { label } = JSON.parse((await client.send(surveys.getSurvey, { id })).body) as surveys.FullSurvey;
    let refused = 0;
    const join: number[] = [];
    await spread(phones, joinMs, async () => {
      const opened = await client.send(linkVotes.openLinkSurvey, { id }, { body: {} });
      if (opened.status !== 200) refused++;
      join.push(opened.ms);
      phonesOpen.push(await followTotals(port, id, opened.cookie));
    });
    const vote: number[] = [];
    let lastVoteAt = 0;
    const question = label.questionHash;
    await spread(phones, voteMs, async (index) => {
      const cookie = phonesOpen[index]?.cookie ?? "";
      const cast = await client.send(linkVotes.castLinkVote, { id }, { body: { vote: index % 2, question }, cookie });
      if (cast.status !== 200) refused++;
      vote.push(cast.ms);
      lastVoteAt = performance.now();
    });
    const deadline = performance.now() + 10_000;
    while (phonesOpen.some(({ seen }) => seen.participants < phones) && performance.now() < deadline) await sleep(5);
    const seenAt = Math.max(
      ...phonesOpen.map(({ seen }) => (seen.participants >= phones ? seen.at : Number.POSITIVE_INFINITY)),
    );
    const results = JSON.parse((await client.send(surveys.getSurveyResults, { id })).body) as surveys.SurveyResults;
    const { mismatches } = await recount(database);
    return {
      refused,
      streams: phonesOpen.filter(({ isOpen }) => isOpen()).length,
      join: percentiles(join),
      vote: percentiles(vote),
      everyoneSeesAfter: Math.round(seenAt - lastVoteAt),
      participants: results.participants,
      mismatches: mismatches.length,
    };
  } finally {
    await stop(phonesOpen);
  }
}

interface Phone extends Followed {
  cookie: string;
  /** The last total, and when it came. */
  seen: { participants: number; at: number };
}

/** Creates a survey by open link, and turns room mode on. @returns its id */
export async function openSurvey(client: Client, host: Person, settings = {}): Promise<string> {
  const authorization = `Bearer ${host.token}`;
  const body = {
    Title: "Is everyone in this room?",
    category: "Cleaning Tools",
    image: "/categories/cleaning-tools.svg",
    electorate: "link",
    deadline: new Date(Date.now() + DAY_MS).toISOString(),
    ...settings,
  };
  const created = await client.send(surveys.createSurvey, {}, { body, authorization });
  if (created.status !== 200) throw new Error(`The survey was not created: ${created.body}`);
  const { insertedId: id } = JSON.parse(created.body) as { insertedId: string };
  const room = await client.send(linkVotes.setRoomMode, { id }, { body: { on: true }, authorization });
  if (room.status !== 200) throw new Error(`Room mode is not on: ${room.body}`);
  return id;
}

/** Opens the stream of a survey's totals. Resolves with its first response. */
async function followTotals(port: number, id: string, cookie: string): Promise<Phone> {
  const seen = { participants: 0, at: 0 };
  const path = urlOf(streamSurveyTotals, { params: { id } });
  const followed = await follow(port, path, (text) => {
    for (const [, count] of text.matchAll(/"participants":(\d+)/g))
      Object.assign(seen, { participants: Number(count), at: performance.now() });
  });
  return { cookie, seen, ...followed };
}

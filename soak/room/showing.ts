import { setTimeout as sleep } from "node:timers/promises";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { recount } from "../../server/votes/ledger/verify.sql.ts";
import { type Followed, follow, spread } from "./client.ts";
import { percentiles } from "./percentiles.ts";
import { openSurvey } from "./room.ts";
import { type RoomOptions, startServer } from "./startServer.ts";

export interface ShowingReport {
  /** Requests whose response was not 200. */
  refused: number;
  streams: number;
  /** Phones that had a count of Yes before the host showed the result. */
  early: number;
  /** Milliseconds from the press that shows the result until phones have it, and the last one. */
  reveal: { p50: number; p99: number; last: number };
  mismatches: number;
}

interface Phone extends Followed {
  /** When the phone got the result. */
  shownAt: number;
}

/** The same room, with a result that its host shows: all phones vote, and then the host shows it. */
export async function showToRoom({ database, env, phones, joinMs, voteMs }: RoomOptions): Promise<ShowingReport> {
  const { host, port, client, stop } = await startServer({ database, env });
  const inRoom: Phone[] = [];
  try {
    const id = await openSurvey(client, host, { results: "shown" });
    const { label } = JSON.parse((await client.send(surveys.getSurvey, { id })).body) as surveys.FullSurvey;
    let refused = 0;
    await spread(phones, joinMs + voteMs, async (index) => {
      const { status, cookie } = await client.send(linkVotes.openLinkSurvey, { id }, { body: {} });
      inRoom.push(await wait(port, id));
      const body = { vote: index % 2, question: label.questionHash };
      const cast = await client.send(linkVotes.castLinkVote, { id }, { body, cookie });
      if (status !== 200 || cast.status !== 200) refused++;
    });
    await sleep(1000);
    const early = inRoom.filter(({ shownAt }) => shownAt > 0).length;
    const pressedAt = performance.now();
    const shown = await client.send(surveys.showResult, { id }, { authorization: `Bearer ${host.token}` });
    if (shown.status !== 200) throw new Error(`The result was not shown: ${shown.body}`);
    const deadline = pressedAt + 10_000;
    while (inRoom.some(({ shownAt }) => shownAt === 0) && performance.now() < deadline) await sleep(5);
    const reveal = inRoom.map(({ shownAt }) => (shownAt === 0 ? Number.POSITIVE_INFINITY : shownAt - pressedAt));
    const { mismatches } = await recount(database);
    return {
      refused,
      streams: inRoom.filter(({ isOpen }) => isOpen()).length,
      early,
      reveal: { ...percentiles(reveal), last: Math.round(Math.max(...reveal)) },
      mismatches: mismatches.length,
    };
  } finally {
    await stop(inRoom);
  }
}

/** Follows the totals on a phone, whose counts of answers are null until the result is shown. */
async function wait(port: number, id: string): Promise<Phone> {
  const seen = { shownAt: 0 };
  const followed = await follow(port, urlOf(streamSurveyTotals, { params: { id } }), (text) => {
    if (seen.shownAt === 0 && /"yesVotes":\d/.test(text)) seen.shownAt = performance.now();
  });
  return Object.assign(seen, followed);
}

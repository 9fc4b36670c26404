import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint, ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { Totals } from "@survey-app/contract/surveys/surveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import type { Database } from "../../server/database/database.ts";
import type { Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { countOf } from "./torture.sql.ts";
import type { Voters } from "./tortureVoters.ts";

export interface Readers {
  /** Successful reads, by source. */
  reads: { result: number; list: number; database: number };
  /** Totals that were read but can't be right. */
  wrong: string[];
  stop(): Promise<void>;
}

interface Options {
  url: string;
  /** Bypasses the server and the proxy between it and the database. */
  database: Database;
  /** The reader's account, because visitors' responses may be half a second old. */
  reader: Person;
  surveyIds: readonly string[];
  voters: Voters;
  random: () => number;
}

const CONCURRENCY = 4;

/**
 * Reads totals continuously: of one survey, of the list, and directly from the database. Each must be consistent, at
 * least the number acknowledged or read before, and at most the number sent.
 */
export function startReading({ url, database, reader, surveyIds, voters, random }: Options): Readers {
  const wrong: string[] = [];
  const highest = new Map<string, number>();
  const reads = { result: 0, list: 0, database: 0 };
  let isOver = false;

  async function get<E extends Endpoint>(
    endpoint: E,
    parts: Parameters<typeof urlOf>[1],
  ): Promise<ResponseOf<E> | null> {
    const response = await fetch(url + urlOf(endpoint, parts), {
      headers: { authorization: `Bearer ${reader.token}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status === 200) return response.json() as Promise<ResponseOf<E>>;
    await response.body?.cancel();
    return null;
  }

  /** The lowest totals that a read may return, determined before it begins. */
  const least = () =>
    new Map(surveyIds.map((id) => [id, Math.max(voters.counts(id).acknowledged, highest.get(id) ?? 0)]));

  function judge(
    where: string,
    surveyId: string,
    before: number,
    { totalVotes: total, yesVotes: yes, noVotes: rest }: Pick<Totals, "totalVotes" | "yesVotes" | "noVotes">,
  ): void {
    const { sent } = voters.counts(surveyId);
    // While a survey is secret, only the number of its votes is known.
    const isRight = yes === null || total === yes + (rest ?? 0);
    if (!isRight || total < before || total > sent)
      wrong.push(`${where}: ${total} votes, ${yes} yes, ${rest} no, of at least ${before} and at most ${sent}`);
    highest.set(surveyId, Math.max(total, highest.get(surveyId) ?? 0));
  }

  async function read(): Promise<void> {
    const before = least();
    const id = surveyIds[Math.floor(random() * surveyIds.length)] ?? "";
    const kind = random();
    if (kind < 0.4) {
      const totals = await get(surveys.getSurveyResults, { params: { id } });
      if (!totals) return;
      judge("result", id, before.get(id) ?? 0, totals);
      reads.result++;
    } else if (kind < 0.6) {
      const list = await get(surveys.listPublishedSurveys, {});
      if (!list) return;
      for (const each of list) judge("list", each._id, before.get(each._id) ?? 0, each);
      reads.list++;
    } else {
      const { total, yes, stored, storedYes } = await countOf(database, id);
      judge("database", id, before.get(id) ?? 0, { totalVotes: total, yesVotes: yes, noVotes: stored - storedYes });
      reads.database++;
    }
  }

  const reading = Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (!isOver) {
        // A failed read can't be wrong.
        await read().catch(() => {});
        await sleep(5 + random() * 30);
      }
    }),
  );
  return {
    reads,
    wrong,
    async stop() {
      isOver = true;
      await reading;
    },
  };
}

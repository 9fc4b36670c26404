import { getVotesCsv } from "@survey-app/contract/downloads.ts";
import { listSurveyVotes } from "@survey-app/contract/votes.ts";
import { encodeCursor } from "../server/database/cursor.ts";
import { API_PREFIX } from "../server/http/endpoints.ts";
import { createTokens } from "../server/session/tokens.ts";
import { build } from "../tools/build.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { type Engine, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { startFilled } from "./growth.ts";
import type { FilledServer } from "./growthCalls.ts";
import { addVoters, createDatabase, makeAdmin } from "./population.sql.ts";
import { median } from "./rounds.ts";

/**
 * `npm run bench:votes -- [votes] [sqlite|postgres]`: how much longer the table of votes takes with a million votes than with 40:
 * pages, filters and searches by name, with two servers that take turns; and how fast all votes are exported. Rate limits are
 * off, and requests carry a token, so that no response comes from the cache.
 */
const [count = "1000000", ...engines] = process.argv.slice(2);
const FEW = 40;
const ROUNDS = 40;

/** A survey of a filled server, and how to ask for it. */
interface Subject {
  url: (path: string, query?: Record<string, string>) => string;
  headers: Record<string, string>;
  votes: number;
}

/** Names are "Person 1", "Person 2" and so on; of five votes in a row three are yes. */
const requests: Record<string, (votes: number) => Record<string, string>> = {
  "the first page": () => ({}),
  "from the middle": (votes) => ({ cursor: encodeCursor([Math.ceil(votes / 2), "x"]) }),
  "oldest first": () => ({ order: "oldest" }),
  "only No": () => ({ vote: "0" }),
  "only Not sure, without votes": () => ({ vote: "2" }),
  "with a comment, without votes": () => ({ commented: "1" }),
  "everybody's first letters": () => ({ q: "person" }),
  "one name": (votes) => ({ q: `person ${votes - 1}` }),
  "no name": () => ({ q: "nobody" }),
};

await build();
for (const engine of (engines.length > 0 ? engines : ["sqlite", "postgres"]) as Engine[]) {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const servers: FilledServer[] = [];
  const start = async (votes: number): Promise<Subject> => {
    const url = postgres && (await createDatabase(postgres.url, `votes${votes}`));
    const server = await startFilled({ surveys: 100, votes, people: votes }, url);
    servers.push(server);
    const [reader] = await addVoters(server.database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);
    await makeAdmin(server.database, reader?.userId ?? "");
    return {
      url: (path, query = {}) =>
        `http://127.0.0.1:${server.port}${API_PREFIX}${path.replace(":id", server.bulk.hotSurveyId)}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${reader?.token}` },
      votes,
    };
  };
  try {
    const subjects = [await start(FEW), await start(Number(count))] as const;
    console.log(`\n${engine}: p50 in ms with ${FEW} votes, with ${count}, and the ratio (median of ${ROUNDS} rounds)`);
    for (const [what, query] of Object.entries(requests)) await compare(what, subjects, query);
    const [, many] = subjects;
    const began = performance.now();
    const file = await (await fetch(many.url(getVotesCsv.path), { headers: many.headers })).text();
    const seconds = (performance.now() - began) / 1000;
    console.log(`  all as CSV: ${file.split("\r\n").length - 2} votes in ${seconds.toFixed(1)} s`);
  } finally {
    for (const server of servers) await server.stop();
    await postgres?.stop();
  }
}

async function compare(
  what: string,
  subjects: readonly Subject[],
  query: (votes: number) => Record<string, string>,
): Promise<void> {
  const took: number[][] = subjects.map(() => []);
  // The first rounds warm up.
  for (let round = -3; round < ROUNDS; round++)
    for (const [index, { url, headers, votes }] of subjects.entries()) {
      const began = performance.now();
      const response = await fetch(url(listSurveyVotes.path, query(votes)), { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${what} got status ${response.status}`);
      if (round >= 0) took[index]?.push(performance.now() - began);
    }
  const [few = [], many = []] = took;
  const ratio = median(many.map((ms, round) => ms / (few[round] ?? 1)));
  console.log(
    `  ${what.padEnd(34)} ${median(few).toFixed(2).padStart(8)} ${median(many).toFixed(2).padStart(8)} ${ratio.toFixed(2).padStart(7)}`,
  );
}

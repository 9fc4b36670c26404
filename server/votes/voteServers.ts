import { LRUCache } from "lru-cache";
import { VOTE_STATEMENTS } from "../database/database.ts";
import { Semaphore } from "../database/semaphore.ts";

/** The statements that one server gets at the same time, at most: a server that stays silent leaves the others their half. */
export const SERVER_STATEMENTS = VOTE_STATEMENTS / 2;
/**
 * A server that has stored nothing for this time, in milliseconds, is silent if a statement waits as long: clients have given up,
 * and the database has canceled what ran.
 */
const SILENT_MS = 6000;
/** How long a survey's server is remembered, in milliseconds. After a move it only waits for another one's turn. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 10_000;

interface Server {
  turns: Semaphore;
  storedAt: number;
  /** Its statements that were given up, most of which wait for their turn. */
  overdue: number;
}

/** Runs a statement on the votes of one survey. */
export type OnVoteServer = <T>(surveyId: string, statement: () => Promise<T>) => Promise<T>;

/**
 * Takes turns among the statements of each server of a distributed database. Those on a server that accepts connections but
 * stays silent take seconds to fail. So those that wait for their turn are given up, and until that is over, further ones fail
 * at once. Those that were running may still be carried out.
 * @param findServer finds the server of a survey
 */
export function createVoteServers(
  findServer: (surveyId: string) => Promise<number>,
  silentMs = SILENT_MS,
): OnVoteServer {
  const all = new Semaphore(VOTE_STATEMENTS, Number.POSITIVE_INFINITY);
  const servers = new Map<number, Server>();
  const serverIds = new LRUCache<string, number>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS });

  async function serverOf(surveyId: string): Promise<Server> {
    // In turn too: a thousand surveys may get votes at once, and are looked for again after a minute.
    const id = serverIds.get(surveyId) ?? (await all.run(() => findServer(surveyId)));
    serverIds.set(surveyId, id);
    const known = servers.get(id);
    if (known) return known;
    const turns = new Semaphore(SERVER_STATEMENTS, Number.POSITIVE_INFINITY);
    const server = { turns, storedAt: performance.now(), overdue: 0 };
    servers.set(id, server);
    return server;
  }

  return async (surveyId, statement) => {
    const server = await serverOf(surveyId);
    if (server.overdue > 0) throw silent();
    return new Promise((resolve, reject) => {
      let isOverdue = false;
      let timer: NodeJS.Timeout;
      const giveUpIn = (ms: number) => {
        timer = setTimeout(() => {
          const left = server.storedAt + silentMs - performance.now();
          if (left > 0) return giveUpIn(left);
          isOverdue = true;
          server.overdue++;
          reject(silent());
        }, ms);
      };
      giveUpIn(silentMs);
      const run = async () => {
        if (isOverdue) return;
        const result = await all.run(statement);
        server.storedAt = performance.now();
        resolve(result);
      };
      void server.turns
        .run(run)
        .catch(reject)
        .finally(() => {
          clearTimeout(timer);
          if (isOverdue) server.overdue--;
        });
    });
  };
}

/** What a database answers that can't reach the server. */
const silent = () => Object.assign(new Error("The server with these votes does not respond"), { code: "08006" });

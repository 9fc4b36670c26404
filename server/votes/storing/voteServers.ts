import { LRUCache } from "lru-cache";
import { Semaphore } from "../../concurrency/semaphore.ts";
import { VOTE_STATEMENTS } from "../../database/database.ts";

/**
 * The most statements that one server gets at the same time: half of all, so that an unresponsive server leaves the
 * others the rest.
 */
export const SERVER_STATEMENTS = VOTE_STATEMENTS / 2;
/**
 * A server counts as unresponsive when it has stored nothing for this time, in milliseconds, and a statement has waited
 * as long. By then clients have given up, and the database has canceled the statement.
 */
const SILENT_MS = 6000;
/**
 * How long a survey's server is remembered, in milliseconds. If the survey has moved, its statements only use the other
 * server's semaphore.
 */
const REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 10_000;

interface Server {
  semaphore: Semaphore;
  storedAt: number;
  /** Its statements that timed out. Most of them still wait for the semaphore. */
  overdue: number;
}

/** Runs a statement on the votes of one survey. */
export type OnVoteServer = <T>(surveyId: string, statement: () => Promise<T>) => Promise<T>;

/**
 * Limits the concurrent statements on each server of a distributed database. On a server that accepts connections but
 * does not respond, statements take seconds to fail. So waiting statements time out, and as long as some of these still
 * wait for the semaphore, further ones fail immediately. Statements that were running may still be carried out.
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
    // Limited too: a thousand surveys may get votes at once, and all of them are looked up again after a minute.
    const id = serverIds.get(surveyId) ?? (await all.run(() => findServer(surveyId)));
    serverIds.set(surveyId, id);
    const known = servers.get(id);
    if (known) return known;
    const semaphore = new Semaphore(SERVER_STATEMENTS, Number.POSITIVE_INFINITY);
    const server = { semaphore, storedAt: performance.now(), overdue: 0 };
    servers.set(id, server);
    return server;
  }

  return async (surveyId, statement) => {
    const server = await serverOf(surveyId);
    if (server.overdue > 0) throw unresponsive();
    return new Promise((resolve, reject) => {
      let isOverdue = false;
      let timer: NodeJS.Timeout;
      const giveUpIn = (ms: number) => {
        timer = setTimeout(() => {
          const left = server.storedAt + silentMs - performance.now();
          if (left > 0) return giveUpIn(left);
          isOverdue = true;
          server.overdue++;
          reject(unresponsive());
        }, ms);
      };
      giveUpIn(silentMs);
      const run = async () => {
        if (isOverdue) return;
        const result = await all.run(statement);
        server.storedAt = performance.now();
        resolve(result);
      };
      void server.semaphore
        .run(run)
        .catch(reject)
        .finally(() => {
          clearTimeout(timer);
          if (isOverdue) server.overdue--;
        });
    });
  };
}

/** The error that a database reports when it can't reach the server. */
const unresponsive = () => Object.assign(new Error("The server with these votes does not respond"), { code: "08006" });

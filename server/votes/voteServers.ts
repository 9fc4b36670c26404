import { LRUCache } from "lru-cache";
import { VOTE_STATEMENTS } from "../database/database.ts";
import { Semaphore } from "../database/semaphore.ts";

/** The statements that one server gets at the same time, at most: a server that stays silent leaves the others their half. */
export const SERVER_STATEMENTS = VOTE_STATEMENTS / 2;
/** After this time clients have given up, and the database has canceled a statement, in milliseconds. */
const SILENT_MS = 6000;
/** How long a survey's server is remembered, in milliseconds. After a move it only waits for another one's turn. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 10_000;

interface Server {
  turns: Semaphore;
  /** Its statements without a result for `SILENT_MS`, most of which wait for their turn. */
  overdue: number;
}

/** Runs a statement on the votes of one survey. */
export type OnVoteServer = <T>(surveyId: string, statement: () => Promise<T>) => Promise<T>;

/**
 * Takes turns among the statements of each server of a distributed database. Those on a server that accepts connections but
 * stays silent take seconds to fail. So none waits longer than that for its turn, and while one does, further ones fail at once.
 * Those that were running may still be carried out.
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
    const id = serverIds.get(surveyId) ?? (await findServer(surveyId));
    serverIds.set(surveyId, id);
    const server = servers.get(id) ?? { turns: new Semaphore(SERVER_STATEMENTS, Number.POSITIVE_INFINITY), overdue: 0 };
    servers.set(id, server);
    return server;
  }

  return async (surveyId, statement) => {
    const server = await serverOf(surveyId);
    if (server.overdue > 0) throw silent();
    return new Promise((resolve, reject) => {
      let isOverdue = false;
      const timer = setTimeout(() => {
        isOverdue = true;
        server.overdue++;
        reject(silent());
      }, silentMs);
      void server.turns
        .run(async () => (isOverdue ? null : resolve(await all.run(statement))))
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

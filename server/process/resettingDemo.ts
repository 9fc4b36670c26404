import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { onceClosed } from "../http/concurrency.ts";
import { createBoundedServer } from "../http/httpServer.ts";
import { trackUnusedConnections } from "../http/unusedConnections.ts";
import { demoFolders, makeDemoFolder, removeDemoFolder } from "./demoFolders.ts";
import { listen } from "./listen.ts";
import { type OpenedApp, openApp, type Started } from "./openApp.ts";

/** The next demo is prepared this long before a reset, in milliseconds, so that the reset itself doesn't take time. */
const AHEAD_MS = 10_000;
/** After a failure, as of a full disk, the next attempt follows after this time, in milliseconds. */
const RETRY_MS = 60_000;
/** The time for the last requests to a former demo, in milliseconds: a client may take as long to send one. */
const LAST_REQUESTS_MS = 30_000;
/** The interval at which open streams of a former demo are ended until all are closed, in milliseconds. */
const CHECK_MS = 50;

/** A demo with its own data. */
interface Demo extends OpenedApp {
  folder: string;
  /** When it ends, in milliseconds since 1970. */
  endsAt: number;
  /** Responses that have not ended. */
  open: Set<ServerResponse>;
}

/**
 * Starts a demo that resets every `minutes` minutes, and at SIGHUP. One server keeps the port and the connections, and
 * hands each request to the app of the current demo. At a reset, a new app with its own database takes over all
 * connections. The former one ends its streams and finishes its requests; then its data is removed. Emptying the tables
 * instead would leave the content of caches, streams, sessions and signed links.
 */
export async function startResettingDemo(config: Config, minutes: number): Promise<Started> {
  const { dataDir } = config;
  const opened = Promise.withResolvers<void>();
  /** The current one. */
  let demo: Demo;
  const server = createBoundedServer(async (request, response) => {
    await opened.promise;
    const { app, open, endsAt } = demo;
    // This header tells open pages that another demo runs.
    response.setHeader("demo-reset", endsAt);
    open.add(response);
    onceClosed(response, () => open.delete(response));
    app.server.emit("request", request, response);
  });
  server.on("clientError", async (error, socket) => {
    await opened.promise;
    demo.app.server.emit("clientError", error, socket);
  });
  const closeUnused = trackUnusedConnections(server);

  // Before folders are removed: if another server has the port, the folders are that server's.
  await listen((address) => once(server.listen(address), "listening"), config);
  try {
    for (const left of demoFolders(dataDir)) removeDemoFolder(left);
    demo = await openDemo(config, minutes, Date.now());
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
  opened.resolve();

  const stopping = new AbortController();
  let asked = new AbortController();
  process.on("SIGHUP", () => asked.abort());
  /** Resolves at the given time; earlier at SIGHUP, and when the server stops. */
  const until = async (at: number) => {
    const signal = AbortSignal.any([stopping.signal, asked.signal]);
    await sleep(Math.max(0, at - Date.now()), undefined, { signal }).catch(() => undefined);
  };

  async function resetAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      asked = new AbortController();
      await until(demo.endsAt - AHEAD_MS);
      if (stopping.signal.aborted) return;
      const isAsked = asked.signal.aborted;
      const next = await openDemo(config, minutes, Math.max(isAsked ? 0 : demo.endsAt, Date.now())).catch(
        (error: unknown) => {
          demo.app.log.error({ err: error }, "the demo can't start afresh; it will be tried again in a minute");
          return null;
        },
      );
      if (!next) {
        await until(Date.now() + RETRY_MS);
        continue;
      }
      if (!isAsked) await until(demo.endsAt);
      if (stopping.signal.aborted) return;
      const former = demo;
      demo = next;
      demo.app.log.info("The demo has started afresh.");
      await end(former);
      removeDemoFolder(former.folder);
    }
  }
  void resetAgainAndAgain();

  return {
    config,
    database: demo.database,
    demoCodes: demo.demoCodes,
    running: {
      server,
      get isDraining() {
        return demo.app.isDraining;
      },
      set isDraining(isDraining) {
        // From here on the demo doesn't reset: the next app would not know that it is about to stop.
        stopping.abort();
        demo.app.isDraining = isDraining;
      },
      get log() {
        return demo.app.log;
      },
      async close() {
        stopping.abort();
        const ending = setInterval(() => demo.app.endStreams(), CHECK_MS);
        closeUnused();
        // The requests to a former demo have connections too.
        await once(server.close(), "close");
        clearInterval(ending);
        await end(demo);
      },
    },
    // The database is closed with the demo.
    close: async () => {},
  };
}

/** Opens a demo that ends `minutes` minutes after `startsAt`. */
async function openDemo(config: Config, minutes: number, startsAt: number): Promise<Demo> {
  const folder = makeDemoFolder(config.dataDir);
  const endsAt = startsAt + minutes * 60_000;
  try {
    const opened = await openApp({ ...config, dataDir: folder }, { at: endsAt, everyMinutes: minutes });
    return { ...opened, folder, endsAt, open: new Set() };
  } catch (error) {
    removeDemoFolder(folder);
    throw error;
  }
}

/** Ends the streams, waits for the last responses, and closes app and database. */
async function end({ app, database, open }: Demo): Promise<void> {
  const latest = performance.now() + LAST_REQUESTS_MS;
  // Again and again: a request that had arrived may still open a stream.
  while (open.size > 0 && performance.now() < latest) {
    app.endStreams();
    await sleep(CHECK_MS);
  }
  for (const response of open) response.destroy();
  await app.close();
  await database.close();
}

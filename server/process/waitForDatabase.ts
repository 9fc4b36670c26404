import { setTimeout as sleep } from "node:timers/promises";
import { askForRoom, type Room } from "../database/postgres/room.ts";
import { failureSentence, mayPass } from "./startFailure.ts";

/** The pause before the database is asked again, in milliseconds: doubled from `first` up to `last`. */
const PAUSE_MS = { first: 1000, last: 60_000 };

/**
 * Waits until PostgreSQL responds, as long as it takes: after a reboot, or during its own upgrade, it can start later
 * than this server.
 * @param say tells the operator why it waits, in one sentence for each attempt
 * @throws errors that waiting doesn't fix, such as a wrong password
 */
export async function waitForDatabase(
  databaseUrl: string,
  say: (sentence: string) => void,
  pauseMs = PAUSE_MS,
): Promise<Room> {
  for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.last)) {
    try {
      return await askForRoom(databaseUrl);
    } catch (error) {
      if (!mayPass(error)) throw error;
      say(`${failureSentence(error)} The server asks again in ${pause / 1000} s.`);
      await sleep(pause);
    }
  }
}

import type { MainDatabase } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { freePort } from "../../server/testing/browser.ts";
import { startInstance } from "../../server/testing/instances.ts";
import { makePerson } from "../../server/testing/people.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { createClient } from "./client.ts";

export interface RoomOptions {
  /** Empty and not migrated. */
  database: MainDatabase;
  /** The server's settings: DATA_DIR and DATABASE_URL. */
  env: Record<string, string>;
  phones: number;
  /** The time in which all phones join, and that in which all vote; in milliseconds. */
  joinMs: number;
  voteMs: number;
}

/**
 * Starts a server on a database, and creates the surveyor who hosts the room, and the client that all phones share.
 * Call `stop` afterwards.
 */
export async function startServer({ database, env }: Pick<RoomOptions, "database" | "env">) {
  await migrate(database);
  const host = await makePerson(database, createTokens(SECRET, PUBLIC_URL), { role: "surveyor" });
  const port = await freePort();
  const settings = { PUBLIC_URL, SESSION_SECRET: SECRET, SMTP_URL: "smtp://127.0.0.1:1", ...env };
  const instance = await startInstance(port, settings);
  const client = createClient(port);
  /** @param followed the streams of phones, which are closed first */
  async function stop(followed: readonly { request: { destroy(): void } }[]): Promise<void> {
    for (const { request } of followed) request.destroy();
    client.close();
    await instance.stop();
  }
  return { host, port, client, stop };
}

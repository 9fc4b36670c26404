import type { FastifyInstance } from "fastify";
import { type AppOverrides, createAppParts } from "./appParts.ts";
import type { AppConfig } from "./config/config.ts";
import type { MainDatabase } from "./database/database.ts";
import { FEATURES } from "./features.ts";

/** Creates the complete app on an open, migrated database, ready to listen. */
export async function createApp(
  config: AppConfig,
  database: MainDatabase,
  overrides: AppOverrides = {},
): Promise<FastifyInstance> {
  const parts = await createAppParts(config, database, overrides);
  for (const { start } of FEATURES) await start(parts);
  await parts.app.ready();
  return parts.app;
}

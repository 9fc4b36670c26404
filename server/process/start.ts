import { readConfig } from "../config/config.ts";
import { listen } from "./listen.ts";
import { closeSoon, openApp, type Started } from "./openApp.ts";
import { requireSandbox } from "./startupChecks.ts";

/**
 * Starts the server with the settings of `env`, by default this process's environment. If it fails, it closes what it
 * opened. @throws errors that `failureSentence` describes, unless they are bugs
 */
export async function start(env?: Record<string, string | undefined>): Promise<Started> {
  const config = readConfig(env);
  requireSandbox(config);
  if (config.demoResetMinutes !== null) {
    // Loaded here, because few installations are public demos.
    const { startResettingDemo } = await import("./resettingDemo.ts");
    return startResettingDemo(config, config.demoResetMinutes);
  }
  const { app, database, demoCodes } = await openApp(config, null);
  try {
    await listen((address) => app.listen(address), config);
  } catch (error) {
    closeSoon(app, database);
    throw error;
  }
  return { running: app, config, database, demoCodes, close: database.close };
}

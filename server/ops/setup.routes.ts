import * as setup from "@survey-app/contract/ops/setup.ts";
import type { AppConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { pageSettings } from "../http/pageSettings.ts";
import { findTestEmail } from "../mail/outbox.sql.ts";
import { confirmStep, findSetup, requestTestEmail } from "./setup.sql.ts";

/** Serves to admins the first steps of a new installation. */
export function serveSetup(registerEndpoint: RegisterEndpoint, database: Database, config: AppConfig): void {
  registerEndpoint(setup.getSetup, async () => {
    const { isTestRequested, ...facts } = await findSetup(database);
    const testEmail = isTestRequested ? await findTestEmail(database) : null;
    return { ...facts, testEmail };
  });

  registerEndpoint(setup.sendTestEmail, async ({ currentUser, request }) => {
    if (pageSettings(config).mail === "off") throw apiError("emailOff");
    await requestTestEmail(database, currentUser, actorOf(currentUser, request));
    return { success: true as const };
  });

  registerEndpoint(setup.confirmStep, async ({ body, currentUser, request }) => {
    await confirmStep(database, body.step, actorOf(currentUser, request));
    return { success: true as const };
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import { closeSurvey, PUBLISHED, setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import type { MainDatabase } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { newId } from "../../server/database/newId.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { insertSurvey } from "../../server/surveys/surveys.sql.ts";
import { freePort } from "../../server/testing/browser.ts";
import { startInstance } from "../../server/testing/instances.ts";
import { makePerson, type Person } from "../../server/testing/people.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { addWebhookOf, readEffects, type StoredEffects } from "./events.sql.ts";

export interface EventsOptions {
  /** Empty and not migrated. */
  database: MainDatabase;
  /** The server's settings: DATA_DIR and DATABASE_URL. */
  env: Record<string, string>;
  surveys: number;
  /** The number of times that the server is killed. */
  kills: number;
  seed: number;
}

export interface EventsReport {
  kills: number;
  /** Requests without a complete response: their change may or may not be stored. */
  inDoubt: number;
  /**
   * Surveys that were published or closed without exactly one of each effect, or have effects without that; should be
   * empty.
   */
  wrong: StoredEffects[];
}

const AT_ONCE = 16;

/**
 * Admins publish and close surveys while the server is killed at any point. After each kill and at the end, each survey
 * has exactly one of each effect of its publication and its close, and no others: the audit event, the email or
 * mailing, and the delivery.
 */
export async function killDuringEvents({ database, env, ...options }: EventsOptions): Promise<EventsReport> {
  const random = randomFrom(options.seed);
  await migrate(database);
  const { ids, admins } = await populate(database, options.surveys);
  const port = await freePort();
  // No mail server listens there, so emails stay in the outbox.
  const settings = { PUBLIC_URL, SESSION_SECRET: SECRET, SMTP_URL: "smtp://127.0.0.1:1", ...env };
  let instance = await startInstance(port, settings);
  const wrong: StoredEffects[] = [];
  let [done, kills, inDoubt] = [0, 0, 0];
  const compare = async () => void wrong.push(...(await readEffects(database)).filter((survey) => !isRight(survey)));

  const send = (endpoint: typeof setSurveyStatus | typeof closeSurvey, id: string, body?: object) =>
    fetch(`${instance.url}${urlOf(endpoint, { params: { id } })}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${admins.get(id)?.token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  /** Sends a request until it is answered; 409 means that an earlier request has made the change. */
  async function insist(...request: Parameters<typeof send>): Promise<void> {
    for (;;) {
      const response = await send(...request).catch(() => null);
      await response?.arrayBuffer().catch(() => null);
      if (response?.ok || response?.status === 409) return;
      if (response && response.status < 500) throw new Error(`${request[0].path} answered ${response.status}`);
      inDoubt++;
      await sleep(20);
    }
  }

  const waiting = [...ids];
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await insist(setSurveyStatus, id, { status: PUBLISHED });
      await insist(closeSurvey, id);
      done++;
    }
  }
  async function killRepeatedly(): Promise<void> {
    while (kills < options.kills && waiting.length > 0) {
      while (done < ((kills + 1) * ids.length) / (options.kills + 1) && waiting.length > 0) await sleep(1);
      await sleep(random() * 20);
      await instance.kill();
      kills++;
      await compare();
      instance = await startInstance(port, settings);
    }
  }
  try {
    await Promise.all([killRepeatedly(), ...Array.from({ length: AT_ONCE }, work)]);
  } finally {
    await instance.stop();
  }
  await compare();
  for (const survey of await readEffects(database)) if (!survey.isPublished || !survey.isClosed) wrong.push(survey);
  return { kills, inDoubt, wrong };
}

/** Whether the effects exist exactly if their cause does. */
const isRight = ({ isPublished, isClosed, published, closed }: StoredEffects) =>
  published.every((count) => count === Number(isPublished)) && closed.every((count) => count === Number(isClosed));

/** Adds surveys that await review, each with its own owner and admin, because emails and requests are limited. */
async function populate(
  database: MainDatabase,
  surveys: number,
): Promise<{ ids: string[]; admins: Map<string, Person> }> {
  const tokens = createTokens(SECRET, PUBLIC_URL);
  const ids = Array.from({ length: surveys }, newId);
  const admins = new Map<string, Person>();
  await database.transaction(async (tx) => {
    for (const id of ids) {
      const owner = await makePerson(tx, tokens, { role: "surveyor" });
      const form = { title: "Is it recorded?", description: "", category: "Food Preparation", image: "" };
      const times = { starts_at: Date.now(), ends_at: null };
      await insertSurvey(tx, { id, owner_id: owner.id, ...form, ...times, status: WAITING });
      await addWebhookOf(tx, owner.id);
      admins.set(id, await makePerson(tx, tokens, { role: "admin" }));
    }
  });
  return { ids, admins };
}

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/** A server that runs as the image starts it. */
export interface RunningImage {
  /** Its base URL, reachable from here. */
  address: string;
  /** Runs a command beside the server. @returns its exit code and output */
  run(command: string[]): Promise<{ code: number; output: string }>;
  /** Sends the image's stop signal. @returns the server's exit code */
  stop(): Promise<number>;
}

/** How many surveys are voted on at the same time: fewer than the rate limit of new ones. */
const SURVEYS = 20;
const settings = {
  PUBLIC_URL: "https://survey.example",
  SESSION_SECRET: randomBytes(32).toString("hex"),
  HOST: "0.0.0.0",
  SURVEY_REVIEW: "off",
};

/**
 * Starts the image on empty data, votes on many surveys at once, stops it in the middle of that, and starts it again:
 * each vote that it acknowledged is counted.
 * @param start starts the image with these settings, each time on the same data
 */
export async function voteStopAndRecount(
  start: (settings: Record<string, string>) => Promise<RunningImage>,
  healthcheck: string[],
): Promise<void> {
  const [email, password] = ["admin@survey.example", randomBytes(12).toString("base64url")];
  const first = await start({ ...settings, ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  const signedIn = clientOf(await tokenOf(first.address, { email, password }));
  expect(await first.run(healthcheck)).toMatchObject({ code: 0 });
  const form = { category: "Food Preparation", image: "https://survey.example/picture.webp" };
  const surveys: string[] = [];
  for (let number = 1; number <= SURVEYS; number++) {
    const body = { ...form, Title: `Is this question ${number}?` };
    surveys.push(String((await signedIn(first.address, "/surveysForm", body)).insertedId));
  }
  const acknowledged: string[] = [];
  const votes = surveys.map(async (SurveyID) => {
    await signedIn(first.address, "/serveyVoting", { SurveyID, vote: 1 });
    acknowledged.push(SurveyID);
  });
  await Promise.any(votes);
  const [code] = await Promise.all([first.stop(), Promise.allSettled(votes)]);
  expect(code).toBe(0);

  const second = await start(settings);
  const counted = (await signedIn(second.address, `/me/votes?surveys=${acknowledged.join()}`)) as unknown as {
    surveyId: string;
  }[];
  expect(counted.map(({ surveyId }) => surveyId).sort()).toEqual(acknowledged.sort());
  const verified = await second.run(["node", "server/cli/verify.ts"]);
  expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/^Valid: \d+ votes on 20 surveys/m) });
  expect(await second.stop()).toBe(0);
}

async function tokenOf(address: string, credentials: { email: string; password: string }): Promise<string> {
  const headers = { "content-type": "application/json", origin: settings.PUBLIC_URL };
  const post = (path: string, more: Record<string, string>) =>
    fetch(`${address}/api${path}`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify(credentials),
    });
  const signedIn = await post("/auth/sign-in/email", {});
  expect(signedIn.status, await signedIn.clone().text()).toBe(200);
  const cookies = signedIn.headers.getSetCookie().map((set) => set.split(";")[0]);
  return ((await (await post("/jwt", { cookie: cookies.join("; ") })).json()) as { token: string }).token;
}

/** Sends requests with a token and expects success; with a body they are posted. */
function clientOf(token: string) {
  return async (address: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${address}/api${path}`, { headers, ...sent });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, unknown>;
  };
}

/** Waits until the server accepts requests. @param ended rejects if it ends before */
export async function waitUntilReady(address: string, ended: Promise<never>): Promise<void> {
  const isReady = async () => (await fetch(`${address}/readyz`).catch(() => null))?.ok ?? false;
  const ready = async () => {
    while (!(await isReady())) await sleep(50);
  };
  await Promise.race([ready(), ended]);
}

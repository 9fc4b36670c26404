import { randomBytes } from "node:crypto";
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { DEMO_PASSWORD, demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { listPublishedSurveys, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { castVote, streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import { expect } from "vitest";
import { type AnyRequest, urlOf } from "./testApp.ts";

/** The crowd's actions so far. */
interface Done {
  pages: number;
  signIns: number;
  votes: number;
  /** Streams of live results that ended and were opened again. */
  reconnections: number;
}

/** Visitors of a demo, who never stop. All keep their connections open, as browsers do. */
export interface Crowd {
  /** Waits until the crowd has done each thing this many more times, except those that need a reset. */
  untilEachHasDone(count: number): Promise<void>;
  /** Begins to send a request; `end` sends the rest, and resolves to the status of the response. */
  beginRequest(): { end(): Promise<number> };
  /** @returns what was done, and everything that no visitor should see: errors of the server, and lost connections */
  stop(): Promise<{ done: Done; failures: string[] }>;
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

const ACCOUNTS = demoAccounts.map(({ email }) => email);
const PAGES = ["/", "/surveysPages", "/login", "/privacy"];
/** Between two steps of a visitor, in ms. */
const PAUSE_MS = 20;

export function startCrowd(url: string): Crowd {
  const done: Done = { pages: 0, signIns: 0, votes: 0, reconnections: 0 };
  const failures: string[] = [];
  const agents: Agent[] = [];
  let isOver = false;

  /** A visitor's connection and address. */
  function visitor() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const number = agents.push(agent);
    const address = `10.0.0.${number}`;
    const open = (path: string, init: RequestOptions = {}) =>
      request(url + path, { agent, ...init, headers: { "x-forwarded-for": address, ...init.headers } });

    /** Sends a request. A lost connection and an error of the server are failures; the answer is then null. */
    async function send(path: string, init: RequestOptions = {}, body?: object): Promise<Answer | null> {
      try {
        const sent = open(path, {
          ...init,
          ...(body && { method: "POST", headers: { "content-type": "application/json", ...init.headers } }),
        });
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          sent.on("response", resolve).on("error", reject);
          sent.end(body && JSON.stringify(body));
        });
        const answer = { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
        if (answer.status < 500 && answer.status !== 429) return answer;
        failures.push(`${path}: ${answer.status} ${answer.body}`);
      } catch (error) {
        if (!isOver) failures.push(`${path}: ${(error as NodeJS.ErrnoException).code} ${(error as Error).message}`);
      }
      return null;
    }

    const call = (endpoint: Endpoint, input: AnyRequest, headers: Record<string, string> = {}) =>
      send(urlOf(endpoint, input), { headers }, input.body as object | undefined);
    return { open, send, call };
  }

  type Visitor = ReturnType<typeof visitor>;

  function expectStatus({ status, body }: Answer, what: string, ...expected: number[]): void {
    if (!expected.includes(status)) failures.push(`${what}: ${status} ${body}`);
  }

  async function surveys({ call }: Visitor): Promise<Survey[]> {
    const answer = await call(listPublishedSurveys, { query: { limit: 100 } });
    return answer ? JSON.parse(answer.body) : [];
  }

  async function reads(): Promise<void> {
    const { send } = visitor();
    for (let step = 0; !isOver; step++) {
      const path = PAGES[step % PAGES.length] ?? "/";
      const answer = await send(path, { headers: { accept: "text/html" } });
      if (answer) {
        expectStatus(answer, path, 200);
        if (!answer.body.endsWith("</html>")) failures.push(`${path}: cut off`);
        done.pages++;
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Signs in, and votes until the session has ended. */
  async function votes(email: string): Promise<void> {
    const self = visitor();
    while (!isOver) {
      const signedIn = await self.call(session.signIn, { body: { email, password: DEMO_PASSWORD } });
      if (!signedIn) continue;
      expectStatus(signedIn, "sign-in", 200);
      done.signIns++;
      const cookie = signedIn.headers["set-cookie"]?.map((each) => each.split(";", 1)[0]).join("; ") ?? "";
      const issued = await self.call(session.createAccessToken, { body: { email } }, { cookie });
      if (!issued) continue;
      expectStatus(issued, "token", 200, 401);
      if (issued.status !== 200) continue;
      const authorization = `Bearer ${JSON.parse(issued.body).token}`;
      for (const { _id, privacy } of await surveys(self)) {
        if (isOver) return;
        const ticket = privacy === "secret" ? randomBytes(16).toString("hex") : undefined;
        const body = { SurveyID: _id, vote: 1, ticket };
        const voted = await self.call(castVote, { body }, { authorization });
        if (voted?.status === 200) done.votes++;
        // Voted on already, ended or for invited people; gone; signed out.
        if (voted) expectStatus(voted, "vote", 200, 409, 404, 401);
        if (voted?.status === 401) break;
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Follows a result. When its stream ends, it opens it again, or that of a survey that exists. */
  async function follows(): Promise<void> {
    const self = visitor();
    let opened = 0;
    while (!isOver) {
      const id = (await surveys(self)).find(({ closedAt }) => closedAt === null)?._id ?? "";
      await new Promise<void>((resolve) => {
        const path = urlOf(streamSurveyTotals, { params: { id } });
        const stream = self.open(path);
        const fail = ({ message }: Error) => {
          if (!isOver) failures.push(`${path}: ${message}`);
          resolve();
        };
        stream.on("error", fail).on("response", (response) => {
          if (response.statusCode === 200 && opened++ > 0) done.reconnections++;
          if ((response.statusCode ?? 500) >= 500) failures.push(`${path}: ${response.statusCode}`);
          response.on("error", fail).on("end", resolve).resume();
        });
        stream.end();
      });
      await sleep(PAUSE_MS);
    }
  }

  const running = [...[1, 2, 3].map(reads), ...ACCOUNTS.map(votes), ...[1, 2, 3].map(follows)];

  return {
    async untilEachHasDone(count) {
      const { pages, signIns } = done;
      await expect.poll(() => Math.min(done.pages - pages, done.signIns - signIns)).toBeGreaterThanOrEqual(count);
    },
    beginRequest() {
      const body = JSON.stringify({ email: "user@example.com", password: DEMO_PASSWORD });
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const sent = visitor().open(urlOf(session.signIn, {}), { method: "POST", headers });
      const answered = new Promise<number>((resolve, reject) => {
        sent.on("error", reject).on("response", (response) => resolve(response.resume().statusCode ?? 0));
      });
      sent.write(body.slice(0, 10));
      return {
        end() {
          sent.end(body.slice(10));
          return answered;
        },
      };
    },
    async stop() {
      isOver = true;
      // Streams don't end by themselves.
      for (const agent of agents) agent.destroy();
      await Promise.all(running);
      return { done, failures };
    },
  };
}

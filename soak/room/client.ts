import { Agent, type ClientRequest, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { urlOf } from "../../server/testing/testApp.ts";

interface Answer {
  status: number;
  body: string;
  cookie: string;
  ms: number;
}

export type Client = ReturnType<typeof createClient>;

/** Sends requests on as many connections as are needed at a time. */
export function createClient(port: number) {
  const agent = new Agent({ keepAlive: true });
  const send = (
    endpoint: Endpoint,
    params: Record<string, string>,
    { body, cookie, authorization }: { body?: object; cookie?: string; authorization?: string } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now();
      const headers = {
        ...(body && { "content-type": "application/json" }),
        ...(cookie && { cookie }),
        ...(authorization && { authorization }),
      };
      const sent = httpRequest(
        { agent, host: "127.0.0.1", port, method: endpoint.method, path: urlOf(endpoint, { params }), headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
              cookie: response.headers["set-cookie"]?.at(-1)?.split(";", 1)[0] ?? "",
              ms: performance.now() - began,
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
}

/** A stream that is followed. */
export interface Followed {
  request: ClientRequest;
  isOpen: () => boolean;
}

/** Opens a stream. Resolves with its first response. @param onText is called with what arrives */
export function follow(port: number, path: string, onText: (text: string) => void): Promise<Followed> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const request = httpRequest({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      isOpen = response.statusCode === 200;
      response.on("data", (chunk: Buffer) => onText(chunk.toString()));
      response.on("error", () => {});
      response.on("close", () => {
        isOpen = false;
      });
      resolve({ request, isOpen: () => isOpen });
    });
    request.on("error", reject);
    request.end();
  });
}

/** Starts `count` works evenly within `ms`, and waits until all are done. */
export async function spread(count: number, ms: number, work: (index: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const wait = began + (index * ms) / count - performance.now();
    if (wait > 1) await sleep(wait);
    running.push(work(index));
  }
  await Promise.all(running);
}

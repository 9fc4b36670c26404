import { type ClientRequest, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import type { FastifyInstance } from "fastify";

/** One event as it was received. */
export interface StreamEvent {
  event: string;
  id: string | undefined;
  data: SurveyTotals;
  /** When it was received, by `performance.now()`. */
  at: number;
}

/** A client like EventSource with its own connection, which exposes everything it receives. */
export interface TestStream {
  status: number;
  headers: IncomingMessage["headers"];
  /** The body of an error response. */
  problem: { code: string } | null;
  /** Without heartbeats, which a client that listens for messages doesn't see either. */
  events: StreamEvent[];
  /** Everything received, including heartbeats. */
  text(): string;
  /** Waits for an event that fits; earlier events count too. */
  next(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves when the connection is closed. */
  closed: Promise<void>;
  cut(): void;
}

const opened = new Set<ClientRequest>();
const listening = new WeakMap<FastifyInstance, Promise<string>>();

/** Closes every stream that was opened here, at the end of a test. */
export function cutStreams(): void {
  for (const request of opened) request.destroy();
  opened.clear();
}

/** Opens a stream of an app, which starts to listen if it doesn't yet. */
export async function openStream(
  app: FastifyInstance,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestStream> {
  if (!listening.has(app)) listening.set(app, app.listen({ port: 0, host: "127.0.0.1" }));
  await listening.get(app);
  const { port } = app.server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, path, headers, agent: false }, resolve).on("error", reject);
    opened.add(request);
  });
  const status = response.statusCode ?? 0;
  const problem = status === 200 ? null : JSON.parse(await text(response));
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  let all = "";
  let position = 0;
  response.setEncoding("utf8").on("data", (chunk: string) => {
    all += chunk;
    for (let end = all.indexOf("\n\n", position); end >= 0; end = all.indexOf("\n\n", position)) {
      const event = parseEvent(all.slice(position, end));
      position = end + 2;
      if (event) events.push(event);
    }
    for (const look of waiting) look();
  });
  return {
    status,
    headers: response.headers,
    problem,
    events,
    text: () => all,
    next: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find(fits);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    closed: new Promise((resolve) => response.on("error", () => {}).once("close", resolve)),
    cut: () => response.destroy(),
  };
}

function parseEvent(block: string): StreamEvent | null {
  const fields = new Map(block.split("\n").map((line) => [line.split(":", 1)[0], line.replace(/^\w+: ?/, "")]));
  const data = fields.get("data");
  if (data === undefined || fields.get("event") === "beat") return null;
  return {
    event: fields.get("event") ?? "message",
    id: fields.get("id"),
    data: JSON.parse(data),
    at: performance.now(),
  };
}

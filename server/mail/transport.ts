import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "./layout.ts";

/** Where mails go. */
export interface Transport {
  /** Resolves when the mail is in other hands; `id` lets a receiver recognise one that it has already. */
  send(message: Message, id: string): Promise<void>;
  close(): void;
}

/** A mail server may take this long, in milliseconds, before it counts as away. */
const TIMEOUT_MS = 10_000;

export async function smtpTransport(url: string): Promise<Transport> {
  // Loaded here: installations without a mail server do without its code.
  const { createTransport } = await import("nodemailer");
  const server = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message, id) {
      const host = message.from.slice(message.from.lastIndexOf("@") + 1, -1);
      await server.sendMail({ ...message, messageId: `<${id}@${host}>` });
    },
    close: () => server.close(),
  };
}

/** A message that the sandbox kept. */
export interface KeptMessage extends Message {
  id: string;
  at: number;
}

const KEPT_MAX = 200;

/** Keeps mails in a folder, to be looked at: for installations without a mail server, never in production. */
export function sandboxTransport(dataDir: string): Transport & { list(): KeptMessage[] } {
  const folder = join(dataDir, "sandbox-mail");
  const names = () => {
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()
      .reverse();
  };
  return {
    async send(message, id) {
      for (const name of names().slice(KEPT_MAX - 1)) rmSync(join(folder, name), { force: true });
      const file = join(folder, `${id}.json`);
      // Written aside, so that nobody reads half of it.
      writeFileSync(`${file}.part`, JSON.stringify({ ...message, id, at: Date.now() }));
      renameSync(`${file}.part`, file);
    },
    list: () => names().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as KeptMessage),
    close: () => {},
  };
}

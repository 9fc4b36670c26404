import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "../words/mail/layout.ts";

/** Delivers emails. */
export interface Transport {
  /** Resolves when the mail server has accepted the email; receivers recognize a repeated one by its `id`. */
  send(message: Message, id: string): Promise<void>;
  close(): void;
}

/** The mail server is considered unreachable after this time, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * nodemailer's options for a mail server.
 * @param ca the certificate authorities to trust instead of the public ones, as PEM; null for the public ones
 */
export const smtpOptions = (url: string, ca: string | null) => ({
  url,
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(ca !== null && { tls: { ca } }),
});

/** @param ca as of `smtpOptions` */
export async function smtpTransport(url: string, ca: string | null = null): Promise<Transport> {
  // Loaded here, so that installations without a mail server don't load its code.
  const { createTransport } = await import("nodemailer");
  const server = createTransport({ ...smtpOptions(url, ca), pool: true, maxConnections: 2 });
  return {
    async send(message, id) {
      const host = message.from.slice(message.from.lastIndexOf("@") + 1, -1);
      await server.sendMail({ ...message, messageId: `<${id}@${host}>` });
    },
    close: () => server.close(),
  };
}

/** An email that the sandbox stored. */
export interface StoredMessage extends Message {
  id: string;
  at: number;
}

const STORED_MAX = 200;

/** Stores emails in a folder, where developers can read them: without a mail server, and never in production. */
export function sandboxTransport(dataDir: string): Transport & { list(): StoredMessage[] } {
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
      for (const name of names().slice(STORED_MAX - 1)) rmSync(join(folder, name), { force: true });
      const file = join(folder, `${id}.json`);
      // Written under another name first, so that `list` never reads a partial file.
      writeFileSync(`${file}.part`, JSON.stringify({ ...message, id, at: Date.now() }));
      renameSync(`${file}.part`, file);
    },
    list: () => names().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as StoredMessage),
    close: () => {},
  };
}

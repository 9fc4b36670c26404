import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** An email as the mail server received it. */
export interface ReceivedMail {
  from: string;
  to: string;
  subject: string;
  messageId: string;
  /** The decoded email: headers, text and HTML. */
  whole: string;
  /** The page and the token of its link. */
  link: { path: string; token: string } | null;
}

export interface TestSmtp {
  url: string;
  received: ReceivedMail[];
  /** Resolves with the newest email to `address` with this subject, as soon as there is one. */
  next(address: string, subject: RegExp): Promise<ReceivedMail>;
  /** Rejects every email temporarily, or accepts them again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** A real SMTP server in the process of the test. */
export async function startSmtp(): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    // Real servers quote the recipient in their replies.
    onRcptTo: ({ address }, _session, done) =>
      done(isRefusing ? Object.assign(new Error(`<${address}>: Try again later`), { responseCode: 451 }) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push(read(mailFrom ? mailFrom.address : "", rcptTo[0]?.address ?? "", Buffer.concat(chunks)));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next(address, subject) {
      const deadline = Date.now() + 30_000;
      for (;;) {
        const found = received.findLast((mail) => mail.to === address && subject.test(mail.subject));
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`No mail ${subject} came to ${address}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    refuse(now) {
      isRefusing = now;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function read(from: string, to: string, raw: Buffer): ReceivedMail {
  // Quoted-printable, as nodemailer writes what is longer than a line.
  const whole = raw
    .toString("latin1")
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(whole)?.[1]?.trim() ?? "";
  const [, path = "", token = ""] = /https?:\/\/[^/\s]+(\/[\w-]+)#([\w-]+)/.exec(whole) ?? [];
  return {
    from,
    to,
    subject: header("subject"),
    messageId: header("message-id"),
    whole,
    link: token ? { path, token } : null,
  };
}

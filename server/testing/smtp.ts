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
  /** Answers from now on each recipient like this, such as `550 5.1.1 No such user`; null accepts one. */
  answerRecipients(answer: (address: string) => string | null): void;
  /** The recipients that were named to the server, also those that it refused, in their order. */
  asked: string[];
  close(): Promise<void>;
}

/** The demands of a test's mail server; by default neither encryption nor a sign-in. */
interface SmtpRules {
  /** With a certificate the server offers TLS: `"start"` after the greeting, `"always"` from the first byte. */
  tls?: { when: "start" | "always"; key: string; cert: string };
  /** The only user. */
  user?: { name: string; password: string };
  /** Whether it refuses the sender, or the recipient, with this answer. */
  refused?: { sender?: string; recipient?: string; text?: string };
}

/** An answer as the server's library wants it: with the code separate from the text. */
const answered = (answer: string | null) =>
  answer === null ? null : Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

const rejection = (text: string | undefined) => (text ? Object.assign(new Error(text), { responseCode: 550 }) : null);

/** A real SMTP server in the process of the test. */
export async function startSmtp({ tls, user, refused = {} }: SmtpRules = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const asked: string[] = [];
  let isRefusing = false;
  let answerOf: (address: string) => string | null = () => null;
  const server = new SMTPServer({
    authOptional: !user,
    disabledCommands: [...(user ? [] : ["AUTH"]), ...(tls?.when === "start" ? [] : ["STARTTLS"])],
    ...(tls && { secure: tls.when === "always", key: tls.key, cert: tls.cert }),
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username })
        : done(Object.assign(new Error("Invalid username or password"), { responseCode: 535 })),
    onMailFrom: (_address, _session, done) => done(rejection(refused.sender)),
    // Real servers quote the recipient in their replies.
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      done(
        isRefusing
          ? answered(`451 <${address}>: Try again later`)
          : (answered(answerOf(address)) ?? rejection(refused.recipient)),
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push(read(mailFrom ? mailFrom.address : "", rcptTo[0]?.address ?? "", Buffer.concat(chunks)));
        done(rejection(refused.text));
      });
    },
  });
  // Clients that reject the certificate hang up.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${tls?.when === "always" ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    asked,
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
    answerRecipients(answer) {
      answerOf = answer;
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

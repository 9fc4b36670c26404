import { email } from "@survey-app/contract/text/text.ts";
import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { type Config, readConfig } from "../config/config.ts";
import { OperatorError } from "../database/operatorError.ts";
import type { SmtpFailure } from "../mail/smtpFailure.ts";
import { smtpOptions } from "../mail/transport.ts";
import { whatToDo } from "../mail/whatToDo.ts";
import type { Message } from "../words/mail/layout.ts";
import { wordsIn } from "../words/wordsIn.ts";
import { runCommand } from "./command.ts";

type Settings = Pick<Config, "smtpUrl" | "smtpCa" | "mailFrom" | "contactEmail" | "publicUrl" | "site">;

/**
 * `npm run mail -- ADDRESS`: sends a test email with the mailer's settings and tells what the server answered at each
 * step.
 * @throws {OperatorError} with the steps until the failure, and what to do
 */
export async function sendTestEmail(args: readonly string[], settings: Settings = readConfig()): Promise<string> {
  const [argument, ...more] = args;
  const address = email.safeParse(argument);
  if (!address.success || more.length > 0) throw new OperatorError("Name one address: npm run mail -- ADDRESS");
  const { smtpUrl, smtpCa } = settings;
  if (smtpUrl === null)
    throw new OperatorError("SMTP_URL is not set, so no email is sent: smtps://user:password@mail.example:465");
  const { createTransport } = await import("nodemailer");
  const steps = createSteps(new URL(smtpUrl));
  const server = createTransport({ ...smtpOptions(smtpUrl, smtpCa), logger: steps.logger, transactionLog: true });
  try {
    await server.sendMail(await writeTestEmail(address.data, settings));
  } catch (error) {
    const failure = error as SmtpFailure;
    const sentences = [`Failed: ${failure.message}`, whatToDo(failure, settings)];
    throw new OperatorError([...steps.lines(), ...sentences].join("\n"));
  } finally {
    server.close();
  }
  return [...steps.lines(), `The mail server took the email. If it doesn't arrive, look for it among the spam.`].join(
    "\n",
  );
}

async function writeTestEmail(to: string, { mailFrom, contactEmail, publicUrl, site }: Settings): Promise<Message> {
  const words = await wordsIn(SOURCE_LANGUAGE);
  const about = { link: "", publicUrl, contactEmail, survey: null, meeting: null, timeZone: "UTC", now: Date.now() };
  const content = words.renderTemplate({ kind: "testEmail" }, about);
  return words.layOutEmail(content, null, { from: mailFrom, to, replyTo: contactEmail, publicUrl, site });
}

/**
 * The name of each step, by the command that the server answers. Other lines, such as those of a sign-in, continue a
 * step.
 */
const stepNames: readonly [command: RegExp, name: string][] = [
  [/^(EHLO|HELO)/, "Greeting"],
  [/^AUTH/, "Sign-in"],
  [/^MAIL FROM/, "Sender"],
  [/^RCPT TO/, "Recipient"],
  [/^DATA/, "Message"],
  [/^QUIT/, "End"],
];

/** Collects a session with a mail server from nodemailer's log, in which passwords are replaced by a comment. */
function createSteps({ protocol, host }: URL) {
  const answers = new Map<string, string>();
  let isEncrypted = protocol === "smtps:";
  let step = "Connection";
  // Some commands are sent before the last one is answered.
  const unanswered: string[] = [];
  const note = (about: { tnx?: string }, text: string): void => {
    if (about.tnx === "client")
      unanswered.push(stepNames.find(([command]) => command.test(text))?.[1] ?? unanswered.at(-1) ?? step);
    if (about.tnx === "server") {
      step = unanswered.shift() ?? step;
      answers.set(step, text.trim().replaceAll(/\r?\n/g, " "));
    }
    if (about.tnx === "smtp" && text.includes("upgraded with STARTTLS")) isEncrypted = true;
  };
  const ignore = () => {};
  return {
    logger: { level: ignore, trace: note, debug: note, info: note, warn: ignore, error: ignore, fatal: ignore },
    /** A line for each step that the server has answered. */
    lines(): string[] {
      const answered = (name: string) => answers.get(name);
      const tls = isEncrypted ? "encrypted" : "none: this connection is not encrypted";
      const facts = [
        ["Connection", answered("Connection") && `${host} answered ${answered("Connection")}`],
        ["TLS", answered("Greeting") && tls],
        ...["Sign-in", "Sender", "Recipient", "Message"].map((name) => [name, answered(name)] as const),
      ] as const;
      return facts.flatMap(([name, fact]) => (fact ? [`${`${name}:`.padEnd(12)}${fact}`] : []));
    },
  };
}

await runCommand(import.meta.filename, sendTestEmail);

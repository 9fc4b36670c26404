import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { smtpTransport } from "../mail/transport.ts";
import { makeAuthority } from "../testing/certificates.ts";
import { runCommand } from "../testing/runCommand.ts";
import { startSmtp } from "../testing/smtp.ts";
import { sendTestEmail } from "./mail.ts";

const READER = "reader@example.org";
const user = { name: "ada", password: "p@ss" };
const authority = makeAuthority();
const tomorrow = Date.now() + DAY_MS;

async function serve(rules: Parameters<typeof startSmtp>[0]) {
  const smtp = await startSmtp(rules);
  onTestFinished(() => smtp.close());
  const url = smtp.url.replace("//", rules?.user ? "//ada:p%40ss@" : "//");
  return { ...smtp, url };
}

/** The path of a file with the test's authority. */
function authorityFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "ca.pem");
  writeFileSync(path, authority.cert);
  return path;
}

const command = (env: Record<string, string>, address = READER) =>
  sendTestEmail([address], readConfig({ MAIL_FROM: "no-reply@survey.example", ...env }));

test("the mail command prints what the server answers at each step, and the server gets the email", async () => {
  const tls = { when: "start" as const, ...authority.issue({ ip: "127.0.0.1" }, tomorrow) };
  const smtp = await serve({ tls, user });
  const env = { SMTP_URL: smtp.url, SMTP_CA: authorityFile(), MAIL_FROM: "no-reply@survey.example" };
  const { code, out, err } = await runCommand("mail", env, [READER]);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^Connection: 127\.0\.0\.1:\d+ answered 220 /),
    "TLS:        encrypted",
    expect.stringMatching(/^Sign-in: {4}235 /),
    expect.stringMatching(/^Sender: {5}250 /),
    expect.stringMatching(/^Recipient: {2}250 /),
    expect.stringMatching(/^Message: {4}250 /),
    "The mail server took the email. If it doesn't arrive, look for it among the spam.",
    "",
  ]);
  expect(smtp.received).toMatchObject([{ to: READER, from: "no-reply@survey.example", subject: "Test email" }]);
  expect(out).not.toContain("p@ss");
});

test("SMTP_CA makes a private certificate authority trusted, by the mailer too", async () => {
  const tls = { when: "always" as const, ...authority.issue({ ip: "127.0.0.1" }, tomorrow) };
  const smtp = await serve({ tls });
  await expect(command({ SMTP_URL: smtp.url })).rejects.toThrow(
    "The mail server's certificate is from an authority that is not trusted: name the authority's PEM file in SMTP_CA.",
  );
  expect(await command({ SMTP_URL: smtp.url, SMTP_CA: authorityFile() })).toContain("TLS:        encrypted");
  const message = { from: "a@survey.example", to: READER, subject: "Hello", text: "", html: "", headers: {} };
  const untrusted = await smtpTransport(smtp.url);
  await expect(untrusted.send(message, "1")).rejects.toThrow(/certificate/);
  const trusted = await smtpTransport(smtp.url, authority.cert);
  await trusted.send(message, "2");
  for (const transport of [trusted, untrusted]) transport.close();
  expect(smtp.received.map(({ subject }) => subject)).toEqual(["Test email", "Hello"]);
});

test("a certificate that the mail server has signed itself is named, as Debian's Postfix has one", async () => {
  const { cert, key } = makeAuthority();
  const smtp = await serve({ tls: { when: "always", cert, key } });
  await expect(command({ SMTP_URL: smtp.url })).rejects.toThrow("The mail server signs its certificate itself: name");
});

test.each([
  ["expired", { ip: "127.0.0.1" }, Date.now() - DAY_MS, "has expired: renew it there"],
  ["for another name", { dns: "mail.example" }, tomorrow, "is for another name: use a name that it lists in SMTP_URL"],
])("a certificate that is %s is named", async (_, names, until, sentence) => {
  const smtp = await serve({ tls: { when: "always", ...authority.issue(names, until) } });
  await expect(command({ SMTP_URL: smtp.url, SMTP_CA: authorityFile() })).rejects.toThrow(
    `The mail server's certificate ${sentence}`,
  );
});

test.each([
  [{ refused: { sender: "not yours" } }, "Sender:", "550 not yours", "set MAIL_FROM to an address that belongs to it"],
  [
    { refused: { recipient: "relaying denied" } },
    "Recipient:",
    "relaying denied",
    "put user and password into SMTP_URL",
  ],
  [
    { refused: { recipient: "5.7.1 <no-reply@survey.example>: Sender address rejected: not owned by user ada" } },
    "Recipient:",
    "Sender address rejected",
    "set MAIL_FROM to an address that belongs to it",
  ],
  [{ refused: { recipient: "5.1.1 No such user" } }, "Recipient:", "No such user", "doesn't exist: check it"],
  [{ refused: { text: "looks like spam" } }, "Message:", "looks like spam", "SPF, DKIM or DMARC"],
])("a refusal is printed with its step and what to do: %o", async (rules, step, answer, sentence) => {
  const smtp = await serve(rules);
  const failure = await command({ SMTP_URL: smtp.url }).catch((error: Error) => error.message);
  const lines = String(failure).split("\n");
  expect(lines.find((line) => line.startsWith(step))).toContain(answer);
  expect(lines.at(-2)).toMatch(/^Failed: /);
  expect(lines.at(-1)).toContain(sentence);
  expect(lines[1]).toBe("TLS:        none: this connection is not encrypted");
});

test("failures before the server answers also say what to do", async () => {
  const tls = { when: "start" as const, ...authority.issue({ ip: "127.0.0.1" }, tomorrow) };
  const { url } = await serve({ tls, user });
  const SMTP_CA = authorityFile();
  const { port } = new URL(url);
  const fails = async (env: Record<string, string>, sentence: string) =>
    await expect(command({ SMTP_CA, ...env })).rejects.toThrow(sentence);
  await fails({ SMTP_URL: url.replace("p%40ss", "wrong") }, "Check user and password in SMTP_URL");
  await fails({ SMTP_URL: `smtp://127.0.0.1:${port}` }, "The server wants a sign-in");
  await fails({ SMTP_URL: `smtps://127.0.0.1:${port}` }, "This port doesn't begin with TLS: use smtp://");
  await fails({ SMTP_URL: "smtp://127.0.0.1:1" }, "Nothing listens at this host and port");
  await fails({ SMTP_URL: "smtp://mail.invalid" }, "The name of the mail server is unknown");
});

test("the mail command names what it lacks", async () => {
  await expect(sendTestEmail([], readConfig({}))).rejects.toThrow("Name one address: npm run mail -- ADDRESS");
  await expect(command({}, "nobody")).rejects.toThrow("Name one address: npm run mail -- ADDRESS");
  await expect(command({})).rejects.toThrow("SMTP_URL is not set, so no email is sent");
});

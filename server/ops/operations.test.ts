import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { TLSSocket } from "node:tls";
import { getOperations } from "@survey-app/contract/ops/operations.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { expect, onTestFinished, test } from "vitest";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { makeAuthority, type TestCertificate } from "../testing/certificates.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { makePerson } from "../testing/people.ts";
import { runCommand } from "../testing/runCommand.ts";
import { startSmtp } from "../testing/smtp.ts";
import { testApp } from "../testing/testApp.ts";
import { beginAsVersion1 } from "../testing/version1.sql.ts";
import { findCertificates } from "./certificates.ts";

const authority = makeAuthority();
const certificate = (days: number) => authority.issue({ ip: "127.0.0.1" }, Date.now() + days * DAY_MS);
const none = { smtpUrl: null, smtpCa: null, databaseUrls: [] };

async function start() {
  const t = await testApp();
  onTestFinished(() => t.close());
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  return { ...t, admin, look: () => t.request(getOperations, { as: admin }) };
}

test("admins see the queues in which work waits longer than usual, and the space on the disk", async () => {
  const t = await start();
  await enqueueEmail(t.database, "nora@example.org", { kind: "passwordChanged" });
  expect(await t.look()).toMatchObject({ lateQueues: [], certificates: [], disk: { isLow: expect.any(Boolean) } });
  await outboxRows(t.database, "nora@example.org", { due: true });
  const { lateQueues, disk } = await t.look();
  expect(lateQueues).toEqual([{ queue: "emails", since: "1970-01-01T00:00:00.000Z" }]);
  expect(disk.freeBytes).toBeGreaterThan(0);
  expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
});

test("admins see the surveys whose ledgers version 1.0 began since the upgrade", async () => {
  const t = await start();
  const [before, since, other] = await Promise.all(
    ["Before", "Since", "Other"].map((Title) => t.makeSurvey(t.admin, { Title, publishedBy: t.admin })),
  );
  for (const id of [before, since]) await beginAsVersion1(t.database, id ?? "", [1]);
  await t.request(castVote, { as: t.admin, body: { SurveyID: other ?? "", vote: 1 } });
  await t.database.db
    .updateTable("ballot_boxes")
    .set({ ledger_format: 2 })
    .where("survey_id", "=", before ?? "")
    .execute();
  expect((await t.look()).formerLedgers).toEqual([{ surveyId: since, Title: "Since", language: null }]);
});

test("admins see how many codes of open surveys no longer work", async () => {
  const t = await start();
  const invited = invitedSurveys(() => ({ t, surveyor: t.admin, admin: t.admin }));
  const [open, closed] = [await invited.makeOpen(3), await invited.makeOpen(1)];
  expect((await t.look()).endedCodes).toBe(0);
  const { db } = t.database;
  await db.updateTable("invitations").set({ code_key: "of a former secret" }).execute();
  await t.request(closeSurvey, { as: t.admin, params: { id: closed.id } });
  await invited.strike(open.id, open.ids[0] ?? "");
  expect((await t.look()).endedCodes).toBe(2);
});

test("admins see when the last backup was made and of how many votes, and that one is missing or old", async () => {
  const t = await start();
  expect((await t.look()).backup).toEqual({ at: null, votes: null, isOld: true });
  const survey = await t.makeSurvey(t.admin, { publishedBy: t.admin });
  for (const vote of [1, 0, 1] as const)
    await t.request(castVote, { as: await makePerson(t.database, t.tokens), body: { SurveyID: survey, vote } });
  const before = Date.now();
  const env: Record<string, string> = { DATA_DIR: t.dataDir, ...(t.databaseUrl && { DATABASE_URL: t.databaseUrl }) };
  expect((await runCommand("backup", env, [join(t.dataDir, "backup.tar")])).code).toBe(0);
  const { backup } = await t.look();
  expect(backup).toMatchObject({ votes: 3, isOld: false });
  expect(Date.parse(backup.at ?? "")).toBeGreaterThanOrEqual(before);
  // As version 1.0 noted it.
  writeFileSync(join(t.dataDir, "last-backup"), "2026-11-20T03:15:00.000Z");
  expect((await t.look()).backup).toEqual({ at: "2026-11-20T03:15:00.000Z", votes: null, isOld: expect.any(Boolean) });
});

test.each(["start", "always"] as const)(
  "the mail server's certificate is read when TLS begins at the %s",
  async (when) => {
    const smtp = await startSmtp({ tls: { when, ...certificate(10) }, user: { name: "ada", password: "secret" } });
    onTestFinished(() => smtp.close());
    const settings = { ...none, smtpUrl: smtp.url };
    const [soon] = await findCertificates({ ...settings, smtpCa: authority.cert });
    expect(soon).toMatchObject({ of: "mail", host: new URL(smtp.url).host, isDue: true, reason: null });
    expect(Date.parse(soon?.until ?? "") - Date.now()).toBeGreaterThan(9 * DAY_MS);
    expect(await findCertificates(settings)).toMatchObject([
      { isDue: true, reason: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" },
    ]);
  },
);

test("a certificate that ends late doesn't need attention; a mail server without TLS doesn't have one, and one that is gone is named", async () => {
  const fine = await startSmtp({ tls: { when: "always", ...certificate(90) } });
  const plain = await startSmtp();
  onTestFinished(async () => {
    await fine.close();
    await plain.close();
  });
  const ask = (smtpUrl: string) => findCertificates({ ...none, smtpUrl, smtpCa: authority.cert });
  expect(await ask(fine.url)).toMatchObject([{ isDue: false, reason: null }]);
  expect(await ask(plain.url)).toEqual([]);
  expect(await ask("smtp://127.0.0.1:1?ignoreTLS=true")).toEqual([]);
  expect(await ask("smtp://127.0.0.1:1")).toMatchObject([
    { host: "127.0.0.1:1", until: null, isDue: true, reason: expect.stringContaining("ECONNREFUSED") },
  ]);
});

/** Begins TLS as PostgreSQL does, and shows a certificate. */
async function startDatabase({ cert, key }: TestCertificate): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, cert, key }).on("error", () => {});
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

test("the database's certificate is read where its address asks for TLS", async () => {
  const server = await startDatabase(certificate(10));
  const { port } = server.address() as AddressInfo;
  const ask = (search: string) =>
    findCertificates({ ...none, databaseUrls: [`postgres://ada:secret@127.0.0.1:${port}/app${search}`] });
  expect(await ask("")).toEqual([]);
  expect(await ask("?sslmode=require")).toMatchObject([
    { of: "database", host: `127.0.0.1:${port}`, isDue: true, reason: null },
  ]);
  const file = join(mkdtempSync(join(tmpdir(), "survey-app-ca-")), "ca.pem");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, authority.cert);
  const trusted = await ask(`?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`);
  expect(trusted).toMatchObject([{ isDue: true, reason: null }]);
  expect(await ask("?sslmode=verify-full")).toMatchObject([{ reason: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }]);
});

import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteRefusal } from "../../server/mail/mailServer.sql.ts";
import { enqueueEmail } from "../../server/mail/outbox.sql.ts";
import { noteBackup } from "../../server/ops/backups/lastBackup.ts";
import { signUp } from "../../server/testing/accounts.ts";
import { jumpClocks } from "../../server/testing/clocks.sql.ts";
import { outboxRows } from "../../server/testing/mail.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { beginAsVersion1 } from "../../server/testing/version1.sql.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  // Without the sandbox, which would send late emails.
  t = await startServer({ sandbox: false, smtpUrl: "smtp://127.0.0.1:1" }, { mailPollMs: HOUR_MS });
});
afterAll(() => t.close());

test("an admin reads what a jump of the clock holds back, and confirms the clock in a dialog that names the consequences", async () => {
  const admin = await signUp(t, { name: "Carla Clock", role: "admin" });
  await jumpClocks(t.database, { server: 400 });
  const { user, ...page } = await openPage(t, "/dashboard/admin/operations", { as: admin });
  const clock = within(await page.findByRole("region", { name: "Clock" }));
  clock.getByText(/^The clock of .+ shows/);
  clock.getByText(/surveys aren't closed at their deadlines, and nothing is deleted/);
  clock.getByText("Needs attention");
  await expectAccessible();
  await user.click(clock.getByRole("button", { name: "Confirm the time" }));
  const dialog = within(await page.findByRole("dialog", { name: "Is this the right time?" }));
  dialog.getByText(/None of this can be undone/);
  dialog.getByText(/^The clock of .+ shows/);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Confirm the time" }));
  await page.findByText("Time confirmed.");
  await clock.findByText("No clock has jumped.");
  expect(clock.queryByRole("button")).toBeNull();

  const log = await openPage(t, "/dashboard/audit", { as: admin });
  const entry = await log.findByRole("row", { name: /Clock confirmed/ });
  expect(entry.textContent).toMatch(/Server clock: \d\d-\d\d-\d{4}, \d\d:\d\d → \d\d-\d\d-\d{4}/);
  expect(within(entry).getByRole("link", { name: "Clock" }).getAttribute("href")).toBe("/dashboard/admin/operations");
});

test("an admin sees on one page what the installation needs, each with what to do", async () => {
  const admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  await enqueueEmail(t.database, "late@example.org", { kind: "passwordChanged" });
  await outboxRows(t.database, "late@example.org", { due: true });
  noteBackup(t.dataDir, { at: new Date().toISOString(), votes: 1234 });
  const { user, ...page } = await openPage(t, "/dashboard/adminHome", { as: admin });
  await user.click(await page.findByRole("link", { name: "Operations" }));
  const check = async (name: string) => within(await page.findByRole("region", { name }));
  (await check("Clock")).getByText("No clock has jumped.");
  page.getByText(/^Version \d+\.\d+\.\d+(-dev)?$/);
  const queues = await check("Delayed work");
  queues.getByText(/^Emails: waiting since/);
  queues.getByText(/npm run mail/);
  queues.getByText("Needs attention");
  (await check("Mail server")).getByText("It isn't permanently refusing any emails.");
  (await check("Disk space")).getByText(/^[\d,]+ of [\d,]+ GB are free$/);
  const certificate = await check("Mail server certificate");
  certificate.getByText(/^127\.0\.0\.1:1: .*ECONNREFUSED/);
  certificate.getByText(/^Renew the certificate/);
  const backup = await check("Backup");
  backup.getByText("OK");
  backup.getByText("It contains 1,234 votes.");
  expect(backup.queryByText(/npm run backup/)).toBeNull();
  expect(page.queryByRole("region", { name: "Logs of votes" })).toBeNull();
  await expectAccessible();
});

test("an admin sees which logs of votes version 1.0 began since the upgrade", async () => {
  const admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  const id = await t.makeSurvey(await signUp(t, { name: "Sue Surveyor", role: "surveyor" }), {
    ...{ Title: "Is this former?", publishedBy: admin },
  });
  await beginAsVersion1(t.database, id, [1, 0]);
  const page = await openPage(t, "/dashboard/admin/operations", { as: admin });
  const ledgers = within(await page.findByRole("region", { name: "Logs of votes" }));
  expect(ledgers.getByRole("link", { name: "Is this former?" }).getAttribute("href")).toBe(`/surveydetails/${id}`);
  ledgers.getByText(/the head doesn't cover the question/);
  await expectAccessible();
});

test("an admin reads that the mail server refuses emails, how, and that sending pauses", async () => {
  const admin = await signUp(t, { name: "Mia Mail", role: "admin" });
  for (const index of [1, 2, 3, 4, 5]) {
    const address = `refused${index}@example.org`;
    await enqueueEmail(t.database, address, { kind: "passwordChanged" });
    const [row] = await outboxRows(t.database, address);
    const refusal = { answer: "RCPT TO 550 5.7.1", isOfRecipient: true, isOfAddress: false };
    await noteRefusal(t.database, { id: row?.id ?? "", address }, refusal);
  }
  const page = await openPage(t, "/dashboard/admin/operations", { as: admin });
  const server = within(await page.findByRole("region", { name: "Mail server" }));
  server.getByText(/^It refused 5 emails, which will be tried again\. The last one:.*, RCPT TO 550 5\.7\.1$/);
  server.getByText(/sending is paused\. Every email will still be tried/);
  server.getByText("Needs attention");
  server.getByText(/npm run mail/);
  await expectAccessible();
});

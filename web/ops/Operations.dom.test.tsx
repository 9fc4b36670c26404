import { HOUR_MS } from "@survey-app/contract/time.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueEmail } from "../../server/mail/outbox.sql.ts";
import { noteBackup } from "../../server/ops/backups/lastBackup.ts";
import { signUp } from "../../server/testing/accounts.ts";
import { outboxRows } from "../../server/testing/mail.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  // Without the sandbox, which would send what is late.
  t = await startServer({ sandbox: false, smtpUrl: "smtp://127.0.0.1:1" }, { mailPollMs: HOUR_MS });
});
afterAll(() => t.close());

test("an admin sees on one page what the installation needs, each with what to do", async () => {
  const admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  await enqueueEmail(t.database, "late@example.org", { kind: "passwordChanged" });
  await outboxRows(t.database, "late@example.org", { due: true });
  noteBackup(t.dataDir, new Date().toISOString());
  const { user, ...page } = await openPage(t, "/dashboard/adminHome", { as: admin });
  await user.click(await page.findByRole("link", { name: "Operations" }));
  const check = async (name: string) => within(await page.findByRole("region", { name }));
  const queues = await check("Delayed work");
  queues.getByText(/^Emails: waiting since/);
  queues.getByText(/npm run mail/);
  queues.getByText("Needs attention");
  (await check("Disk space")).getByText(/^[\d,]+ of [\d,]+ GB are free$/);
  const certificate = await check("Certificate of the mail server");
  certificate.getByText(/^127\.0\.0\.1:1: .*ECONNREFUSED/);
  certificate.getByText(/^Renew the certificate/);
  const backup = await check("Backup");
  backup.getByText("OK");
  expect(backup.queryByText(/npm run backup/)).toBeNull();
  await expectAccessible();
});

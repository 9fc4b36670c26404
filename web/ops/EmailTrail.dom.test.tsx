import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, test } from "vitest";
import { enqueueEmail } from "../../server/mail/outbox.sql.ts";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { sendEmails } from "../../server/testing/sendEmails.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer({}, { mailPollMs: HOUR_MS });
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
});
afterAll(() => t.close());

test("an admin finds why an address got no email, and what it got", async () => {
  await enqueueEmail(t.database, "nora@example.org", { kind: "passwordReset" });
  await sendEmails(t);
  await enqueueEmail(t.database, "nora@example.org", { kind: "passwordChanged" });
  const { user, ...page } = await openPage(t, "/dashboard/admin/operations", { as: admin });
  await page.findByRole("heading", { name: "Why didn't someone get an email?" });
  await user.type(page.getByRole("textbox", { name: "Email address" }), "Nora+news@example.org");
  await user.click(page.getByRole("button", { name: "Find emails" }));
  await page.findByText("2 emails found.");
  page.getByText("Link for a new password");
  page.getByText("No account has this address.");
  page.getByText(/^Waiting, next try:/);
  await expectAccessible();
});

test("an admin reads that there was none, and what is wrong with a text that isn't an address", async () => {
  const { user, ...page } = await openPage(t, "/dashboard/admin/operations", { as: admin });
  const field = await page.findByRole("textbox", { name: "Email address" });
  await user.type(field, "nora");
  await user.click(page.getByRole("button", { name: "Find emails" }));
  await page.findByText("Enter a valid email address");
  await expectAccessible();
  await user.clear(field);
  await user.type(field, "bob@example.org");
  await user.click(page.getByRole("button", { name: "Find emails" }));
  await page.findByText("No emails to this address in the last 30 days.");
});

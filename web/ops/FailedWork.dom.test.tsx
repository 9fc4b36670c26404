import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueEmail } from "../../server/mail/outbox.sql.ts";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { giveUpNext, outboxRows } from "../../server/testing/mail.sql.ts";
import { sendEmails } from "../../server/testing/sendEmails.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  // Its own mailer would now and then send the emails before they fail below.
  t = await startServer({}, { mailPollMs: HOUR_MS });
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
});
afterAll(() => t.close());

test("an admin sees emails that could not be sent, and has them tried again; without any, nothing is said", async () => {
  const address = "full.mailbox@example.org";
  for (let count = 0; count < 2; count++) await enqueueEmail(t.database, address, { kind: "passwordChanged" });
  await giveUpNext(t.database, address);
  await sendEmails(t, undefined, async () => {
    throw new Error("452 The mailbox is full");
  });
  const { user, ...page } = await openPage(t, "/dashboard/adminHome", { as: admin });
  await page.findByRole("heading", { name: "Failed work" });
  await page.findByText("2 emails could not be sent");
  await expectAccessible();
  // A toast is shown for a moment, which a press can outlast on a busy machine.
  const isSaid = page.findByText("2 attempts will be made soon.");
  await user.click(page.getByRole("button", { name: "Try again: 2 emails could not be sent" }));
  await isSaid;
  await waitFor(() => expect(page.queryByRole("heading", { name: "Failed work" })).toBeNull());
  expect((await outboxRows(t.database, address)).filter(({ gave_up_at }) => gave_up_at !== null)).toEqual([]);
  const surveyor = await signUp(t, { role: "surveyor" });
  const theirs = await openPage(t, "/dashboard/adminHome", { as: surveyor });
  await theirs.findByRole("heading", { name: "Overview" });
  expect(theirs.queryByRole("heading", { name: "Failed work" })).toBeNull();
});

test("an admin sees which rows fail in a recurring job, with the class of the error, and has them tried again", async () => {
  const rows = ["0190aaaa-one", "0190aaaa-two"].map((row_key) => ({ row_key, error: "23514 surveys_check" }));
  const failed = { job: "closing", attempts: 3, next_at: Date.now() + HOUR_MS, first_failed_at: Date.now() } as const;
  await t.database.db
    .insertInto("failed_steps")
    .values(rows.map((row) => ({ ...failed, ...row })))
    .execute();
  const { user, ...page } = await openPage(t, "/dashboard/adminHome", { as: admin });
  await page.findByText("Closing surveys: 2 entries fail");
  page.getByText("0190aaaa-one 23514 surveys_check");
  await expectAccessible();
  const isSaid = page.findByText("2 attempts will be made soon.");
  await user.click(page.getByRole("button", { name: "Try again: Closing surveys: 2 entries fail" }));
  await isSaid;
  const due = await t.database.db.selectFrom("failed_steps").select("next_at").execute();
  for (const { next_at } of due) expect(Number(next_at)).toBeLessThanOrEqual(Date.now());
});

import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
});
afterAll(() => t.close());

type Page = Awaited<ReturnType<typeof openPage>>;
const reauthentication = (page: Page) => page.findByRole("dialog", { name: "Confirm it's you" });

/**
 * Makes the account an admin who signed in yesterday. The server notices both immediately, because the role changes.
 */
async function becomeAdminOfYesterday(email: string): Promise<void> {
  const { db } = t.database;
  const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const created_at = Date.now() - 13 * HOUR_MS;
  await db.updateTable("sessions").set({ created_at }).where("user_id", "=", id).execute();
  await db.updateTable("users").set({ role: "surveyor" }).where("id", "=", id).execute();
  await t.request(setUserRole, { as: admin, params: { id }, body: { role: "admin" } });
}

// Security: R42
test("an admin who signed in yesterday types the password again, and the survey is published once", async () => {
  const yesterday = await signUp(t, { name: "Yara Yesterday" });
  await becomeAdminOfYesterday(yesterday.email);
  const Title = "Is it you?";
  await t.makeSurvey(await signUp(t, { role: "surveyor" }), { Title });
  const page = await openPage(t, "/dashboard/admin/surveys?q=Is+it+you", { as: yesterday });
  await page.user.click(await page.findByRole("button", { name: `publish: ${Title}` }));
  const publishing = within(await page.findByRole("dialog", { name: "Publish this survey?" }));
  const feedback = publishing.getByLabelText<HTMLTextAreaElement>(/^Feedback to the owner/);
  await page.user.type(feedback, "Well asked");
  const publish = publishing.getByRole("button", { name: "publish" });
  await page.user.click(publish);

  const first = await reauthentication(page);
  const field = await within(first).findByLabelText("Your password");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(first.textContent).toContain(yesterday.email);
  await expectAccessible();
  await page.user.click(within(first).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(page.queryByRole("dialog", { name: "Confirm it's you" })).toBeNull());
  await waitFor(() => expect(publishing.getByRole("alert").textContent).toContain("Sign in again"));
  expect(feedback.value).toBe("Well asked");

  await page.user.click(publish);
  const dialog = within(await reauthentication(page));
  const password = await dialog.findByLabelText<HTMLInputElement>("Your password");
  await page.user.type(password, "{Enter}");
  const describedAs = (text: string) =>
    waitFor(() => {
      const ids = password.getAttribute("aria-describedby")?.split(" ") ?? [];
      expect(ids.map((id) => document.getElementById(id)?.textContent).join(" ")).toBe(text);
    });
  await describedAs("Password is required");
  await page.user.type(password, "Wr0ng!word{Enter}");
  await describedAs("That's not your password.");
  expect(document.activeElement).toBe(password);
  await page.user.clear(password);
  await page.user.type(password, `${PASSWORD}{Enter}`);
  await page.findByText("Feedback Successfully");
  await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
  await page.findByRole("button", { name: `unpublish: ${Title}` });
  const events = await t.request(listAuditEvents, { as: admin, query: { q: Title } });
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).toContain("Well asked");
});

// Security: R42
test("an admin without a password is led to the provider, and sees an error for a wrong account", async () => {
  const gerda = await signUp(t, { name: "Gerda Google" });
  await t.database.db
    .updateTable("accounts")
    .set({ provider_id: "google", password: null })
    .where("user_id", "=", gerda.id)
    .execute();
  await becomeAdminOfYesterday(gerda.email);
  const promoted = await signUp(t, { name: "Paul Promoted" });
  const users = `/dashboard/admin/users?q=${promoted.email}`;
  const page = await openPage(t, users, { as: gerda });
  const send = page.browser.send.bind(page.browser);
  const asked: unknown[] = [];
  page.browser.send = async (address, init) => {
    if (!address.endsWith("/api/auth/sign-in/social")) return send(address, init);
    asked.push(JSON.parse(String(init?.body)));
    return Response.json({ url: "https://provider.example/" });
  };
  const { promise: left, resolve: leave } = Promise.withResolvers<string | URL>();
  location.assign = leave;
  await page.user.click(await page.findByRole("button", { name: "Make surveyor: Paul Promoted" }));
  await page.user.click(within(await page.findByRole("dialog")).getByRole("button", { name: "Confirm" }));
  const dialog = within(await reauthentication(page));
  await dialog.findByText(`Sign in as ${gerda.email} again`, { exact: false });
  expect(dialog.queryByLabelText("Your password")).toBeNull();
  expect(dialog.queryByRole("button", { name: /Facebook/ })).toBeNull();
  await expectAccessible();
  await page.user.click(dialog.getByRole("button", { name: /^Continue with Google/ }));
  expect(await left).toBe("https://provider.example/");
  expect(asked).toEqual([{ provider: "google", callbackURL: users }]);

  // At the provider, another user is signed in now.
  const back = `/login?${new URLSearchParams({ with: "google", returnTo: users })}`;
  const other = await openPage(t, back, { browser: page.browser, as: admin });
  const told = await other.findByRole("dialog", { name: "That was another account" });
  expect(told.textContent).toContain(`signed in as ${admin.email}.`);
  await waitFor(() => expect(location.pathname + location.search).toBe(users));
});

import { createApiKey } from "@survey-app/contract/session/apiKeys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, PASSWORD, signIn, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const section = async (name: string) => within(await within(document.body).findByRole("region", { name }));

/** The number of these sessions that are still open. */
async function open(sessions: Account[]): Promise<number> {
  const answers = await Promise.all(
    sessions.map(({ cookie }) => t.app.inject({ url: "/api/auth/get-session", headers: { cookie } })),
  );
  return answers.filter((answer) => answer.json() !== null).length;
}

test("changing the password immediately signs out every other device", async () => {
  const account = await signUp(t, { name: "Paula Password" });
  const other = await signIn(t, account);
  const { user, browser } = await openPage(t, "/profile", { as: account });
  const password = await section("Password");
  await user.click(await password.findByRole("button", { name: "Change the password" }));
  const dialog = within(await within(document.body).findByRole("dialog", { name: "Change your password" }));
  const submit = dialog.getByRole("button", { name: "Change the password" });
  const current = dialog.getByLabelText("Current password");
  await user.click(submit);
  const summary = await dialog.findByRole("group", { name: /attention$/ });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await user.type(current, "Wrong1!");
  await user.type(dialog.getByLabelText("New password"), "Kettle-off7!");
  await user.click(submit);
  await waitFor(() =>
    expect(dialog.getByRole("group", { name: /attention$/ }).textContent).toContain("That's not your password."),
  );
  expect(await open([account, other])).toBe(2);

  await user.clear(current);
  await user.type(current, PASSWORD);
  await user.click(submit);
  await password.findByText("Password changed. Other devices were signed out.");
  expect(await open([other])).toBe(0);
  const own = await browser.send(`${t.config.publicUrl}/api/auth/get-session`);
  expect(await own.json()).toMatchObject({ user: { email: account.email } });
});

// Security: R44
test("sessions are listed, and can be ended one by one or all but the current one with the API keys", async () => {
  const account = await signUp(t, { name: "Dora Devices" });
  await t.request(createApiKey, { as: account, body: { name: "Nightly import", scopes: ["read"], days: 90 } });
  const others = [await signIn(t, account), await signIn(t, account), await signIn(t, account)];
  const { user } = await openPage(t, "/profile", { as: account });
  const devices = await section("Where you are signed in");
  const rows = () => devices.getAllByRole("listitem");
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(devices.getAllByText("This device")).toHaveLength(1);
  const press = async (name: string | RegExp, answer: string) => {
    await user.click(devices.getAllByRole("button", { name })[0] as HTMLElement);
    const dialog = within(await within(document.body).findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: answer }));
    await waitFor(() => expect(within(document.body).queryByRole("dialog")).toBeNull());
  };
  await press(/^Sign out: /, "Cancel");
  expect(rows()).toHaveLength(4);
  expect(await open(others)).toBe(3);
  await press(/^Sign out: /, "Sign out");
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(await open(others)).toBe(2);
  await press("Sign out all other devices", "Sign them out");
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(await open(others)).toBe(0);
  expect(await open([account])).toBe(1);
  await (await section("API keys")).findByText("No API keys yet.");
});

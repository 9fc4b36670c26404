import * as contract from "@survey-app/contract/account/account.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Account, PASSWORD, signIn, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { mailedLink } from "../testing/mailedLink.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const address = async () => within(await within(document.body).findByRole("region", { name: "Email address" }));

test("an address is confirmed by a click, not by merely opening the link, which works once", async () => {
  const account = await signUp(t, { name: "Vera Verified" });
  const profile = await openPage(t, "/profile", { as: account });
  await (await address()).findByText("Not confirmed yet");
  await profile.user.click((await address()).getByRole("button", { name: "Send the link again" }));
  await (await address()).findByText(`We sent a link to ${account.email}.`);

  const link = await mailedLink(t, account.email, "Confirm your email address");
  expect(link).toMatch(/^\/verify-email#/);
  // Busy until the session is known.
  const confirm = { name: "Confirm my email address", busy: false };
  await (await openPage(t, link, { as: account })).findByRole("button", confirm);
  const page = await openPage(t, link, { as: account });
  await waitFor(() => expect(location.hash).toBe(""));
  await page.user.click(await page.findByRole("button", confirm));
  const thanks = await page.findByRole("group", { name: `${account.email} is confirmed. Thank you.` });
  expect(document.activeElement).toBe(thanks);
  expect(within(thanks).getByRole("link").textContent).toBe("Go to the surveys");

  await openPage(t, "/profile", { as: account });
  await (await address()).findByText("Confirmed");
  expect((await address()).queryByRole("button", { name: "Send the link again" })).toBeNull();
  const spent = await openPage(t, link, { as: account });
  await spent.user.click(await spent.findByRole("button", confirm));
  await spent.findByText("This link was already used or has expired.", { exact: false });
});

const CHANGE = "Confirm your new email address";

/** Requests that name the current user by email use the new one. */
async function expectOwnData({ user, ...page }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  await user.click(page.getAllByRole("link", { name: "ADMIN" })[0] as HTMLElement);
  await page.findByRole("heading", { level: 2, name: "Your latest votes" });
}

test("a change of the address needs the password, and shows on an open page once another tab confirms it", async () => {
  const account = await signUp(t, { name: "Erna Email" });
  const next = `new.${account.email}`;
  const { user, ...page } = await openPage(t, "/profile", { as: account });
  await user.click(await (await address()).findByRole("button", { name: "Change the address" }));
  const dialog = within(await page.findByRole("dialog", { name: "Change your address" }));
  await user.type(dialog.getByLabelText("New email address"), next);
  await user.type(dialog.getByLabelText("Your password"), "Wrong1!");
  await user.click(dialog.getByRole("button", { name: "Send the link" }));
  await waitFor(() =>
    expect(dialog.getByRole("group", { name: /attention$/ }).textContent).toContain("That's not your password."),
  );
  await user.clear(dialog.getByLabelText("Your password"));
  await user.type(dialog.getByLabelText("Your password"), PASSWORD);
  await user.click(dialog.getByRole("button", { name: "Send the link" }));
  await (await address()).findByText(`We sent a link to ${next}. Your address changes when you use it.`);
  (await address()).getByText("Not confirmed yet");
  await expectAccessible();

  const [, token = ""] = (await mailedLink(t, next, CHANGE)).split("#");
  await t.request(contract.verifyEmail, { as: account, body: { token } });
  otherTab().postMessage("renewed");
  // The section is rendered again, because all data of the old address is fetched again.
  await waitFor(async () => (await address()).getByText(next));
  (await address()).getByText("Confirmed");
  await expectOwnData({ user, ...page });
});

test("the tab that confirms a change of the address uses the new one, and notifies the other tabs", async () => {
  const account: Account = await signUp(t, { name: "Erna Email" });
  const next = `new.${account.email}`;
  await t.request(contract.changeEmail, { as: account, body: { email: next, password: PASSWORD } });
  const page = await openPage(t, await mailedLink(t, next, CHANGE), { as: account });
  const notified = new Promise((resolve) => {
    otherTab().onmessage = ({ data }) => resolve(data);
  });
  await page.user.click(await page.findByRole("button", { name: "Confirm my email address", busy: false }));
  await page.findByText(`${next} is confirmed. Thank you.`);
  expect(await notified).toBe("renewed");
  await expectOwnData(page);
  await signIn(t, { email: next });
});

/** The channel on which another tab of the browser receives and sends changes. */
function otherTab(): BroadcastChannel {
  const channel = new BroadcastChannel("session");
  onTestFinished(() => channel.close());
  return channel;
}

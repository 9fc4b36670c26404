import { requestPasswordReset } from "@survey-app/contract/account/account.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { mailedLink } from "../testing/mailedLink.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

const NEW_PASSWORD = "Kettle-off7!";
const SPENT = "This link was already used or has expired.";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const signInStatus = async (email: string, password: string) =>
  (await t.app.inject({ method: "POST", url: "/api/auth/sign-in/email", payload: { email, password } })).statusCode;

test("a link to reset a password is requested from the login page, which does not reveal who has an account", async () => {
  const { email } = await signUp(t, { name: "Fiona Forgetful" });
  const { user, ...page } = await openPage(t, "/login");
  await user.click(page.getByRole("link", { name: "Forgot password?" }));
  const heading = await page.findByRole("heading", { level: 1, name: "Forgot password" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe("Survey App || Forgot password");
  const send = page.getByRole("button", { name: "Send the link" });
  await user.click(send);
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole("group", { name: /attention$/ })));
  for (const address of ["nobody.at.all@example.org", email]) {
    await user.clear(page.getByLabelText("Email"));
    await user.type(page.getByLabelText("Email"), address);
    await user.click(send);
    await page.findByText(`If there is an account for ${address}, a link is on its way.`, { exact: false });
  }
  const inbox = page.getByRole("link", { name: "read them in the sandbox" });
  expect(inbox.getAttribute("href")).toBe("/sandbox/mail");
  expect(await mailedLink(t, email, "Set a new password")).toMatch(/^\/reset-password#[\w-]{43}$/);
});

// Security: R51
test("a mailed link resets the password once, and its token is in no URL that is requested or kept", async () => {
  const { email } = await signUp(t, { name: "Fiona Forgetful" });
  await t.request(requestPasswordReset, { body: { email } });
  const link = await mailedLink(t, email, "Set a new password");
  const [, token = ""] = link.split("#");
  const { user, browser, ...page } = await openPage(t, link);
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe("/reset-password"));
  const send = browser.send.bind(browser);
  const asked: string[] = [];
  browser.send = (address, init) => {
    asked.push(address);
    return send(address, init);
  };
  const field = () => page.getByLabelText<HTMLInputElement>("New password");
  const set = async (password: string) => {
    await user.clear(field());
    await user.type(field(), password);
    await user.click(page.getByRole("button", { name: "Set the password" }));
  };
  await set("short");
  expect((await page.findByRole("group", { name: /attention$/ })).textContent).toContain(
    "Password must be 6 characters",
  );
  // Errors that only the server finds are shown at the field, too, and leave the link valid.
  await set("Fiona-2026!");
  await waitFor(() => {
    const ids = field().getAttribute("aria-describedby")?.split(" ") ?? [];
    const description = ids.map((id) => document.getElementById(id)?.textContent).join(" ");
    expect(description).toContain("This password is mostly your name");
  });
  await set(NEW_PASSWORD);
  const done = await page.findByRole("dialog", { name: "Password changed. Sign in with your new password." });
  await user.click(within(done).getByRole("button", { name: "OK" }));
  expect(location.pathname).toBe("/login");
  expect(asked).toContainEqual(expect.stringMatching(/reset-password$/));
  expect(asked.filter((each) => each.includes(token))).toEqual([]);
  history.back();
  await waitFor(() => expect(location.href).not.toContain(token));
  expect(await Promise.all([PASSWORD, NEW_PASSWORD].map((each) => signInStatus(email, each)))).toEqual([422, 200]);

  // A link that was used or is damaged says so before a password is typed.
  const again = await openPage(t, link);
  expect((await again.findByRole("alert")).textContent).toContain(SPENT);
  expect(again.queryByLabelText("New password")).toBeNull();
  await again.user.click(again.getByRole("link", { name: "Request a new link" }));
  await waitFor(() => expect(location.pathname).toBe("/forgot-password"));
  // Punctuation after a link in a message doesn't damage the link.
  const followed = await openPage(t, `${link}%20`);
  expect((await followed.findByRole("alert")).textContent).toContain(SPENT);
  for (const damaged of ["/reset-password", link.slice(0, -3), `${link}x`, `${link}%20x`]) {
    const incomplete = await openPage(t, damaged);
    expect((await incomplete.findByRole("alert")).textContent).toContain("This link is incomplete.");
  }
});

test("a link that expires or is used elsewhere says so, immediately or after a password was typed; an unanswered check says nothing", async () => {
  const { email, id } = await signUp(t, { name: "Fiona Forgetful" });
  await t.request(requestPasswordReset, { body: { email } });
  const link = await mailedLink(t, email, "Set a new password");
  const { user, ...page } = await openPage(t, link);
  await user.type(await page.findByLabelText("New password"), NEW_PASSWORD);
  await t.database.db.updateTable("mail_links").set({ expires_at: 0 }).where("user_id", "=", id).execute();
  await user.click(page.getByRole("button", { name: "Set the password" }));
  expect((await page.findByRole("alert")).textContent).toContain(SPENT);
  const expired = await openPage(t, link);
  expect((await expired.findByRole("alert")).textContent).toContain(SPENT);
  const browser = new Browser();
  const send = browser.send.bind(browser);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  browser.send = async (address, init) => {
    if (!address.endsWith("/check")) return send(address, init);
    ask();
    return new Response("{}", { status: 429, headers: { "content-type": "application/problem+json" } });
  };
  const limited = await openPage(t, link, { browser });
  await asked;
  expect(limited.queryByRole("alert")).toBeNull();
  await limited.findByLabelText("New password");
});

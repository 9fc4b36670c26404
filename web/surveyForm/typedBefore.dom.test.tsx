import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const TYPED = "Did a visitor type this?";
const OFFER = "Continue with the question that was typed here before you signed in?";
const field = /^Your question/;

/** Types a question as a visitor, in a tab of a new browser. */
async function typeAsVisitor() {
  const { user, browser, ...page } = await openPage(t, "/ask");
  await user.type(await page.findByLabelText(field), TYPED);
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain(TYPED));
  return browser;
}

/** Logs in on the login page of the same tab. */
async function logIn({ email }: Account, browser: Awaited<ReturnType<typeof typeAsVisitor>>, returnTo = "/ask") {
  const page = await openPage(t, `/login?${new URLSearchParams({ returnTo })}`, { browser });
  await page.user.type(page.getByLabelText("Email"), email);
  await page.user.type(page.getByLabelText("Password"), PASSWORD);
  await page.user.click(page.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(location.pathname).toBe("/ask"));
  return page;
}

const title = (page: Pick<Awaited<ReturnType<typeof openPage>>, "getByLabelText">) =>
  page.getByLabelText<HTMLInputElement>(field).value;

test("a question typed before signing in is offered without being shown, and is the account's once it is accepted", async () => {
  const anna = await signUp(t, { name: "Anna" });
  const page = await logIn(anna, await typeAsVisitor());
  await page.findByText(OFFER);
  expect(title(page)).toBe("");
  expect(document.body.textContent).not.toContain(TYPED);
  expect(JSON.stringify({ ...localStorage })).not.toContain(TYPED);
  await expectAccessible();
  await page.user.click(page.getByRole("button", { name: "Continue with it" }));
  expect(title(page)).toBe(TYPED);
  expect(page.queryByText(OFFER)).toBeNull();
  const again = await openPage(t, "/ask", { browser: page.browser });
  await waitFor(() => expect(title(again)).toBe(TYPED));
});

test("a discarded offer is gone, and leaves the account's own question as it was", async () => {
  const anna = await signUp(t, { name: "Anna" });
  const browser = await typeAsVisitor();
  const typed = { ...sessionStorage };
  const first = await logIn(anna, browser);
  await first.user.click(await first.findByRole("button", { name: "Discard it" }));
  await first.user.type(first.getByLabelText(field), "Is this Anna's own?");
  // As another visit of a visitor, who types in this tab after Anna's session has ended.
  Object.assign(sessionStorage, typed);
  const page = await openPage(t, "/ask?next=submit", { browser });
  await page.findByText("It replaces the question you saved on this device.");
  await waitFor(() => expect(title(page)).toBe("Is this Anna's own?"));
  expect(page.queryByRole("region", { name: "Check your question" })).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Discard it" }));
  expect(title(page)).toBe("Is this Anna's own?");
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TYPED);
});

test("the preview after signing in asks whether to go on, and discarding it leaves nothing", async () => {
  const page = await logIn(await signUp(t, { name: "Anna" }), await typeAsVisitorToSubmit(), "/ask?next=submit");
  await page.findByText("You're signed in as Anna. Continue with the question typed here? Check it, then submit it.");
  expect(JSON.stringify({ ...localStorage })).not.toContain(TYPED);
  await page.user.click(page.getByRole("button", { name: "Discard it" }));
  await waitFor(() => expect(title(page)).toBe(""));
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TYPED);
});

test("the preview after signing in leads back to the form, as the account's question", async () => {
  const page = await logIn(await signUp(t, { name: "Anna" }), await typeAsVisitorToSubmit(), "/ask?next=submit");
  await page.user.click(await page.findByRole("button", { name: "Change it" }));
  expect(title(page)).toBe(TYPED);
  await page.user.type(page.getByLabelText(field), " Yes");
  expect(JSON.stringify({ ...localStorage })).toContain(`${TYPED} Yes`);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(TYPED);
});

// Security: F17
test("typed and offered texts are deleted at sign-out: the next account in the tab doesn't see them", async () => {
  const browser = await typeAsVisitor();
  const first = await logIn(await signUp(t, { name: "Anna" }), browser);
  await first.findByText(OFFER);
  await first.user.click(first.getAllByRole("button", { name: /log ?out/i })[0] as HTMLElement);
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TYPED);
  const second = await logIn(await signUp(t, { name: "Ben" }), browser);
  await second.findByLabelText(field);
  expect(title(second)).toBe("");
  expect(second.queryByText(OFFER)).toBeNull();
});

// Security: F17
test("an offer is for the account that signed in first: after its session ended, another one doesn't see it", async () => {
  const browser = await typeAsVisitor();
  const anna = await signUp(t, { name: "Anna" });
  await (await logIn(anna, browser)).findByText(OFFER);
  browser.cookies.clear();
  localStorage.removeItem("access-token");
  const ben = await logIn(await signUp(t, { name: "Ben" }), browser);
  await ben.findByLabelText(field);
  expect(ben.queryByText(OFFER)).toBeNull();
  browser.cookies.clear();
  localStorage.removeItem("access-token");
  await (await logIn(anna, browser)).findByText(OFFER);
});

/** Goes on to the sign-in. */
async function typeAsVisitorToSubmit() {
  const browser = await typeAsVisitor();
  const page = await openPage(t, "/ask", { browser });
  await page.findByDisplayValue(TYPED);
  await page.user.selectOptions(page.getByLabelText("Category"), "Efficiency");
  await page.user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByText(/^Your question is saved\./);
  return browser;
}

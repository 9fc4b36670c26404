import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { OPEN_UNLISTED_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { createUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { guestForm } from "../../server/testing/guests.ts";
import { setEmailVerified } from "../../server/testing/identities.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { mailedLink } from "../testing/mailedLink.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer({ askUnlisted: "confirmed" });
});
afterAll(() => t.close());

const field = /^Your question/;
const ownSurveys = (as: Account) => t.request(surveys.listMySurveys, { as, query: { email: as.email } });
const linkOf = (email: string) => mailedLink(t, email, "Confirm your email address");

/** Writes a show of hands as a visitor, and creates an account for it in the same tab. */
async function askAsNewcomer(Title: string) {
  const { user, ...page } = await openPage(t, "/ask");
  await page.findByText(/With a new account, you confirm your email address before your question is published\./);
  await user.type(await page.findByLabelText(field), Title);
  await user.click(page.getByRole("button", { name: "Continue" }));
  const email = `nils.${crypto.randomUUID()}@example.org`;
  const heading = await page.findByRole("heading", { level: 1, name: "Create an account" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.type(page.getByLabelText("Name"), "Nils Newcomer");
  await user.type(page.getByLabelText("Email"), email);
  await user.type(page.getByLabelText("Password"), PASSWORD);
  await user.click(page.getByRole("button", { name: "Create account" }));
  await page.findByText(`Your question is saved. To publish it, open the link we sent to ${email} in this browser.`);
  return { user, email, ...page };
}

test("a newcomer's question is published by the button behind the emailed link, and by nothing before it", async () => {
  const Title = "Shall we take a break?";
  const { email, browser } = await askAsNewcomer(Title);
  await expectAccessible();
  const link = await linkOf(email);
  // As in the tab that an email opens.
  sessionStorage.clear();
  const page = await openPage(t, link, { browser });
  const preview = within(await page.findByRole("region", { name: "Check your question" }));
  preview.getByRole("heading", { name: Title });
  preview.getByText(`This confirms ${email} and sends this question. People will see it like this.`);
  await expectAccessible();
  // Opening the link did neither.
  const unconfirmed = await openPage(t, "/profile", { browser });
  await unconfirmed.findByText("Not confirmed yet");
  const again = await openPage(t, link, { browser });
  await again.user.click(await again.findByRole("button", { name: "Confirm and publish" }));
  await again.findByRole("heading", { name: "Your question is live" });
  // The page's heading says what happened, in place of the one that asked to confirm the address.
  const headings = again.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(["Your question is live"]);
  expect(JSON.stringify({ ...localStorage })).not.toContain(Title);
  const profile = await openPage(t, "/profile", { browser });
  await profile.findByText("Confirmed");
});

test("the address can be confirmed without the question, which then isn't kept", async () => {
  const { email, browser } = await askAsNewcomer("Is this only a draft?");
  const page = await openPage(t, await linkOf(email), { browser });
  await page.user.click(await page.findByRole("button", { name: "Only confirm the address" }));
  await page.user.click(await page.findByRole("button", { name: "Confirm my email address" }));
  await page.findByRole("group", { name: `${email} is confirmed. Thank you.` });
  expect(localStorage.getItem("draft::kept")).toBeNull();
});

test("an account with an unconfirmed address reads that before it types, and its question waits for the link", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  const { user, ...page } = await openPage(t, "/ask", { as: nora });
  await page.findByText(/^You can write your question now\. To publish it, open the link we sent to /);
  page.getByText("Published once you confirm your email address.");
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Send the link again" }));
  await page.findByText(`We sent a link to ${nora.email}.`);
  await user.type(page.getByLabelText(field), "Does it wait?");
  await user.click(page.getByRole("button", { name: "Publish" }));
  await page.findByText(/^Your question is saved\. To publish it, open the link/);
  expect(await ownSurveys(nora)).toEqual([]);
  const opened = await openPage(t, await linkOf(nora.email), { browser: page.browser });
  await opened.user.click(await opened.findByRole("button", { name: "Confirm and publish" }));
  await opened.findByRole("heading", { name: "Your question is live" });
  expect(await ownSurveys(nora)).toMatchObject([{ Title: "Does it wait?", electorate: "link" }]);
  const next = await openPage(t, "/ask", { browser: page.browser });
  expect(await next.findByLabelText(field), "a draft no longer").toHaveProperty("value", "");
});

test("a question that was only looked at in the preview is behind the emailed link, too", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  const { user, ...page } = await openPage(t, "/ask", { as: nora });
  await page.findByText("Published once you confirm your email address.");
  await user.type(page.getByLabelText(field), "Was it only looked at?");
  await user.click(page.getByRole("button", { name: "Preview" }));
  await page.findByText(/^Your question is saved\. To publish it, open the link/);
  const opened = await openPage(t, await linkOf(nora.email), { browser: page.browser });
  await opened.findByRole("button", { name: "Confirm and publish" });
  opened.getByRole("heading", { name: "Was it only looked at?" });
});

test("once the address is confirmed elsewhere, the form says why a question can't be published, not to confirm first", async () => {
  const nora = await signUp(t, { name: "Nora New" });
  await setEmailVerified(t.database, nora.email, true);
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  for (let asked = 0; asked < OPEN_UNLISTED_MAX; asked++)
    await t.request(createUnlistedSurvey, { as: nora, body: guestForm({ deadline }) });
  await setEmailVerified(t.database, nora.email, false);
  const { user, ...page } = await openPage(t, "/ask", { as: nora });
  await page.findByText("Published once you confirm your email address.");
  await user.type(page.getByLabelText(field), "Is it one too many?");
  await user.click(page.getByRole("button", { name: "Publish" }));
  await page.findByText(/^Your question is saved\./);
  await setEmailVerified(t.database, nora.email, true);
  // As the tab does in which the link was opened.
  new BroadcastChannel("session").postMessage("refreshed");
  await waitFor(() => expect(page.queryByText(/^Your question is saved\./)).toBeNull());
  await user.click(page.getByRole("button", { name: "Publish" }));
  await page.findByText(/^You have 3 open surveys, the maximum/);
});

test("a question is published even where the response to the confirmation was lost", async () => {
  const { email, browser } = await askAsNewcomer("Was it lost?");
  const page = await openPage(t, await linkOf(email), { browser });
  const send = browser.send.bind(browser);
  browser.send = async (address, init) => {
    const response = await send(address, init);
    if (address.endsWith("/auth/verify-email")) throw new TypeError("Failed to fetch");
    return response;
  };
  await page.user.click(await page.findByRole("button", { name: "Confirm and publish" }));
  await page.findByRole("heading", { name: "Your question is live" });
});

test("a kept question is only for the address that it was kept for", async () => {
  const { email } = await askAsNewcomer("Whose is this?");
  await linkOf(email);
  const kept = localStorage.getItem("draft::kept");
  const ben = await signUp(t, { name: "Ben" });
  await openPage(t, "/profile", { as: ben });
  localStorage.setItem("draft::kept", String(kept));
  const page = await openPage(t, "/profile", { as: ben });
  await page.user.click(await page.findByRole("button", { name: "Send the link again" }));
  await page.findByText(`We sent a link to ${ben.email}.`);
  const opened = await openPage(t, await linkOf(ben.email), { as: ben });
  await opened.findByRole("button", { name: "Confirm my email address", busy: false });
  expect(opened.queryByText("Whose is this?")).toBeNull();
});

import { getMyVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { mailedLink } from "../testing/mailedLink.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

/** VOTERS=confirmed: what people read before they vote, and how they come back. */
let t: TestApp;
let id: string;
beforeAll(async () => {
  t = await startServer({ voters: "confirmed" });
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  id = await t.makeSurvey(admin, { publishedBy: admin });
});
afterAll(() => t.close());

const CONFIRM = "Confirm your email address to vote";

test("an answer that was picked before the address is confirmed waits behind the email's link, and one press votes", async () => {
  const uma: Account = await signUp(t, { name: "Uma Unconfirmed" });
  const { user, browser, ...page } = await openPage(t, `/surveydetails/${id}`, { as: uma });
  await page.findByRole("heading", { name: CONFIRM });
  expect(page.queryByRole("button", { name: /^Vote/ })).toBeNull();
  await user.click(page.getByRole("radio", { name: "No" }));
  await user.click(page.getByRole("button", { name: "I've confirmed it" }));
  await page.findByText(`${uma.email} isn't confirmed yet. Open the link in our email first.`);
  await expectAccessible();

  const link = await mailedLink(t, uma.email, "Confirm your email address");
  const tab = await openPage(t, link, { browser, beforeHydration: () => sessionStorage.clear() });
  await tab.user.click(await tab.findByRole("button", { name: "Confirm my email address", busy: false }));
  const back = await tab.findByRole("link", { name: "Back to your vote" });
  expect(await t.request(getMyVote, { as: uma, params: { id } })).toBeNull();
  await tab.user.click(back);
  expect((await tab.findByRole<HTMLInputElement>("radio", { name: "No" })).checked).toBe(true);
  await tab.user.click(await tab.findByRole("button", { name: "Vote No" }));
  await tab.findByText("Your vote is counted.");
  expect(await t.request(getMyVote, { as: uma, params: { id } })).toMatchObject({ vote: 0 });
});

test("the page votes once the address was confirmed on another device, and sends the link again", async () => {
  const vera = await signUp(t, { name: "Vera Elsewhere" });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: vera });
  await user.click(await page.findByRole("radio", { name: "Yes" }));
  await user.click(await page.findByRole("button", { name: "Send the link again" }));
  await page.findByText(`We sent a link to ${vera.email}.`);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", vera.id).execute();
  await user.click(page.getByRole("button", { name: "I've confirmed it" }));
  await user.click(await page.findByRole("button", { name: "Vote Yes" }));
  await page.findByText("Your vote is counted.");
});

test("visitors read before they sign up that their address is confirmed first; people with a confirmed one don't read that", async () => {
  const visitor = await openPage(t, `/surveydetails/${id}`);
  await visitor.findByText("You'll confirm your email address before you vote.");
  const confirmed = await signUp(t);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", confirmed.id).execute();
  const page = await openPage(t, `/surveydetails/${id}`, { as: confirmed });
  await waitFor(() => page.getByRole("button", { name: "Vote" }));
  expect(page.queryByRole("heading", { name: CONFIRM })).toBeNull();
});

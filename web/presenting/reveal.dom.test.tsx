import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { coOwners } from "../../server/testing/coOwners.ts";
import { linkSurveys } from "../../server/testing/linkVoters.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  owner = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
});
afterAll(() => t.close());

const sharing = coOwners(() => ({ t }));
const byLink = linkSurveys(() => ({ t, surveyor: owner }));

/** A show of hands with these votes, whose result waits. */
async function ask(results: "shown" | "afterClose", votes: readonly (0 | 1)[]): Promise<string> {
  const id = await byLink.make({ Title: "Do we wait?", results });
  for (const vote of votes) await byLink.vote(id, await byLink.open(id), vote);
  return id;
}

async function signUpConfirmed(more: { name: string; role: "surveyor" | "admin" }): Promise<Account> {
  const account = await signUp(t, more);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", account.id).execute();
  return account;
}

const said = () => document.querySelector("[aria-live=polite].sr-only")?.textContent;

test("a close reveals a sealed result on the wall, which a screen reader announces immediately", async () => {
  const id = await ask("afterClose", [1, 0, 1]);
  const page = await openPage(t, `/surveys/${id}/present`, { isLive: true });
  page.getByText("people have voted");
  expect(page.queryByRole("button", { name: /^Show/ })).toBeNull();
  await page.findByRole("button", { name: /^Live/ });
  await t.request(closeSurvey, { as: owner, params: { id } });
  await page.findByText("Yes won, 2 to 1", { ignore: "[aria-live]" });
  await expect.poll(said).toBe("Yes won, 2 to 1");
  // From then on this screen alone hides it.
  page.getByRole("button", { name: /^Hide result here/ });
});

test("owners and co-owners show a result and go on; an admin goes on", async () => {
  const id = await ask("shown", [1]);
  const coOwner = await signUpConfirmed({ name: "Coco Owner", role: "surveyor" });
  await sharing.invite(id, owner, coOwner);
  await sharing.accept(id, coOwner);
  const admin = await signUpConfirmed({ name: "Ada Admin", role: "admin" });
  for (const as of [owner, coOwner]) {
    const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as });
    await page.findByRole("button", { name: /^Next question/ });
    await user.keyboard("r");
    await page.findByText("The result in 3 … Esc stops");
    await page.findByText("The result in 2 … Esc stops");
    await user.keyboard("{Escape}");
    await page.findByText("The result appears when the owner shows it.");
  }
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as: admin });
  await page.findByRole("button", { name: /^Next question/ });
  await user.click(page.getByRole("button", { name: /^Show the result/ }));
  await page.findByText(/^Show it from your phone/);
});

test("a result without votes isn't shown", async () => {
  const id = await ask("shown", []);
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as: owner });
  await page.findByRole("button", { name: /^Next question/ });
  await user.keyboard("r");
  await page.findByText("No votes yet");
});

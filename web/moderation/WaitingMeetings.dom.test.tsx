import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { meetingsOf } from "../../server/testing/meetings.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
const meetings = meetingsOf(() => ({ t, surveyor: owner }));
beforeAll(async () => {
  t = await startServer({ surveyors: "everyone" });
  owner = await signUp(t, { role: "surveyor" });
});
afterAll(() => t.close());

test("an admin accepts a waiting meeting where surveys are reviewed; until then its owner opens nothing", async () => {
  const { id } = await meetings.make(5);
  await meetings.addDraft(id, { Title: "Is it secret until then?" });
  const ownerPage = await openPage(t, `/dashboard/meetings/${id}`, { as: owner });
  await ownerPage.findByText(/^An admin must accept this meeting/);
  expect(ownerPage.queryByRole("button", { name: "Open question 1" })).toBeNull();

  const admin = await signUp(t, { role: "admin" });
  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys", { as: admin });
  const waiting = within(await page.findByRole("region", { name: "1 meeting is waiting for you" }));
  await expectAccessible();
  await user.click(waiting.getByRole("button", { name: "Accept: General assembly" }));
  const dialog = within(await page.findByRole("dialog", { name: "Accept this meeting?" }));
  expect(document.body.textContent).not.toContain("Is it secret until then?");
  await user.click(dialog.getByRole("button", { name: "Accept" }));
  await page.findByText("Accepted: General assembly");
  expect((await meetings.manage(id)).accepted).toBe(true);
});

import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("admins find, read and accept the surveys that were published without review, or unpublish them", async () => {
  const admin = await signUp(t, { role: "admin" });
  const empty = await openPage(t, "/dashboard/admin/unlisted", { as: admin });
  await empty.findByText("No unlisted surveys");
  const owner = await signUp(t, { role: "surveyor" });
  const club = { electorate: "invited", Description: "Yes means that we buy it." } as const;
  await t.makeSurvey(owner, { ...club, Title: "A boat?" });
  const spam = await t.makeSurvey(owner, { ...club, Title: "Cheap shoes?" });
  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys", { as: admin });
  await user.click(await page.findByRole("link", { name: "Unlisted surveys" }));
  await user.click(await page.findByRole("button", { name: "Accept: A boat?" }));
  const dialog = page.getByRole("dialog", { name: "Accept this survey?" });
  within(dialog).getByText("Yes means that we buy it.");
  await expectAccessible();
  await user.click(within(dialog).getByRole("button", { name: "Accept" }));
  await page.findByText("Accepted: A boat?");
  expect(page.queryByRole("button", { name: "Accept: A boat?" })).toBeNull();
  await user.selectOptions(page.getByRole("combobox", { name: "Show" }), "New");
  await waitFor(() => expect(page.queryByRole("link", { name: "A boat?" })).toBeNull());
  await user.click(page.getByRole("button", { name: "unpublish: Cheap shoes?" }));
  const unpublishing = page.getByRole("dialog", { name: "Unpublish this survey?" });
  await user.selectOptions(within(unpublishing).getByRole("combobox"), "Spam or advertising");
  await user.type(within(unpublishing).getByLabelText(/^Feedback to the owner/), "No advertising");
  await user.click(within(unpublishing).getByRole("button", { name: "unpublish" }));
  await page.findByText("Nothing new");
  expect(await t.request(getSurvey, { as: owner, params: { id: spam } })).toMatchObject({ status: 1 });
});

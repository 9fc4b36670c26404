import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { setTotals } from "../../server/testing/totals.sql.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("admins delete surveys without votes, after a question, and no others", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  await t.makeSurvey(owner, { Title: "Is this spam?" });
  await setTotals(t.database, await t.makeSurvey(owner, { Title: "Are there votes?" }), { total: 1 });
  const admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys", { as: admin });
  await page.findByRole("link", { name: "Are there votes?" });
  expect(page.queryByRole("button", { name: "Delete: Are there votes?" })).toBeNull();
  await user.click(page.getByRole("button", { name: "Delete: Is this spam?" }));
  const dialog = page.getByRole("dialog", { name: "Delete this survey?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await page.findByText("Is this spam? is deleted.");
  expect(page.queryByRole("link", { name: "Is this spam?" })).toBeNull();
});

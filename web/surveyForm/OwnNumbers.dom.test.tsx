import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a surveyor's dashboard counts people, also those who are not sure, and calls them voters", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const id = await t.makeSurvey(owner, { unsure: true, publishedBy: await signUp(t, { role: "admin" }) });
  for (const vote of [1, 0, 2] as const) await voteAsNewPerson(t, id, vote);
  const page = await openPage(t, "/dashboard/adminHome", { as: owner });
  const numbers = within(await page.findByRole("list", { name: "Numbers" }));
  const voters = await numbers.findByRole("link", { name: /^Voters on running surveys/ });
  await expect.poll(() => voters.textContent).toMatch(/^Voters on running surveys3/);
});

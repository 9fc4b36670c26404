import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

async function votedBy(voters: number): Promise<string> {
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  for (let index = 0; index < voters; index++) {
    const name = index % 2 ? `Bea ${index}` : `Al ${index}`;
    await voteAsNewPerson(t, id, index % 2 ? 1 : 0, { name, comments: index === 3 ? "A reason" : "" });
  }
  return id;
}

test("the table of votes is searched by name, filtered by answer and comment, and sorted by time", async () => {
  const page = await openPage(t, `/surveydetails/${await votedBy(14)}`);
  const names = () =>
    list
      .getAllByRole("row")
      .slice(1)
      .map((row) => /(Al|Bea) \d+/.exec(row.textContent ?? "")?.[0]);
  const list = within(page.getByRole("region", { name: "All votes" }));
  await list.findByText("Showing 14 of 14");
  expect(names()[0]).toBe("Bea 13");
  await page.user.click(page.getByRole("button", { name: "Find votes" }));
  await page.findByLabelText("Order of the votes");
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText("Beginning of a name")));

  await page.user.selectOptions(page.getByLabelText("Order of the votes"), "Oldest first");
  await list.findByText("Showing 14 of 14");
  await expect.poll(() => names()[0]).toBe("Al 0");

  await page.user.selectOptions(page.getByLabelText("Which votes are shown"), "Yes");
  await list.findByText("Showing 7 of 7");
  expect(names()).toEqual([1, 3, 5, 7, 9, 11, 13].map((index) => `Bea ${index}`));

  await page.user.selectOptions(page.getByLabelText("Which votes are shown"), "With a comment");
  await list.findByText("Showing 1 of 1");
  expect(names()).toEqual(["Bea 3"]);

  await page.user.selectOptions(page.getByLabelText("Which votes are shown"), "All answers");
  await page.user.type(page.getByLabelText("Beginning of a name"), "al 1{Enter}");
  await list.findByText("Showing 2 of 2");
  expect(names()).toEqual(["Al 10", "Al 12"]);
  expect(page.queryByLabelText("Order of the votes")).toBeNull();

  await page.user.clear(page.getByLabelText("Beginning of a name"));
  await list.findByText("Showing 14 of 14");
  await page.user.type(page.getByLabelText("Beginning of a name"), "nobody{Enter}");
  await page.findByText("No votes match");
});

test("a short table can't be searched", async () => {
  const page = await openPage(t, `/surveydetails/${await votedBy(3)}`);
  await page.findByText("Showing 3 of 3");
  expect(page.queryByRole("button", { name: "Find votes" })).toBeNull();
});

test("the votes table has the spec's five columns and pages through all votes", async () => {
  const { user, ...page } = await openPage(t, `/surveydetails/${await votedBy(26)}`);
  const table = within(page.getByRole("table", { name: /^All votes/ }));
  const headers = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers).toEqual(["Name", "Email", "Vote", "Report", "Comments"]);
  expect(table.getAllByRole("row")).toHaveLength(1 + 24);
  await user.click(page.getByRole("button", { name: /^Show (more|all)/ }));
  await waitFor(() => expect(table.getAllByRole("row")).toHaveLength(1 + 26));
});

import { markOf } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

async function openSurvey(id: string, options: Parameters<typeof openPage>[2]) {
  const page = await openPage(t, `/surveydetails/${id}`, options);
  return { ...page, panel: within(page.getByRole("region", { name: "Result and vote" })) };
}

test("a secret vote is confirmed, also after a lost response, and shown nowhere; the close shows the sums", async () => {
  const id = await t.makeSurvey(admin, {
    publishedBy: admin,
    Title: "Do you trust the new landlord?",
    deadline: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    results: "afterClose",
    privacy: "secret",
  });
  const silvia = await signUp(t, { name: "Silvia Silent" });
  const { user, panel, browser, ...page } = await openSurvey(id, { as: silvia });
  await user.click(
    await panel.findByRole("button", {
      name: /^Secret ballot · result on \d\d-\d\d-\d{4} · votes are final How it works$/,
    }),
  );
  const rules = within(await page.findByRole("dialog", { name: "How this survey works" }));
  rules.getByText(/No one can look up your answer, not even you\./);
  rules.getByText("What this can't do", { exact: false });
  await expectAccessible();
  await user.click(rules.getByRole("button", { name: "Close" }));

  // After a lost response the page finds out that the vote was counted.
  const send = browser.send.bind(browser);
  const tickets: string[] = [];
  browser.send = async (address, init) => {
    const response = await send(address, init);
    if (!address.endsWith("/api/serveyVoting")) return response;
    tickets.push((JSON.parse(String(init?.body)) as { ticket: string }).ticket);
    throw new TypeError("Failed to fetch");
  };
  await user.click(panel.getByRole("radio", { name: "Yes" }));
  await user.click(await panel.findByRole("button", { name: "Vote Yes" }));
  await panel.findByText("You voted.");
  expect(tickets).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  // Instead of a receipt: what the ledger begins with, before and after the close.
  const readHead = async () => (await t.request(getLedger, { params: { id }, query: {} })).head;
  const begun = await readHead();
  panel.getByText("Question ID", { exact: false });
  panel.getByText(markOf(begun));
  expect(panel.queryByRole("radio")).toBeNull();
  await expectAccessible();

  // Nothing shows how this person voted.
  const again = await openSurvey(id, { browser });
  await again.panel.findByText("You are on the list of people who voted. Your answer can't be looked up or changed.", {
    exact: false,
  });
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(id);
  const own = await openPage(t, "/dashboard/user/surveys", { as: silvia });
  const row = await own.findByRole("row", { name: /landlord/ });
  expect(row.textContent).toContain("Secret");

  // At the end everyone sees the sums.
  for (const vote of [1, 1, 0, 1] as const) await voteAsNewPerson(t, id, vote, { name: "Vera Voter" });
  const last = await openSurvey(id, { as: silvia, isLive: true });
  await last.panel.findByText("5 people have voted", { selector: ":not(.sr-only)" });
  await last.findByRole("button", { name: /^Live/ });
  await t.request(surveys.closeSurvey, { as: admin, params: { id } });
  await last.panel.findAllByText(/^Yes won, 4 to 1/);
  expect(await readHead()).toBe(begun);
  await waitFor(() => expect(last.getByRole("main").textContent).not.toContain("Vera Voter"));
  await expectAccessible();
});

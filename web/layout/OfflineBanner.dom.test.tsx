import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { setSurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { Browser } from "../../server/testing/browser.ts";
import { invitedSurveys } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
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

type Page = Awaited<ReturnType<typeof openPage>>;

async function findBanner(page: Page, text: RegExp): Promise<HTMLElement> {
  const found = await page.findByText(text, { selector: "[role=status] p" });
  return found.parentElement as HTMLElement;
}

/**
 * Picks Yes. A press on the returned button votes, after which everything on the screen is read again. The button
 * appears once the page has read whether its reader voted: the banner only covers data that was read before, because a
 * first failure is shown in the data's place.
 */
async function pickYes({ user, ...page }: Page): Promise<HTMLElement> {
  await user.click(page.getByRole("radio", { name: "Yes" }));
  return page.findByRole("button", { name: "Vote Yes" });
}

test("the banner over a page whose invitation has ended says so, and doesn't offer a retry that can't help", async () => {
  const { makeOpen, list } = invitedSurveys(() => ({ t, surveyor: owner, admin }));
  const { id, codes } = await makeOpen(1);
  const page = await openPage(t, `/i#${codes[0]}`);
  await page.findByText(/^You're voting as/);
  const vote = await pickYes(page);
  const [row] = await list(id);
  const params = { id, invitation: row?._id ?? "" };
  await t.request(invitations.reissueInvitation, { as: owner, params, body: undefined });
  await page.user.click(vote);
  const banner = await findBanner(page, /invitation/);
  expect(banner.textContent).not.toContain("reach the server");
  expect(within(banner).queryByRole("button")).toBeNull();
});

test("the banner over a page whose survey was unpublished says that, not that the connection failed", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  // As a visitor, for whom the server has rendered it: a user's page reads the survey again, and may not have it yet.
  const page = await openPage(t, `/surveydetails/${id}`, { isLive: true });
  // Only then is it told about changes of the survey.
  await page.findByRole("button", { name: "Live · Pause" });
  const body = { status: 1, feedback: "It was a test." } as const;
  await t.request(setSurveyStatus, { as: admin, params: { id }, body });
  const banner = await findBanner(page, /was removed or unpublished after you opened the page\.$/);
  expect(within(banner).queryByRole("button")).toBeNull();
});

test("the banner over a page that lost its connection says so, and a retry takes it away", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  const browser = new Browser();
  const page = await openPage(t, `/surveydetails/${id}`, { as: await signUp(t), browser });
  const vote = await pickYes(page);
  const send = browser.send.bind(browser);
  let isCut = true;
  browser.send = async (address, init) => {
    const response = await send(address, init);
    if (isCut && init?.method === "GET") throw new TypeError("Failed to fetch");
    return response;
  };
  await page.user.click(vote);
  const banner = await findBanner(page, /reach the server.* may be out of date\.$/);
  isCut = false;
  await page.user.click(within(banner).getByRole("button", { name: "Try again" }));
  await page.findByText(/You voted/);
});

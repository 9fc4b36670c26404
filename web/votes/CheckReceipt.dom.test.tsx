import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

type Page = Awaited<ReturnType<typeof openPage>>;

/** Only people who have voted are asked about their own vote. */
const CHECK = /^Check that (my|a) vote is counted$/;

/** Opens the dialog that checks receipts. */
async function openCheck({ user, ...page }: Page) {
  await user.click(await page.findByRole("button", { name: CHECK }));
  const dialog = await page.findByRole("dialog", { name: CHECK });
  const form = within(dialog);
  return {
    ...form,
    receipt: () => form.getByRole<HTMLInputElement>("textbox", { name: "Receipt" }),
    async check(receipt?: string) {
      if (receipt) await user.clear(form.getByRole("textbox", { name: "Receipt" }));
      if (receipt) await user.type(form.getByRole("textbox", { name: "Receipt" }), receipt);
      await user.click(form.getByRole("button", { name: "Check" }));
    },
    async details() {
      await user.click(form.getByText("Technical details"));
      return dialog.querySelector("details[open]")?.textContent;
    },
  };
}

test("a voter gets a receipt, finds it again, and checks it on their own device", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const { user, browser, ...page } = await openPage(t, `/surveydetails/${id}`, {
    as: await signUp(t, { name: "Rita Receipt" }),
  });
  await user.click(await page.findByRole("radio", { name: "Yes" }));
  await user.click(await page.findByRole("button", { name: "Vote Yes" }));
  const receipt = (await page.findByText(/^1(-[0-9a-f]{4}){4}$/)).textContent;

  // The user returns another day.
  const later = await openPage(t, `/surveydetails/${id}`, { browser });
  await later.findByText(receipt);
  const dialog = await openCheck(later);
  expect(dialog.receipt().value).toBe(receipt);
  await later.user.type(dialog.receipt(), "{Enter}");
  await dialog.findByText("Your Yes vote is counted (no. 1 of 1)");
  const details = await dialog.details();
  expect(details).toContain("1 person, 1 yes and 0 no");
  expect(details).toContain("A server could still invent voters");
  await expectAccessible();

  await dialog.check("1-0000");
  await dialog.findByText(/^That doesn't look like a receipt/);
  await dialog.check("1-0000-0000-0000-0000");
  const alert = await dialog.findByText(
    /^We couldn't find this code\. Check for typos, and that it's for this survey\./,
  );
  expect(alert.closest("[role=alert]")).not.toBeNull();
});

test("a server that flips a vote in its log is found out", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const as = await signUp(t, { name: "Rita Receipt" });
  await t.request(castVote, { as, body: { SurveyID: id, vote: 1 } });
  const page = await openPage(t, `/surveydetails/${id}`, { as });
  const send = page.browser.send.bind(page.browser);
  page.browser.send = async (address, init) => {
    const response = await send(address, init);
    if (!address.includes("/ledger?")) return response;
    const ledger = (await response.json()) as { entries: { vote: number }[]; totals: object };
    for (const entry of ledger.entries) entry.vote = 0;
    return Response.json({ ...ledger, totals: { yes: 0, no: 1, unsure: 0 } }, { headers: response.headers });
  };
  const dialog = await openCheck(page);
  await dialog.check();
  expect((await dialog.findByRole("alert")).textContent).toContain("The survey's log contradicts itself");
  expect(await dialog.details()).toContain("Vote 1 doesn't follow from the votes before it");
});

test("a voter's receipt is found in the sealed log, and shows the answer once voting has ended", async () => {
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const id = await t.makeSurvey(admin, { publishedBy: admin, results: "afterClose", deadline });
  const as = await signUp(t, { name: "Sina Sealed" });
  await t.request(castVote, { as, body: { SurveyID: id, vote: 1 } });
  const open = async () => openCheck(await openPage(t, `/surveydetails/${id}`, { as }));
  const sealed = await open();
  await waitFor(() => expect(sealed.receipt().value).not.toBe(""));
  await sealed.check();
  await sealed.findByText("Your vote is counted (no. 1 of 1). The answers are revealed when voting ends.");
  expect(await sealed.details()).toContain("Each answer is sealed with a secret key");

  await t.request(closeSurvey, { as: admin, params: { id } });
  const opened = await open();
  await waitFor(() => expect(opened.receipt().value).not.toBe(""));
  await opened.check();
  await opened.findByText("Your Yes vote is counted (no. 1 of 1)");
  expect(await opened.details()).toContain("End of the log, which commits to the final numbers");
});

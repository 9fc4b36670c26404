import { castVote, reportSurvey } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let owner: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { role: "admin" });
  owner = await signUp(t, { role: "surveyor" });
});
afterAll(() => t.close());

const GONE = "No longer published: Spam or advertising";

test("unpublishing names a reason; everyone reads it, the voter keeps the vote, and the owner appeals once", async () => {
  const Title = "Will this be taken back?";
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title });
  const path = `/surveydetails/${id}`;
  const voter = await signUp(t);
  await t.request(castVote, { as: voter, body: { SurveyID: id, vote: 1, inapp: "It names my shop" } });

  const list = await openPage(t, "/dashboard/admin/surveys?q=taken+back", { as: admin });
  await list.user.click(await list.findByRole("button", { name: `unpublish: ${Title}` }));
  const shown = await list.findByRole("dialog", { name: "Unpublish this survey?" });
  const unpublish = () => list.user.click(within(shown).getByRole("button", { name: "unpublish" }));
  await unpublish();
  await within(shown).findByText("Tell the owner why: feedback is required.");
  await list.user.type(within(shown).getByLabelText(/^Feedback to the owner/), "It names a shop.");
  await unpublish();
  const reason = within(shown).getByLabelText(/^Reason/);
  await waitFor(() => expect(reason.getAttribute("aria-invalid")).toBe("true"));
  expect(document.activeElement).toBe(reason);
  await expectAccessible();
  await list.user.selectOptions(reason, "Spam or advertising");
  await unpublish();
  await list.findByText("Feedback Successfully");
  await list.findAllByText("Unpublished: Spam or advertising");

  await openPage(t, path);
  const heading = () => document.querySelector("h1")?.textContent;
  expect(heading()).toBe(GONE);
  await expectAccessible();
  const votes = await openPage(t, path, { as: voter });
  await waitFor(() => expect(heading()).toBe(GONE));
  await votes.user.click(votes.getByRole("link", { name: "Your votes" }));
  const row = await votes.findByRole("row", { name: /Will this be taken back/ });
  expect(row.textContent).toMatch(/Yes/);
  expect(row.textContent).toContain(GONE);
  const reports = await openPage(t, "/dashboard/user/my-reports", { as: voter });
  const report = await reports.findByRole("article");
  expect(report.textContent).toMatch(/It names my shop.*An admin agreed with your report\./);
  // The survey's state and votes are no longer shown.
  expect(report.querySelector("dl")).toBeNull();

  const appeal = await openPage(t, path, { as: owner });
  await appeal.findByText("It names a shop.");
  await appeal.user.click(appeal.getByRole("button", { name: "Appeal" }));
  const dialog = within(await appeal.findByRole("dialog", { name: "Appeal this decision?" }));
  await appeal.user.click(dialog.getByRole("button", { name: "Send appeal" }));
  await dialog.findByText("Say why the survey should be published.");
  await expectAccessible();
  const why = dialog.getByLabelText(/^Why should it be published\?/);
  await appeal.user.type(why, "The shop is only an example.");
  // The appeal is on the page before the survey is read again.
  const send = appeal.browser.send.bind(appeal.browser);
  appeal.browser.send = async (address, init) => {
    const response = await send(address, init);
    if (address.endsWith(`/surveyor/${id}`)) await appeal.findByText(/^Appealed on/);
    return response;
  };
  await appeal.user.click(dialog.getByRole("button", { name: "Send appeal" }));
  await appeal.findByText("Appeal sent. The survey awaits review again.");
  await appeal.findByText("The shop is only an example.");
  expect(appeal.queryByRole("button", { name: "Appeal" })).toBeNull();

  const review = await openPage(t, "/dashboard/admin/surveys?status=1&q=taken+back", { as: admin });
  await review.findByText("Owner responded");
  await review.user.click(review.getByRole("button", { name: `publish: ${Title}` }));
  const decision = within(await review.findByRole("dialog"));
  await decision.findByText("The shop is only an example.");
  await review.user.click(decision.getByRole("button", { name: "Keep unpublished" }));
  await decision.findByText("Tell the owner why: feedback is required.");
  await review.user.click(decision.getByRole("button", { name: "publish" }));
  await review.findByText(/is published\.$/);
  await openPage(t, path);
  expect(heading()).toBe(Title);
});

test("an admin settles reports one by one, in the chosen order, and their authors read how", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Are these reports right?" });
  const authors = [await signUp(t, { name: "Uli User" }), await signUp(t, { name: "Pia Pro" })];
  for (const [index, inapp] of ["It is an advertisement.", "I don't like it."].entries())
    await t.request(reportSurvey, { as: authors[index], params: { id }, body: { inapp } });

  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys?q=reports+right", { as: admin });
  await user.click(await page.findByRole("button", { name: /^2 reports: Are these/ }));
  const dialog = within(await page.findByRole("dialog"));
  await dialog.findByText("I don't like it.");
  const first = () => dialog.getAllByRole("listitem")[0]?.textContent;
  expect(first()).toContain("I don't like it.");
  await user.selectOptions(dialog.getByLabelText("Show"), "Open, oldest first");
  await waitFor(() => expect(first()).toContain("It is an advertisement."));
  await user.click(dialog.getByRole("button", { name: /^No problem: report by Pia/ }));
  await dialog.findByText("No problem", { selector: "p *, p" });
  await dialog.findByRole("heading", { name: "1 report to review" });
  await expectAccessible();

  const own = await openPage(t, "/dashboard/user/my-reports", { as: authors[1] });
  const card = await own.findByRole("article");
  expect(card.textContent).toContain("Are these reports right?");
  expect(card.textContent).toContain("An admin found nothing inappropriate.");
});

test("two reports settled one right after the other both count", async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin, Title: "Are both settled?" });
  for (const as of [await signUp(t, { name: "Uli User" }), await signUp(t, { name: "Pia Pro" })])
    await t.request(reportSurvey, { as, params: { id }, body: { inapp: "I don't like it." } });
  const { user, browser, ...page } = await openPage(t, "/dashboard/admin/surveys?q=both+settled", { as: admin });
  await user.click(await page.findByRole("button", { name: /^2 reports: Are both/ }));
  const dialog = within(await page.findByRole("dialog"));
  const first = await dialog.findByRole("button", { name: /^No problem: report by Uli/ });
  const send = browser.send.bind(browser);
  const { promise: pressedBoth, resolve: answer } = Promise.withResolvers<void>();
  browser.send = async (...request) => {
    const response = await send(...request);
    await pressedBoth;
    return response;
  };
  await user.click(first);
  await user.click(dialog.getByRole("button", { name: /^No problem: report by Pia/ }));
  answer();
  await dialog.findByRole("heading", { name: "0 reports to review" });
});

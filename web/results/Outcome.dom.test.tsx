import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let voter: Account;
let id: string;
beforeAll(async () => {
  t = await startServer();
  [owner, voter] = [await signUp(t, { role: "surveyor" }), await signUp(t)];
  const admin = await signUp(t, { role: "admin" });
  id = await t.makeSurvey(owner, { publishedBy: admin });
  await t.request(votes.castVote, { as: voter, body: { SurveyID: id, vote: 1 } });
});
afterAll(() => t.close());

test("the owner says what was decided on their page of the survey, changes it, and everyone reads both versions", async () => {
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  const own = `/dashboard/surveys/${id}`;
  const toOwn = async (name: string) => {
    for (const path of [`/surveydetails/${id}`, `/surveys/${id}/results`]) {
      const shared = await openPage(t, path, { as: owner });
      expect((await shared.findByRole("link", { name })).getAttribute("href")).toBe(own);
      expect(shared.queryByRole("button", { name })).toBeNull();
    }
  };
  await toOwn("Say what was decided");
  const { user, ...page } = await openPage(t, own, { as: owner });
  await user.click(await page.findByRole("button", { name: "Announce the outcome" }));
  await user.click(await page.findByRole("button", { name: "Publish the outcome" }));
  expect(page.getByText("Write what you decided.")).toBeTruthy();
  await user.type(page.getByRole("textbox", { name: /What did you decide/ }), "Tea.");
  await user.click(page.getByRole("button", { name: "Publish the outcome" }));
  await user.click(await page.findByRole("button", { name: "Edit the outcome" }));
  await user.type(await page.findByRole("textbox", { name: /What did you decide/ }), " On Fridays.");
  await user.click(page.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(page.queryByRole("textbox", { name: /What did you decide/ })).toBeNull());
  await user.click(await page.findByRole("button", { name: "Edit the outcome" }));
  await page.findByDisplayValue("Tea. On Fridays.");
  await user.click(page.getByRole("button", { name: "Publish the outcome" }));
  // The form is gone, which held the same text.
  await page.findByRole("button", { name: "Edit the outcome" });
  await page.findByText("Tea. On Fridays.");
  await toOwn("Edit the outcome");
  const others = await openPage(t, `/surveydetails/${id}`);
  await others.findByText("Tea. On Fridays.");
  expect(others.getByText("1 earlier version")).toBeTruthy();
  expect(others.queryByRole("link", { name: "Edit the outcome" })).toBeNull();
});

test("people who voted get the result by email unless they untick it, and choose kinds of emails on their profile", async () => {
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: voter });
  const follow = await page.findByRole<HTMLInputElement>("checkbox", { name: "Email me what was decided" });
  expect(follow.checked).toBe(true);
  await user.click(follow);
  await expect
    .poll(() => t.request(outcomes.getFollow, { as: voter, params: { id } }))
    .toMatchObject({ follows: false });
  const profile = await openPage(t, "/profile", { as: voter });
  // The address of this account is not confirmed, so what it gets is not the account's to choose.
  const invitations = await profile.findByRole<HTMLInputElement>("checkbox", { name: "Invitations" });
  expect([invitations.disabled, invitations.checked]).toEqual([true, true]);
  // A link in an email stops others while the profile is open: a choice here must not turn them on again.
  await t.request(outcomes.setEmailPreferences, { as: voter, body: { results: false } });
  await user.click(profile.getByRole("checkbox", { name: "Reminders" }));
  await expect
    .poll(() => t.request(outcomes.getEmailPreferences, { as: voter }))
    .toMatchObject({ results: false, reminders: false, reports: true });
});

test("a link in an email asks before it unsubscribes, and an incomplete one says so", async () => {
  const page = await openPage(t, "/unsubscribe?token=results.someone.0123");
  const button = await page.findByRole<HTMLButtonElement>("button", { name: "Stop these emails" });
  // Sent without a script, to the page's own address with its token.
  expect(button.form?.method).toBe("post");
  expect(button.form?.getAttribute("action")).toBeNull();
  expect(page.queryByRole("button", { name: "Stop all invitations" })).toBeNull();
  const invited = await openPage(t, "/unsubscribe?token=invitations.survey.person.address.0123");
  const all = await invited.findByRole<HTMLButtonElement>("button", { name: "Stop all invitations" });
  expect([all.form?.method, all.name]).toEqual(["post", "all"]);
  const stopped = await openPage(t, "/unsubscribe?done=allInvitations");
  expect(await stopped.findByText(/We'll no longer send invitations to this address/)).toBeTruthy();
  const broken = await openPage(t, "/unsubscribe?problem=1");
  expect(await broken.findByText(/This link is incomplete/)).toBeTruthy();
});

import { getSurvey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { getMyVote } from "@survey-app/contract/votes/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("the vote form names what is missing or refused beside its field, and keeps what was typed", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const pia = await signUp(t, { name: "Pia Pro", isMember: true });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: pia });
  const drafts = () => Object.values(sessionStorage).filter((text) => text.includes("Not"));

  await user.click(await page.findByRole("button", { name: "Vote" }));
  const summary = await page.findByRole("group", { name: /attention$/ });
  expect(within(summary).getByRole("link").textContent).toBe("vote is required");
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await user.click(page.getByRole("radio", { name: "No" }));
  expect(page.queryByRole("group", { name: /attention$/ })).toBeNull();

  // The server refuses what the form doesn't check.
  const comment = page.getByLabelText<HTMLTextAreaElement>(/^Comment/, { selector: "textarea" });
  await user.type(comment, "Not \u0007 so");
  await user.click(page.getByRole("button", { name: "Vote No" }));
  await page.findByText("Comment must not contain control characters (U+0007)", { selector: "#field-comments-error" });
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole("group", { name: /attention$/ })));
  expect(comment.value).toBe("Not \u0007 so");
  expect(drafts()).toHaveLength(1);

  await user.clear(comment);
  await user.type(comment, "Not so");
  await user.click(page.getByRole("button", { name: "Vote No" }));
  await page.findByText("Your vote is counted.");
  expect(await t.request(getMyVote, { as: pia, params: { id } })).toMatchObject({ vote: 0, comments: "Not so" });
  await waitFor(() => expect(drafts()).toEqual([]));
});

test("after a vote a screen reader hears one message: the group that takes the focus", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: await signUp(t) });
  await user.click(await page.findByRole("radio", { name: "Yes" }));
  const button = await page.findByRole("button", { name: "Vote Yes" });
  const spoken: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const isLive = element?.closest("[role=status], [role=alert], [aria-live]");
      const heard = [...addedNodes].filter(
        (node) => !(node instanceof Element && node.getAttribute("aria-hidden") === "true"),
      );
      if (isLive && !element?.closest("[aria-hidden=true]"))
        spoken.push(...heard.map((node) => node.textContent ?? ""));
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await user.click(button);
  const voted = await page.findByRole("group", { name: /^You voted/ });
  await waitFor(() => expect(document.activeElement).toBe(voted));
  // The toast is seen, and the totals of the page have moved.
  await page.findByText(/is your vote\.$/);
  await waitFor(() => expect(page.getByRole("region", { name: "Result and vote" }).textContent).toContain("1 vote"));
  observer.disconnect();
  expect(spoken.filter((text) => text.trim() !== "")).toEqual([]);
});

test("a question that was edited while the page was open is shown again before it is voted on", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const id = await t.makeSurvey(admin, { publishedBy: admin, Title: "Shall we keep it?" });
  const uma = await signUp(t);
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as: uma });
  await user.click(await page.findByRole("radio", { name: "Yes" }));
  const vote = await page.findByRole("button", { name: "Vote Yes" });
  const { category, image } = await t.request(getSurvey, { as: admin, params: { id } });
  await t.request(updateSurvey, { as: admin, params: { id }, body: { Title: "Shall we sell it?", category, image } });
  await user.click(vote);
  await page.findByText("The question has changed since you opened it. Read it again, then vote.");
  await page.findByRole("heading", { name: "Shall we sell it?" });
  expect(await t.request(getMyVote, { as: uma, params: { id } })).toBeNull();
  await user.click(page.getByRole("button", { name: "Vote Yes" }));
  await page.findByText("Your vote is counted.");
});

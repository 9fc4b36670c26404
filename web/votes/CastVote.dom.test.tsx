import { getMyVote } from "@survey-app/contract/votes.ts";
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
  const summary = await page.findByRole("alert");
  expect(within(summary).getByRole("link").textContent).toBe("vote is required");
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await user.click(page.getByRole("radio", { name: "No" }));
  expect(page.queryByRole("alert")).toBeNull();

  // The server refuses what the form doesn't check.
  const comment = page.getByLabelText<HTMLTextAreaElement>(/^Comment/, { selector: "textarea" });
  await user.type(comment, "Not \u0007 so");
  await user.click(page.getByRole("button", { name: "Vote No" }));
  await page.findByText("Comment must not contain control characters", { selector: "#field-comments-error" });
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole("alert")));
  expect(comment.value).toBe("Not \u0007 so");
  expect(drafts()).toHaveLength(1);

  await user.clear(comment);
  await user.type(comment, "Not so");
  await user.click(page.getByRole("button", { name: "Vote No" }));
  await page.findByText("Your vote is counted.");
  expect(await t.request(getMyVote, { as: pia, params: { id } })).toMatchObject({ vote: 0, comments: "Not so" });
  await waitFor(() => expect(drafts()).toEqual([]));
});

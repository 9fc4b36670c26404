import { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import { getSurvey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { acceptSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { waitFor, within } from "@testing-library/dom";
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
  await page.findByText("Deleted: Is this spam?");
  expect(page.queryByRole("link", { name: "Is this spam?" })).toBeNull();
});

test("admins send the links of an owner who no longer may, and not those of others", async () => {
  const admin = await signUp(t, { role: "admin" });
  const owners = [
    await signUp(t, { role: "surveyor" }),
    await signUp(t, { role: "surveyor" }),
    await signUp(t, { role: "surveyor" }),
  ] as const;
  for (const [index, owner] of owners.entries()) {
    const id = await t.makeSurvey(owner, { Title: `Who is invited ${index}?`, electorate: "invited" });
    if (index !== 2) await t.request(acceptSurvey, { as: admin, params: { id }, body: { version: 1 } });
    const body = { rows: [{ email: "ann@example.org" }, { email: "bob@example.org" }] };
    await t.request(addInvitations, { as: owner, params: { id }, body });
  }
  for (const { id } of [owners[0], owners[2]])
    await t.request(setUserRole, { as: admin, params: { id }, body: { role: "user" } });
  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys?q=who%20is%20invited", { as: admin });
  await user.click(await page.findByRole("button", { name: "Send links for the owner: Who is invited 0?" }));
  expect(page.queryByRole("button", { name: "Send links for the owner: Who is invited 1?" })).toBeNull();
  // No one vouches for this one, so no email is sent about it.
  expect(page.queryByRole("button", { name: "Send links for the owner: Who is invited 2?" })).toBeNull();
  const dialog = await page.findByRole("dialog", { name: "Send the links now?" });
  await user.click(within(dialog).getByRole("button", { name: "Send the links" }));
  await page.findByText("2 emails are on the way.");
});

test("a dialog closed while offline changes nothing later; it needs a reason, and feedback that is not too long", async () => {
  const admin = await signUp(t, { role: "admin" });
  const id = await t.makeSurvey(admin, { publishedBy: admin, Title: "Does it stay published?" });
  const { user, browser, ...page } = await openPage(t, "/dashboard/admin/surveys?q=stay%20published", { as: admin });
  await user.click(await page.findByRole("button", { name: "unpublish: Does it stay published?" }));
  const shown = await page.findByRole("dialog", { name: "Unpublish this survey?" });
  const dialog = within(shown);
  const submit = () => user.click(dialog.getByRole("button", { name: "unpublish" }));
  const feedback = dialog.getByLabelText(/^Feedback to the owner/);
  await user.click(feedback);
  await user.paste("x".repeat(1001));
  await dialog.findByText(/^1 character too many/);
  await submit();
  await waitFor(() => expect(feedback.getAttribute("aria-invalid")).toBe("true"));
  await user.selectOptions(dialog.getByLabelText(/^Reason/), "Unclear question");
  await user.clear(feedback);
  await user.type(feedback, "Not like this");
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  await submit();
  await dialog.findByText("You're offline, so nothing was sent. Try again when you're back online.");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  window.dispatchEvent(new Event("online"));
  const again = await openPage(t, "/dashboard/admin/surveys?q=stay%20published", { browser });
  await again.findByRole("button", { name: "unpublish: Does it stay published?" });
  await t.request(getSurvey, { params: { id } });
});

test("an admin who is about to publish an outdated version is shown the new one first", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const admin = await signUp(t, { role: "admin" });
  const survey = {
    Title: "Which version goes online?",
    category: "Cleaning Tools",
    image: "https://example.org/a.webp",
  };
  const id = await t.makeSurvey(owner, survey as never);
  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys?q=Which%20version", { as: admin });
  await user.click(await page.findByRole("button", { name: "publish: Which version goes online?" }));
  const shown = await page.findByRole("dialog", { name: "Publish this survey?" });
  const dialog = within(shown);
  const Description = "The owner added this meanwhile.";
  await t.request(updateSurvey, { as: owner, params: { id }, body: { ...survey, Description } as never });
  const publish = () => user.click(dialog.getByRole("button", { name: "publish" }));
  await publish();
  expect((await dialog.findByRole("alert")).textContent).toContain(
    "The owner changed this survey after you opened it.",
  );
  expect(shown.textContent).not.toContain(Description);
  await user.click(dialog.getByRole("button", { name: "Show the new version" }));
  await dialog.findByText(Description);
  expect(dialog.queryByRole("alert")).toBeNull();
  // The pressed button is gone, but the focus is not lost.
  expect(shown.contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.textContent).toContain(Description);
  await publish();
  await page.findByRole("button", { name: "unpublish: Which version goes online?" });
  await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
  expect(await t.request(getSurvey, { params: { id } })).toMatchObject({ Description });
});

test("filters are in the URL, and Back restores them", async () => {
  const admin = await signUp(t, { role: "admin" });
  await t.makeSurvey(admin, { publishedBy: admin, Title: "Is the kitchen clean?" });
  await t.makeSurvey(admin, { publishedBy: admin, Title: "Is the hall clean?" });
  await t.makeSurvey(admin, { Title: "Is the kitchen warm?" });
  const { user, ...page } = await openPage(t, "/dashboard/admin/responses?status=2", { as: admin });
  await page.findByText("Is the kitchen clean?");
  page.getByText("Is the hall clean?");
  expect(page.queryByText("Is the kitchen warm?")).toBeNull();
  expect(page.getByLabelText("Status")).toHaveProperty("value", "2");
  const field = page.getByRole("searchbox");
  await user.type(field, "kitchen{Enter}");
  await waitFor(() => expect(page.queryByText("Is the hall clean?")).toBeNull());
  page.getByText("Is the kitchen clean?");
  expect(location.search).toBe("?status=2&q=kitchen");
  expect(document.activeElement).toBe(field);
  history.back();
  await page.findByText("Is the hall clean?");
  expect(location.search).toBe("?status=2");
  expect(field).toHaveProperty("value", "");
  await user.type(field, "no survey has these words{Enter}");
  await page.findByRole("heading", { name: "No surveys found" });
});

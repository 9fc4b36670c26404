import { setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";
import { withAddress } from "../testing/withAddress.ts";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("the audit log shows what admins did: who, what, about what, before and after; filtered in the URL", async () => {
  const admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  const surveyor = await signUp(t, { role: "surveyor" });
  const rolf = await makePerson(t.database, t.tokens, { name: "Rolf Raised" });
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Is this logged?" });
  const body = { status: WAITING, feedback: "The picture is missing", reason: "unclear" } as const;
  await t.request(setSurveyStatus, { as: admin, params: { id }, body });

  const users = await openPage(t, `/dashboard/admin/users?q=${rolf.email}`, { as: admin });
  await users.user.click(await users.findByRole("button", { name: "Make surveyor: Rolf Raised" }));
  const dialog = within(users.getByRole("dialog", { name: "Make Rolf Raised a surveyor?" }));
  await users.user.click(dialog.getByRole("button", { name: "Confirm" }));
  await users.findByText("Rolf Raised is an surveyor Now!");

  const { user, browser, ...page } = await openPage(t, "/dashboard/audit", { as: admin });
  const promotion = () => page.getByRole("row", { name: /Rolf Raised/ });
  await waitFor(promotion);
  for (const text of ["Role changed", `Ada Admin (${admin.email})`, "Role: user → surveyor"])
    expect(promotion().textContent).toContain(text);
  const unpublished = page.getByRole("row", { name: /The picture is missing/ });
  for (const text of ["Survey unpublished", "Status: Published → Unpublished", "Reason: Unclear question"])
    expect(unpublished.textContent).toContain(text);
  const about = within(unpublished).getByRole("link", { name: "Is this logged?" });
  expect(about.getAttribute("href")).toBe(`/surveydetails/${id}`);
  await expectAccessible();

  await user.selectOptions(page.getByRole("combobox", { name: "Action" }), "Survey published or unpublished");
  await waitFor(() => expect(page.queryByRole("row", { name: /Rolf Raised/ })).toBeNull());
  expect(location.search).toBe("?action=surveyStatusChanged");
  expect(page.getAllByRole("row")).toHaveLength(1 + 2);
  await user.selectOptions(page.getByRole("combobox", { name: "Action" }), "All actions");
  await waitFor(promotion);
  await user.type(page.getByRole("searchbox"), "rolf{Enter}");
  await waitFor(() => expect(page.getAllByRole("row")).toHaveLength(1 + 1));
  expect(promotion().textContent).toContain("Role changed");

  // The URL alone restores the same list.
  const again = await openPage(t, location.pathname + location.search, { browser });
  const row = await again.findByRole("row", { name: /Rolf Raised/ });
  expect(again.getAllByRole("row")).toHaveLength(1 + 1);
  await again.user.click(within(row).getByRole("link", { name: "Rolf Raised" }));
  // The log's row has the same words.
  const address = `/dashboard/admin/users?q=${encodeURIComponent(rolf.email)}`;
  await waitFor(() => expect(location.pathname + location.search).toBe(address));
  const table = within(await again.findByRole("table", { name: "Users" }));
  const raised = table.getByRole("row", { name: withAddress(rolf.email, "Rolf Raised.*") });
  expect(raised.textContent).toContain("surveyor");

  const empty = await openPage(t, "/dashboard/audit?q=xyzzy", { browser });
  await empty.findByRole("heading", { name: "No entries found" });
});

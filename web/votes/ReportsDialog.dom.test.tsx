import { getSurvey } from "@survey-app/contract/surveys.ts";
import { reportSurvey } from "@survey-app/contract/votes.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
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

test("the admin sees reported surveys first, and dismisses the reports or unpublishes", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin, Title: "Is this one reported?" });
  // Without a report, one that awaits review is the first.
  await t.makeSurvey(admin, { Title: "Is this one waiting?" });
  const uli = await makePerson(t.database, t.tokens, { name: "Uli User" });
  await t.request(reportSurvey, { as: uli, params: { id }, body: { inapp: "It shows my kitchen." } });

  const { user, ...page } = await openPage(t, "/dashboard/adminHome", { as: admin });
  const region = await page.findByRole("region", { name: "1 reported survey" });
  expect(region.textContent).toContain("Is this one reported?");
  await user.click(within(region).getByRole("link", { name: "Review reports" }));
  const table = await page.findByRole("table", { name: "All surveys" });
  const first = () => within(table).getAllByRole("row")[1] as HTMLElement;
  const read = async () => {
    await user.click(await within(first()).findByRole("button", { name: "1 report: Is this one reported?" }));
    const dialog = await page.findByRole("dialog", { name: "1 report to review" });
    await within(dialog).findByText("It shows my kitchen.");
    return dialog;
  };
  const dialog = await read();
  expect(dialog.textContent).toContain(`Uli User (${uli.email})`);
  await expectAccessible();
  await user.click(within(dialog).getByRole("button", { name: "unpublish" }));
  const question = within(await page.findByRole("dialog", { name: "Unpublish this survey?" }));
  await user.click(question.getByRole("button", { name: "Cancel" }));

  const again = within(await read());
  await user.click(again.getByRole("button", { name: "No problem here" }));
  await again.findByRole("heading", { name: "Close 1 report as no problem?" });
  await user.click(again.getByRole("button", { name: "Confirm" }));
  await page.findByText("The reports are closed.");
  await waitFor(() => expect(page.queryByRole("button", { name: /report: Is this one reported/ })).toBeNull());
  await waitFor(() => expect(first().textContent).toContain("Is this one waiting?"));
  // It stays published.
  expect(await t.request(getSurvey, { params: { id } })).toMatchObject({ Title: "Is this one reported?" });
});

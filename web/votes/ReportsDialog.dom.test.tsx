import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { reportSurvey } from "@survey-app/contract/votes/votes.ts";
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
  await page.findByText("Reports closed.");
  await waitFor(() => expect(page.queryByRole("button", { name: /report: Is this one reported/ })).toBeNull());
  await waitFor(() => expect(first().textContent).toContain("Is this one waiting?"));
  // It stays published.
  expect(await t.request(getSurvey, { params: { id } })).toMatchObject({ Title: "Is this one reported?" });
});

test("after one report is settled and unpublishing is canceled, the other report is still to review", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin, Title: "Is this one reported twice?" });
  for (const inapp of ["It is rude.", "It is too long."])
    await t.request(reportSurvey, { as: await makePerson(t.database, t.tokens), params: { id }, body: { inapp } });

  const { user, ...page } = await openPage(t, "/dashboard/admin/surveys", { as: admin });
  const read = async (button: string, title: string) => {
    await user.click(await page.findByRole("button", { name: `${button}: Is this one reported twice?` }));
    return within(await page.findByRole("dialog", { name: title }));
  };
  const both = await read("2 reports", "2 reports to review");
  const rude = (await both.findByText("It is rude.")).closest("li") as HTMLElement;
  await user.click(within(rude).getByRole("button", { name: /no problem/i }));
  await page.findByRole("dialog", { name: "1 report to review" });
  await user.click(both.getByRole("button", { name: "unpublish" }));
  const question = within(await page.findByRole("dialog", { name: "Unpublish this survey?" }));
  await user.click(question.getByRole("button", { name: "Cancel" }));

  const rest = await read("1 report", "1 report to review");
  await user.click(rest.getByRole("button", { name: "No problem here" }));
  await user.click(await rest.findByRole("button", { name: "Confirm" }));
  await page.findByText("Reports closed.");
});

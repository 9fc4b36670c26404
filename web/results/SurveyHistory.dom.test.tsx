import { fireEvent } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { setTotals } from "../../server/testing/totals.sql.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
});
afterAll(() => t.close());

/** A published survey with this many votes on 1, 2 and 4 March 2026. */
async function votedOn(
  days: readonly { total: number; yes: number }[],
  settings: { results?: "afterVote" } = {},
): Promise<string> {
  const id = await t.makeSurvey(admin, { publishedBy: admin, ...settings });
  const first = Date.UTC(2026, 2, 1) / 86_400_000;
  const rows = days.map(({ total, yes }, index) => ({
    survey_id: id,
    day: first + index + Number(index === 2),
    participants: total,
    yes_votes: yes,
    unsure_votes: 0,
  }));
  await t.database.db.insertInto("survey_days").values(rows).execute();
  const sum = (of: "total" | "yes") => days.reduce((all, day) => all + day[of], 0);
  await setTotals(t.database, id, { total: sum("total"), yes: sum("yes") });
  return id;
}

test("the keys move through the chart's days, including those without votes, and say each day's totals", async () => {
  const id = await votedOn([
    { total: 4, yes: 1 },
    { total: 4, yes: 3 },
    { total: 4, yes: 4 },
  ]);
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`);
  const slider = (await page.findByRole("slider", { name: "Day in the chart" })) as HTMLInputElement;
  const said = () => slider.getAttribute("aria-valuetext");
  // The browser moves a slider by one step for an arrow key; this window leaves that out.
  const press = (by: -1 | 1) => fireEvent.change(slider, { target: { value: String(slider.valueAsNumber + by) } });
  expect(said()).toBe("04-03-2026: 8 yes, 4 no, 67% yes");
  await page.findByRole("button", { name: "% yes", pressed: false });
  await user.click(page.getByRole("button", { name: "% yes" }));
  await page.findByRole("button", { name: "% yes", pressed: true });
  // The switch, then the chart.
  await user.tab();
  expect(document.activeElement).toBe(slider);

  press(-1);
  expect(said()).toBe("03-03-2026: 4 yes, 4 no, 50% yes");
  expect(page.getByText("50% yes")).toBeTruthy();
  press(-1);
  expect(said()).toBe("02-03-2026: 4 yes, 4 no, 50% yes");
  press(-1);
  expect(said()).toBe("01-03-2026: 1 yes, 3 no, 25% yes");
  await user.tab();
  expect(said()).toBe("04-03-2026: 8 yes, 4 no, 67% yes");
});

test("below ten votes there is no chart", async () => {
  const id = await votedOn([
    { total: 5, yes: 5 },
    { total: 4, yes: 0 },
  ]);
  const page = await openPage(t, `/surveydetails/${id}`);
  await page.findByRole("heading", { name: "All votes" });
  expect(page.queryByText("Votes over time")).toBeNull();
});

test("while the result is hidden, the chart and its table have only how many people voted", async () => {
  const days = [
    { total: 8, yes: 1 },
    { total: 4, yes: 3 },
  ];
  const page = await openPage(t, `/surveydetails/${await votedOn(days, { results: "afterVote" })}`);
  const slider = await page.findByRole("slider", { name: "Day in the chart" });
  expect(slider.getAttribute("aria-valuetext")).toBe("02-03-2026: 12 voted");
  expect(page.queryByRole("button", { name: "% yes" })).toBeNull();
  const table = page.getByRole("table", { name: "Totals at the end of each day (UTC)" });
  expect(table.textContent).toBe("Totals at the end of each day (UTC)DayTotal01-03-2026802-03-202612");
});

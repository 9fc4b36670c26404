import { waitFor } from "@testing-library/dom";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => t.close());

const options = Intl.DateTimeFormat().resolvedOptions();

test.each([
  ["Etc/Unknown", /^\d\d-\d\d-\d{4}( \d\d:\d\d)? UTC$/],
  ["Europe/Zurich", /^\d\d-\d\d-\d{4}( \d\d:\d\d)?$/],
])(
  "a survey in a browser that names the time zone %s says in which its dates are, and takes a vote",
  async (zone, date) => {
    const admin = await makePerson(t.database, t.tokens, { role: "admin" });
    const id = await t.makeSurvey(admin, { publishedBy: admin });
    const as = await signUp(t);
    vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone: zone });
    const { user, ...page } = await openPage(t, `/surveydetails/${id}`, { as });
    await waitFor(() => expect(document.querySelector("main time")?.textContent).toMatch(date));
    await user.click(page.getByRole("radio", { name: "No" }));
    await user.click(await page.findByRole("button", { name: "Vote No" }));
    await page.findByText("Your vote is counted.");
  },
);

import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../../server/testing/browser.ts";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let survey: string;
beforeAll(async () => {
  t = await startServer();
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  survey = await t.makeSurvey(surveyor, { publishedBy: admin });
});
afterAll(() => t.close());

/** A browser that notes the paths of its requests. */
function noting() {
  const browser = new Browser();
  const send = browser.send.bind(browser);
  const sent: string[] = [];
  browser.send = (address, init) => {
    sent.push(new URL(address).pathname);
    return send(address, init);
  };
  return { browser, sent };
}

test("the first load requests nothing that the server has already rendered", async () => {
  for (const path of ["/", "/surveysPages?sort=asc", `/surveydetails/${survey}`, "/login", "/signup"]) {
    const { browser, sent } = noting();
    const page = await openPage(t, path, { browser });
    const menu = within(page.getByRole("navigation", { name: "Menu", hidden: true }));
    await menu.findByRole("link", { name: "Login" });
    // Queries are sent before the session's response arrives; after one more task, all of them have been sent.
    await new Promise((resolve) => setTimeout(resolve));
    // Where no stream of changes is possible, as in this DOM, the page polls them.
    expect(
      sent.filter((each) => !each.endsWith("/surveys/totals")),
      path,
    ).toEqual(["/api/auth/get-session"]);
  }
});

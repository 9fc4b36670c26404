import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { setTotals } from "../../server/testing/totals.sql.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  for (let index = 0; index < 7; index++) {
    const hidden = index === 5 && ({ results: "afterVote" } as const);
    const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: `Question ${index}?`, ...hidden });
    await setTotals(t.database, id, { total: 1 + index });
  }
});
afterAll(() => t.close());

test("the home page has its five sections in order", async () => {
  const { user, ...page } = await openPage(t, "/");
  expect(document.title).toBe("Survey App || Home");
  const sections = [...document.querySelectorAll<HTMLElement>("main > section")].map((each) => within(each));
  expect(sections).toHaveLength(5);
  const [banner, voted, recent, questions, about] = sections;
  expect(banner?.getByRole("link", { name: "Get Survey-02" }).getAttribute("href")).toBe("/surveysPages");
  for (const [section, name] of [
    [voted, "voted surveys of 6"],
    [recent, "recently surveys of 6"],
  ] as const) {
    section?.getByRole("heading", { level: 2, name });
    expect(section?.getAllByRole("article")).toHaveLength(6);
  }

  const running = banner?.getByRole("heading", { level: 2 }).textContent;
  expect(voted?.getAllByRole("heading", { level: 3 })[0]?.textContent).not.toBe(running);
  for (const choice of ["Yes", "No"]) banner?.getByRole("link", { name: `${choice}: ${running}` });
  // Surveys with a hidden result, here the second one, are not the first thing that people see.
  expect(running).toBe("Question 4?");
  // One open entry at a time, as browsers do for entries of one name.
  const entries = questions?.getAllByRole("group").map((entry) => entry.getAttribute("name"));
  expect(entries).toEqual(["questions", "questions", "questions"]);

  const tabs = about?.getAllByRole("tab").map(({ textContent }) => textContent);
  expect(tabs).toEqual(["Introduction", "feedback", "Tinsights", "Analysis", "Experience", "Conclusion"]);
  await user.click(page.getByRole("tab", { name: "Analysis" }));
  page.getByRole("tabpanel", { name: "Analysis" });
  expect(page.queryByRole("tabpanel", { name: "Introduction" })).toBeNull();

  const footer = within(page.getByRole("contentinfo"));
  footer.getByText("Stay connected with us:");
  expect(footer.getAllByRole("link", { name: /opens in a new tab/ })).toHaveLength(3);
  footer.getByText(/All rights reserved/);
});

test("a question typed on the home page goes to its form in the tab, never in an address", async () => {
  const { user, ...page } = await openPage(t, "/");
  await user.type(page.getByRole("textbox", { name: "Your question" }), "  Should we plant a tree? {Enter}");
  await waitFor(() => expect(location.pathname).toBe("/ask"));
  expect(location.search + location.hash).toBe("");
  const title = await page.findByRole<HTMLTextAreaElement>("textbox", { name: /^Your question/ });
  await waitFor(() => expect(title.value).toBe("Should we plant a tree?"));
});

test("a question typed on the home page is kept by a link that leads away, and deleted at sign-out", async () => {
  const { user, ...page } = await openPage(t, "/", { as: await signUp(t, { role: "surveyor" }) });
  const field = () => page.findByRole<HTMLInputElement>("textbox", { name: /^Your question/ });
  const bar = within(page.getByRole("banner"));
  await user.type(await field(), "Is this kept?");
  await user.click(bar.getByRole("link", { name: "Ask a question" }));
  await page.findByRole("radio", { name: "Show of hands" });
  await waitFor(async () => expect((await field()).value).toBe("Is this kept?"));

  await user.click(page.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
  await page.findByRole("link", { name: "Start a show of hands" });
  await user.type(await field(), "Is this gone?");
  await user.click(page.getAllByRole("button", { name: "LogOut" })[0] as HTMLElement);
  await bar.findAllByRole("link", { name: "Login" });
  expect((await field()).value).toBe("");
  await user.click(bar.getByRole("link", { name: "Ask a question" }));
  await page.findByRole("radio", { name: "Show of hands" });
  expect((await field()).value).toBe("");
});

test("the field for a question replaces nothing that an account has typed before", async () => {
  const { user, ...page } = await openPage(t, "/ask", { as: await signUp(t, { role: "surveyor" }) });
  const title = () => page.findByRole<HTMLTextAreaElement>("textbox", { name: /^Your question/ });
  await user.type(await title(), "The older one?");
  await user.click(page.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
  await user.type(await page.findByRole("textbox", { name: "Your question" }), "The newer one?{Enter}");
  await waitFor(async () => expect((await title()).value).toBe("The older one?"));
  await user.click(page.getByRole("button", { name: "Continue with it" }));
  await waitFor(async () => expect((await title()).value).toBe("The newer one?"));
});

test("the field for a question keeps the rest of what a visitor has typed before", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  const title = () => page.findByRole<HTMLTextAreaElement>("textbox", { name: /^Your question/ });
  await user.type(await title(), "The older one?");
  await user.type(page.getByLabelText(/^Description/), "For good reasons");
  await user.click(page.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
  await page.findByRole("link", { name: "Start a show of hands" });
  await user.type(page.getByRole("textbox", { name: "Your question" }), "The newer one?{Enter}");
  await page.findByRole("radio", { name: "Show of hands" });
  await waitFor(async () => expect((await title()).value).toBe("The newer one?"));
  expect(page.getByLabelText(/^Description/)).toHaveProperty("value", "For good reasons");
});

test("the home page leads to codes and to a form for each place", async () => {
  const page = await openPage(t, "/");
  const main = within(page.getByRole("main"));
  expect(main.getByRole("link", { name: "Enter a code" }).getAttribute("href")).toBe("/v");
  for (const [name, place] of [
    ["Start a show of hands", "room"],
    ["Prepare a secret ballot", "association"],
    ["Ask your team", "team"],
  ] as const)
    expect(main.getByRole("link", { name }).getAttribute("href")).toBe(`/ask?for=${place}`);
});

test("during an outage the home page says that it can't load its surveys, and doesn't show a count", async () => {
  const { user, browser, ...page } = await openPage(t, "/membarShip");
  const send = browser.send.bind(browser);
  browser.send = async (address, init) => {
    if (!/\/api\/(vote\/collection|letest)/.test(address)) return send(address, init);
    // An error that the page does not retry for seconds.
    const headers = { "content-type": "application/problem+json" };
    return Response.json({ code: "notFound", title: "Down" }, { status: 404, headers });
  };
  await user.click(page.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
  await page.findByRole("heading", { level: 2, name: "voted surveys" });
  await waitFor(() => expect(within(page.getByRole("main")).getAllByRole("alert")).toHaveLength(2));
  page.getByRole("heading", { level: 2, name: "recently surveys" });
});

test("the 404 page leads home", async () => {
  const { user, ...page } = await openPage(t, "/no/such/page");
  await user.click(within(page.getByRole("main")).getByRole("link", { name: "Home" }));
  const heading = await page.findByRole("heading", { level: 1, name: /^One question/ });
  expect(document.title).toBe("Survey App || Home");
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

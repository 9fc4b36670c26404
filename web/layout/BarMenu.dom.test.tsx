import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const menuOf = (page: Awaited<ReturnType<typeof openPage>>) =>
  within(page.getByRole("navigation", { name: "Menu", hidden: true }));

test("a visitor's menu has the bar's links and leads back from login", async () => {
  const page = await openPage(t, "/surveysPages?sort=desc");
  const login = () => menuOf(page).getByRole("link", { name: "Login" }).getAttribute("href");
  await waitFor(() => expect(login()).toBe("/login?returnTo=%2FsurveysPages%3Fsort%3Ddesc"));
  const links = menuOf(page).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual(["Home", "All Surveys", "PRICE Page", "Enter a code", "Login"]);
  expect(menuOf(page).queryByRole("button", { name: "LogOut" })).toBeNull();
});

test("the menu behind the photo has the user's pages, the theme and LogOut", async () => {
  const uma = await signUp(t, { name: "Uma User" });
  const { user, ...page } = await openPage(t, "/", { as: uma });
  await page.findByRole("button", { name: "Uma User Menu" });
  const menu = within(page.getByRole("navigation", { name: "Menu" }));
  for (const [name, path] of [
    ["Dashboard", "/dashboard/adminHome"],
    ["Your profile", "/profile"],
    ["My votes", "/dashboard/user/surveys"],
  ])
    expect(menu.getByRole("link", { name }).getAttribute("href")).toBe(path);

  await user.click(menu.getByRole("button", { name: "Theme: System. Switch to light" }));
  expect(document.documentElement.dataset.theme).toBe("light");
  await user.click(menu.getByRole("button", { name: "Theme: Light. Switch to dark" }));
  expect(localStorage.getItem("theme")).toBe("dark");

  await user.click(menu.getByRole("button", { name: "LogOut" }));
  await menu.findByRole("link", { name: "Login" });
});

test("on the dashboard the menu has the role's entries too", async () => {
  const sam = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const page = await openPage(t, "/dashboard/adminHome", { as: sam });
  await page.findByRole("heading", { level: 1, name: "Overview" });
  const entries = within(await menuOf(page).findByRole("navigation", { name: "Dashboard" })).getAllByRole("link");
  expect(entries.map((link) => link.textContent)).toEqual([
    "Home",
    "ADD a survey",
    "update survey",
    "responses of surveys",
    "feedbacks",
  ]);
  const headings = menuOf(page).getAllByRole("heading", { level: 2, hidden: true });
  expect(headings.map((heading) => heading.textContent)).toEqual(["Site", "Dashboard"]);
  expect(menuOf(page).getByRole("link", { name: "Your surveys", hidden: true }).getAttribute("href")).toBe("/surveys");
});

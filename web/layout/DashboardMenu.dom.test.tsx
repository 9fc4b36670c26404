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

interface Menu {
  role: "admin" | "surveyor" | "pro-user" | "user";
  /** The entries in the spec's order (specification §2.3): label, path and heading. */
  entries: [label: string, path: string, heading: string][];
  /** Links on the dashboard's home page for roles whose menu does not have them. */
  onHomePage?: [label: string, path: string][];
  /** Pages that only other roles may see. */
  foreign: string[];
}

const menus: Menu[] = [
  {
    role: "admin",
    entries: [
      ["Home", "adminHome", "Overview"],
      ["Manage users", "admin/users", "Manage users"],
      ["Manage surveys Status", "admin/surveys", "Manage surveys Status"],
      ["Payment", "user/paymentHistory", "Payment"],
      ["responses of surveys", "admin/responses", "responses of surveys"],
    ],
    onHomePage: [
      ["Audit log", "audit"],
      ["Participate in surveys", "user/surveys"],
      ["Reported surveys", "user/my-reports"],
      ["Commented on surveys", "user/comments"],
      ["Payment History", "user/pro/paymentHistory"],
    ],
    foreign: [],
  },
  {
    role: "surveyor",
    entries: [
      ["Home", "adminHome", "Overview"],
      ["ADD a survey", "surveyAdd", "ADD a survey"],
      ["update survey", "surveyor/allupdate", "update survey"],
      ["responses of surveys", "surveyor/surveys", "responses of surveys"],
      ["feedbacks", "surveyor/feedbacks", "feedbacks"],
    ],
    onHomePage: [
      ["Participate in surveys", "user/surveys"],
      ["Reported surveys", "user/my-reports"],
      ["Commented on surveys", "user/comments"],
      ["Payment History", "user/pro/paymentHistory"],
    ],
    foreign: ["/dashboard/admin/users", "/dashboard/admin/responses", "/dashboard/user/paymentHistory"],
  },
  {
    role: "pro-user",
    entries: [
      ["Home", "adminHome", "Overview"],
      ["Participate in surveys", "user/surveys", "Participate in surveys"],
      ["Reported surveys", "user/my-reports", "Reported surveys"],
      ["Commented on surveys", "user/comments", "Commented on surveys"],
      ["Payment History", "user/pro/paymentHistory", "Payment History"],
    ],
    foreign: ["/dashboard/surveyor/feedbacks", "/dashboard/surveyAdd", "/dashboard/user/paymentHistory"],
  },
  {
    role: "user",
    entries: [
      ["Home", "adminHome", "Overview"],
      ["Participate in surveys", "user/surveys", "Participate in surveys"],
      ["Reported surveys", "user/my-reports", "Reported surveys"],
    ],
    foreign: ["/dashboard/admin/surveys", "/dashboard/surveyor/surveys", "/surveys"],
  },
];

test.each(menus)(
  "every entry of the menu of role $role opens its page, and those of others say so",
  async ({ role, entries, onHomePage = [], foreign }) => {
    const as = await signUp(t, { role: role === "pro-user" ? "user" : role, isMember: role === "pro-user" });
    const { user, ...page } = await openPage(t, "/dashboard/adminHome", { as });
    const expectPage = async (path: string, name: string) => {
      const heading = await page.findByRole("heading", { level: 1, name });
      await waitFor(() => expect(document.activeElement).toBe(heading));
      expect(location.pathname).toBe(`/dashboard/${path}`);
    };
    // Found again each time: the sidebar may be rendered again with the page.
    const links = () => within(page.getAllByRole("navigation", { name: "Dashboard" })[0] as HTMLElement);
    const labels = () =>
      links()
        .getAllByRole("link")
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(labels()).toEqual(entries.map(([label]) => label)));
    // Home last: it is the current page.
    for (const [label, path, heading] of entries.toReversed()) {
      await user.click(links().getByRole("link", { name: label }));
      await expectPage(path, heading);
    }
    for (const [label, path] of onHomePage) {
      // The number of reported surveys has the same name until it is loaded.
      const named = within(page.getByRole("main")).getAllByRole("link", { name: label });
      const link = named.find((each) => each.getAttribute("href") === `/dashboard/${path}`);
      await user.click(link as HTMLElement);
      await expectPage(path, label);
      history.back();
      await page.findByRole("heading", { level: 1, name: "Overview" });
    }
    for (const path of foreign) {
      const other = await openPage(t, path, { as });
      await other.findByRole("heading", { level: 1, name: "You don't have access to this page" });
      expect(other.getByRole("main").textContent).toContain(`You are signed in as ${role}`);
      expect(other.getByRole("link", { name: "Go to your dashboard" }).getAttribute("href")).toBe(
        "/dashboard/adminHome",
      );
    }
  },
);

test("users who may ask unlisted surveys have their surveys in the menu, and ask people on a list from there", async () => {
  const confirmed = await startServer({ askUnlisted: "confirmed" });
  try {
    const as = await signUp(confirmed);
    const { user, ...page } = await openPage(confirmed, "/dashboard/adminHome", { as });
    const menu = within(page.getAllByRole("navigation", { name: "Dashboard" })[0] as HTMLElement);
    await user.click(await menu.findByRole("link", { name: "Your surveys" }));
    await page.findByRole("heading", { level: 1, name: "Your surveys" });
    const [ask] = within(page.getByRole("main")).getAllByRole("link", { name: "Ask a question" });
    expect(ask?.getAttribute("href")).toBe("/ask?to=list");
    const other = await openPage(confirmed, "/dashboard/surveyor/feedbacks", { as });
    await other.findByRole("heading", { level: 1, name: "You don't have access to this page" });
  } finally {
    await confirmed.close();
  }
});

import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

const roles = ["visitor", "user", "pro-user", "surveyor", "admin"] as const;
type Reader = (typeof roles)[number];

/** An installation without surveys, votes and payments. */
let t: TestApp;
let people: Record<Reader, Account | undefined>;
beforeAll(async () => {
  t = await startServer();
  people = {
    visitor: undefined,
    user: await signUp(t),
    "pro-user": await signUp(t, { isMember: true }),
    surveyor: await signUp(t, { role: "surveyor" }),
    admin: await signUp(t, { role: "admin" }),
  };
});
afterAll(() => t.close());

const ask = { "Ask a question": "/ask" };
const add = { "Ask a question": "/dashboard/surveyAdd" };
const all = { "All surveys": "/surveysPages" };
const signedIn = ["user", "pro-user", "surveyor", "admin"] as const;
const surveyors = ["surveyor", "admin"] as const;
const cannotComment = ["user", "surveyor", "admin"] as const;
const pro = { "See what PRO includes": "/membarShip" };

/**
 * Every page with a list: its path, its readers, the title of the empty list, and the link or button of the next step.
 */
const pages: [path: string, readers: readonly Reader[], title: string, next: Record<string, string> | null][] = [
  ["/surveysPages", roles, "No surveys yet", ask],
  ["/surveys", surveyors, "You have no surveys yet", add],
  ["/dashboard/adminHome", ["user", "pro-user"], "No surveys yet", ask],
  ["/dashboard/adminHome", ["surveyor"], "You have no surveys yet", add],
  ["/dashboard/user/surveys", signedIn, "You haven't voted yet", all],
  ["/dashboard/user/my-reports", signedIn, "You haven't reported any surveys", all],
  ["/dashboard/user/comments", ["pro-user"], "You haven't commented yet", all],
  ["/dashboard/user/comments", cannotComment, "You haven't commented yet", { "See PRO": "/membarShip" }],
  ["/dashboard/user/pro/paymentHistory", signedIn, "No payments yet", pro],
  ["/dashboard/surveyor/surveys", surveyors, "You have no surveys yet", add],
  ["/dashboard/surveyor/allupdate", surveyors, "You have no surveys yet", add],
  ["/dashboard/surveyor/feedbacks", surveyors, "No feedback yet", { "Your surveys": "/dashboard/surveyor/surveys" }],
  ["/dashboard/webhooks", surveyors, "No webhooks yet", { "Add a webhook": "" }],
  ["/dashboard/admin/surveys", ["admin"], "No surveys yet", ask],
  ["/dashboard/admin/responses", ["admin"], "No surveys yet", ask],
  // Admins don't ask these themselves, so no button is offered.
  ["/dashboard/admin/unlisted", ["admin"], "No unlisted surveys", null],
  [
    "/dashboard/user/paymentHistory",
    ["admin"],
    "No payments yet",
    { "See all PRO members": "/dashboard/admin/users?role=pro-user" },
  ],
  ["/dashboard/audit", ["admin"], "No entries yet", { "Review surveys": "/dashboard/admin/surveys" }],
];

for (const [path, readers, title, next] of pages)
  test(`while it is empty, ${path} tells ${readers.join(", ")} what will appear, and offers the next step`, async () => {
    for (const reader of readers) {
      const as = people[reader];
      const page = await openPage(t, path, as && { as });
      const heading = await within(page.getByRole("main")).findByRole("heading", { name: title });
      const state = heading.parentElement as HTMLElement;
      expect(state.textContent, reader).toMatch(/appears? here/);
      for (const [name, address] of Object.entries(next ?? {})) {
        const step = await within(state).findByRole(address ? "link" : "button", { name });
        expect(step.getAttribute("href") ?? "", reader).toBe(address);
      }
      if (!next) expect(within(state).queryByRole("link"), reader).toBeNull();
    }
  });

test("while there are no surveys, the home page has its headings, a line each about what will appear, and the field", async () => {
  for (const reader of roles) {
    const as = people[reader];
    const page = await openPage(t, "/", as && { as });
    for (const [name, line] of [
      ["voted surveys of 0", "The surveys with the most votes will appear here."],
      ["recently surveys of 0", "New questions will appear here."],
    ] as const) {
      const heading = await page.findByRole("heading", { level: 2, name });
      expect(heading.parentElement?.textContent, reader).toBe(name + line);
    }
    page.getByRole("textbox", { name: "Your question" });
  }
});

test("the lists of an admin's overview name what will appear there", async () => {
  const page = await openPage(t, "/dashboard/adminHome", { as: people.admin });
  await page.findByRole("heading", { name: "No payments yet" });
  await page.findByRole("heading", { name: "4 users" });
  await page.findByText("The home page and the list are empty until the first survey is published.");
});

test("a survey without votes tells its readers that votes will appear, and its owner how to get them", async () => {
  const owner = people.surveyor as Account;
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  for (const reader of roles) {
    const as = people[reader];
    const page = await openPage(t, `/surveydetails/${id}`, as && { as });
    const heading = await page.findByRole("heading", { name: "No votes yet" });
    expect(heading.parentElement?.textContent, reader).toContain("Yours would be the first.");
    await page.findByText("Comments by PRO members will appear here.");
  }
  for (const reader of surveyors) {
    const responses = await openPage(t, `/dashboard/surveyor/surveys/${id}`, { as: people[reader] });
    const heading = await responses.findByRole("heading", { name: "vote not custing yet" });
    expect(heading.parentElement?.textContent, reader).toContain("Votes will appear here.");
    within(heading.parentElement as HTMLElement).getByRole("link", { name: "See the survey" });
  }
});

test("an empty list of voters tells the owner that people will appear, and leads to adding them", async () => {
  const id = await t.makeSurvey(people.surveyor as Account, { publishedBy: people.admin, electorate: "invited" });
  const page = await openPage(t, `/dashboard/surveys/${id}/people`, { as: people.surveyor });
  const heading = await page.findByRole("heading", { name: "No invitations yet" });
  expect(heading.parentElement?.textContent).toContain("People appear here when you add them.");
  page.getByRole("textbox", { name: "Names and email addresses" });
});

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { bearer, type DemoRole, people, signIn, tokenOf } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

/*
 * Every route of spec §2, typed from it: path, who asks for it, what its heading says. `{id}` is a survey that runs,
 * `{own}` one of the surveyor's, `{feedback}` a note that the surveyor got.
 */

const anyone: [path: string, heading: RegExp, title: RegExp][] = [
  ["/", /^One question/, /^Survey App \|\| Home$/],
  ["/surveysPages", /^All surveys$/i, /^Survey App \|\| All Surveys$/],
  ["/login", /^Login$/, /^Survey App \|\| Login$/],
  ["/signup", /account|signup/i, /^Survey App \|\| Signup$/],
  ["/surveydetails/{id}", /\?$/, /^Survey App \|\| .+\?$/],
  ["/membarShip", /^Membership$/, /^Survey App \|\| /],
];

const signedIn: [path: string, role: DemoRole, heading: RegExp][] = [
  ["/surveys", "surveyor", /surveys/i],
  ["/vote/{id}", "user", /\?$/],
  ["/payment", "user", /^Payment$/],
  ["/dashboard/adminHome", "admin", /./],
  ["/dashboard/adminHome", "surveyor", /./],
  ["/dashboard/adminHome", "pro-user", /./],
  ["/dashboard/adminHome", "user", /./],
  ["/dashboard/admin/users", "admin", /users/i],
  ["/dashboard/admin/surveys", "admin", /surveys/i],
  ["/dashboard/admin/responses", "admin", /responses/i],
  ["/dashboard/surveyAdd", "surveyor", /survey/i],
  ["/dashboard/surveyor/surveys", "surveyor", /responses/i],
  ["/dashboard/surveyor/allupdate", "surveyor", /update/i],
  ["/dashboard/surveyor/update/{own}", "surveyor", /./],
  ["/dashboard/surveyor/surveys/{own}", "surveyor", /./],
  ["/dashboard/surveyor/feedback/{feedback}", "surveyor", /./],
  ["/dashboard/surveyor/feedbacks", "surveyor", /feedback/i],
  ["/dashboard/user/paymentHistory", "admin", /payment/i],
  ["/dashboard/user/pro/paymentHistory", "pro-user", /payment/i],
  ["/dashboard/user/surveys", "user", /participate/i],
  ["/dashboard/user/my-reports", "user", /report/i],
  ["/dashboard/user/comments", "pro-user", /comment/i],
];

/** The ids that the paths are filled with. */
async function idsFor(page: Page, token?: string): Promise<Record<string, string>> {
  const { _id: id } = await demoSurvey(page.request, "running");
  if (!token) return { id };
  const firstOf = async (path: string) => {
    const answer = await page.request.get(`/api${path}`, { headers: bearer(token) });
    const [first] = answer.ok() ? ((await answer.json()) as { _id: string }[]) : [];
    return first?._id ?? "missing";
  };
  const { email } = people.surveyor;
  return { id, own: await firstOf(`/surveyor?email=${email}`), feedback: await firstOf(`/all/feedback/${email}`) };
}

const filled = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");

/** The page at `path` is served, and is its own: not the 404 page, not a refusal. */
async function expectPage(page: Page, path: string, heading: RegExp): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  const head = page.getByRole("heading", { level: 1 });
  await expect(head, path).toHaveText(heading);
  await expect(head, path).not.toHaveText(/Page not found|could not be loaded|somebody else/);
  await expect(page, path).toHaveTitle(/^Survey App \|\| (?!Error|Page not found)./);
  expect(new URL(page.url()).pathname, "stays at its address").toBe(path);
}

for (const [path, heading, title] of anyone) {
  test(`${path} is there for everybody`, async ({ keptPage }) => {
    const page = await keptPage("visitor", async () => {});
    await expectPage(page, filled(path, await idsFor(page)), heading);
    await expect(page).toHaveTitle(title);
  });
}

for (const [path, role, heading] of signedIn) {
  test(`${path} is there for the ${role}`, async ({ keptPage }) => {
    const page = await keptPage(role, (context) => signIn(context, role));
    const token = await tokenOf(page.context(), people[role].email);
    await expectPage(page, filled(path, await idsFor(page, token)), heading);
  });
}

test("every page for people signed in sends visitors to /login and remembers the origin", async ({ page }) => {
  test.slow();
  for (const path of new Set(signedIn.map(([each]) => each))) {
    const address = filled(path, { id: "a", own: "a", feedback: "a" });
    await page.goto(address);
    await expect(page, path).toHaveURL(`/login?${new URLSearchParams({ returnTo: address })}`);
  }
});

test("any other path is the 404 page with a way home", async ({ page, expectTrouble }) => {
  expectTrouble(/status of 404/);
  for (const path of ["/nothing", "/dashboard/nothing", "/surveydetails", "/membarShip/x"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
  }
});

test("the layout says what spec §1 and §2 have it say", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Get Survey-02" })).toHaveAttribute("href", "/surveysPages");
  await expect(page.getByRole("heading", { name: /^voted surveys of \d+$/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^recently surveys of \d+$/ })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText([
    "Introduction",
    "feedback",
    "Tinsights",
    "Analysis",
    "Experience",
    "Conclusion",
  ]);
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Stay connected with us:");
  await expect(footer.getByRole("listitem").getByRole("link")).toHaveCount(3);
  await expect(footer).toContainText(/all rights reserved/i);

  await page.goto("/login");
  const main = page.getByRole("main");
  await expect(main.getByRole("textbox", { name: "Email" })).toHaveAttribute("type", "email");
  await expect(main.getByRole("button", { name: "Login" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Forgot password?" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Create an account" })).toHaveAttribute("href", "/signup");
});

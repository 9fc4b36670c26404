import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import type { DemoRole } from "./people.ts";

/** One screen in one state. */
export interface Screen {
  name: string;
  /** `{running}` and `{ended}` are the demo's surveys in that state, `{feedback}` is feedback to the surveyor. */
  path: string;
  /** The screen's main heading. */
  heading: string | RegExp;
  /** Opens, types or clicks something before the check. */
  after?: (page: Page) => Promise<unknown>;
  /** Console errors that are expected here. */
  trouble?: RegExp;
  /** Uses a new account, because the screen would change the account that checks the others. */
  asSomebodyNew?: true;
}

const payment = { path: "/payment", heading: "Payment", asSomebodyNew: true } as const;
const submit = (name: string) => (page: Page) => page.getByRole("main").getByRole("button", { name }).click();

const details: Screen = { name: "details", path: "/surveydetails/{running}", heading: /\?$/ };
const profile: Screen = { name: "profile", path: "/profile", heading: "Your profile" };
const home: Screen = { name: "dashboard", path: "/dashboard/adminHome", heading: /^Welcome/ };

/** Every screen as each role sees it, in the states that look different. */
export const screens: Record<"visitor" | DemoRole, Screen[]> = {
  visitor: [
    { name: "home", path: "/", heading: /^One question/ },
    { name: "listing", path: "/surveysPages", heading: "All surveys" },
    { name: "listing-empty", path: "/surveysPages?q=xyzzy", heading: "All surveys" },
    details,
    { name: "details-ended", path: "/surveydetails/{ended}", heading: /\?$/ },
    { name: "login", path: "/login", heading: "Login" },
    {
      name: "login-failed",
      path: "/login",
      heading: "Login",
      trouble: /422/,
      after: async (page) => {
        await submit("Login")(page);
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    { name: "login-refused", path: "/login?with=google&error=taken", heading: "Login" },
    {
      name: "sandbox-provider",
      path: "/login",
      heading: "Login",
      after: async (page) => {
        await page.getByRole("button", { name: "Continue with Google" }).click();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Continue with Google");
      },
    },
    { name: "signup", path: "/signup", heading: "Create an account" },
    { name: "signup-errors", path: "/signup", heading: "Create an account", after: submit("Signup") },
    { name: "forgot-password", path: "/forgot-password", heading: "Forgot password" },
    {
      name: "forgot-password-sent",
      path: "/forgot-password",
      heading: "Forgot password",
      after: async (page) => {
        await page.getByLabel("Email").fill("nobody@example.org");
        await submit("Send the link")(page);
        await expect(page.getByText("a link is on its way")).toBeVisible();
      },
    },
    {
      name: "reset-password",
      path: "/reset-password#a-link",
      heading: "New password",
      after: submit("Set the password"),
    },
    { name: "reset-password-incomplete", path: "/reset-password", heading: "New password" },
    { name: "verify-email", path: "/verify-email#a-link", heading: "Confirm your address" },
    {
      name: "verify-email-spent",
      path: "/verify-email#a-link",
      heading: "Confirm your address",
      trouble: /422/,
      after: async (page) => {
        await submit("Confirm my email address")(page);
        await expect(page.getByRole("alert")).toBeVisible();
      },
    },
    { name: "not-found", path: "/no/such/page", heading: "Page not found", trouble: /404/ },
    { name: "membership", path: "/membarShip", heading: "Membership" },
  ],
  user: [
    home,
    details,
    { name: "vote-required", path: "/vote/{running}", heading: /\?$/, after: submit("Vote") },
    {
      ...details,
      name: "report-dialog",
      after: (page) => page.getByRole("button", { name: "Report this survey" }).click(),
    },
    { name: "participated", path: "/dashboard/user/surveys", heading: "Participate in surveys" },
    { name: "reported", path: "/dashboard/user/my-reports", heading: "Reported surveys" },
    profile,
    {
      ...profile,
      name: "profile-address-dialog",
      after: async (page) => {
        await submit("Change the address")(page);
        await page.getByRole("dialog").getByRole("button", { name: "Send the link" }).click();
      },
    },
    { ...profile, name: "profile-password-dialog", after: submit("Change the password") },
    { ...profile, name: "profile-deletion-dialog", after: submit("Delete my account") },
    { name: "payment", ...payment },
    {
      name: "payment-declined",
      ...payment,
      after: async (page) => {
        await page.getByRole("button", { name: /^Fill in 4000 0000 0000 0002/ }).click();
        await submit("Pay $12.00")(page);
        await expect(page.getByText("Your card was declined.")).toBeVisible();
      },
    },
    {
      name: "payment-bank-dialog",
      ...payment,
      after: async (page) => {
        await page.getByRole("button", { name: /^Fill in 4000 0025 0000 3155/ }).click();
        await submit("Pay $12.00")(page);
        await expect(page.getByRole("dialog", { name: "Your bank asks" })).toBeVisible();
      },
    },
    {
      name: "payment-success",
      ...payment,
      after: async (page) => {
        await page.getByRole("button", { name: /^Fill in 4242/ }).click();
        await submit("Pay $12.00")(page);
        await expect(page.getByRole("heading", { name: "Thank you pro user member" })).toBeVisible();
      },
    },
    { name: "other-role", path: "/dashboard/admin/users", heading: "You don't have access to this page" },
  ],
  "pro-user": [
    home,
    details,
    { name: "comments", path: "/dashboard/user/comments", heading: "Commented on surveys" },
    { name: "payment-member", path: "/payment", heading: "Payment" },
    { name: "membership", path: "/membarShip", heading: "Membership" },
    profile,
    { name: "own-payments", path: "/dashboard/user/pro/paymentHistory", heading: "Payment History" },
  ],
  surveyor: [
    home,
    { name: "add", path: "/dashboard/surveyAdd", heading: "ADD a survey" },
    { name: "add-errors", path: "/dashboard/surveyAdd", heading: "ADD a survey", after: submit("ADD survey") },
    { name: "own-results", path: "/dashboard/surveyor/surveys", heading: "responses of surveys" },
    { name: "own-table", path: "/surveys", heading: "Your surveys" },
    { name: "updates", path: "/dashboard/surveyor/allupdate", heading: "update survey" },
    { name: "update-frozen", path: "/dashboard/surveyor/update/{running}", heading: "update survey" },
    { name: "own-responses", path: "/dashboard/surveyor/surveys/{running}", heading: /\?$/ },
    { name: "feedbacks", path: "/dashboard/surveyor/feedbacks", heading: "feedbacks" },
    { name: "feedback", path: "/dashboard/surveyor/feedback/{feedback}", heading: "feedback" },
  ],
  admin: [
    home,
    { name: "users", path: "/dashboard/admin/users", heading: "Manage users" },
    {
      name: "users-role-dialog",
      path: "/dashboard/admin/users",
      heading: "Manage users",
      after: (page) =>
        page
          .getByRole("button", { name: /^Make surveyor/ })
          .first()
          .click(),
    },
    {
      name: "users-menu",
      path: "/dashboard/admin/users",
      heading: "Manage users",
      after: (page) => page.getByRole("button", { name: "More: Uli User" }).click(),
    },
    {
      name: "users-block-dialog",
      path: "/dashboard/admin/users",
      heading: "Manage users",
      after: async (page) => {
        await page.getByRole("button", { name: "More: Uli User" }).click();
        await page.getByRole("button", { name: "Block: Uli User" }).click();
      },
    },
    { name: "responses", path: "/dashboard/admin/responses", heading: "responses of surveys" },
    { name: "payments", path: "/dashboard/user/paymentHistory", heading: "Payment" },
    { name: "audit-empty", path: "/dashboard/audit?q=xyzzy", heading: "Audit log" },
    {
      name: "payments-refund-dialog",
      path: "/dashboard/user/paymentHistory",
      heading: "Payment",
      after: (page) => page.getByRole("button", { name: "Refund pi_demo_0001 of pro@example.com" }).click(),
    },
    { name: "surveys", path: "/dashboard/admin/surveys", heading: "Manage surveys Status" },
    {
      name: "surveys-publish-dialog",
      path: "/dashboard/admin/surveys",
      heading: "Manage surveys Status",
      after: (page) =>
        page
          .getByRole("button", { name: /^publish/ })
          .first()
          .click(),
    },
  ],
};

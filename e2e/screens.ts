import type { Page } from "@playwright/test";
import { addSurvey, ask } from "./askScreens.ts";
import { expect } from "./fixtures.ts";
import { meetings, ownMeetings } from "./meetingScreens.ts";
import type { DemoRole } from "./people.ts";
import { type Screen, submit } from "./screen.ts";

const details: Screen = { name: "details", path: "/surveydetails/{running}", heading: /\?$/ };
const profile: Screen = { name: "profile", path: "/profile", heading: "Your profile" };
/** Pays with one of the sandbox's test cards. */
const pay = (card: string) => async (page: Page) => {
  await page.getByRole("button", { name: `Fill in ${card}` }).click();
  await submit("Pay $12.00")(page);
};
const home: Screen = { name: "dashboard", path: "/dashboard/adminHome", heading: "Overview" };

/** The row of a user, of those on the table's first page: other journeys sign up new ones. */
const someUser = (page: Page) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: /^Make surveyor/ }) })
    .first();

/** Every screen as each role sees it, in the states that look different. */
export const screens: Record<"visitor" | DemoRole, Screen[]> = {
  visitor: [
    { name: "home", path: "/", heading: /^One question/ },
    { name: "listing", path: "/surveysPages", heading: "All surveys" },
    { name: "listing-empty", path: "/surveysPages?q=xyzzy", heading: "All surveys" },
    {
      ...details,
      states: [
        {
          name: "receipt-dialog",
          act: async (page) => {
            await page.getByRole("button", { name: "Check that a vote is counted" }).click();
            const dialog = page.getByRole("dialog");
            await dialog.getByRole("button", { name: "Check", exact: true }).click();
            await expect(dialog.getByRole("status")).not.toBeEmpty();
            await dialog.getByText("Technical details").click();
          },
        },
      ],
    },
    { name: "details-ended", path: "/surveydetails/{ended}", heading: /\?$/ },
    { name: "details-confidential-ended", path: "/surveydetails/{confidential-ended}", heading: /\?$/ },
    { name: "details-secret-ended", path: "/surveydetails/{secret-ended}", heading: /\?$/ },
    { name: "results", path: "/surveys/{running}/results", heading: /\?$/ },
    { name: "results-ended", path: "/surveys/{ended}/results", heading: /\?$/ },
    { name: "series", path: "/series/{series}", heading: "The same question over time" },
    { name: "series-missing", path: "/series/none", heading: "Page not found", trouble: /404/ },
    { name: "flyer", path: "/surveys/{running}/flyer", heading: "Flyer" },
    {
      name: "present",
      path: "/surveys/{running}/present",
      heading: /\?$/,
      states: [{ name: "present-result", act: (page) => page.keyboard.press("r") }],
    },
    { name: "result-waiting", path: "/surveydetails/{waiting-result}", heading: /\?$/ },
    { name: "embed", path: "/embed/surveys/{running}", heading: /\?$/ },
    { name: "embed-ended", path: "/embed/surveys/{ended}", heading: /\?$/ },
    { name: "invitation", path: "/i", heading: "Your invitation" },
    ...meetings,
    { name: "code", path: "/v", heading: "Enter a code" },
    { name: "code-wrong", path: "/v/000000", heading: "Enter a code", trouble: /404/ },
    {
      name: "check",
      path: "/check",
      heading: "Check a result",
      states: [{ name: "check-nothing", act: submit("Check") }],
    },
    { name: "login-code", path: "/login?step=code", heading: "Enter your code" },
    {
      name: "login",
      path: "/login",
      heading: "Login",
      trouble: /422/,
      states: [
        {
          name: "login-failed",
          act: async (page) => {
            await submit("Login")(page);
            await expect(page.getByRole("dialog")).toBeVisible();
          },
        },
        {
          name: "sandbox-provider",
          act: async (page) => {
            await page.getByRole("button", { name: "Continue with Google" }).click();
            await expect(page.getByRole("heading", { level: 1 })).toHaveText("Continue with Google");
          },
        },
      ],
    },
    ask,
    { name: "login-refused", path: "/login?with=google&error=taken", heading: "Login" },
    {
      name: "signup",
      path: "/signup",
      heading: "Create an account",
      states: [{ name: "signup-errors", act: submit("Create account") }],
    },
    {
      name: "forgot-password",
      path: "/forgot-password",
      heading: "Forgot password",
      states: [
        {
          name: "forgot-password-sent",
          act: async (page) => {
            await page.getByLabel("Email").fill("nobody@example.org");
            await submit("Send the link")(page);
            await expect(page.getByText("a link is on its way")).toBeVisible();
          },
        },
      ],
    },
    {
      name: "reset-password",
      path: "{reset-link}",
      heading: "New password",
      states: [{ name: "reset-password-errors", act: submit("Set the password") }],
    },
    { name: "reset-spent", path: `/reset-password#${"a".repeat(43)}`, heading: "New password", trouble: /422/ },
    { name: "reset-password-incomplete", path: "/reset-password", heading: "New password" },
    {
      name: "verify-email",
      path: "/verify-email#a-link",
      heading: "Confirm your address",
      trouble: /422/,
      states: [
        {
          name: "verify-email-spent",
          act: async (page) => {
            await submit("Confirm my email address")(page);
            await expect(page.getByRole("alert")).toBeVisible();
          },
        },
      ],
    },
    { name: "unsubscribe", path: "/unsubscribe?token=results.someone.0", heading: "Stop these emails" },
    { name: "not-found", path: "/no/such/page", heading: "Page not found", trouble: /404/ },
    { name: "membership", path: "/membarShip", heading: "Membership" },
    { name: "contact", path: "/contact", heading: "Contact" },
    { name: "privacy", path: "/privacy", heading: "Privacy" },
    { name: "terms", path: "/terms", heading: "Terms" },
    { name: "accessibility", path: "/accessibility", heading: "Accessibility" },
  ],
  user: [
    home,
    {
      ...details,
      states: [
        {
          name: "report-dialog",
          act: (page) => page.getByRole("button", { name: "Report this survey" }).click(),
        },
      ],
    },
    { name: "details-confidential", path: "/surveydetails/{confidential-running}", heading: /\?$/ },
    { name: "details-secret", path: "/surveydetails/{secret-running}", heading: /\?$/ },
    {
      name: "vote",
      path: "/vote/{running}",
      heading: /\?$/,
      states: [{ name: "vote-required", act: submit("Vote") }],
    },
    { name: "participated", path: "/dashboard/user/surveys", heading: "Participate in surveys" },
    { name: "ask-list", path: "/ask?to=list", heading: "Ask a question" },
    { name: "own-unlisted", path: "/dashboard/surveyor/surveys", heading: "Your surveys" },
    { name: "reported", path: "/dashboard/user/my-reports", heading: "Reported surveys" },
    {
      ...profile,
      states: [
        {
          name: "profile-address-dialog",
          act: async (page) => {
            await submit("Change the address")(page);
            await page.getByRole("dialog").getByRole("button", { name: "Send the link" }).click();
          },
        },
        { name: "profile-password-dialog", act: submit("Change the password") },
        { name: "profile-passkey-dialog", act: submit("Add a passkey") },
        { name: "profile-deletion-dialog", act: submit("Delete my account") },
      ],
    },
    {
      name: "payment",
      path: "/payment",
      heading: "Payment",
      asNewUser: true,
      states: [
        { name: "payment-errors", act: submit("Pay $12.00") },
        {
          name: "payment-declined",
          act: async (page) => {
            await pay("4000 0000 0000 0002")(page);
            await expect(page.getByText("Your card was declined.")).toBeVisible();
          },
        },
        {
          name: "payment-bank-dialog",
          act: async (page) => {
            await pay("4000 0025 0000 3155")(page);
            await expect(page.getByRole("dialog", { name: "Your bank needs your approval" })).toBeVisible();
          },
        },
        {
          name: "payment-success",
          act: async (page) => {
            await pay("4242")(page);
            await expect(page.getByRole("heading", { name: "Thank you pro user member" })).toBeVisible();
          },
        },
      ],
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
    addSurvey,
    {
      name: "own-results",
      path: "/dashboard/surveyor/surveys",
      heading: "responses of surveys",
      // The longest state that a table shows.
      published: {
        title: "Is this for later?",
        createDate: `${new Date().getUTCFullYear() + 4}-12-10T06:00:00Z`,
        scheduled: true,
      },
    },
    { name: "own-present", path: "/surveys/{running}/present", heading: /\?$/ },
    { name: "own-present-waiting", path: "/surveys/{waiting-result}/present", heading: /\?$/ },
    { name: "own-flyer", path: "/surveys/{running}/flyer", heading: "Flyer" },
    { name: "own-table", path: "/surveys", heading: "Your surveys" },
    {
      name: "webhooks",
      path: "/dashboard/webhooks",
      heading: "Webhooks",
      states: [
        {
          name: "webhooks-form",
          act: async (page) => {
            await page.getByRole("button", { name: "Add a webhook" }).click();
            await expect(page.getByRole("dialog", { name: "Add a webhook" })).toBeVisible();
          },
        },
      ],
    },
    { name: "updates", path: "/dashboard/surveyor/allupdate", heading: "update survey" },
    { name: "update-frozen", path: "/dashboard/surveyor/update/{running}", heading: "update survey" },
    { name: "own-responses", path: "/dashboard/surveyor/surveys/{running}", heading: /\?$/ },
    { name: "own-survey", path: "/dashboard/surveys/{running}", heading: / Result$/ },
    {
      name: "own-survey-ended",
      path: "/dashboard/surveys/{ended}",
      heading: / Result$/,
      states: [
        {
          name: "own-survey-announce",
          act: async (page) => {
            await page.getByRole("button", { name: "Announce the outcome" }).click();
            await expect(page.getByRole("dialog", { name: "What was decided" })).toBeVisible();
          },
        },
      ],
    },
    { name: "lists", path: "/dashboard/lists", heading: "Lists of people" },
    {
      name: "list",
      path: "/dashboard/lists/{list}",
      heading: "Choir",
      states: [
        {
          name: "list-person-dialog",
          act: async (page) => {
            await page.getByRole("button", { name: "More: Ada Alto" }).click();
            await page.getByRole("button", { name: "Edit Ada Alto" }).click();
            await expect(page.getByRole("dialog", { name: "Edit this person" })).toBeVisible();
          },
        },
      ],
    },
    { name: "list-missing", path: "/dashboard/lists/none", heading: "List not found" },
    { name: "shared", path: "/dashboard/shared", heading: "Shared with you" },
    ...ownMeetings,
    { name: "own-survey-people", path: "/dashboard/surveys/{running}/people", heading: / People$/ },
    { name: "own-survey-share", path: "/dashboard/surveys/{running}/share", heading: / Share$/ },
    { name: "own-survey-settings", path: "/dashboard/surveys/{running}/settings", heading: / Settings$/ },
    { name: "feedbacks", path: "/dashboard/surveyor/feedbacks", heading: "feedbacks" },
    { name: "feedback", path: "/dashboard/surveyor/feedback/{feedback}", heading: "feedback" },
  ],
  admin: [
    home,
    {
      name: "users",
      path: "/dashboard/admin/users",
      heading: "Manage users",
      states: [
        {
          name: "users-role-dialog",
          act: (page) =>
            page
              .getByRole("button", { name: /^Make surveyor/ })
              .first()
              .click(),
        },
        {
          name: "users-menu",
          act: (page) =>
            someUser(page)
              .getByRole("button", { name: /^More: / })
              .click(),
        },
        {
          name: "users-block-dialog",
          act: async (page) => {
            await someUser(page)
              .getByRole("button", { name: /^More: / })
              .click();
            await someUser(page)
              .getByRole("button", { name: /^Block: / })
              .click();
          },
        },
      ],
    },
    { name: "responses", path: "/dashboard/admin/responses", heading: "responses of surveys" },
    {
      name: "payments",
      path: "/dashboard/user/paymentHistory",
      heading: "Payment",
      states: [
        {
          name: "payments-refund-dialog",
          act: (page) => page.getByRole("button", { name: "Refund pi_demo_0001 of pro@example.com" }).click(),
        },
      ],
    },
    {
      name: "operations",
      path: "/dashboard/admin/operations",
      heading: "Operations",
      states: [
        {
          name: "operations-emails",
          act: async (page) => {
            await page.getByLabel("Email address").fill("surveyor@example.com");
            await page.getByRole("button", { name: "Find emails" }).click();
            await page
              .getByRole("status")
              .filter({ hasText: /emails? / })
              .waitFor();
          },
        },
      ],
    },
    {
      name: "audit",
      path: "/dashboard/audit",
      heading: "Audit log",
      published: { title: "Is this logged?" },
      states: [
        {
          name: "audit-empty",
          act: async (page) => {
            await page.getByRole("searchbox").fill("xyzzy");
            await page.getByRole("searchbox").press("Enter");
            await expect(page.getByRole("heading", { name: "No entries found" })).toBeVisible();
          },
        },
      ],
    },
    {
      name: "surveys",
      path: "/dashboard/admin/surveys",
      heading: "Manage surveys Status",
      asked: "Test: May I ask this?",
      states: [
        {
          name: "surveys-accept-dialog",
          act: async (page) => {
            await page.getByRole("button", { name: "publish: Test: May I ask this?" }).first().click();
            await expect(page.getByRole("region", { name: "Who asks" })).toBeVisible();
          },
        },
      ],
    },
  ],
};

import type { Page } from "@playwright/test";
import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import { newcomer } from "./accounts.ts";
import { PHONE } from "./adaptations.ts";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { bearer, signIn } from "./people.ts";
import { demoSurvey, makeInvitedSurvey } from "./surveys.ts";

const PASSWORD = "Kettle-on7!";

const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });

async function vote(by: Effort, page: Page): Promise<void> {
  await by.press(panelOf(page).getByRole("radio", { name: "Yes", exact: true }));
  await by.press(panelOf(page).getByRole("button", { name: "Vote Yes" }));
}

const hasVoted = (page: Page) => expect(panelOf(page).getByRole("heading", { name: /^You voted/ })).toBeVisible();

test("from a link to a counted vote by email: 4 presses and 3 fields at most", async ({ page, publishSurvey }) => {
  await page.setViewportSize(PHONE);
  const id = await publishSurvey({ title: "Is it four presses?" });
  const by = new Effort();
  await page.goto(`/surveydetails/${id}`);
  await by.press(panelOf(page).getByRole("radio", { name: "Yes", exact: true }));
  await by.press(panelOf(page).getByRole("link", { name: "Sign up with email" }));
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeFocused();
  const email = `lena.${crypto.randomUUID()}@example.org`;
  await by.fill(page.getByLabel("Name"), "Lena Link");
  await by.fill(page.getByLabel("Email"), email);
  await by.fill(page.getByLabel("Password"), PASSWORD);
  // Her picture is drawn from the name.
  await expect(page.getByRole("main").locator('img[src^="/avatars/"]')).toBeVisible();
  await by.press(page.getByRole("button", { name: "Create account" }));
  await by.press(panelOf(page).getByRole("button", { name: "Vote Yes" }));
  await hasVoted(page);
  await expect(panelOf(page)).toContainText(`Confirm your email address: we sent a link to ${email}.`);
  by.expectAtMost({ presses: 4, fields: 3 });
});

test("from an invitation to a counted vote: 2 presses and no scrolling", async ({ page, request, tokenFor }) => {
  await page.setViewportSize(PHONE);
  const headers = bearer(await tokenFor("surveyor"));
  const id = await makeInvitedSurvey(request, headers, "Test: Is it two presses?");
  const made = await request.post(`/api/surveys/${id}/invitations/codes`, { headers, data: { count: 1 } });
  const [{ code }] = (await made.json()) as [IssuedCode];
  const by = new Effort();
  await page.goto(`/i#${code}`);
  await vote(by, page);
  await hasVoted(page);
  by.expectAtMost({ presses: 2, fields: 0, scrolls: 0 });
});

test("from a card of a list to a counted vote: 2 presses", async ({ newSessionPage, publishSurvey }) => {
  const page = await newSessionPage();
  await signIn(page, "user");
  await page.setViewportSize(PHONE);
  await publishSurvey({ title: "Is it on a card?" });
  const title = "Test: Is it on a card?";
  const by = new Effort();
  await page.goto(`/surveysPages?q=${encodeURIComponent(title)}`);
  await by.press(page.getByRole("link", { name: `Yes: ${title}` }).first());
  await by.press(panelOf(page).getByRole("button", { name: "Vote Yes" }));
  await hasVoted(page);
  by.expectAtMost({ presses: 2, fields: 0 });
});

test("from a code on the wall to a counted vote: 3 presses and 1 field, and no scrolling to vote", async ({
  newSessionPage,
  publishSurvey,
  request,
  tokenFor,
}) => {
  const id = await publishSurvey({ title: "Is it on the wall?" });
  const headers = bearer(await tokenFor("surveyor"));
  const renewed = await request.post(`/api/surveys/${id}/short-addresses`, { headers, data: { kind: "presentation" } });
  const { presentation: code } = (await renewed.json()) as { presentation: string };
  const page = await newSessionPage();
  await signIn(page, "user");
  await page.setViewportSize(PHONE);
  const by = new Effort();
  await page.goto("/v");
  await by.fill(page.getByRole("textbox", { name: "Code" }), code);
  await by.press(page.getByRole("main").getByRole("button"));
  await vote(by, page);
  await hasVoted(page);
  by.expectAtMost({ presses: 3, fields: 1, scrolls: 0 });
});

test("from the admin's home to a published survey: 3 presses", async ({ newSessionPage, request, tokenFor }) => {
  const headers = bearer(await tokenFor("surveyor"));
  const { image } = await demoSurvey(request, "running");
  const Title = "Test: Is it reviewed in three presses?";
  await request.post("/api/surveysForm", { headers, data: { Title, category: "Cleaning Tools", image } });
  const page = await newSessionPage();
  await signIn(page, "admin");
  await page.setViewportSize({ width: 1280, height: 800 });
  const by = new Effort();
  await page.goto("/dashboard/adminHome");
  await by.press(page.getByRole("main").getByRole("link", { name: "Manage surveys", exact: true }));
  await by.press(page.getByRole("button", { name: `publish: ${Title}` }));
  await by.press(page.getByRole("dialog").getByRole("button", { name: "publish", exact: true }));
  await expect(page.getByText(`${Title} is published.`)).toBeVisible();
  by.expectAtMost({ presses: 3, fields: 0 });
});

test("from a survey in another site's page to a counted vote: 3 presses", async ({ newSessionPage, publishSurvey }) => {
  const page = await newSessionPage();
  await signIn(page, "user");
  await page.setViewportSize(PHONE);
  const id = await publishSurvey({ title: "Is it in other pages?" });
  const by = new Effort();
  await page.goto(`/embed/surveys/${id}`);
  const opening = page.context().waitForEvent("page");
  await by.press(page.getByRole("link", { name: /^Yes/ }));
  const tab = await opening;
  await tab.setViewportSize(PHONE);
  await vote(by, tab);
  await hasVoted(tab);
  by.expectAtMost({ presses: 3, fields: 0, scrolls: 0 });
});

test("from a survey to a report of it: 2 presses and 1 field", async ({ newSessionPage, publishSurvey }) => {
  const page = await newSessionPage();
  await newcomer(page, "Rita Reporter");
  await page.setViewportSize(PHONE);
  const by = new Effort();
  await page.goto(`/surveydetails/${await publishSurvey({ title: "Is it inappropriate?" })}`);
  await by.press(page.getByRole("button", { name: "Report this survey" }));
  const dialog = page.getByRole("dialog");
  await by.fill(dialog.getByLabel("What is inappropriate?"), "It sells something.");
  await by.press(dialog.getByRole("button", { name: "Report", exact: true }));
  await expect(page.getByText("Thank you. An admin will look at this survey.").first()).toBeVisible();
  by.expectAtMost({ presses: 2, fields: 1 });
});

test("from a survey that you voted on to the check of your receipt: 2 presses", async ({
  newSessionPage,
  publishSurvey,
}) => {
  const page = await newSessionPage();
  const token = await signIn(page, "user");
  await page.setViewportSize(PHONE);
  const id = await publishSurvey({ title: "Is it checked?" });
  const data = { SurveyID: id, vote: 1 };
  await expect(await page.request.post("/api/serveyVoting", { headers: bearer(token), data })).toBeOK();
  const by = new Effort();
  await page.goto(`/surveydetails/${id}`);
  await by.press(panelOf(page).getByRole("button", { name: "Check that my vote is counted" }));
  const dialog = page.getByRole("dialog");
  await by.press(dialog.getByRole("button", { name: "Check", exact: true }));
  await expect(dialog.getByText("Your Yes vote is counted (no. 1 of 1)")).toBeVisible();
  by.expectAtMost({ presses: 2, fields: 0 });
});

test("from the plans to a membership paid by card: 2 presses and 3 fields", async ({ newSessionPage }) => {
  const page = await newSessionPage();
  await newcomer(page, "Paula Payer");
  await page.setViewportSize(PHONE);
  const by = new Effort();
  await page.goto("/membarShip");
  await by.press(page.getByRole("link", { name: "Choose PRO" }));
  await by.fill(page.getByLabel("Card number"), "4242 4242 4242 4242");
  await by.fill(page.getByLabel("Expiry"), `12/${(new Date().getUTCFullYear() + 3) % 100}`);
  await by.fill(page.getByLabel("CVC"), "123");
  await by.press(page.getByRole("button", { name: "Pay $12.00" }));
  await expect(page.getByRole("heading", { name: "Thank you pro user member" })).toBeVisible();
  by.expectAtMost({ presses: 2, fields: 3 });
});

test("from a forgotten password to being signed in: 6 presses and 4 fields", async ({ newSessionPage, newClient }) => {
  const email = await newcomer(await newClient(), "Frida Forgetful");
  const page = await newSessionPage();
  await page.setViewportSize(PHONE);
  const by = new Effort();
  await page.goto("/login");
  await by.press(page.getByRole("link", { name: "Forgot password?" }));
  // The previous page has a field for the email address, too.
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await by.fill(page.getByLabel("Email"), email);
  await by.press(page.getByRole("button", { name: "Send the link" }));
  // The press in the email.
  by.presses += 1;
  await page.goto(await mailedLink(page, email, "Set a new password"));
  await by.fill(page.getByLabel("New password", { exact: true }), PASSWORD);
  await by.press(page.getByRole("button", { name: "Set the password" }));
  await by.press(page.getByRole("dialog", { name: /^Password changed/ }).getByRole("button"));
  await by.fill(page.getByLabel("Email"), email);
  await by.fill(page.getByLabel("Password", { exact: true }), PASSWORD);
  await by.press(page.getByRole("button", { name: "Login", exact: true }));
  await expect(page).toHaveURL("/");
  by.expectAtMost({ presses: 6, fields: 4 });
});

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { PASSWORD, people } from "./people.ts";

const TYPED = "Test: Did a visitor type this?";
const OFFER = "Continue with the question that was typed here before you signed in?";

const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });

async function logIn(page: Page, role: keyof typeof people) {
  await page.goto("/login?returnTo=%2Fask");
  await page.getByLabel("Email", { exact: true }).fill(people[role].email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL("/ask");
  await expect(page.getByRole("banner").getByRole("button", { name: `${people[role].name} Menu` })).toBeVisible();
}

const logOut = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: /Menu$/ }).click();
  await page.getByRole("button", { name: "LogOut" }).last().click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
};

/** Everything that this tab can read in the browser's storage. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

// Security: F17
test("a visitor's question stays in its tab, is only offered to the account that signs in, and goes at sign-out", async ({
  newSessionPage,
  expectTrouble,
}) => {
  // A request that is under way when the session ends is answered with 401, which the browser logs.
  expectTrouble(/401 \(Unauthorized\)/);
  const page = await newSessionPage();
  await page.goto("/ask");
  await question(page).fill(TYPED);
  await expect(page.getByText("Kept in this tab until you submit it or close the tab.")).toBeVisible();
  await page.reload();
  await expect(question(page)).toHaveValue(TYPED);

  const other = await page.context().newPage();
  await test.step("another tab has nothing of it, also after signing in", async () => {
    await other.goto("/ask");
    await expect(question(other)).toHaveValue("");
    await logIn(other, "surveyor");
    await expect(question(other)).toHaveValue("");
    await expect(other.getByText(OFFER)).toHaveCount(0);
    expect(await stored(other)).not.toContain(TYPED);
  });

  await test.step("its own tab offers it to who signed in elsewhere, and shows it when that is accepted", async () => {
    await expect(page.getByText(OFFER)).toBeVisible();
    await expect(question(page)).toHaveValue("");
    await page.getByRole("button", { name: "Continue with it" }).click();
    await expect(question(page)).toHaveValue(TYPED);
    await other.reload();
    await expect(question(other)).toHaveValue(TYPED);
  });

  await test.step("signing out in one tab empties the other, and its storage", async () => {
    await logOut(other);
    await expect(question(page)).toHaveValue("");
    for (const tab of [page, other]) expect(await stored(tab)).not.toContain(TYPED);
  });

  await test.step("a page that the browser kept for Back has nothing of it after a sign-out", async () => {
    await question(page).fill(TYPED);
    await page.goto("about:blank");
    await logIn(other, "surveyor");
    await logOut(other);
    await page.goBack();
    await expect(question(page)).toHaveValue("");
    await logIn(page, "user");
    await expect(question(page)).toHaveValue("");
    await expect(page.getByText(OFFER)).toHaveCount(0);
    expect(await stored(page)).not.toContain(TYPED);
  });
});

test("a part of an open page that a new version no longer has isn't called a lost connection", async ({
  newSessionPage,
  publishSurvey,
  expectTrouble,
}) => {
  expectTrouble(/404|ERR_FAILED|net::/);
  const id = await publishSurvey({ title: "Is a part missing?" });
  const page = await newSessionPage();
  await page.goto(`/surveydetails/${id}`);
  const share = page.getByRole("button", { name: "Share" }).first();
  await expect(share).toBeEnabled();
  // The parts that load on use are there, except the dialog's.
  await page.mouse.move(5, 5);
  await page.waitForLoadState("networkidle");
  await page.context().route("**/*.js", (route) => route.fulfill({ status: 404 }));
  await share.click();
  await expect(page.getByText(/^Part of this page is missing, .* Reload the page\./)).toBeVisible();
  await expect(page.getByText("We couldn't reach the server")).toHaveCount(0);

  await page.context().unrouteAll();
  await page.reload();
  await share.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

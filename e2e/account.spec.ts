import { readFile } from "node:fs/promises";
import { expectSignedOut, logIn, newcomer, openProfile } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { PASSWORD, people } from "./people.ts";

test("users can download everything that is stored about them", async ({ sharedPage }) => {
  const page = await sharedPage("pro-user");
  await openProfile(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("survey-app-data.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data).toMatchObject({ user: { email: people["pro-user"].email, name: people["pro-user"].name } });
  expect(data.votes.length).toBeGreaterThan(0);
});

test("an admin blocks a user, who is signed out immediately, unblocks them, and ends their sessions", async ({
  page: person,
  context,
  sharedPage,
  expectTrouble,
}) => {
  expectTrouble(/401|422/);
  const email = await newcomer(context, "Bob Blocked");
  await openProfile(person);
  const page = await sharedPage("admin");
  await page.goto(`/dashboard/admin/users?q=${email}`);
  const row = page.getByRole("row", { name: email });
  const choose = async (action: string) => {
    await row.getByRole("button", { name: "More: Bob Blocked" }).click();
    await row.getByRole("button", { name: `${action}: Bob Blocked` }).click();
    await page.getByRole("dialog").getByRole("button", { name: action }).click();
  };
  await choose("Block");
  await expect(page.getByText("Bob Blocked is blocked.")).toBeVisible();
  await expect(row).toContainText("Blocked");
  await expect(row.getByRole("button", { name: "More: Bob Blocked" })).toBeFocused();
  await expectSignedOut(person);
  await logIn(person, email, PASSWORD);
  await expect(person.getByRole("alert")).toContainText("This account is blocked.");
  await choose("Unblock");
  await expect(page.getByText("Bob Blocked is no longer blocked.")).toBeVisible();
  await expect(row).toContainText("Verified");
  await person.locator("form").getByRole("button", { name: "Login" }).click();
  await expect(person.getByRole("banner").getByText("Bob Blocked")).toBeVisible();
  await openProfile(person);
  await choose("End sessions");
  await expect(page.getByText("All sessions of Bob Blocked are ended.")).toBeVisible();
  await expectSignedOut(person);
});

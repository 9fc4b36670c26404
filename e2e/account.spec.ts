import { readFile } from "node:fs/promises";
import { elsewhere, expectSignedOut, logIn, newcomer, openProfile, section } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { PASSWORD, people } from "./people.ts";

const NEW_PASSWORD = "Kettle-off7!";

test("changing the password immediately signs out every other device", async ({
  page,
  context,
  newSessionPage,
  expectTrouble,
}) => {
  expectTrouble(/401|422/);
  const email = await newcomer(context, "Paula Password");
  const other = await elsewhere(newSessionPage, email);
  await openProfile(page);
  await section(page, "Password").getByRole("button", { name: "Change the password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  const submit = dialog.getByRole("button", { name: "Change the password" });
  await submit.click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await dialog.getByLabel("Current password").fill("Wrong1!");
  await dialog.getByLabel("New password").fill(NEW_PASSWORD);
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("That's not your password.");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(section(page, "Password")).toContainText("Password changed. Other devices are signed out.");
  await expectSignedOut(other);
  // This session stays signed in.
  await page.reload();
  await expect(section(page, "Where you are signed in").getByRole("listitem")).toHaveCount(1);
});

// Security: R44
test("sessions are listed, and can be ended one by one or all but the current one", async ({
  page,
  context,
  newSessionPage,
  newClient,
  expectTrouble,
}) => {
  expectTrouble(/401/);
  const email = await newcomer(context, "Dora Devices");
  const other = await elsewhere(newSessionPage, email);
  await openProfile(page);
  const devices = section(page, "Where you are signed in");
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByText("This device")).toHaveCount(1);
  await devices.getByRole("button", { name: /^Sign out: / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await devices.getByRole("button", { name: /^Sign out: / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await expectSignedOut(other);

  const clients = [await newClient(), await newClient()];
  for (const { request } of clients)
    await expect(await request.post("/api/auth/sign-in/email", { data: { email, password: PASSWORD } })).toBeOK();
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Sign out all other devices" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign them out" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  for (const { request } of clients) expect(await (await request.get("/api/auth/get-session")).json()).toBeNull();
});

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

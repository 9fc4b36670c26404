import { logIn, newcomer, openProfile, section } from "./accounts.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink, openLink } from "./mail.ts";
import { PASSWORD } from "./people.ts";

const NEW_PASSWORD = "Kettle-off7!";

// Security: R51
test("a forgotten password is reset by a link in an email, which works once and never leaks its token", async ({
  page,
  newClient,
  expectTrouble,
}) => {
  expectTrouble(/422/);
  const email = await newcomer(await newClient(), "Fiona Forgetful");
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot password" })).toBeFocused();
  await expect(page).toHaveTitle("Survey App || Forgot password");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  // The message does not reveal who has an account.
  for (const address of ["nobody.at.all@example.org", email]) {
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText(`If there is an account for ${address}, a link is on its way.`)).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "read them in the sandbox" })).toHaveAttribute("href", "/sandbox/mail");

  const link = await mailedLink(page, email, "Set a new password");
  const token = link.split("#")[1] ?? "";
  await openLink(page, link);
  await expect(page).toHaveURL("/reset-password");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("alert")).toContainText("Password must be 6 characters");
  // Errors that only the server finds are shown at the field, too, and leave the link valid.
  await page.getByLabel("New password").fill("Fiona-2026!");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/This password is mostly your name/);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  const done = page.getByRole("dialog", { name: "Password changed. Sign in with your new password." });
  await expect(done).toBeVisible();
  await done.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL("/login");
  expect(token.length).toBeGreaterThan(20);
  expect(asked.filter((each) => each.includes(token))).toEqual([]);

  await logIn(page, email, PASSWORD);
  await expect(page.getByRole("dialog")).toContainText("should match with the registered");
  await logIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole("banner").getByText("Fiona Forgetful")).toBeVisible();

  await openLink(page, link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByRole("alert")).toContainText("This link was already used or has expired.");
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.goto("/reset-password");
  await expect(page.getByRole("alert")).toContainText("This link is incomplete.");
});

test("an email address changes when the link sent to the new one is used, and every tab follows", async ({
  page,
  context,
  newClient,
  expectTrouble,
}) => {
  expectTrouble(/422/);
  const email = await newcomer(context, "Erna Email");
  const next = `new.${email}`;
  await openProfile(page);
  const address = section(page, "Email address");
  await address.getByRole("button", { name: "Change the address" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your address" });
  await dialog.getByLabel("New email address").fill(next);
  await dialog.getByLabel("Your password").fill("Wrong1!");
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That's not your password.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(address).toContainText(`We sent a link to ${next}. Your address changes when you use it.`);
  await expect(address).toContainText("Not confirmed yet");
  await checkAxe(page);

  const tab = await context.newPage();
  await openLink(tab, await mailedLink(tab, next, "Confirm your new email address"));
  await tab.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(tab.getByText(`${next} is confirmed. Thank you.`)).toBeVisible();
  await expect(address.getByText(next, { exact: true })).toBeVisible();
  await expect(address).toContainText("Confirmed");
  // Requests that name the current user by email use the new one.
  for (const each of [page, tab]) {
    await each.getByRole("link", { name: "ADMIN" }).click();
    await expect(each.getByRole("heading", { level: 2, name: "Your latest votes" })).toBeVisible();
  }
  const data = { email: next, password: PASSWORD };
  await expect(await (await newClient()).request.post("/api/auth/sign-in/email", { data })).toBeOK();
});

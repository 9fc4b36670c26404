import type { APIRequestContext } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp } from "./people.ts";
import { ageSignIns } from "./sessions.sql.ts";

// Security: R42
test("@phone an admin who signed in yesterday changes a role after signing in again through the provider", async ({
  page,
  newClient,
  tokenFor,
  server,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  const email = `${crypto.randomUUID()}@example.net`;
  const id = await signInWithGoogle(page.request, email);
  ageSignIns(server.dataDir, email, 13);
  const headers = bearer(await tokenFor("admin"));
  // A changed role invalidates the server's session cache.
  for (const role of ["surveyor", "admin"])
    await expect(await page.request.patch(`/api/users/admin/${id}`, { headers, data: { role } })).toBeOK();
  const name = `Paul Promoted ${crypto.randomUUID().slice(0, 8)}`;
  await signUp(await newClient(), name);
  const users = `/dashboard/admin/users?q=${name.slice(-8)}`;

  await page.goto(users);
  const change = page.getByRole("button", { name: `Make surveyor: ${name}` });
  const changing = page.getByRole("dialog", { name: /surveyor/ });
  const confirm = changing.getByRole("button", { name: "Confirm" });
  await change.click();
  await confirm.click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog).toContainText(`Sign in as ${email} again`);
  await checkAxe(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(changing.getByRole("alert")).toContainText("Sign in again");
  await expect(confirm).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Gerda Google");
  await page.getByLabel(/^Email/).fill(email);
  await page.getByRole("checkbox").setChecked(true);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(users);
  await change.click();
  await confirm.click();
  await expect(page.getByText(`${name} is an surveyor Now!`)).toBeVisible();
});

/** Signs in at the sandbox provider with requests. Returns the user's id. */
async function signInWithGoogle(request: APIRequestContext, email: string): Promise<string> {
  const data = { provider: "google", callbackURL: "/" };
  const { url } = await (await request.post("/api/auth/sign-in/social", { data })).json();
  const choice = (await request.get(url)).url();
  await expect(await request.post(choice, { form: { name: "Gerda Google", email, confirmed: "on" } })).toBeOK();
  return (await (await request.get("/api/auth/get-session")).json()).user.id;
}

import { expect, test } from "./fixtures.ts";

test("errors of fields, of the form and of the server speak the page's language", async ({ page, expectTrouble }) => {
  // The browser logs responses with errors.
  expectTrouble(/409|422/);
  await page.goto("/signup?lang=de");
  const submit = page.getByRole("button", { name: "Konto erstellen", exact: true });
  await submit.click();
  const main = page.getByRole("main");
  for (const error of ["Geben Sie einen Namen ein", "Geben Sie eine E-Mail-Adresse ein", "Geben Sie das Passwort ein"])
    await expect(main.getByText(error).first()).toBeVisible();

  await page.getByLabel("Name").fill("Nora");
  await page.getByLabel("E-Mail").fill("user@example.com");
  const password = page.getByLabel("Passwort", { exact: true });
  await password.fill("kurz");
  await expect(main.getByText("Das Passwort braucht mindestens 6 Zeichen").first()).toBeVisible();
  await password.fill("Kettle-0n!");
  await submit.click();
  // Only the server knows that.
  await expect(main.getByText("Für diese E-Mail-Adresse gibt es schon ein Konto").first()).toBeVisible();

  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().endsWith("/api/auth/reset-password/check")),
    page.goto(`/reset-password#${"x".repeat(43)}`),
  ]);
  expect(await response.json()).toMatchObject({
    detail: "This link was already used or has expired. Request a new one.",
  });
  await expect(page.getByText("Dieser Link wurde schon verwendet oder ist abgelaufen.")).toBeVisible();
});

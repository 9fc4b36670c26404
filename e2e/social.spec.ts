import type { Locator } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";

for (const [provider, tag] of [
  ["Google", "@phone"],
  ["Facebook", "@nightly"],
] as const)
  test(`${tag} a visitor's vote takes 3 presses by ${provider}, from the card on, and the session lasts`, async ({
    page,
    publishSurvey,
    isMobile,
    expectTrouble,
  }) => {
    expectTrouble(/422/);
    const recorded: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/user")) recorded.push(request.postDataJSON());
    });
    const title = `How far is it from a card to a vote by ${provider}?`;
    await publishSurvey({ title });
    let presses = 0;
    const press = async (control: Locator) => {
      presses += 1;
      await control.click();
    };
    const panel = page.getByLabel("Result and vote");
    await page.goto("/surveysPages");
    await press(page.getByRole("link", { name: `Yes: Test: ${title}` }));
    await press(panel.getByRole("button", { name: `Continue with ${provider}` }));

    // The provider's own page, which explains mistakes and keeps the input.
    await expect(page.getByRole("heading", { level: 1, name: `Continue with ${provider}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/sandbox/${provider.toLowerCase()}/choice/`));
    const continueAs = async (name: string, address: string) => {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel(/^Email/).fill(address);
      await page.getByRole("button", { name: "Continue", exact: true }).click();
    };
    await page.getByRole("checkbox").setChecked(false);
    await continueAs("Nora Newcomer", "nora at example.net");
    await expect(page.getByRole("alert")).toHaveText("Enter a valid email address");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nora Newcomer");
    await expect(page.getByRole("checkbox")).not.toBeChecked();
    await checkAxe(page);
    await page.getByRole("checkbox").setChecked(true);
    const email = `${crypto.randomUUID()}@example.net`;
    await continueAs("Nora Newcomer", email);

    await press(panel.getByRole("button", { name: /^Vote (Yes|No)$/ }));
    await expect(panel).toContainText("You voted Yes");
    expect(presses).toBe(3);
    expect(await page.evaluate(() => localStorage.getItem("access-token"))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    // Specification §7.2: success posts a user record.
    expect(recorded).toEqual([{ email, name: "Nora Newcomer", role: "user", status: "Verified" }]);
    await page.reload();
    await expect(panel).toContainText("You voted Yes");
    if (!isMobile)
      await expect(page.getByRole("banner").getByRole("button", { name: "Nora Newcomer Menu" })).toBeVisible();
  });

import type { Page } from "@playwright/test";
import { newcomer, openProfile, section } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, tokenOf } from "./people.ts";
import { ageSignIns, confirmAddress } from "./sessions.sql.ts";

/** Plugs in an authenticator whose user answers immediately. */
async function plugIn(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey button whose script can't be loaded says so, and can be pressed again", async ({
  freshPage,
  expectTrouble,
}) => {
  const page = await freshPage();
  expectTrouble(/\/passkeys\.js/);
  await page.route(/\/passkeys\.js$/, (route) => route.abort());
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click();
  await expect(page.getByText("Part of this page is missing")).toBeVisible();
  await expect(button).not.toHaveAttribute("aria-busy");
});

// Security: R55
test("a passkey is added, signs in with one press and from the suggestions, and confirms a change; a new API key stays shown until its owner has it", async ({
  page,
  server,
  expectTrouble,
}) => {
  // The sign-in is too old for the removal.
  expectTrouble(/status of 409/);
  const email = await newcomer(page.context(), "Petra Passkey");
  confirmAddress(server.dataDir, email);
  await plugIn(page);
  await openProfile(page);
  const passkeys = section(page, "Passkeys");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog", { name: "Add a passkey" }).getByLabel("Name").fill("My phone");
  await page.keyboard.press("Enter");
  await expect(passkeys.getByRole("listitem")).toContainText("My phone");
  await expect(section(page, "Sign-in methods")).toContainText("Passkey");

  await test.step("whatever is pressed, a new API key stays shown", async () => {
    await page.getByRole("button", { name: "Create an API key" }).click();
    const form = page.getByRole("dialog", { name: "Create an API key" });
    await form.getByLabel("Name").fill("Nightly import");
    await form.getByRole("button", { name: "Create the key" }).click();
    const shown = page.getByRole("dialog", { name: "Your API key" });
    await expect(shown.getByLabel("API key")).toHaveValue(/^sak_/);
    for (const key of ["Escape", "Escape", "Escape"]) await page.keyboard.press(key);
    await page.mouse.click(5, 5);
    await expect(shown.getByLabel("API key")).toHaveValue(/^sak_/);
    await shown.getByRole("button", { name: "Done" }).click();
    await expect(shown).toBeHidden();
    await expect(section(page, "API keys").getByRole("listitem")).toContainText("Nightly import");
  });

  const bar = page.getByRole("banner");
  const leaveAndReturn = async (hasSuggestions: boolean) => {
    await page.evaluate((has) => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => has;
    }, hasSuggestions);
    await bar.getByRole("button", { name: "LogOut" }).click();
    const reached = page.waitForURL(/\/login/, { waitUntil: "commit" });
    await bar.getByRole("link", { name: "Login" }).click();
    await reached;
  };
  const expectSignedIn = async () => {
    await expect(page).not.toHaveURL(/login/);
    await expect(bar.getByRole("button", { name: "Petra Passkey" })).toBeVisible();
    // Otherwise the dialog that says so closes only after seconds.
    await page.keyboard.press("Escape");
  };
  await leaveAndReturn(false);
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectSignedIn();
  // This user answers as soon as the page offers passkeys in the suggestions of its email field.
  await leaveAndReturn(true);
  await expectSignedIn();

  const headers = bearer(await tokenOf(page.context(), email));
  ageSignIns(server.dataDir, email, 1);
  const start = () => page.request.post("/api/me/passkeys/options", { headers, data: {} });
  await expect.poll(async () => (await start()).status()).toBe(409);
  await openProfile(page);
  await expect(passkeys.getByRole("listitem")).toContainText("last used");
  await passkeys.getByRole("button", { name: "Remove: My phone" }).click();
  await page.getByRole("dialog", { name: "Remove “My phone”?" }).getByRole("button", { name: "Remove" }).click();
  const again = page.getByRole("dialog", { name: "Confirm it's you" });
  await again.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(passkeys).toContainText("You don't have any passkeys yet.");
});

import type { Locator, Page } from "@playwright/test";
import { logIn, newcomer } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, signUp, tokenOf } from "./people.ts";
import { drawPng } from "./picture.ts";

const token = (page: Page) => page.evaluate(() => localStorage.getItem("access-token"));

// Security: R51
test("the access token is in local storage while signed in, and every tab follows: new names, signing out, the next user", async ({
  page,
  context,
  newClient,
  publishSurvey,
  expectTrouble,
}) => {
  // A request that is under way when the session ends is answered with 401, which the browser logs.
  expectTrouble(/401 \(Unauthorized\)|photos\.invalid/);
  await context.route("https://photos.invalid/**", (route) =>
    route.request().url().endsWith("/wide.png")
      ? route.fulfill({ contentType: "image/png", body: drawPng(300, 100) })
      : route.fulfill({ status: 404 }),
  );
  const client = await newClient();
  const email = await newcomer(client, "Old Name");
  const id = await publishSurvey({ title: "Does the other tab know?" });
  const headers = bearer(await tokenOf(client, email));
  const vote = { headers, data: { SurveyID: id, vote: 0 } };
  await expect(await client.request.post("/api/serveyVoting", vote)).toBeOK();

  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/");
  expect(await token(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await page.goto(`/surveydetails/${id}`);
  await expect(page.getByText("You voted No")).toBeVisible();
  const other = await context.newPage();

  await test.step("a new name shows at once, initials replace a photo that fails to load, and others are cropped", async () => {
    await other.goto("/profile");
    await other.getByLabel("Display name").fill("Nora New");
    await other.getByLabel("Or paste an image URL").fill("https://photos.invalid/nora.webp");
    await other.getByRole("button", { name: "Save" }).click();
    await expect(other.getByRole("main").getByText("Your profile is saved.")).toBeVisible();
    for (const tab of [page, other])
      await expect(tab.getByRole("button", { name: "Nora New Menu" }).getByText("NN")).toBeVisible();
    await other.getByLabel("Or paste an image URL").fill("https://photos.invalid/wide.png");
    await other.getByRole("button", { name: "Save" }).click();
    const photo = page.getByRole("button", { name: "Nora New Menu" }).locator("img");
    await expect(photo).toHaveCSS("object-fit", "cover");
    await expect.poll(() => photo.boundingBox()).toMatchObject({ width: 32, height: 32 });
    // The admin's tests on this server list this user too.
    const data = { displayName: "Nora New", photoURL: "" };
    await expect(await client.request.patch("/api/me", { headers, data })).toBeOK();
  });

  await test.step("after signing out and in as another user, no tab shows what the first one did", async () => {
    await other.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect(page.getByText("You voted No")).toHaveCount(0);
    // The link shows while the server ends the session, and the token goes after that.
    await expect.poll(() => token(page)).toBeNull();
    await expect(other).toHaveURL("/");
    await signUp(context, "Nora Next");
    await other.goto("/dashboard/adminHome");
    await expect(page.getByRole("banner").getByText("Nora Next")).toBeVisible();
    await expect(page.getByRole("button", { name: "Vote", exact: true })).toBeVisible();
    await expect(page.getByRole("radio", { name: "No" })).not.toBeChecked();
    await expect(page.getByText("You voted No")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Report this survey" })).toBeVisible();
  });

  await page.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
  await expect(other).toHaveURL(/^[^?]*\/login/);
  // The cookie is gone as well.
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});

test("@phone-nightly a visitor's vote takes 4 presses and 3 fields by email, from the card on", async ({
  page,
  publishSurvey,
}) => {
  const title = "How far is it from a card to a vote?";
  await publishSurvey({ title });
  let presses = 0;
  const press = async (control: Locator) => {
    presses += 1;
    await control.click();
  };
  const panel = page.getByLabel("Result and vote");
  const email = `vera.${crypto.randomUUID()}@example.org`;

  await page.goto("/surveysPages");
  await press(page.getByRole("link", { name: `Yes: Test: ${title}` }));
  await press(panel.getByRole("link", { name: "Sign up with email" }));
  await page.getByLabel("Name").fill("Vera Newcomer");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(page.getByRole("main").locator('img[src^="/avatars/"]')).toBeVisible();
  await press(page.getByRole("button", { name: "Create account" }));
  await press(panel.getByRole("button", { name: "Confirm" }));
  await expect(panel).toContainText("You voted Yes");
  await expect(panel).toContainText(`We sent a confirmation to ${email}.`);
  expect(presses).toBe(4);
});

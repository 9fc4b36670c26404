import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, people, signUp } from "./people.ts";
import { drawPng } from "./picture.ts";
import { demoSurvey } from "./surveys.ts";

test("a visitor who chooses Free signs in on the way and is thanked @phone-nightly", async ({ page }) => {
  await page.goto("/membarShip");
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "PRO" })).toContainText("$12.00 / year");
  await main.getByRole("link", { name: "Choose Free" }).click();
  await expect(page).toHaveURL(/^[^?]*\/login\?returnTo=/);
  await page.getByLabel("Email").fill(people.user.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await main.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("Thank you free Membar")).toBeVisible();
  await expect(page).toHaveURL("/dashboard/user/surveys");
});

test("PRO leads to the payment page; a member sees that they are one", async ({ sharedPage }) => {
  const page = await sharedPage("user");
  await page.goto("/membarShip");
  await page.getByRole("link", { name: "Choose PRO" }).click();
  await expect(page.getByRole("heading", { name: "Payment", level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("$12.00 / year");

  const member = await sharedPage("pro-user");
  await member.goto("/membarShip");
  await expect(member.getByText("You're a PRO member")).toBeVisible();
});

test("a new name shows in the bar immediately, and initials replace a photo that fails to load", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/photos\.invalid/);
  await page.route("https://photos.invalid/**", (route) => route.fulfill({ status: 404 }));
  await signUp(context, "Old Name");
  const other = await context.newPage();
  await Promise.all([page.goto("/"), other.goto("/surveysPages")]);
  await page.getByRole("button", { name: "Old Name Menu" }).click();
  await page.getByRole("link", { name: "Your profile" }).click();
  await page.getByLabel("Display name").fill("Nora New");
  await page.getByLabel("Or paste an image URL").fill("https://photos.invalid/nora.webp");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByText("Your profile is saved.")).toBeVisible();
  const bar = page.getByRole("button", { name: "Nora New Menu" });
  await expect(bar).toBeVisible();
  await expect(bar.getByText("NN")).toBeVisible();
  // The other tab updates immediately, without being focused.
  await expect(other.getByRole("button", { name: "Nora New Menu" })).toBeVisible();
  await other.close();

  // A photo that is not square is cropped, not squeezed.
  await page.route("https://photos.invalid/wide.png", (route) =>
    route.fulfill({ contentType: "image/png", body: drawPng(300, 100) }),
  );
  await page.getByLabel("Or paste an image URL").fill("https://photos.invalid/wide.png");
  await page.getByRole("button", { name: "Save" }).click();
  const photo = bar.locator("img");
  await expect(photo).toHaveCSS("object-fit", "cover");
  await expect.poll(() => photo.boundingBox()).toMatchObject({ width: 32, height: 32 });
  // The admin's tests on this server list this user too.
  await page.getByLabel("Or paste an image URL").fill("");
  const saved = page.waitForResponse(
    (response) => response.url().endsWith("/api/me") && response.request().method() === "PATCH",
  );
  await page.getByRole("button", { name: "Save" }).click();
  expect((await saved).status()).toBe(200);
});

test("an unused uploaded image can be deleted on the profile page @phone-nightly", async ({ page, context }) => {
  const headers = bearer(await signUp(context, "Paula Picture"));
  const image = { name: "a.png", mimeType: "image/png", buffer: drawPng(60, 40) };
  await expect(await page.request.post("/api/images", { headers, multipart: { image } })).toBeOK();
  await page.goto("/profile");
  const pictures = page.getByRole("region", { name: "Your pictures" });
  await expect(pictures.getByRole("listitem")).toHaveCount(1);
  await checkAxe(page);
  await pictures.getByRole("button", { name: /^Delete the picture/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(pictures.getByText("Pictures you upload will appear here.")).toBeVisible();
});

test("cards show the user's vote, requested once for each page of cards", async ({ page, context }) => {
  await signUp(context, "Vera Voter");
  const { _id, Title } = await demoSurvey(page.request, "running");
  await page.goto(`/vote/${_id}?vote=0`);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You voted")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/me/votes") && asked.push(request.url()));
  await page.goto(`/surveysPages?${new URLSearchParams({ q: Title })}`);
  await expect(page.getByRole("article").filter({ hasText: Title })).toContainText(/You voted\s+No/);
  expect(asked).toHaveLength(1);
});

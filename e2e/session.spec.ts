import type { Page } from "@playwright/test";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import { newcomer } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signUp, tokenOf } from "./people.ts";
import { drawPng } from "./picture.ts";

const token = (page: Page) => page.evaluate(() => localStorage.getItem("access-token"));

// Security: R51
test("the access token is in local storage while signed in, and every tab follows: new names, signing out, the next user", async ({
  page,
  context,
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
  const email = await newcomer(context, "Old Name");
  const id = await publishSurvey({ title: "Does the other tab know?" });
  const headers = bearer(await tokenOf(context, email));
  const vote = { headers, data: { SurveyID: id, vote: 0 } };
  await expect(await context.request.post("/api/serveyVoting", vote)).toBeOK();
  await page.goto(`/surveydetails/${id}`);
  await expect(page.getByText("You voted No")).toBeVisible();
  expect(await token(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const other = await context.newPage();

  await test.step("a new name shows at once, initials replace a photo that fails to load, and others are cropped", async () => {
    await other.goto("/profile");
    await other.getByLabel("Display name").fill("Nora New");
    await other.getByLabel("Or paste an image URL").fill("https://photos.invalid/nora.webp");
    await other.getByRole("button", { name: "Save" }).click();
    await expect(other.getByRole("main").getByText("Profile saved.")).toBeVisible();
    for (const tab of [page, other])
      await expect(tab.getByRole("button", { name: "Nora New Menu" }).getByText("NN")).toBeVisible();
    await other.getByLabel("Or paste an image URL").fill("https://photos.invalid/wide.png");
    await other.getByRole("button", { name: "Save" }).click();
    const photo = page.getByRole("button", { name: "Nora New Menu" }).locator("img");
    await expect(photo).toHaveCSS("object-fit", "cover");
    await expect.poll(() => photo.boundingBox()).toMatchObject({ width: 32, height: 32 });
    // The admin's tests on this server list this user too.
    const data = { displayName: "Nora New", photoURL: avatarPath("Nora New") };
    await expect(await context.request.patch("/api/me", { headers, data })).toBeOK();
  });

  await test.step("after signing out and in as another user, no tab shows what the first one did", async () => {
    await other.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect(page.getByText("You voted No")).toHaveCount(0);
    // The link appears while the server ends the session, and the token is removed afterwards.
    await expect.poll(() => token(page)).toBeNull();
    await expect(other).toHaveURL("/");
    await signUp(context, "Nora Next");
    await other.goto("/dashboard/adminHome");
    await expect(page.getByRole("banner").getByRole("button", { name: "Nora Next Menu" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Vote", exact: true })).toBeVisible();
    await expect(page.getByRole("radio", { name: "No" })).not.toBeChecked();
    await expect(page.getByText("You voted No")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Report this survey" })).toBeVisible();
  });

  const sessions = async () => (await context.cookies()).filter(({ name }) => name.endsWith("session_token"));
  expect(await sessions()).toHaveLength(1);
  await page.getByRole("banner").getByRole("button", { name: "LogOut" }).click();
  await expect(other).toHaveURL(/^[^?]*\/login/);
  expect(await sessions()).toEqual([]);
});

import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { drawPng } from "./picture.ts";

const file = (name: string) => ({ name, mimeType: "image/png", buffer: drawPng(300, 200) });

test("a form waits for its image, the last image wins, and the same file can be sent again", async ({
  page,
  context,
  expectTrouble,
}) => {
  expectTrouble(/images\.invalid|api\/images|503/);
  await page.route("https://images.invalid/**", (route) => route.fulfill({ status: 404 }));
  await signIn(context, "surveyor");
  await page.goto("/dashboard/surveyAdd");
  const input = page.locator('input[type="file"]');
  const address = page.getByLabel("Or paste an image URL");
  const submit = page.getByRole("button", { name: "Submit for review" });
  const uploads: (() => void)[] = [];
  await page.route("**/api/images", async (route) => {
    await new Promise<void>((start) => uploads.push(start));
    await route.continue().catch(() => undefined);
  });

  await page.getByLabel("Title").fill("x".repeat(201));
  await expect(page.getByText("1 character too many: at most 200")).toBeVisible();
  await page.getByLabel("Category").selectOption({ index: 1 });
  await input.setInputFiles(file("first.png"));
  await expect.poll(() => uploads.length).toBe(1);
  await submit.click();
  await expect(page.getByRole("alert")).toHaveText("Wait for the image to finish uploading.");
  await input.setInputFiles(file("second.png"));
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]?.();
  const picture = page.getByRole("img", { name: "The chosen picture" });
  await expect(picture).toHaveAttribute("src", /^\/images\//);
  const second = (await picture.getAttribute("src")) ?? "";
  // Users don't need the URL of an upload.
  await expect(address).toHaveCount(0);
  uploads[0]?.();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await submit.click();
  await expect(page.getByRole("alert")).toContainText("Title must be at most 200 characters");
  await expect(page.getByLabel("Title")).toHaveValue("x".repeat(201));
  await expect(picture).toHaveAttribute("src", second);

  await page.unroute("**/api/images");
  await page.route("**/api/images", (route) => route.abort(), { times: 1 });
  await input.setInputFiles(file("second.png"));
  await expect(page.getByText("We couldn't reach the server.")).toBeVisible();
  await input.setInputFiles(file("second.png"));
  await expect(picture).not.toHaveAttribute("src", second);
  await page.getByRole("button", { name: "Remove" }).click();

  await page.getByLabel("Title").fill("Is a broken image reported?");
  await address.fill("https://images.invalid/none.png");
  await expect(page.getByText("We couldn't load an image from this URL.")).toBeVisible();
  await submit.click();
  await expect(page.getByRole("alert")).toContainText("Use another URL, or upload a file.");
  await expect(page).toHaveURL("/dashboard/surveyAdd");
});

test("an image that has loaded stays accepted, however long the rest of the form takes", async ({ page, context }) => {
  await signIn(context, "surveyor");
  await page.clock.install();
  await page.goto("/dashboard/surveyAdd");
  await page.locator('input[type="file"]').setInputFiles(file("slow.png"));
  const picture = page.getByRole("img", { name: "The chosen picture" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.clock.runFor(20_000);
  await page.getByLabel("Title").fill("Test: Is a loaded image kept?");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByRole("heading", { name: "Test: Is a loaded image kept? is added" })).toBeVisible();
});

test("an image uploaded on the profile is immediately in the user's list of images", async ({ sharedPage }) => {
  const page = await sharedPage("user");
  await page.goto("/profile");
  const rows = page.getByRole("listitem").filter({ hasText: "Uploaded" });
  await expect(page.getByText("Pictures you upload will appear here.").or(rows.first())).toBeVisible();
  const before = await rows.count();
  await page.locator('input[type="file"]').setInputFiles(file("photo.png"));
  await expect(rows).toHaveCount(before + 1);
});

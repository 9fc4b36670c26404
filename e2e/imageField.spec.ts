import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { drawPng } from "./picture.ts";

const file = (name: string) => ({ name, mimeType: "image/png", buffer: drawPng(300, 200) });

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

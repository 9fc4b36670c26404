import { expect, test } from "./fixtures.ts";
import { bearer, signIn } from "./people.ts";
import { drawPng } from "./picture.ts";

test("an image that has loaded stays accepted, however long the rest of the form takes", async ({
  freshPage,
  tokenFor,
}) => {
  // A clock can't be installed in the document of a kept page, which doesn't run scripts.
  const page = await freshPage();
  await signIn(page.context(), "surveyor");
  const image = { contentType: "image/png", body: drawPng(300, 200) };
  await page.route("https://photos.example/*", (route) => route.fulfill(image));
  await page.clock.install();
  await page.goto("/dashboard/surveyAdd");
  await page.getByLabel("Or paste an image URL").fill("https://photos.example/slow.png");
  const picture = page.getByRole("img", { name: "The chosen picture" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.clock.runFor(20_000);
  await page.getByRole("checkbox", { name: "The picture is decoration only" }).check();
  await page.getByLabel("Title").fill("Test: Is a loaded image kept?");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByRole("heading", { name: "Test: Is a loaded image kept? is added" })).toBeVisible();
  // Other journeys, which can't load its picture, would see it in the owner's list.
  const address = await page.getByRole("link", { name: "See the survey" }).getAttribute("href");
  const headers = bearer(await tokenFor("surveyor"));
  await expect(await page.request.delete(`/api/surveys/${address?.split("/").at(-1)}`, { headers })).toBeOK();
});

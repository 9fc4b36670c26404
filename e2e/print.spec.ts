import { expect, test } from "./fixtures.ts";

test("a printed survey has its question, result and votes on two pages, without bars, forms and buttons", async ({
  page,
  publishSurvey,
}) => {
  const id = await publishSurvey({ title: "Is paper still read?" });
  await page.goto(`/surveydetails/${id}`);
  await expect(page.getByRole("radio", { name: "Yes" })).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "All votes" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.locator("form, button").filter({ visible: true })).toHaveCount(0);
  // Dark text whatever the theme, on paper.
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(20, 32, 31)");
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

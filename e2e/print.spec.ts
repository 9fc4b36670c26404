import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { demoSurvey } from "./surveys.ts";

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
  // Not before the end, when the log still grows.
  await expect(page.getByText("compare this text with the end of the survey's log")).toBeHidden();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

test("a printed result has its label and the final hash of the log, for comparison with emails and other copies", async ({
  page,
  request,
}) => {
  const { _id } = await demoSurvey(request, "ended");
  const { label } = (await (await request.get(`/api/surveyor/${_id}`)).json()) as FullSurvey;
  await page.goto(`/surveydetails/${_id}`);
  const line = page.getByText("They chose to take part");
  const hash = page.getByText(label.head);
  await expect(line).toBeVisible();
  await expect(hash).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(line).toBeVisible();
  await expect(hash).toBeVisible();
  // The long hash stays on the paper.
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("a results page is printed on one page, with the final hash and a QR code of its link", async ({
  page,
  request,
}) => {
  const { _id } = await demoSurvey(request, "ended");
  const { label } = (await (await request.get(`/api/surveyor/${_id}`)).json()) as FullSurvey;
  await page.goto(`/surveys/${_id}/results`);
  const code = page.getByRole("img", { name: /^QR code of the link to the result/ });
  await expect(page.getByRole("heading", { name: "Check it yourself" })).toBeVisible();
  await expect(code).toBeHidden();
  const margin = "1cm";
  const pdf = await page.pdf({ format: "A4", margin: { top: margin, right: margin, bottom: margin, left: margin } });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  await expect(code).toBeVisible();
  await expect(page.getByText(label.head).first()).toBeVisible();
  await expect(page.locator("form, button, a[download]").filter({ visible: true })).toHaveCount(0);
});

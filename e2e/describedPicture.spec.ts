import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signIn } from "./people.ts";
import { drawPng } from "./picture.ts";

// The same server serves each size of screen.
const QUESTION = `Test: Shall we keep boat ${crypto.randomUUID().slice(0, 8)}?`;
const WORDS = "A blue boat with a hole";
const picture = { name: "boat.png", mimeType: "image/png", buffer: drawPng(600, 400) };

test("an owner is asked once what the picture shows, and the answer is its name on the page and in lists @phone", async ({
  newSessionPage,
  tokenFor,
  page: visitor,
}) => {
  const page = await newSessionPage();
  await signIn(page.context(), "surveyor");
  await page.goto("/dashboard/surveyAdd");
  await page.getByRole("textbox", { name: "Your question" }).fill(QUESTION);
  await page.getByLabel("Category").selectOption({ label: "Efficiency" });
  await page.locator('input[type="file"]').setInputFiles(picture);
  const words = page.getByRole("textbox", { name: "Describe the picture" });
  await expect(words).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toHaveCount(0);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(words).toBeFocused();
  await expect(words).toHaveAccessibleDescription(/^The picture isn't described yet/);
  await checkAxe(page);
  await page.keyboard.type(WORDS);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "The picture is decoration only" })).toBeFocused();
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Check your question" });
  await expect(preview.getByRole("img", { name: WORDS })).toBeVisible();
  await preview.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByText(`${QUESTION} is added to the surveysForm.`).first()).toBeVisible();

  const headers = bearer(await tokenFor("admin"));
  const found = await visitor.request.get(`/api/all/surveyor?status=1&q=${encodeURIComponent(QUESTION)}`, { headers });
  const [{ _id }] = (await found.json()) as [{ _id: string }];
  const data = { status: 2, feedback: "" };
  await expect(await visitor.request.patch(`/api/surveys/${_id}/status`, { headers, data })).toBeOK();
  await visitor.goto(`/surveydetails/${_id}`);
  await expect(visitor.getByRole("main").getByRole("img", { name: WORDS, exact: true })).toBeVisible();
  await visitor.goto(`/surveysPages?q=${encodeURIComponent(QUESTION)}`);
  const card = visitor.getByRole("article").filter({ hasText: QUESTION });
  await expect(card.getByRole("img", { name: WORDS, exact: true })).toBeVisible();
});

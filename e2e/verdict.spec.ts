import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { bearer } from "./people.ts";

test("the text for the minutes takes one press on the result, and is in the language of the question", async ({
  page,
  context,
  publishSurvey,
  tokenFor,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await publishSurvey({ title: "Kaufen wir das Klavier?", language: "de" });
  const headers = bearer(await tokenFor("user"));
  await expect(await request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote: 1 } })).toBeOK();
  const owner = bearer(await tokenFor("surveyor"));
  await expect(await request.post(`/api/surveys/${id}/close`, { headers: owner })).toBeOK();
  await page.goto(`/surveys/${id}/results`);
  // It is the largest text, and in ink, because teal and clay only mean Yes and No.
  const verdict = page.getByText("Yes won, 1 to 0", { exact: true });
  expect(await verdict.evaluate((each) => getComputedStyle(each).color)).toBe("rgb(20, 32, 31)");
  const effort = new Effort();
  await effort.press(page.getByRole("button", { name: "Copy text for the minutes" }));
  effort.expectAtMost({ presses: 1, fields: 0, scrolls: 0 });
  await expect(page.getByText("Text for the minutes copied")).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Am \d+\. \S+ \d{4} fand eine offene Abstimmung zu dieser Frage statt: „Test: Kaufen wir/);
  expect(copied).toMatch(/“ Abgestimmt: 1\. Ja gewann mit 1 zu 0\. Am \d+\. .* von der Umfrageleitung/);
});

test("a verdict has a tick for each person on the list, whether they voted or not", async ({ page, request }) => {
  const surveys = (await (await request.get("/api/allSuryesPage?sort=asc")).json()) as {
    _id: string;
    electorate: string;
    closedAt: string | null;
  }[];
  const id = surveys.find(({ electorate, closedAt }) => electorate === "invited" && closedAt !== null)?._id;
  await page.goto(`/surveys/${id}/results`);
  await expect(page.locator(".verdict svg rect.fill-ink, .verdict svg rect.fill-line")).toHaveCount(50);
});

import type { Page } from "@playwright/test";
import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { bearer } from "./people.ts";
import { demoSurvey, makeInvitedSurvey } from "./surveys.ts";

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
  // On paper, text is dark in every theme.
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(20, 32, 31)");
  // Not before the end, because the log still grows.
  await expect(page.getByText("the survey's log ends with")).toBeHidden();
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

test("a results page is printed on one page, with the site's name, the final hash and a QR code of its link", async ({
  page,
  request,
}) => {
  const { _id } = await demoSurvey(request, "ended");
  const { label } = (await (await request.get(`/api/surveyor/${_id}`)).json()) as FullSurvey;
  await page.goto(`/surveys/${_id}/results`);
  const code = page.getByRole("img", { name: /^QR code of the link to the result/ });
  await expect(page.getByRole("heading", { name: "Check it yourself" })).toBeVisible();
  const name = page.getByRole("main").getByText("Survey App", { exact: true });
  await expect(code).toBeHidden();
  await expect(name).toBeHidden();
  expect(await countSheets(page)).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(code).toBeVisible();
  await expect(name).toBeVisible();
  await expect(page.getByText(label.head).last()).toBeVisible();
  await expect(page.locator("form, button, a[download]").filter({ visible: true })).toHaveCount(0);
});

test("a result of invited people, with the effect that non-voters could have had and a long outcome, is printed on one page", async ({
  page,
  request,
  tokenFor,
}) => {
  const headers = bearer(await tokenFor("surveyor"));
  const title = "Test: Should the house get a lift, and who pays for it?";
  const id = await makeInvitedSurvey(request, headers, title, { unsure: true });
  const list = `/api/surveys/${id}/invitations`;
  const makeCodes = async (count: number) =>
    (await (await request.post(`${list}/codes`, { headers, data: { count } })).json()) as IssuedCode[];
  const codes = await makeCodes(12);
  const admin = bearer(await tokenFor("admin"));
  await expect(await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } })).toBeOK();
  for (const [index, { code }] of codes.slice(0, 8).entries()) {
    const opened = await request.post("/api/invitation", { data: { token: code } });
    const { token } = (await opened.json()) as { token: string };
    const data = { vote: [1, 1, 0, 2][index % 4] };
    await expect(await request.post(`/api/surveys/${id}/invitation/vote`, { headers: bearer(token), data })).toBeOK();
  }
  // After the first ballot, additions are late.
  await makeCodes(2);
  await expect(await request.delete(`${list}/${codes[11]?.invitationId}`, { headers })).toBeOK();
  await expect(await request.post(`/api/surveys/${id}/close`, { headers })).toBeOK();
  const text = "We build the lift next spring. The costs are shared by floors, as the meeting agreed. "
    .repeat(23)
    .trim();
  await expect(await request.put(`/api/surveys/${id}/outcome`, { headers, data: { text } })).toBeOK();

  await page.goto(`/surveys/${id}/results`);
  const about = page.getByRole("region", { name: "About this result" });
  await expect(about).toContainText("The list had 14 people, including 2 added after voting opened and 1 removed.");
  expect((await about.textContent())?.match(/2 added/g)).toHaveLength(1);
  await expect(page.getByText("We build the lift next spring.")).toBeVisible();
  expect(await countSheets(page)).toBe(1);
});

test("a result that is saved as PDF keeps its language, headings and tables for screen readers", async ({
  page,
  request,
}) => {
  const { _id } = await demoSurvey(request, "ended");
  await page.goto(`/surveys/${_id}/results`);
  await expect(page.getByRole("table").first()).toBeVisible();
  const pdf = (await page.pdf({ format: "A4", tagged: true })).toString("latin1");
  for (const part of ["/StructTreeRoot", "/Lang (en)", "/S /H1", "/S /H2", "/S /Table", "/S /TH"])
    expect(pdf, part).toContain(part);
});

for (const size of ["a4", "a5"])
  test(`a flyer of size ${size} that is saved as PDF has a title, its languages, a heading, words for its QR code and the paper's order`, async ({
    page,
    publishSurvey,
  }) => {
    const id = await publishSurvey({ title: "Wird Papier noch gelesen?", language: "de" });
    await page.goto(`/surveys/${id}/flyer?size=${size}`);
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    const pdf = (await page.pdf({ preferCSSPageSize: true, tagged: true })).toString("latin1");
    expect(pdf).toContain("/Title (Survey App || Flyer: Test: Wird Papier noch gelesen?)");
    expect(pdf).toContain("/DisplayDocTitle true");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(structureOf(pdf)).toEqual([
      "Document (en)",
      "H1 (de)",
      "Figure: QR code with the link to: Test: Wird Papier noch gelesen?",
      "P",
      "P",
      "P",
    ]);
  });

/** The elements that screen readers find in a tagged PDF, in order, with their language and their alternative text. */
function structureOf(pdf: string): string[] {
  const objects = new Map(
    [...pdf.matchAll(/\n(\d+) 0 obj\s(.*?)\sendobj/gs)].map(([, id = "", text = ""]) => [id, text]),
  );
  const read = (text: string): string[] => {
    const [, kind = ""] = text.match(/\/S \/(\w+)/) ?? [];
    const [, language] = text.match(/\/Lang \((.*?)\)/) ?? [];
    const [, alt] = text.match(/\/Alt \((.*?)\)/) ?? [];
    const [, children = ""] = text.match(/\/K (\[.*?\]|\d+ 0 R)/s) ?? [];
    const inside = [...children.matchAll(/(\d+) 0 R/g)].flatMap(([, id = ""]) => read(objects.get(id) ?? ""));
    // Boxes without their own meaning.
    if (/^(NonStruct|Div|Art)?$/.test(kind)) return inside;
    return [kind + (language ? ` (${language})` : "") + (alt ? `: ${alt}` : ""), ...inside];
  };
  const root = [...objects.values()].find((text) => text.includes("/Type /StructTreeRoot"));
  return read(root ?? "");
}

/** The number of sheets of paper on which a browser prints a page. */
async function countSheets(page: Page): Promise<number> {
  const margin = "1cm";
  const pdf = await page.pdf({ format: "A4", margin: { top: margin, right: margin, bottom: margin, left: margin } });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

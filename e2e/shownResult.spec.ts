import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, signIn } from "./people.ts";
import { phone } from "./phone.ts";
import { makeLinkSurvey } from "./surveys.ts";

// Both the host and the people in the room hold a phone.
test.use(phone);

const panelOf = (page: Page) => page.getByRole("region", { name: "Result and vote" });

async function vote(page: Page, id: string, answer: string): Promise<void> {
  await page.goto(`/surveydetails/${id}`);
  await page.getByRole("radio", { name: answer, exact: true }).check();
  await page.getByRole("button", { name: `Vote ${answer}` }).click();
}

test("a host asks for a show of hands, and shows the result from a phone: other phones say when it appears, and then show it", async ({
  newSessionPage,
}) => {
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  await host.goto("/ask");
  await host.getByRole("textbox", { name: "Your question" }).fill("Test: Shall we look at it together?");
  await host.getByRole("button", { name: "Publish" }).click();
  const start = host.getByRole("link", { name: "Show on the screen" });
  const [, id = ""] = /surveys\/([^/]+)\/present/.exec((await start.getAttribute("href")) ?? "") ?? [];

  const [first, second] = [await newSessionPage(), await newSessionPage()];
  await first.goto(`/surveydetails/${id}`);
  const told =
    /^The result appears when .* shows it, by \d\d-\d\d-\d{4}, \d\d:\d\d at the latest\. Everyone then sees it, with the votes in the order they arrived, without names\.$/;
  await expect(panelOf(first).getByText(told)).toBeVisible();
  await checkAxe(first);
  await vote(first, id, "Yes");
  await expect(panelOf(first).getByRole("heading", { name: "Your vote is in: Yes" })).toBeVisible();
  const counted = /^Counted\. The result appears here when .* shows it, by \d\d-\d\d-\d{4}, \d\d:\d\d at the latest\.$/;
  await expect(panelOf(first).getByText(counted)).toBeVisible();
  await expect(panelOf(first)).not.toContainText("%");
  await vote(second, id, "No");

  await host.goto(`/dashboard/surveys/${id}`);
  const next = host.getByRole("region", { name: "Next step" });
  await expect(next.getByText(/^2 people have voted\. No one sees the result until you show it/)).toBeVisible();
  await next.getByRole("button", { name: "Show the result" }).click();
  await checkAxe(host);
  await host.getByRole("dialog").getByRole("button", { name: "Show", exact: true }).click();
  await expect(host.getByText(/Shown by its owner after 2 of 2 votes\./)).toBeVisible();
  for (const page of [first, second]) {
    await expect(panelOf(page).getByText("A tie, 1 to 1")).toBeVisible();
    await expect(panelOf(page).getByText("Your vote is counted.")).toBeVisible();
    await expect(panelOf(page).getByText(/appears/)).toHaveCount(0);
  }
  await checkAxe(first);
});

test("a phone that votes after the result was shown sees it right away, and no phone hides it again", async ({
  newSessionPage,
  newClient,
  request,
  tokenFor,
}) => {
  const token = await tokenFor("surveyor");
  const id = await makeLinkSurvey(request, token, "Test: Is it out already?", { results: "shown" });
  const page = await newSessionPage();
  await vote(page, id, "Yes");
  await expect(
    panelOf(page).getByText(/^1 person has voted\. The result appears when the owner shows it\.$/),
  ).toBeVisible();
  await expect(await request.post(`/api/surveys/${id}/show`, { headers: bearer(token) })).toBeOK();
  await expect(panelOf(page).getByText("Yes leads, 1 to 0")).toBeVisible();
  const late = await newSessionPage();
  await vote(late, id, "Yes");
  await expect(panelOf(late).getByText("Yes leads, 2 to 0")).toBeVisible();
  await expect(panelOf(late).getByRole("heading", { name: "You voted Yes" })).toBeVisible();
  await expect(panelOf(page).getByText("Yes leads, 2 to 0")).toBeVisible();
  const other = await newClient();
  await expect((await other.request.get(`/api/surveys/${id}/results`)).json()).resolves.toMatchObject({
    shownAfter: 1,
  });
});

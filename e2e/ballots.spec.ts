import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer } from "./people.ts";

test("a vote is changed with the keyboard", async ({ sharedPage, publishSurvey, tokenFor, request }) => {
  const id = await publishSurvey({ title: "Should lunch move to one o'clock?", changeable: true });
  const cast = { headers: bearer(await tokenFor("user")), data: { SurveyID: id, vote: 1 } };
  await expect(await request.post("/api/serveyVoting", cast)).toBeOK();
  const voter = await sharedPage("user");
  await voter.goto(`/surveydetails/${id}`);
  const panel = voter.getByRole("region", { name: "Result and vote" });
  await panel.getByRole("button", { name: "Change your vote", exact: true }).press("Enter");
  await expect(voter.getByRole("radio", { name: "Yes" })).toBeFocused();
  await checkAxe(voter);
  await voter.keyboard.press("ArrowRight");
  await voter.keyboard.press("Enter");
  await expect(panel).toContainText("Your vote was changed: No");
  await checkAxe(voter);
});

test("a result that opens at the end opens on an open page, which keeps its layout", async ({
  sharedPage,
  publishSurvey,
  tokenFor,
  request,
}) => {
  const id = await publishSurvey({
    title: "Should we move the office to the old mill?",
    deadline: new Date(Date.now() + 30 * 24 * 3600_000).toISOString(),
    results: "afterClose",
    unsure: true,
  });
  for (const [role, vote] of [
    ["user", 1],
    ["pro-user", 2],
  ] as const) {
    const headers = bearer(await tokenFor(role));
    await expect(await request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote } })).toBeOK();
  }
  const page = await sharedPage("user");
  const stream = page.waitForResponse(/\/events/);
  await page.goto(`/surveydetails/${id}`);
  await stream;
  const panel = page.getByRole("region", { name: "Result and vote" });
  await expect(panel).toContainText("2 people have voted");
  const bar = panel.locator("svg[width='100%']");
  const before = await bar.boundingBox();
  const headers = bearer(await tokenFor("surveyor"));
  await expect(await request.post(`/api/surveys/${id}/close`, { headers })).toBeOK();
  await expect(panel).toContainText("Yes won, 1 to 0; 1 not sure");
  expect(before).not.toBeNull();
  expect(await bar.boundingBox()).toEqual(before);
});

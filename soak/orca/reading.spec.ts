import { bearer, signIn } from "../../e2e/people.ts";
import { expect, test } from "./orcaTest.ts";

test("read a result", async ({ freshPage, newClient, publishSurvey, orca }) => {
  const id = await publishSurvey({ title: "Shall we paint the fence?" });
  for (const [role, vote] of [
    ["user", 1],
    ["pro-user", 0],
    ["admin", 1],
  ] as const) {
    const client = await newClient();
    const headers = bearer(await signIn(client, role));
    await expect(await client.request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote } })).toBeOK();
  }
  await orca.open(await freshPage(), `/surveys/${id}/results`, "Shall we paint the fence?");
  await orca.press("h", "Shall we paint the fence?");
  for (let i = 0; i < 12; i++) await orca.press("Down");
  await orca.press("ctrl+Home");
  await orca.press("t", "Numbers", "table");
  await orca.press("Down", "Yes", "People", "2", "Share", "67%");
  await orca.press("Down", "No", "People", "1", "Share", "33%");
  await orca.press("Down", "People who voted", "3");
});

test("check a receipt", async ({ freshPage, publishSurvey, orca }) => {
  const id = await publishSurvey({ title: "Shall we keep the bees?" });
  const page = await freshPage();
  const headers = bearer(await signIn(page.context(), "user"));
  await expect(await page.request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote: 1 } })).toBeOK();
  await orca.open(page, `/surveydetails/${id}`, "Shall we keep the bees?");
  await orca.reach("b", "Check that my vote is counted");
  await orca.press("Return", "Check that my vote is counted dialog");
  await orca.reach("Tab", "Check push button");
  await orca.press("Return", "Your Yes vote is counted");
});

test("hear a presentation's total", async ({ freshPage, newClient, publishSurvey, orca }) => {
  const id = await publishSurvey({ title: "Shall we buy a bench?" });
  const vote = async (role: "user" | "pro-user") => {
    const client = await newClient();
    const headers = bearer(await signIn(client, role));
    await expect(await client.request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote: 1 } })).toBeOK();
  };
  await vote("user");
  await orca.open(await freshPage(), `/surveys/${id}/present`, "Shall we buy a bench?");
  await orca.reach("b", "Read out the total");
  await orca.press("Return", "1 person has voted");
  await orca.press("Return", "1 person has voted");
  await orca.notice("someone votes", () => vote("pro-user"), "2 people have voted");
  await orca.reach("shift+b", "Show result");
  await orca.press("Return", "Yes leads, 2 to 0");
});

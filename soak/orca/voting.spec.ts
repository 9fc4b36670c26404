import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import { bearer, signIn } from "../../e2e/people.ts";
import { makeLinkSurvey } from "../../e2e/surveys.ts";
import { test } from "./orcaTest.ts";
import type { Voice } from "./voice.ts";

/** Spoken before the answers, so that people don't fear that moving between them votes. */
const RULE = "Nothing is sent yet.";

/** From the question to a counted Yes. */
async function voteYes(orca: Voice, question: string): Promise<void> {
  await orca.reach("Tab", question, "Yes", "not selected", RULE);
  await orca.press("r", "No", "not selected");
  await orca.press("space", "selected");
  await orca.press("shift+r", "Yes", "not selected");
  await orca.press("space", "selected");
  await orca.reach("Tab", "Vote Yes");
  await orca.press("Return", "You voted Yes");
  await orca.press("Down", "Your vote is counted.");
}

test("vote from a link", async ({ freshPage, publishSurvey, orca }) => {
  const id = await publishSurvey({ title: "Shall we plant a tree?" });
  const page = await freshPage();
  await signIn(page.context(), "user");
  await orca.open(page, `/surveydetails/${id}`, "Shall we plant a tree?");
  await orca.press("h", "Shall we plant a tree?");
  await orca.reach("b", "Vote push button");
  await orca.press("Return", "1 thing needs your attention", "vote is required");
  await orca.press("ctrl+Home");
  await orca.press("h", "Shall we plant a tree?");
  await voteYes(orca, "Shall we plant a tree?");
});

test("sign up and vote", async ({ freshPage, publishSurvey, orca }) => {
  const id = await publishSurvey({ title: "Shall we buy a new oven?" });
  await orca.open(await freshPage(), `/surveydetails/${id}`, "Shall we buy a new oven?");
  await orca.press("h", "Shall we buy a new oven?");
  await orca.press("Tab", "Shall we buy a new oven?", "Yes", "not selected", RULE);
  await orca.press("space", "selected");
  await orca.reach("Tab", "Sign up with email");
  await orca.press("Return", "Create an account");
  await orca.reach("Tab", "Name");
  await orca.type("Lena Link");
  await orca.reach("Tab", "Email");
  await orca.type(`lena.${crypto.randomUUID().slice(0, 8)}@example.org`);
  await orca.reach("Tab", "Password");
  await orca.type("Kettle-on7!");
  await orca.press("Return", "Shall we buy a new oven?");
  await orca.reach("Tab", "Vote Yes");
  await orca.press("Return", "You voted Yes");
  await orca.press("Down", "Your vote is counted.");
});

test("invited vote", async ({ freshPage, request, tokenFor, orca }) => {
  const headers = bearer(await tokenFor("surveyor"));
  const Title = "Test: Shall we repair the lift?";
  const data = { Title, category: "Cleaning Tools", image: "/categories/cleaning-tools.svg", electorate: "invited" };
  const created = await request.post("/api/surveysForm", { headers, data });
  const { insertedId: id } = (await created.json()) as { insertedId: string };
  const made = await request.post(`/api/surveys/${id}/invitations/codes`, { headers, data: { count: 1 } });
  const [{ code }] = (await made.json()) as [IssuedCode];
  await orca.open(await freshPage(), `/i#${code}`, "Shall we repair the lift?");
  await orca.press("ctrl+Home");
  await orca.press("h", /repair the lift\? heading level 1/);
  await voteYes(orca, "Shall we repair the lift?");
});

test("show of hands", async ({ freshPage, request, tokenFor, orca }) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Shall we take a break?");
  await orca.open(await freshPage(), `/surveydetails/${id}`, "Shall we take a break?");
  await orca.press("h", "Shall we take a break?");
  await voteYes(orca, "Shall we take a break?");
});

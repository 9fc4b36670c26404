import { newcomer } from "../../e2e/accounts.ts";
import { bearer, signIn } from "../../e2e/people.ts";
import { expect, test } from "./orcaTest.ts";

test("ask with a preset", async ({ freshPage, orca }) => {
  const page = await freshPage();
  await signIn(page.context(), "surveyor");
  await orca.open(page, "/ask", "Ask a question");
  await orca.reach("Tab", "Your question");
  await orca.type("Test: Shall we meet on Mondays?");
  await orca.reach("Tab", "Who answers?");
  await orca.press("r", "Secret ballot", "not selected", "Answers are counted, not stored.");
  await orca.press("r", "Open vote", "not selected", "Names and votes are shown with the result.");
  await orca.press("space", "selected");
  await orca.reach("Tab", "Category");
  await orca.press("Down", /\w/);
  await orca.reach("Tab", "Submit for review");
  await orca.press("Return", "Test: Shall we meet on Mondays?", "Submitted for review.");
  await orca.reach("Down", "Submitted for review.");
});

test("log in, with a wrong password at first", async ({ freshPage, expectTrouble, orca }) => {
  expectTrouble(/422/);
  await orca.open(await freshPage(), "/login", "Login");
  await orca.reach("Tab", "Email");
  await orca.type("user@example.com");
  await orca.reach("Tab", "Password");
  await orca.type("Kettle-on8!");
  await orca.press("Return", "your email and password should match");
  const refused = await orca.press("Return", "Email and password don't match.");
  expect(refused).toContain("Password password text");
  await orca.type("Passw0rd!");
  await orca.press("Return", "User Login Successful.", /One question\.\s+Two answers\.\s+Every vote counted\./);
});

test("close a survey", async ({ freshPage, publishSurvey, orca }) => {
  const id = await publishSurvey({ title: "Shall we stop the clock?" });
  const page = await freshPage();
  await signIn(page.context(), "surveyor");
  await orca.open(page, `/dashboard/surveys/${id}`);
  await orca.reach("b", "Close voting");
  await orca.press("Return", "Close voting now?", "will stop accepting votes", "Voting can't be reopened.");
  await orca.reach("Tab", "Close voting");
  await orca.press("Return", /closed|ended/i);
});

test("pay by card", async ({ freshPage, orca }) => {
  const page = await freshPage();
  await newcomer(page.context(), "Paula Payer");
  await orca.open(page, "/membarShip", "Membership");
  await orca.reach("k", "Choose PRO");
  await orca.press("Return", "Payment");
  await orca.reach("Tab", "Card number");
  await orca.type("4242424242424242");
  await orca.reach("Tab", "Expiry");
  await orca.type(`12${(new Date().getUTCFullYear() + 3) % 100}`);
  await orca.reach("Tab", "CVC");
  await orca.type("123");
  await orca.reach("Tab", "Pay $12.00");
  await orca.press("Return", "Thank you pro user member");
});

test("review a survey", async ({ freshPage, request, tokenFor, orca }) => {
  const Title = "Test: Shall we share the keys?";
  const data = { Title, category: "Cleaning Tools", image: "/categories/cleaning-tools.svg" };
  await expect(await request.post("/api/surveysForm", { headers: bearer(await tokenFor("surveyor")), data })).toBeOK();
  const page = await freshPage();
  await signIn(page.context(), "admin");
  await orca.open(page, "/dashboard/admin/surveys?status=1", "Manage surveys");
  await orca.reach("b", `publish: ${Title}`);
  await orca.press("Return", "Publish this survey?");
  await orca.press("Down", "Everyone will be able to see", Title, "Sam Surveyor");
  await orca.reach("Down", "Deadline");
  await orca.reach("Tab", "publish push button");
  await orca.press("Return", `${Title} is published.`);
});

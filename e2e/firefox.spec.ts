import { type FirefoxPage, firefoxPath, openFirefox } from "./firefox.ts";
import { expect, test } from "./fixtures.ts";
import { bearer, PASSWORD, people, signUp } from "./people.ts";
import { makeLinkSurvey } from "./surveys.ts";

/*
 * Nightly, because starting Firefox takes as much as a dozen journeys in Chromium: the main flows in another vendor's
 * browser.
 */

/** Waits until the page shows a text anywhere. */
const see = async ({ page }: FirefoxPage, text: string) => {
  await page.waitForFunction(
    // biome-ignore lint/performance/useDomNodeTextContent: what people see, without what is hidden
    (wanted) => document.body.innerText.replaceAll(/\s+/g, " ").includes(wanted),
    {},
    text,
  );
};
const press = ({ page }: FirefoxPage, role: "button" | "link" | "radio", name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
/** Presses of someone who has looked at the page first. */
const look = () => new Promise((resolve) => setTimeout(resolve, 700));

async function inFirefox(work: (firefox: FirefoxPage) => Promise<void>, settings: Record<string, unknown> = {}) {
  const path = firefoxPath();
  test.skip(!path, "no Firefox: install it, or set FIREFOX_BIN");
  const firefox = await openFirefox(path ?? "", settings);
  try {
    await work(firefox);
    expect(firefox.errors).toEqual([]);
  } finally {
    await firefox.browser.close();
  }
}

test("@nightly Firefox: a person logs in, votes, changes the vote and logs out", async ({ server, publishSurvey }) => {
  const title = "Does Firefox vote?";
  await publishSurvey({ title, changeable: true });
  await inFirefox(async (firefox) => {
    const { page } = firefox;
    await page.goto(`${server.url}/surveysPages`);
    await page.locator(`::-p-text(Test: ${title})`).click();
    await see(firefox, "Nothing is sent yet.");
    await press(firefox, "radio", "Yes");
    await press(firefox, "link", "Sign in");
    await page.locator("input[name=email]").fill(people.user.email);
    await page.locator("input[name=password]").fill(PASSWORD);
    await page.locator("main form button[type=submit]").click();
    await look();
    await press(firefox, "button", "Vote Yes");
    await see(firefox, "You voted Yes");
    await press(firefox, "button", "Change your vote");
    await press(firefox, "radio", "No");
    await look();
    await press(firefox, "button", "Change to No");
    await see(firefox, "Your vote was changed");
    await see(firefox, "No leads, 1 to 0");
    await press(firefox, "button", "LogOut");
    await see(firefox, "Login");
  });
});

test("@nightly Firefox: a vote by open link is stored, and the wall shows it right away", async ({
  server,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Does Firefox vote by open link?");
  await inFirefox(async (voter) => {
    await inFirefox(async (wall) => {
      await wall.page.goto(`${server.url}/surveys/${id}/present`);
      await see(wall, "0 people have voted");
      await voter.page.goto(`${server.url}/surveydetails/${id}`);
      await press(voter, "radio", "Yes");
      await look();
      await press(voter, "button", "Vote Yes");
      await see(voter, "You voted Yes");
      await see(wall, "1 person has voted");
      // After a reload, the cookie still identifies the vote.
      await voter.page.reload();
      await see(voter, "You voted Yes");
    });
  });
});

test("@nightly Firefox without cookies and storage shows surveys, and says why signing in is impossible", async ({
  server,
  publishSurvey,
  request,
  newClient,
}) => {
  const title = "Does Firefox need cookies?";
  const id = await publishSurvey({ title });
  await inFirefox(
    async (firefox) => {
      const { page } = firefox;
      await page.goto(`${server.url}/surveysPages`);
      await page.locator(`::-p-text(Test: ${title})`).click();
      await see(firefox, "Nothing is sent yet.");
      const headers = bearer(await signUp(await newClient(), "Vera Voter"));
      await expect(await request.post("/api/serveyVoting", { headers, data: { SurveyID: id, vote: 1 } })).toBeOK();
      await see(firefox, "Yes leads, 1 to 0");
      await page.goto(`${server.url}/login`);
      await page.locator("input[name=email]").fill(people.user.email);
      await page.locator("input[name=password]").fill(PASSWORD);
      await page.locator("main form button[type=submit]").click();
      await see(firefox, "Your browser is blocking cookies");
    },
    { "network.cookie.cookieBehavior": 2 },
  );
});

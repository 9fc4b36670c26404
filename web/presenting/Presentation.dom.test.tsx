import { castVote } from "@survey-app/contract/votes.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
let surveyor: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
  surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
});
afterAll(() => t.close());

const publish = (Title: string, more: object = {}) => t.makeSurvey(surveyor, { publishedBy: admin, Title, ...more });

test("a room sees the question and how many have voted, and the result only once R is pressed", async () => {
  const id = await publish("What does the room think?");
  await t.request(castVote, { as: surveyor, body: { SurveyID: id, vote: 1 } });
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`);
  await page.findByRole("heading", { name: "What does the room think?" });
  page.getByRole("img", { name: "QR code with the link to: What does the room think?" });
  page.getByText("person has voted");
  expect(page.queryByText("1 vote, for Yes")).toBeNull();
  await user.keyboard("{Control>}r{/Control}");
  expect(page.queryByText("1 vote, for Yes")).toBeNull();
  await user.keyboard("r");
  await page.findByText("1 vote, for Yes");
  await user.click(page.getByRole("button", { name: /^Hide result/ }));
  expect(page.queryByText("1 vote, for Yes")).toBeNull();
});

// Security: F12
test("a room sees what visitors see, also where the person who presents has voted and sees more", async () => {
  const id = await publish("Shown after your own vote?", { results: "afterVote" });
  await t.request(castVote, { as: surveyor, body: { SurveyID: id, vote: 1 } });
  const { user, ...page } = await openPage(t, `/surveys/${id}/present`, { as: surveyor });
  await page.findByRole("heading", { name: "Shown after your own vote?" });
  await user.keyboard("r");
  await page.findByText("1 person has voted");
  await page.findByText("You'll see the result after you vote.");
  expect(page.queryByText(/for Yes|100%/)).toBeNull();
});

test("the share panel leads to the flyer and the page for a room, and has the code for other sites", async () => {
  const id = await publish('Is "quoted" & <b>bold</b> fine?');
  const { user, ...page } = await openPage(t, `/surveydetails/${id}`);
  await user.click(await page.findByRole("button", { name: "Share" }));
  const panel = within(await page.findByRole("dialog", { name: "Share this survey" }));
  const hrefOf = (name: string) => panel.getByRole("link", { name }).getAttribute("href");
  expect([hrefOf("Flyer A4"), hrefOf("Flyer A5"), hrefOf("Present")]).toEqual([
    `/surveys/${id}/flyer`,
    `/surveys/${id}/flyer?size=a5`,
    `/surveys/${id}/present`,
  ]);
  const { publicUrl } = t.config;
  expect(panel.getByLabelText("Code for your page")).toHaveProperty(
    "value",
    `<iframe src="${publicUrl}/embed/surveys/${id}" title="Is &quot;quoted&quot; &amp; &lt;b&gt;bold&lt;/b&gt; fine?" width="560" height="330" style="border:0;max-width:100%" loading="lazy"></iframe>\n<script async src="${publicUrl}/embed.js"></script>`,
  );
});

test("the flyer has the question, the code, the link and the deadline", async () => {
  const id = await publish("Who comes to the party?", { deadline: "2199-01-01T12:00:00Z" });
  const page = await openPage(t, `/surveys/${id}/flyer?size=a5`);
  await page.findByRole("heading", { name: "Who comes to the party?" });
  page.getByRole("img", { name: "QR code with the link to: Who comes to the party?" });
  page.getByText("Point your phone's camera at the code and vote Yes or No.");
  page.getByText(/^Vote until 01-01-2199/);
  page.getByText(`Or open ${t.config.publicUrl}/surveydetails/${id}`);
  expect(page.getByRole("link", { name: "A5" }).getAttribute("aria-current")).toBe("page");
});

test.each(["present", "flyer"])(
  "a survey that awaits review has no page to %s it, also for its owner",
  async (what) => {
    const id = await t.makeSurvey(surveyor, { Title: "Not public yet?" });
    expect((await t.app.inject({ url: `/surveys/${id}/${what}` })).statusCode).toBe(404);
    const page = await openPage(t, `/surveys/${id}/${what}`, { as: surveyor });
    await page.findByRole("heading", { name: /not found/i });
    expect(page.queryByText("Not public yet?")).toBeNull();
  },
);

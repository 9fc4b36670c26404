import * as moderation from "@survey-app/contract/surveys/moderation.ts";
import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import * as requests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { invitedSurveys, secretSettings, untilClose } from "../../server/testing/invitedSurveys.ts";
import { LATER_YEAR } from "../../server/testing/laterYear.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let invited: ReturnType<typeof invitedSurveys>;
beforeAll(async () => {
  t = await startServer({ surveyReview: "all" });
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
  invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

type Fields = NonNullable<Parameters<TestApp["makeSurvey"]>[1]>;

const open = (id: string, section = "", as = owner) => openPage(t, `/dashboard/surveys/${id}${section}`, { as });
const ask = (fields: Fields = {}) => t.makeSurvey(owner, { publishedBy: admin, Title: "Is it ours?", ...fields });
const decide = (id: string, status: surveys.SurveyStatus, feedback = "Ask one thing only") =>
  t.request(surveys.setSurveyStatus, { as: admin, params: { id }, body: { status, feedback } });
const close = (id: string) => t.request(surveys.closeSurvey, { as: owner, params: { id } });
async function vote(id: string, answers: readonly (0 | 1)[]) {
  for (const answer of answers) await voteAsNewPerson(t, id, answer);
}
const whole = () => document.body.textContent ?? "";

/** The panel that says what comes next. */
async function nextStep(page: Awaited<ReturnType<typeof open>>) {
  return within(await page.findByRole("region", { name: "Next step" }));
}

describe("what comes next", () => {
  test("under a pass rule nothing says that voting can end early or that the deadline can move", async () => {
    const passRule = { needs: "atLeast", share: "2/3", of: "sides", quorum: null } as const;
    const settings = { ...secretSettings(), passRule };
    const { id, codes } = await invited.makeOpen(2, settings);
    await nextStep(await open(id));
    expect(whole()).not.toMatch(/close voting early/);
    await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    await nextStep(await open(id));
    expect(whole()).not.toMatch(/close voting early|Close voting/);
    const page = await open(id, "/settings");
    await page.findByText("1 person has voted. You can add a note.");
    page.getByText(/Voting ends exactly at the deadline\.$/);
    expect(whole()).not.toMatch(/move the deadline/);
  });

  test("waits for review, then can be shared", async () => {
    const id = await t.makeSurvey(owner, { Title: "Does it wait?" });
    const waiting = await nextStep(await open(id));
    waiting.getByText("Waiting for review");
    expect(waiting.queryAllByRole("link")).toEqual([]);
    await decide(id, surveys.PUBLISHED, "");
    const page = await open(id);
    const step = await nextStep(page);
    step.getByText("No one has voted yet.");
    await page.user.click(step.getByRole("link", { name: "Share" }));
    await page.findByLabelText("Message with the link");
    expect(location.pathname).toBe(`/dashboard/surveys/${id}/share`);
    // The section that it leads to is open.
    expect((await nextStep(page)).queryByRole("link", { name: "Share" })).toBeNull();
    await expectAccessible();
  });

  test("a survey that was sent back is edited, with the admin's words, and submitted again", async () => {
    const id = await t.makeSurvey(owner, { Title: "Is it one thing?" });
    await decide(id, surveys.WAITING);
    const { user, ...page } = await open(id);
    await page.findByText("Ask one thing only");
    await user.click(page.getByRole("link", { name: "Edit and submit again" }));
    const question = await page.findByRole("textbox", { name: /^Your question/ });
    expect(location.pathname).toBe(`/dashboard/surveys/${id}/settings`);
    await user.clear(question);
    await user.type(question, "Is it this thing?");
    // In this DOM the form can't choose the stored category.
    await user.selectOptions(page.getByLabelText("Category"), "Food Preparation");
    await user.click(page.getByRole("button", { name: "Update survey" }));
    await page.findByText("Waiting for review");
    const heading = await page.findByRole("heading", { level: 1, name: "Is it this thing? Settings" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(page.getByRole("textbox", { name: /^Your question/ })).toHaveProperty("value", "Is it this thing?");
  });

  test("an unpublished survey is appealed, once", async () => {
    const id = await ask({ Title: "Is it hidden?" });
    await decide(id, surveys.WAITING, "It breaks the rules");
    const { user, ...page } = await open(id);
    await page.findByText("It breaks the rules");
    await user.click(await page.findByRole("button", { name: "Appeal" }));
    await user.type(await page.findByLabelText(/^Why should it be published/), "It doesn't.");
    await user.click(page.getByRole("button", { name: "Send appeal" }));
    await page.findByText(/^This survey awaits review again/);
    expect(page.queryByRole("button", { name: "Appeal" })).toBeNull();
    expect(await t.request(moderation.getUnpublication, { as: owner, params: { id } })).toMatchObject({
      appeal: "It doesn't.",
    });
  });

  test("a scheduled survey says when it starts, and can't be shared before", async () => {
    const page = await open(await ask({ createDate: `${LATER_YEAR}-12-10T12:00:00Z`, scheduled: true }), "/share");
    expect((await page.findByRole("region", { name: "Next step" })).textContent).toMatch(
      new RegExp(`^Published\\. Voting starts on 10-12-${LATER_YEAR}`),
    );
    page.getByText("You can share this survey once it starts.");
    expect(page.queryByRole("button", { name: "Close voting" })).toBeNull();
  });

  test("nothing tells the answers before everyone sees them", async () => {
    const named = await ask({ ...untilClose(), Title: "Is it hidden?" });
    const secret = await ask({ ...secretSettings(), Title: "Is it secret?" });
    for (const id of [named, secret]) {
      await vote(id, [1, 1, 1, 1, 0, 0]);
      const page = await open(id);
      (await nextStep(page)).getByText("6 people have voted.");
      await page.findByText(/^Everyone sees the result when voting ends/);
      expect(whole()).not.toMatch(/\d%|\d (Yes|No)\b|leads|won/);
      expect(page.queryByRole("table")).toBeNull();
      expect(page.queryByRole("button", { name: "CSV export" })).toBeNull();
    }
  });

  test("after the close the outcome is announced, and then the result is shared", async () => {
    const id = await ask({ Title: "Is it decided?" });
    await vote(id, [1]);
    await close(id);
    const { user, ...page } = await open(id, "/people");
    await user.click(await page.findByRole("button", { name: "Announce the outcome" }));
    const dialog = within(await page.findByRole("dialog", { name: "What was decided" }));
    await user.click(dialog.getByRole("button", { name: "Publish the outcome" }));
    await dialog.findByText("Write what you decided.");
    await user.type(dialog.getByLabelText("What did you decide?"), "We do it.");
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Publish the outcome" }));
    await page.findByRole("link", { name: "Share the result" });
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
    await user.click(page.getByRole("link", { name: "Result" }));
    await page.findByText("We do it.");
    // A later version is written where the first one stands.
    page.getByRole("button", { name: "Edit the outcome" });
  });

  test("a survey without votes is asked again", async () => {
    const id = await ask({ Title: "Is it lonely?" });
    await close(id);
    const { user, ...page } = await open(id);
    await user.click(await page.findByRole("link", { name: "Ask again" }));
    expect(await page.findByRole("textbox", { name: /^Your question/ })).toHaveProperty("value", "Is it lonely?");
  });

  test("when everyone on the list has voted, voting can be closed", async () => {
    const { id, codes } = await invited.makeOpen(1);
    await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    const step = await nextStep(await open(id));
    await step.findByText("Everyone on your list has voted.");
    expect(step.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Close voting"]);
  });
});

describe("the page", () => {
  test("says in title, heading and links which section it shows, and its menu entry stays current", async () => {
    const id = await ask({ Title: "Where am I?" });
    const { user, ...page } = await open(id);
    await page.findByRole("heading", { level: 1, name: "Where am I? Result" });
    for (const [name, path] of [
      ["People", "/people"],
      ["Share", "/share"],
      ["Settings", "/settings"],
      ["Result", ""],
    ] as const) {
      const links = within(page.getByRole("navigation", { name: "Your survey" }));
      await user.click(links.getByRole("link", { name }));
      const heading = await page.findByRole("heading", { level: 1, name: `Where am I? ${name}` });
      await waitFor(() => expect(document.activeElement).toBe(heading));
      expect(location.pathname).toBe(`/dashboard/surveys/${id}${path}`);
      expect(document.title).toBe(`Survey App || ${name}: Where am I?`);
      const current = [...document.querySelectorAll("[aria-current=page]")].map(({ textContent }) => textContent);
      expect(current).toContain(name);
      const menu = within(page.getAllByRole("navigation", { name: "Dashboard" })[0] as HTMLElement);
      expect(menu.getByRole("link", { current: true }).textContent).toBe("responses of surveys");
    }
  });

  test("is found on the survey's public page and from the specification's pages by its owner and admins, by no one else", async () => {
    const id = await ask({ Title: "Is it linked?" });
    const own = `/dashboard/surveys/${id}`;
    const hrefs = async (page: Awaited<ReturnType<typeof openPage>>, name: string) => {
      const links = await page.findAllByRole("link", { name });
      return links.map((link) => link.getAttribute("href"));
    };
    for (const as of [owner, admin])
      expect(await hrefs(await openPage(t, `/surveydetails/${id}`, { as }), "Manage")).toContain(own);
    const stranger = await openPage(t, `/surveydetails/${id}`, { as: await signUp(t, { role: "surveyor" }) });
    await stranger.findByRole("radio", { name: "Yes" });
    expect(stranger.queryByRole("link", { name: "Manage" })).toBeNull();
    for (const path of [`/dashboard/surveyor/surveys/${id}`, `/dashboard/surveyor/update/${id}`])
      expect(await hrefs(await openPage(t, path, { as: owner }), "Manage")).toContain(own);
    for (const path of ["/surveys", "/dashboard/surveyor/surveys", "/dashboard/surveyor/allupdate"])
      expect(await hrefs(await openPage(t, path, { as: owner }), "Is it linked?")).toContain(own);
    expect(
      await hrefs(await openPage(t, "/dashboard/surveyor/allupdate", { as: owner }), "Manage: Is it linked?"),
    ).toContain(own);
    expect(await hrefs(await openPage(t, "/dashboard/admin/responses", { as: admin }), "Is it linked?")).toContain(own);
  });

  test("is only for its owner and admins: others don't find it, and an owner who was demoted is told why", async () => {
    const id = await ask({ Title: "Whose is it?" });
    const other = await open(id, "", await signUp(t, { role: "surveyor" }));
    await waitFor(() => expect(other.getByRole("heading", { level: 1 }).textContent).toMatch(/not found/i));
    const former = await signUp(t, { role: "surveyor" });
    const theirs = await t.makeSurvey(former, { publishedBy: admin, Title: "Was it theirs?" });
    await t.request(setUserRole, { as: admin, params: { id: former.id }, body: { role: "user" } });
    // Its cookie is replaced, because the role has changed.
    const { browser } = await open(theirs, "", former);
    for (const section of ["", "/people", "/share", "/settings"]) {
      const page = await openPage(t, `/dashboard/surveys/${theirs}${section}`, { browser });
      await page.findByRole("heading", { level: 1, name: "You don't have access to this page" });
      expect(whole()).not.toContain("Was it theirs?");
    }
  });

  test("lets an admin review and unpublish, and doesn't show the list", async () => {
    const id = await t.makeSurvey(owner, { Title: "Is it reviewed?", electorate: "invited" });
    await invited.add(id, [{ email: "zoe@example.org" }]);
    const { user, ...page } = await open(id, "", admin);
    await user.click(await page.findByRole("button", { name: "Review" }));
    const dialog = within(await page.findByRole("dialog", { name: "Publish this survey?" }));
    await user.click(dialog.getByRole("button", { name: "publish" }));
    await page.findByText("Is it reviewed? is published.");
    await user.click(page.getByRole("link", { name: "People" }));
    await page.findByText("Only the owners see who is on the list.");
    expect(whole()).not.toContain("zoe@example.org");
    await user.click(page.getByRole("link", { name: "Settings" }));
    await page.findByRole("button", { name: "unpublish" });
    expect(page.queryByRole("button", { name: "Announce the outcome" })).toBeNull();
  });

  test("is there for a first question, whose list is filled while it awaits review", async () => {
    const nora = await signUp(t, { name: "Nora New" });
    const body = {
      Title: "Is it my first?",
      category: "Food Preparation",
      image: "https://example.org/a.webp",
      electorate: "invited",
    } as const;
    const { insertedId: id } = await t.request(requests.createSurveyorRequest, { as: nora, body });
    const { user, ...page } = await open(id, "", nora);
    await user.click(await page.findByRole("link", { name: "Add the people who can vote" }));
    await page.findByLabelText("Names and email addresses");
    await user.click(page.getByRole("link", { name: "Settings" }));
    expect((await page.findByRole("link", { name: "View" })).getAttribute("href")).toBe("/ask");
  });

  test("shows an outcome that the owner gave earlier, and the responses", async () => {
    const id = await ask({ Title: "Is it all here?" });
    await vote(id, [1, 0]);
    await close(id);
    await t.request(setOutcome, { as: owner, params: { id }, body: { text: "Both." } });
    const page = await open(id);
    await page.findByText("Both.");
    page.getByText("A tie, 1 to 1");
    expect(within(await page.findByRole("table", { name: /^Responses/ })).getAllByRole("row")).toHaveLength(3);
    page.getByRole("button", { name: "CSV export" });
    await expectAccessible();
  });
});

import { castInvitedVote } from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeEnded } from "../../server/surveys/closeSurvey.sql.ts";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { setEmailVerified } from "../../server/testing/identities.sql.ts";
import { invitedSurveys, newTicket, untilClose } from "../../server/testing/invitedSurveys.ts";
import { recorder } from "../../server/testing/recorder.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
beforeAll(async () => {
  t = await startServer({ surveyReview: "listed" });
  owner = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));

test("a rule is offered for a list and a result at the end, disappears with a choice that ends either, and is stored", async () => {
  const page = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  const choose = async (name: RegExp) => page.user.click(await page.findByRole("radio", { name }));
  await page.user.type(await page.findByLabelText(/^Your question/), "Shall we buy the hall?");
  await page.user.selectOptions(page.getByLabelText("Category"), "Food Preparation");
  await page.user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  expect(page.queryByText("When does it pass?")).toBeNull();
  await choose(/^Secret ballot/);
  await choose(/^At least two thirds/);
  await choose(/^Open vote/);
  expect(page.queryByText("When does it pass?")).toBeNull();
  expect(page.getByText(/The survey no longer has a pass rule\./)).toBeTruthy();
  await choose(/^Secret ballot/);
  await choose(/^Your own rule/);
  const share = page.getByLabelText(/^Share$/);
  await page.user.clear(share);
  await page.user.type(share, "3/2");
  await page.user.type(page.getByLabelText(/^Quorum/), "x");
  await page.user.click(page.getByRole("button", { name: "Publish" }));
  await page.findByText("Type a share such as 2/3 or 60%");
  await page.findByText("The quorum must be a whole number from 1 to 100000");
  await expectAccessible();
  await page.user.clear(share);
  await page.user.type(share, "3/5");
  await page.user.clear(page.getByLabelText(/^Quorum/));
  await page.user.type(page.getByLabelText(/^Quorum/), "12");
  await page.user.click(page.getByRole("button", { name: "Preview" }));
  await page.findByText(
    "Passes if Yes gets at least 3/5 of the Yes and No votes, and only with at least 12 Yes votes.",
  );
  await page.user.click(await page.findByRole("button", { name: "Publish" }));
  await waitFor(async () => {
    const [survey] = await t.request(surveys.listMySurveys, { as: owner, query: { email: owner.email } });
    expect(survey?.passRule).toEqual({
      needs: "atLeast",
      share: "3/5",
      of: "sides",
      quorum: { people: 12, of: "yes" },
    });
  });
});

test.each([
  ["Arabic", "٦٠ ٪", "١٢"],
  ["Persian", "۶۰٪", "۱۲"],
  ["wide", "６０％", "１２"],
  ["with a blank", "60\u00a0%", " 12"],
])("a share and a quorum are typed in the digits of every keyboard: %s", async (_, share, quorum) => {
  const page = await openPage(t, "/dashboard/surveyAdd", { as: owner });
  const choose = async (name: RegExp) => page.user.click(await page.findByRole("radio", { name }));
  await page.user.type(await page.findByLabelText(/^Your question/), "Shall we buy the hall?");
  await page.user.selectOptions(page.getByLabelText("Category"), "Food Preparation");
  await page.user.click(page.getByRole("checkbox", { name: "Use our drawing" }));
  await choose(/^Secret ballot/);
  await choose(/^Your own rule/);
  await page.user.clear(page.getByLabelText(/^Share$/));
  await page.user.type(page.getByLabelText(/^Share$/), share);
  await page.user.type(page.getByLabelText(/^Quorum/), quorum);
  await page.user.click(page.getByRole("button", { name: "Preview" }));
  await page.findByText(
    "Passes if Yes gets at least 60% of the Yes and No votes, and only with at least 12 Yes votes.",
  );
});

test("once someone has voted, the owner is offered neither another end nor more people, and reads why", async () => {
  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  const { id, codes } = await invited.makeOpen(2, { ...untilClose(), passRule, Title: "Fixed?" });
  await t.send(castInvitedVote, {
    params: { id },
    headers: await invited.open(codes[0] ?? ""),
    body: { vote: 1, ticket: newTicket() },
  });
  const people = await openPage(t, `/dashboard/surveys/${id}/people`, { as: owner });
  const why = /^After the first vote, no one can be added to the list/;
  await people.findByText(why);
  expect(people.queryByRole("button", { name: /^Add/ })).toBeNull();
  expect(people.queryByRole("button", { name: "Close voting" })).toBeNull();
  const settings = await openPage(t, `/dashboard/surveys/${id}/settings`, { browser: people.browser });
  await settings.findByText(why);
  expect(settings.queryByLabelText(/^Deadline/)).toBeNull();
  const page = await openPage(t, `/surveydetails/${id}`);
  const main = within(page.getByRole("main"));
  expect(main.getByText("Passes if Yes gets more than half of the Yes and No votes.")).toBeTruthy();
});

test("cards say whether a survey has passed once everyone may know, also to who has voted, and nothing where its result is withheld", async () => {
  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  const settings = { ...untilClose(), passRule, listed: true };
  await setEmailVerified(t.database, owner.email, true);
  const ask = (Title: string, more = {}) => invited.makeOpen(2, { ...settings, ...more, Title }, [owner.email]);
  const [passes, fails, few] = [
    await ask("Card that passes?"),
    await ask("Card that fails?"),
    await ask("Card of few?", { privacy: "confidential" }),
  ];
  for (const { id, codes } of [passes, fails, few])
    await invited.vote(id, await invited.open(codes[0] ?? ""), id === fails.id ? 0 : 1);
  expect((await invited.castByAccount(passes.id, owner, 1)).statusCode).toBe(200);
  const stateOf = async (as?: Account) => {
    const page = await openPage(t, "/surveysPages?q=card", as && { as });
    const cards = await page.findAllByRole("article");
    if (as) await page.findByText(/You voted/);
    return Object.fromEntries(
      cards.map((card) => [
        within(card).getByRole("heading").textContent,
        [/Not passed|Passed/, /You voted/].map((text) => within(card).queryByText(text)?.textContent ?? ""),
      ]),
    );
  };
  expect(Object.values(await stateOf()).map(([passed]) => passed)).toEqual(["", "", ""]);
  for (const { id } of [passes, fails, few])
    await t.database.db
      .updateTable("surveys")
      .set({ starts_at: 1, ends_at: Date.now() - 1 })
      .where("id", "=", id)
      .execute();
  await closeEnded(t.database, recorder());
  const expected = {
    "Card that passes?": ["Passed, 2 Yes to 0 No", ""],
    "Card that fails?": ["Not passed, 0 Yes to 1 No: more than half was needed", ""],
    "Card of few?": ["", ""],
  };
  await waitFor(async () => expect(await stateOf()).toEqual(expected));
  expect(await stateOf(owner)).toEqual({
    ...expected,
    "Card that passes?": ["Passed, 2 Yes to 0 No", expect.stringMatching(/^You voted\s+Yes$/)],
  });
});

test("where the share is of all answers, the bar of non-voters counts who was not sure with No, and says so", async () => {
  const passRule = { needs: "atLeast", share: "2/3", of: "answers", quorum: null } as const;
  const { id, codes } = await invited.makeOpen(4, {
    ...untilClose(),
    passRule,
    unsure: true,
    Title: "Of all answers?",
  });
  for (const [index, vote] of ([1, 0, 2] as const).entries())
    expect((await invited.vote(id, await invited.open(codes[index] ?? ""), vote)).statusCode).toBe(200);
  const times = { starts_at: 1, ends_at: Date.now() - 1 };
  await t.database.db.updateTable("surveys").set(times).where("id", "=", id).execute();
  await closeEnded(t.database, recorder());
  const page = await openPage(t, `/surveydetails/${id}`);
  await page.findByText("needed: 2/3");
  page.getByText("2 No or not sure");
});

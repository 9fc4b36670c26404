import { waitFor, within } from "@testing-library/dom";
import { afterAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

const started: TestApp[] = [];
afterAll(async () => {
  for (const t of started) await t.close();
});

async function start(settings: Parameters<typeof startServer>[0] = {}) {
  const t = await startServer(settings);
  started.push(t);
  return { t, admin: await signUp(t, { name: "Ada Admin", role: "admin" }) };
}

const HOME = "/dashboard/adminHome";

test("an admin of a new installation sees its first steps, each until it is done, and nothing when all are", async () => {
  const { t, admin } = await start();
  const { user, ...page } = await openPage(t, HOME, { as: admin });
  const list = within(await page.findByRole("region", { name: "Getting started" }));
  const steps = () => list.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(steps()).toEqual(["Try the email", "Ask a first question", "Choose who can ask"]);
  await expectAccessible();
  list.getByText("SURVEYORS=request");
  list.getByText("SURVEY_REVIEW=listed");
  expect(list.getByRole("link", { name: "Ask a question" }).getAttribute("href")).toBe("/ask");

  await user.click(list.getByRole("button", { name: "Send a test email" }));
  await list.findByText("The sandbox has kept the test email.");
  await user.click(list.getByRole("button", { name: "Keep these settings" }));
  await waitFor(() => expect(steps()).toEqual(["Try the email", "Ask a first question"]));

  // A finished step is remembered for the installation: another admin sees only those that are left.
  const other = await signUp(t, { name: "Olga Other", role: "admin" });
  const theirs = await openPage(t, HOME, { as: other });
  const left = within(await theirs.findByRole("region", { name: "Getting started" }));
  expect(left.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Ask a first question",
  ]);
  await t.makeSurvey(admin);
  const done = await openPage(t, HOME, { as: other });
  await done.findByText("Surveys awaiting review");
  await done.findByRole("heading", { name: /^2 users$/ });
  expect(done.queryByRole("region", { name: "Getting started" })).toBeNull();
});

test("without a mail server the list names the missing setting, and lets the admin go on without email", async () => {
  const { t, admin } = await start({ sandbox: false, surveyors: "admins" });
  const { user, ...page } = await openPage(t, HOME, { as: admin });
  await page.findByText(/^SMTP_URL is not set, so emails aren't sent/);
  page.getByText("SURVEYORS=admins");
  expect(page.queryByRole("button", { name: "Send a test email" })).toBeNull();
  await user.click(page.getByRole("button", { name: "Continue without email" }));
  await waitFor(() => expect(page.queryByRole("heading", { name: "Try the email" })).toBeNull());
});

test("a mail server that can't be reached is reported on the page", async () => {
  const { t, admin } = await start({ smtpUrl: "smtp://127.0.0.1:1" });
  const { user, ...page } = await openPage(t, HOME, { as: admin });
  await user.click(await page.findByRole("button", { name: "Send a test email" }));
  await page.findByText(/^The mail server hasn't accepted the test email/);
  page.getByRole("button", { name: "Send another one" });
});

test("with demo data there is no such list", async () => {
  const { t, admin } = await start({ demo: true });
  const demo = await openPage(t, HOME, { as: admin });
  await demo.findByText("Surveys awaiting review");
  expect(demo.queryByRole("region", { name: "Getting started" })).toBeNull();
});

test("without surveys each list leads people who may ask to the first question, and tells all others who asks", async () => {
  const { t, admin } = await start({ surveyors: "admins" });
  const user = await signUp(t, { name: "Uma User" });
  const surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const none = "On this site, surveyors ask the questions.";
  const pages = [
    ["/surveysPages", undefined, false],
    ["/surveysPages", user, false],
    ["/surveysPages", surveyor, true],
    [HOME, user, false],
    ["/dashboard/admin/surveys", admin, true],
    ["/dashboard/admin/responses", admin, true],
  ] as const;
  for (const [address, as, mayAsk] of pages) {
    const page = await openPage(t, address, as && { as });
    const main = within(page.getByRole("main"));
    await main.findByRole("heading", { name: "No surveys yet" });
    // Once the session is known.
    await waitFor(() => expect(main.queryAllByText(none, { exact: false }), address).toHaveLength(mayAsk ? 0 : 1));
    expect(main.queryAllByRole("link", { name: "Ask a question" }).length > 0, address).toBe(mayAsk);
    expect(main.queryByText("No surveys match these filters")).toBeNull();
  }
  const filtered = await openPage(t, "/surveysPages?state=ended");
  await filtered.findByText("No surveys match these filters");
});

test("without surveys the home page says so in each list, shows an example, and has a field for people who may ask", async () => {
  const { t } = await start({ surveyors: "admins" });
  const surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const begun = await openPage(t, "/", { as: surveyor });
  await begun.findByRole("textbox", { name: "Your question" });
  begun.getByRole("button", { name: "Ask a question" });
  const home = await openPage(t, "/");
  await waitFor(() => expect(home.queryByRole("textbox", { name: "Your question" })).toBeNull());
  expect(home.queryByRole("button", { name: "Ask a question" })).toBeNull();
  const list = (name: string) => within(home.getByRole("region", { name }));
  list("voted surveys of 0").getByText("The surveys with the most votes will appear here.");
  list("recently surveys of 0").getByText("New questions will appear here.");
  const example = within(home.getByRole("region", { name: "Should the office close at noon on Fridays?" }));
  example.getByText("Example");
  example.getByText("65%");
});

import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { waitFor } from "@testing-library/dom";
import { afterEach, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { makePerson } from "../../server/testing/people.ts";
import { sendEmails } from "../../server/testing/sendEmails.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
afterEach(() => t.close());

test("where no one may sign up, no page offers it, and the page itself says so", async () => {
  t = await startServer({ registration: { kind: "closed", domains: [] } });
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const surveyor = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const survey = await t.makeSurvey(surveyor, { publishedBy: admin });
  for (const path of ["/", "/login?returnTo=%2Fask%3Fnext%3Dsubmit", `/surveydetails/${survey}`]) {
    const page = await openPage(t, path);
    await page.findAllByRole("link", { name: /log in|login/i });
    expect(document.querySelector('a[href^="/signup"]'), path).toBeNull();
    expect(document.body.textContent, path).not.toMatch(/sign up|create an account/i);
  }
  const asking = await openPage(t, "/ask");
  await asking.user.type(await asking.findByLabelText(/Your question/), "Is this asked?");
  await asking.user.selectOptions(asking.getByLabelText(/^Category/), "Cleaning Tools");
  await asking.user.click(asking.getByRole("button", { name: "Continue" }));
  await asking.findByText("Your question is saved. Sign in to submit it.");
  expect(location.pathname).toBe("/login");
  const page = await openPage(t, "/signup");
  await page.findByText("New accounts can't be created here.");
  expect(page.queryByLabelText("Password")).toBeNull();
  expect(page.queryByRole("button", { name: /Google/ })).toBeNull();
});

test("where the address decides, a link comes first; it opens the form with the address, and comes back to the page of before", async () => {
  t = await startServer({ registration: { kind: "domains", domains: ["club.example"] } }, { mailPollMs: HOUR_MS });
  const email = "member@club.example";
  const { user, browser, ...page } = await openPage(t, "/signup?returnTo=%2FsurveysPages");
  await page.findByText(/an address at club\.example can have an account here/);
  expect(page.queryByLabelText("Password")).toBeNull();
  await user.type(page.getByLabelText("Email"), email);
  await user.click(page.getByRole("button", { name: "Send the link" }));
  await page.findByText(/If member@club\.example can have an account here/);
  const [sent] = await sendEmails(t);
  const link = new URL(/https?:\/\/\S+\/signup\S*/.exec(sent?.text ?? "")?.[0] ?? "");
  const form = await openPage(t, link.pathname + link.search + link.hash, { browser });
  await waitFor(() => expect(form.getByLabelText("Email")).toHaveProperty("value", email));
  await form.user.type(form.getByLabelText("Name"), "Mia Member");
  await form.user.type(form.getByLabelText("Password"), PASSWORD);
  await form.user.click(form.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(location.pathname).toBe("/surveysPages"));
  const created = t.database.db.selectFrom("users").select("email_verified").where("email", "=", email);
  expect(await created.executeTakeFirst()).toEqual({ email_verified: 1 });
});

test("a link to sign up keeps the plus of an address, also where a mail gateway has decoded the link", async () => {
  t = await startServer({ registration: { kind: "domains", domains: ["club.example"] } });
  const page = await openPage(t, "/signup#1.signature.mia+votes@club.example");
  await waitFor(() => expect(page.getByLabelText("Email")).toHaveProperty("value", "mia+votes@club.example"));
});

test("an answer picked before signing up is selected in the tab that the emailed link opens, isn't in the email, and doesn't cast a vote", async () => {
  t = await startServer({ registration: { kind: "domains", domains: ["club.example"] } }, { mailPollMs: HOUR_MS });
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const survey = await t.makeSurvey(admin, { publishedBy: admin });
  const path = `/surveydetails/${survey}`;
  const { browser, ...first } = await openPage(t, path);
  await first.user.click(await first.findByRole("radio", { name: "Yes" }));
  const toSignUp = first.getByRole("link", { name: "Sign up with email" }).getAttribute("href") ?? "";
  const asking = await openPage(t, toSignUp, { browser });
  await asking.findByText("Your choice is saved. Create an account or sign in, then confirm it.");
  await asking.user.type(asking.getByLabelText("Email"), "member@club.example");
  await asking.user.click(asking.getByRole("button", { name: "Send the link" }));
  await asking.findByText("Open the link in this browser: it keeps your choice for 30 minutes.");
  const [sent] = await sendEmails(t);
  const link = new URL(/https?:\/\/\S+\/signup\S*/.exec(sent?.text ?? "")?.[0] ?? "");
  expect(link.search).toBe(`?${new URLSearchParams({ returnTo: path })}`);
  expect(JSON.stringify(sent)).not.toMatch(/\bYes\b|vote=/);

  // As another tab of the same browser.
  sessionStorage.clear();
  const form = await openPage(t, link.pathname + link.search + link.hash, { browser });
  await form.findByText("Your choice is saved. Create an account or sign in, then confirm it.");
  await form.user.type(form.getByLabelText("Name"), "Mia Member");
  await form.user.type(form.getByLabelText("Password"), PASSWORD);
  await form.user.click(form.getByRole("button", { name: "Create account" }));
  expect(await form.findByRole("radio", { name: "Yes" })).toHaveProperty("checked", true);
  expect(location.pathname).toBe(path);
  await form.findByRole("button", { name: "Vote Yes" });
  expect(Object.keys(localStorage).filter((name) => name.includes("vote"))).toEqual([]);
  expect(await t.database.db.selectFrom("votes").select("id").execute()).toEqual([]);
});

/** Writes a question as a visitor, and asks for the link to sign up with `email`. @returns the link */
async function askWithLink(Title: string, email: string) {
  const { user, browser, ...page } = await openPage(t, "/ask");
  await user.type(await page.findByLabelText(/^Your question/), Title);
  await user.selectOptions(page.getByLabelText("Category"), "Efficiency");
  await user.click(page.getByRole("button", { name: "Continue" }));
  await user.type(await page.findByLabelText("Email"), email);
  await user.click(page.getByRole("button", { name: "Send the link" }));
  await page.findByText("Open the link in this browser: it keeps your question for 30 minutes.");
  const [sent] = await sendEmails(t);
  expect(JSON.stringify(sent)).not.toContain(Title);
  return { link: new URL(/https?:\/\/\S+\/signup\S*/.exec(sent?.text ?? "")?.[0] ?? ""), browser };
}

test("a question typed before signing up waits for the person whose address the emailed link proves, in any tab", async () => {
  t = await startServer({ registration: { kind: "domains", domains: ["club.example"] } }, { mailPollMs: HOUR_MS });
  const Title = "Does it wait for its link?";
  const { link, browser } = await askWithLink(Title, "member@club.example");
  // As another tab of the same browser, which opens another person's link.
  sessionStorage.clear();
  const hash = link.hash.replace("member", "another");
  await openPage(t, link.pathname + link.search + hash, { browser });
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith("draft:"))).toEqual([]);

  const form = await openPage(t, link.pathname + link.search + link.hash, { browser });
  await form.user.type(form.getByLabelText("Name"), "Mia Member");
  await form.user.type(form.getByLabelText("Password"), PASSWORD);
  await form.user.click(form.getByRole("button", { name: "Create account" }));
  await form.findByText(
    "You're signed in as Mia Member. Continue with the question typed here? Check it, then submit it.",
  );
  form.getByRole("heading", { name: Title });
  expect(JSON.stringify({ ...localStorage })).not.toContain(Title);
  await form.user.click(form.getByRole("button", { name: "Submit for review" }));
  await form.findByRole("heading", { name: "Submitted for review" });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(Title);
});

test("admins invite by address under Manage users, and revoke", async () => {
  t = await startServer({ registration: { kind: "open", domains: [] } }, { mailPollMs: HOUR_MS });
  const admin = await signUp(t, { role: "admin" });
  const { user, ...page } = await openPage(t, "/dashboard/admin/users", { as: admin });
  await page.findByRole("heading", { name: "Invite someone to create an account" });
  await user.type(page.getByLabelText("Email"), "guest@elsewhere.example");
  await user.click(page.getByRole("button", { name: "Send an invitation" }));
  await page.findByText("Invitation sent to guest@elsewhere.example.");
  const sent = await sendEmails(t);
  expect(sent.map(({ to }) => to)).toContain("guest@elsewhere.example");
  await user.click(await page.findByRole("button", { name: "Revoke the invitation to guest@elsewhere.example" }));
  await page.findByText("No open invitations.");
});

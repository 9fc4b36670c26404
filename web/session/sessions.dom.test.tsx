import { ACCESS_TOKEN_KEY, revokeUserSessions } from "@survey-app/contract/session/session.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Account, PASSWORD, signUp, signUpBody } from "../../server/testing/accounts.ts";
import { makeGuest } from "../../server/testing/guests.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let admin: Account;
beforeAll(async () => {
  t = await startServer();
  admin = await signUp(t, { name: "Ada Admin", role: "admin" });
});
afterAll(() => t.close());

type Page = Awaited<ReturnType<typeof openPage>>;
const address = () => location.pathname + location.search;

/** On a login page that was reached within the app, which focuses its heading: before that, typing would end early. */
async function logIn({ user, ...page }: Page, email: string): Promise<void> {
  const heading = await page.findByRole("heading", { level: 1, name: "Login" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.type(await page.findByLabelText("Email"), email);
  await user.type(page.getByLabelText("Password"), PASSWORD);
  await user.click(page.getByRole("button", { name: "Login" }));
}

/**
 * Ends the session of this browser without its page.
 * @returns the statuses of the responses to the page's own sign-outs, which say that no one pressed LogOut
 */
async function endSession({ browser }: Page): Promise<number[]> {
  const url = `${t.config.publicUrl}/api/auth/sign-out`;
  const response = await browser.send(url, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", origin: t.config.publicUrl },
  });
  expect(response.status).toBe(200);
  const send = browser.send.bind(browser);
  const signOuts: number[] = [];
  browser.send = async (url, init) => {
    const answer = await send(url, init);
    if (url.endsWith("/sign-out") && init?.body === '{"isRejected":true}') signOuts.push(answer.status);
    return answer;
  };
  return signOuts;
}

/** The login page says why, and the user is signed out for good. */
async function expectSignedOut(page: Page, signOuts: readonly number[]): Promise<void> {
  await page.findByText(/^Your session has ended, so you were signed out\./);
  await waitFor(() => expect(signOuts).toHaveLength(1));
}

test("pages that need a sign-in lead to the login page and back", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  await openPage(t, `/vote/${id}`);
  await waitFor(() => expect(address()).toBe(`/login?returnTo=${encodeURIComponent(`/vote/${id}`)}`));
  const page = await openPage(t, "/dashboard/admin/surveys");
  await waitFor(() => expect(address()).toBe("/login?returnTo=%2Fdashboard%2Fadmin%2Fsurveys"));
  await page.findByText("Sign in to continue.");
  // Via the sign-up page and back: the return URL is kept.
  await page.user.click(page.getByRole("link", { name: "Create an account" }));
  await page.findByRole("heading", { level: 1, name: "Create an account" });
  expect(address()).toBe("/signup?returnTo=%2Fdashboard%2Fadmin%2Fsurveys");
  await page.user.click(within(page.getByRole("main")).getByRole("link", { name: "Login" }));
  await logIn(page, admin.email);
  await page.findByRole("dialog", { name: "User Login Successful." });
  await page.findByRole("heading", { level: 1, name: "Manage surveys Status" });
  expect(address()).toBe("/dashboard/admin/surveys");
  // It closes automatically, like a toast.
  await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
  // The login page is no longer in the history.
  history.back();
  await waitFor(() => expect(address()).not.toBe("/dashboard/admin/surveys"));
  expect(address()).not.toContain("/login");
});

/** Every path of specification §2.1 that visitors may not open. */
const forSignedIn = [
  "/surveys",
  "/vote/a",
  "/payment",
  "/dashboard/adminHome",
  "/dashboard/admin/users",
  "/dashboard/admin/surveys",
  "/dashboard/admin/responses",
  "/dashboard/surveyAdd",
  "/dashboard/surveyor/surveys",
  "/dashboard/surveyor/allupdate",
  "/dashboard/surveyor/update/a",
  "/dashboard/surveyor/surveys/a",
  "/dashboard/surveyor/feedback/a",
  "/dashboard/surveyor/feedbacks",
  "/dashboard/user/paymentHistory",
  "/dashboard/user/pro/paymentHistory",
  "/dashboard/user/surveys",
  "/dashboard/user/my-reports",
  "/dashboard/user/comments",
];

test("every page that needs a sign-in sends visitors to /login and remembers where they were going", async () => {
  await openPage(t, "/membarShip");
  for (const path of forSignedIn) {
    // As links do, without reloading the page.
    history.pushState(null, "", path);
    await waitFor(() => expect(address()).toBe(`/login?${new URLSearchParams({ returnTo: path })}`));
  }
});

test("a session ended on the server signs out once, says why, and continues after signing in", async () => {
  const other = await signUp(t, { name: "Bea Briefly", role: "admin" });
  const page = await openPage(t, "/dashboard/adminHome", { as: other });
  await page.findByRole("heading", { level: 1, name: "Overview" });
  const signOuts = await endSession(page);
  const [menu] = page.getAllByRole("navigation", { name: "Dashboard" });
  await page.user.click(within(menu as HTMLElement).getByRole("link", { name: "Manage users" }));
  await expectSignedOut(page, signOuts);
  expect(address()).toBe("/login?returnTo=%2Fdashboard%2Fadmin%2Fusers");
  expect(localStorage.getItem("access-token")).toBeNull();
  await logIn(page, other.email);
  await page.findByRole("table", { name: /^Users/ });
  expect(address()).toBe("/dashboard/admin/users");
  expect(signOuts).toHaveLength(1);
});

test("a user who goes elsewhere while signing in stays there", async () => {
  const page = await openPage(t, "/login");
  const send = page.browser.send.bind(page.browser);
  const { promise: hasLeft, resolve: answer } = Promise.withResolvers<void>();
  page.browser.send = async (url, init) => {
    const response = await send(url, init);
    if (url.includes("/sign-in/")) await hasLeft;
    return response;
  };
  await page.user.type(page.getByLabelText("Email"), admin.email);
  await page.user.type(page.getByLabelText("Password"), `${PASSWORD}{Enter}`);
  await page.user.click(page.getAllByRole("link", { name: "All Surveys" })[0] as HTMLElement);
  await waitFor(() => expect(location.pathname).toBe("/surveysPages"));
  answer();
  await page.findByRole("dialog", { name: "User Login Successful." });
  expect(location.pathname).toBe("/surveysPages");
});

test("a link that is pressed while signing out is not lost", async () => {
  const page = await openPage(t, "/surveysPages");
  const bar = within(page.getAllByRole("banner")[0] as HTMLElement);
  // Narrow windows have the same entry in the bar's menu.
  const inBar = (found: HTMLElement[]) => found.find((each) => !each.closest("[popover]")) as HTMLElement;
  await page.user.click(inBar(bar.getAllByRole("link", { name: "Login" })));
  await logIn(page, admin.email);
  const send = page.browser.send.bind(page.browser);
  const { promise: hasPressed, resolve: answer } = Promise.withResolvers<void>();
  page.browser.send = async (url, init) => {
    const response = await send(url, init);
    if (url.endsWith("/sign-out")) await hasPressed;
    return response;
  };
  await page.user.click(inBar(await bar.findAllByRole("button", { name: "LogOut" })));
  await page.user.click(inBar(await bar.findAllByRole("link", { name: "Login" })));
  answer();
  await page.findByRole("heading", { level: 1, name: "Login" });
  await waitFor(() => expect(localStorage.getItem("access-token")).toBeNull());
  expect(location.pathname).toBe("/login");
});

test("LogOut leads to where the organization's provider ends its own session", async () => {
  const page = await openPage(t, "/profile", { as: await signUp(t, { name: "Olga Organization" }) });
  const send = page.browser.send.bind(page.browser);
  const bodies: unknown[] = [];
  page.browser.send = async (url, init) => {
    const answer = await send(url, init);
    if (!url.endsWith("/sign-out")) return answer;
    bodies.push(init?.body);
    return Response.json({ success: true, url: "https://login.company.example/end" });
  };
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  onTestFinished(() => assign.mockRestore());
  const [button] = await page.findAllByRole("button", { name: "LogOut" });
  await page.user.click(button as HTMLElement);
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://login.company.example/end"));
  expect(bodies).toEqual(["{}"]);
});

test("a blocked user is signed out by the next request and can't sign in; so is a user whose sessions an admin ended", async () => {
  const bob = await signUp(t, { name: "Bob Blocked" });
  const page = await openPage(t, "/profile", { as: bob });
  const setStatus = (status: "Blocked" | "Verified") =>
    t.request(users.setUserStatus, { as: admin, params: { id: bob.id }, body: { status } });
  /** A request of the page, which may be another one than the download, notices that the session has ended. */
  const expectEndedBy = async (end: () => Promise<unknown>) => {
    const download = await page.findByRole("button", { name: "Download my data" });
    await end();
    await page.user.click(download);
    await page.findByText(/^Your session has ended, so you were signed out\./);
    expect(address()).toBe("/login?returnTo=%2Fprofile");
  };
  await expectEndedBy(() => setStatus("Blocked"));
  await logIn(page, bob.email);
  expect((await page.findByRole("alert")).textContent).toContain("This account is blocked.");
  await setStatus("Verified");
  await page.user.click(page.getByRole("button", { name: "Login" }));
  await page.findByRole("button", { name: "Bob Blocked Menu" });
  await waitFor(() => expect(address()).toBe("/profile"));
  await expectEndedBy(() => t.request(revokeUserSessions, { as: admin, params: { id: bob.id } }));
});

test("a visitor's choice survives signing in, and one click on Vote No casts it", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin, Title: "Is a choice kept?" });
  const voter = await signUp(t, { name: "Vera Voter" });
  const page = await openPage(t, "/surveysPages");
  await page.user.click(page.getByRole("link", { name: "No: Is a choice kept?" }));
  await waitFor(() => expect(address()).toBe(`/surveydetails/${id}`));
  expect(await page.findByRole("radio", { name: "No" })).toHaveProperty("checked", true);
  await page.user.click(page.getByRole("link", { name: "Sign in" }));
  await logIn(page, voter.email);
  await waitFor(() => expect(address()).toBe(`/surveydetails/${id}`));
  expect(await page.findByRole("radio", { name: "No" })).toHaveProperty("checked", true);
  await page.user.click(await page.findByRole("button", { name: "Vote No" }));
  expect((await page.findByText(/^You voted/)).textContent).toMatch(/No$/);
  await page.findAllByText(/^No leads, 1 to 0/);
  // It is there after a reload, so it came from the server.
  const again = await openPage(t, `/surveydetails/${id}`, { browser: page.browser });
  expect((await again.findByText(/^You voted/)).textContent).toMatch(/No$/);
});

test("a draft survives a session that ended on the server", async () => {
  const id = await t.makeSurvey(admin, { publishedBy: admin });
  const member = await signUp(t, { name: "Pia Pro", isMember: true });
  const page = await openPage(t, `/surveydetails/${id}`, { as: member });
  const comment = () => page.findByLabelText<HTMLTextAreaElement>(/^Comment/, { selector: "textarea" });
  await page.user.click(await page.findByRole("radio", { name: "Yes" }));
  await page.user.type(await comment(), "Typed once, and once only.");
  const vote = await page.findByRole("button", { name: "Vote Yes" });
  const signOuts = await endSession(page);
  await page.user.click(vote);
  await expectSignedOut(page, signOuts);
  await logIn(page, member.email);
  await waitFor(() => expect(address()).toBe(`/surveydetails/${id}`));
  await waitFor(async () => expect((await comment()).value).toBe("Typed once, and once only."));
  await page.user.click(await page.findByRole("button", { name: "Vote Yes" }));
  expect((await page.findByText(/^You voted/)).textContent).toMatch(/Yes$/);
  const table = await page.findByRole("table", { name: /^All votes/ });
  await waitFor(() => expect(table.textContent).toContain("Typed once, and once only."));
});

test("a guest who becomes an account in one tab is signed in as that in the other, and stays so", async () => {
  const app = await startServer({ askUnlisted: "anyone" });
  onTestFinished(() => app.close());
  const guest = await makeGuest(app);
  const page = await openPage(app, "/dashboard/surveyor/surveys", { as: guest });
  await page.findByText(/^You're asking as a guest/);
  // The other tab's request, with the cookies that both have.
  const response = await page.browser.send(`${app.config.publicUrl}/api/guests/account`, {
    method: "POST",
    body: JSON.stringify(signUpBody({ name: "Gil Guest" })),
    headers: {
      authorization: `Bearer ${guest.token}`,
      "content-type": "application/json",
      origin: app.config.publicUrl,
    },
  });
  expect(response.status, await response.text()).toBe(200);
  new BroadcastChannel("session").postMessage("refreshed");
  await page.findAllByRole("button", { name: "LogOut" });
  expect(page.queryByText(/^You're asking as a guest/)).toBeNull();
  expect(localStorage.getItem(ACCESS_TOKEN_KEY)).not.toBeNull();
});

test("a user who cancels at a provider sees why once, and keeps the return URL", async () => {
  const page = await openPage(t, "/login?with=facebook&error=cancelled&returnTo=%2Fprofile");
  const alert = await page.findByRole("alert");
  expect(alert.textContent).toBe("You canceled at Facebook, so you aren't signed in.");
  await waitFor(() => expect(address()).toBe("/login?returnTo=%2Fprofile"));
  expect(localStorage.getItem("access-token")).toBeNull();
  for (const path of [address(), "/signup"]) {
    const again = await openPage(t, path, { browser: page.browser });
    await within(again.getByRole("main")).findByRole("button", { name: /^Continue with Facebook/ });
    within(again.getByRole("main")).getByRole("button", { name: /^Continue with Google/ });
    expect(again.queryByRole("alert")).toBeNull();
  }
});

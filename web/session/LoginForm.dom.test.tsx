import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

const FAILED = "your email and password should match with the registered email and password If it doesnt match.";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a wrong password shows an error, and the right one leads to the page that asked for a sign-in", async () => {
  const { email } = await signUp(t, { name: "Nora New" });
  const { user, ...page } = await openPage(t, "/login?returnTo=/profile");
  await user.type(page.getByLabelText("Email"), email);
  await user.type(page.getByLabelText("Password"), "Not-the-one7!");
  await user.click(page.getByRole("button", { name: "Login" }));
  await page.findByRole("dialog", { name: FAILED });
  expect((await page.findByRole("alert")).textContent).toContain("Email and password don't match");
  await user.click(await page.findByRole("button", { name: "OK" }));
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText("Password")));
  expect(location.pathname).toBe("/login");
  expect(page.getByLabelText("Email")).toHaveProperty("value", email);
  expect(localStorage.getItem("access-token")).toBeNull();

  await user.clear(page.getByLabelText("Password"));
  await user.type(page.getByLabelText("Password"), PASSWORD);
  await user.click(page.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(location.pathname).toBe("/profile"));
  expect(await page.findByLabelText("Display name")).toHaveProperty("value", "Nora New");
});

test("a browser with the cookie of a session is signed in, and one without it is asked to sign in", async () => {
  const surveyor = await signUp(t, { name: "Sam Surveyor", role: "surveyor" });
  const own = await openPage(t, "/profile", { as: surveyor });
  expect(await own.findByLabelText("Display name")).toHaveProperty("value", "Sam Surveyor");
  await within(own.getByRole("main")).findByText("surveyor");

  await openPage(t, "/profile");
  await waitFor(() => expect(location.pathname + location.search).toBe("/login?returnTo=%2Fprofile"));
});

// Security: H07
test("return URLs of other sites lead to the home page", async () => {
  const account = await signUp(t, { name: "Rita Return" });
  for (const returnTo of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "javascript:alert(1)",
    "/%09/evil.example",
  ]) {
    const page = await openPage(t, `/login?returnTo=${encodeURIComponent(returnTo)}`, { as: account });
    expect((await page.findByRole("link", { name: "Continue" })).getAttribute("href"), returnTo).toBe("/");
  }
  for (const returnTo of ["//evil.example", "/\\evil.example"]) {
    const { user, ...page } = await openPage(t, `/login?returnTo=${encodeURIComponent(returnTo)}`);
    await user.type(page.getByLabelText("Email"), account.email);
    await user.type(page.getByLabelText("Password"), PASSWORD);
    await user.click(page.getByRole("button", { name: "Login" }));
    await waitFor(() => expect(location.href).toBe(`${t.config.publicUrl}/`));
  }
});

test("each failure at a provider has its own message, including unknown error codes", async () => {
  const messages = [
    ["with=google&error=taken", "There is already an account with your email address. Sign in with your password"],
    ["with=google&error=noEmail", "We didn't get an email address from Google"],
    ["with=google&error=ofDeleted", "addresses at deleted.invalid stand for deleted accounts"],
    ["with=toString&error=cancelled", "You canceled at this provider, so you aren't signed in."],
    ...["constructor", "%3Cb%3E", ""].map((error) => [
      `with=google&error=${error}&returnTo=//evil.example`,
      "Signing in with Google didn't work. Try again.",
    ]),
  ] as const;
  for (const [query, message] of messages) {
    const page = await openPage(t, `/login?${query}`);
    expect((await page.findByRole("alert")).textContent, query).toContain(message);
    await waitFor(() => expect(location.href, query).toBe(`${t.config.publicUrl}/login`));
  }
});

test("where an organization's provider is the only way to sign in, login and signup have only its button", async () => {
  const rules = {
    name: "Example Ltd",
    isOnly: true,
    domains: [],
    roles: null,
    scopes: ["openid", "email", "profile"],
    endsSession: false,
  };
  const only = await startServer({
    oidc: { issuer: "https://login.example", client: { id: "id", secret: "secret" }, ...rules },
  });
  onTestFinished(() => only.close());
  for (const address of ["/login", "/signup"]) {
    const page = await openPage(only, address);
    await page.findByRole("button", { name: "Continue with Example Ltd" });
    expect(page.queryByLabelText("Password"), address).toBeNull();
    expect(page.queryByRole("button", { name: /Google|Facebook/ }), address).toBeNull();
  }
});

test("the login page has the elements of specification §2.1", async () => {
  const main = within((await openPage(t, "/login")).getByRole("main"));
  expect(main.getByRole("textbox", { name: "Email" }).getAttribute("type")).toBe("email");
  main.getByRole("button", { name: "Login" });
  main.getByRole("link", { name: "Forgot password?" });
  expect(main.getByRole("link", { name: "Create an account" }).getAttribute("href")).toBe("/signup");
});

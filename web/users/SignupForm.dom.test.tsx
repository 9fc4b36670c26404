import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a failed sign-up shows its reason beside the field and in a toast until the next attempt, and keeps the input", async () => {
  const { email } = await signUp(t);
  const { user, browser, ...page } = await openPage(t, "/signup");
  await user.type(page.getByLabelText("Name"), "Uli Again");
  await user.type(page.getByLabelText("Email"), email);
  await user.type(page.getByLabelText("Password"), PASSWORD);
  await user.click(page.getByRole("button", { name: "Create account" }));
  await page.findByRole("link", { name: "This email address has an account" });
  const failure = await page.findByRole("button", { name: "Dismiss" });
  expect(failure.closest(".toast")?.textContent).toBe("This email address has an account");
  expect(location.pathname).toBe("/signup");
  expect(page.getByLabelText("Name")).toHaveProperty("value", "Uli Again");

  // After a reload too, except the password.
  const again = await openPage(t, "/signup", { browser });
  await waitFor(() => expect(again.getByLabelText("Name")).toHaveProperty("value", "Uli Again"));
  const password = again.getByLabelText("Password");
  expect(password).toHaveProperty("value", "");
  await again.user.clear(again.getByLabelText("Email"));
  await again.user.type(again.getByLabelText("Email"), `new.${email}`);
  await again.user.type(password, "Password1!");
  await again.user.click(again.getByRole("button", { name: "Create account" }));
  const common = await again.findByRole("button", { name: "Dismiss" });
  expect(common.closest(".toast")?.textContent).toMatch(/^This password/);
  await again.user.clear(password);
  await again.user.type(password, PASSWORD);
  await again.user.click(again.getByRole("button", { name: "Create account" }));
  await again.findByRole("button", { name: "Uli Again Menu" });
  await waitFor(() => expect(again.queryByRole("button", { name: "Dismiss" })).toBeNull());
});

test("an empty form asks for nothing that is not on the screen: the picture follows from the name", async () => {
  const { user, ...page } = await openPage(t, "/signup");
  await user.click(page.getByRole("button", { name: "Create account" }));
  const summary = await page.findByRole("group", { name: /attention$/ });
  expect(
    within(summary)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Name is required", "Email is required", "Password is required"]);
  expect(document.querySelector("details[open]")).toBeNull();
  // The path of a generated picture doesn't tell people anything.
  await user.type(page.getByLabelText("Name"), "Nora New");
  await user.click(page.getByText("Use another photo"));
  expect(page.getByLabelText("Photo URL")).toHaveProperty("value", "");
});

test("an emptied photo URL is required; the picture made from the name comes back at a press", async () => {
  const { user, ...page } = await openPage(t, "/signup");
  const summary = async () => within(await page.findByRole("group", { name: /attention$/ })).getAllByRole("link");
  await user.type(page.getByLabelText("Name"), "Nora New");
  await user.click(page.getByText("Use another photo"));
  await user.type(page.getByLabelText(/^Photo URL/), "https://images.invalid/none.png");
  await user.clear(page.getByLabelText(/^Photo URL/));
  await user.type(page.getByLabelText("Name"), "er");
  await user.click(page.getByRole("button", { name: "Create account" }));
  expect((await summary()).map(({ textContent }) => textContent)).toContain("Photo URL is required");
  await user.click(page.getByRole("button", { name: "Use my initials" }));
  await waitFor(async () =>
    expect((await summary()).map(({ textContent }) => textContent)).not.toContain("Photo URL is required"),
  );
});

test("a text typed while the form is being sent is not lost when the summary of errors appears", async () => {
  const { email } = await signUp(t);
  const { user, browser, ...page } = await openPage(t, "/signup");
  const [name, address] = [page.getByLabelText("Name"), page.getByLabelText("Email")];
  await user.type(name, "Uli Again");
  await user.type(address, email);
  await user.type(page.getByLabelText("Password"), PASSWORD);
  const send = browser.send.bind(browser);
  const { promise: hasTyped, resolve: answer } = Promise.withResolvers<void>();
  browser.send = async (...request) => {
    const response = await send(...request);
    await hasTyped;
    return response;
  };
  await user.click(page.getByRole("button", { name: "Create account" }));
  await user.clear(name);
  await user.keyboard("Uli Once");
  answer();
  await page.findByRole("link", { name: "This email address has an account" });
  await page.findByText("1 thing needs your attention", { selector: "[aria-live=assertive]" });
  await user.keyboard(" More");
  expect(name).toHaveProperty("value", "Uli Once More");
  expect(document.activeElement).toBe(name);

  await user.type(address, "{Enter}");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("This email address has an account"));
});

test("the summary of errors lists the fields in the form's order", async () => {
  const { user, ...page } = await openPage(t, "/signup");
  await user.click(page.getByRole("button", { name: "Create account" }));
  const links = await page.findAllByRole("link", { name: /is required$/ });
  const fields = links.map((link) => document.querySelector(link.getAttribute("href") ?? ""));
  expect(fields).toEqual([...document.querySelectorAll("main form [aria-invalid=true]")]);
});

test("a user who goes elsewhere while signing up stays there", async () => {
  const { user, browser, ...page } = await openPage(t, "/signup");
  await user.type(page.getByLabelText("Name"), "Uli Elsewhere");
  await user.type(page.getByLabelText("Email"), `${crypto.randomUUID()}@example.org`);
  const send = browser.send.bind(browser);
  const { promise: hasLeft, resolve: answer } = Promise.withResolvers<void>();
  browser.send = async (url, init) => {
    const response = await send(url, init);
    if (url.includes("/sign-up/")) await hasLeft;
    return response;
  };
  await user.type(page.getByLabelText("Password"), `${PASSWORD}{Enter}`);
  await user.click(page.getAllByRole("link", { name: "All Surveys" })[0] as HTMLElement);
  await waitFor(() => expect(location.pathname).toBe("/surveysPages"));
  answer();
  await page.findByText("User created successfully.");
  expect(location.pathname).toBe("/surveysPages");
});

test("sign-up warns that a photo can't be loaded", async () => {
  const { user, ...page } = await openPage(t, "/signup");
  // This DOM doesn't load images.
  globalThis.Image = class extends EventTarget {
    onerror: (() => void) | null = null;
    set src(_: string) {
      // Taken off by then if more was typed.
      setTimeout(() => this.onerror?.());
    }
  } as never;
  await user.click(page.getByText("Use another photo"));
  await user.type(page.getByLabelText(/^Photo URL/), "https://images.invalid/none.png");
  await page.findByText("This browser couldn't load a picture from this URL. We'll show your initials instead.", {
    exact: false,
  });
});

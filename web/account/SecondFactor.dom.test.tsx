import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { PASSWORD, signUp } from "../../server/testing/accounts.ts";
import { appOf } from "../../server/testing/authenticatorApp.ts";
import { setEmailVerified } from "../../server/testing/identities.sql.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const body = () => within(document.body);
const section = async () => within(await body().findByRole("region", { name: "Two-step sign-in" }));
const dialog = async (name: string) => within(await body().findByRole("dialog", { name }));

// Security: R56
test("two-step sign-in is set up, asks for a code, remembers a device, and is turned off", async () => {
  const account = await signUp(t, { name: "Tina Twostep" });
  await setEmailVerified(t.database, account.email, true);
  const profile = await openPage(t, "/profile", { as: account });
  await profile.user.click(await (await section()).findByRole("button", { name: "Set up two-step sign-in" }));
  const setUp = await dialog("Set up two-step sign-in");
  const key = await setUp.findByLabelText("Or type this key into the app");
  expect(setUp.getByRole("img", { name: "QR code for your authenticator app" })).toBeTruthy();
  const app = appOf((key as HTMLInputElement).value);
  const code = setUp.getByLabelText("Code from the app");
  await profile.user.type(code, "000000");
  await profile.user.click(setUp.getByRole("button", { name: "Turn on" }));
  await setUp.findByText(/That code is wrong/);
  await profile.user.clear(code);
  await profile.user.type(code, app.code());
  await profile.user.click(setUp.getByRole("button", { name: "Turn on" }));
  const saving = await dialog("Save your recovery codes");
  await saving.findByText(/we won't show them again/);
  expect(saving.getAllByRole("listitem")).toHaveLength(10);
  // As browsers do on the second Esc. The codes can't be shown again.
  (body().getByRole("dialog", { name: "Save your recovery codes" }) as HTMLDialogElement).close();
  await waitFor(() =>
    expect(body().getByRole("dialog", { name: "Save your recovery codes" })).toHaveProperty("open", true),
  );
  expect(saving.getAllByRole("listitem")).toHaveLength(10);
  await profile.user.click(saving.getByRole("button", { name: "I've saved them" }));
  await (await section()).findByText("10 recovery codes left");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("10 recovery codes left"));

  const login = await openPage(t, "/login?returnTo=/profile");
  await login.user.type(login.getByLabelText("Email"), account.email);
  await login.user.type(login.getByLabelText("Password"), PASSWORD);
  await login.user.click(login.getByRole("button", { name: "Login" }));
  await login.findByRole("heading", { name: "Enter your code" });
  expect(location.pathname + location.search).toBe("/login?step=code&returnTo=%2Fprofile");
  expect(localStorage.getItem("access-token")).toBeNull();
  await login.user.click(login.getByRole("button", { name: "Sign in" }));
  expect((await login.findByRole("alert")).textContent).toContain("Enter the code");
  await login.user.type(login.getByLabelText("Code"), "000000");
  await login.user.click(login.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(login.getByRole("alert").textContent).toContain("That code is wrong"));
  await login.user.clear(login.getByLabelText("Code"));
  await login.user.type(login.getByLabelText("Code"), app.code(1));
  await login.user.click(login.getByLabelText("Don't ask again on this device"));
  await login.user.click(login.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(location.pathname).toBe("/profile"));

  const own = await section();
  await login.user.click(await own.findByRole("button", { name: /^Ask for a code again: / }));
  await waitFor(() => expect(own.queryByRole("button", { name: /^Ask for a code again: / })).toBeNull());
  await login.user.click(own.getByRole("button", { name: "Get new recovery codes" }));
  const renewal = await dialog("Get new recovery codes?");
  await login.user.click(renewal.getByRole("button", { name: "Get new recovery codes" }));
  const renewed = await dialog("Save your recovery codes");
  expect(renewed.getAllByRole("listitem")).toHaveLength(10);
  await login.user.click(renewed.getByRole("button", { name: "I've saved them" }));
  await login.user.click(own.getByRole("button", { name: "Turn off" }));
  await login.user.click((await dialog("Turn off two-step sign-in?")).getByRole("button", { name: "Turn off" }));
  await own.findByRole("button", { name: "Set up two-step sign-in" });
});

test("an error on the way back to the code form is shown there, and a sign-in that is too old starts again", async () => {
  const page = await openPage(t, "/login?step=code&error=wrongCode&returnTo=%2Fprofile");
  expect((await page.findByRole("alert")).textContent).toContain("That code is wrong");
  await waitFor(() => expect(location.search).toBe("?step=code&returnTo=%2Fprofile"));
  await page.user.type(page.getByLabelText("Code"), "123456");
  await page.user.click(page.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(page.getAllByRole("alert").at(-1)?.textContent).toContain("This took too long"));
  expect(page.getByRole("link", { name: "Start again" }).getAttribute("href")).toBe("/login?returnTo=%2Fprofile");
});

// Security: R57
test("where admins need a second factor, one who signs in without it is led to its setup", async () => {
  const strict = await startServer({ adminSecondFactor: true });
  onTestFinished(() => strict.close());
  const admin = await signUp(strict, { name: "Ada Admin", role: "admin" });
  await setEmailVerified(strict.database, admin.email, true);
  const page = await openPage(strict, "/login?returnTo=/dashboard/admin/users");
  await page.user.type(page.getByLabelText("Email"), admin.email);
  await page.user.type(page.getByLabelText("Password"), PASSWORD);
  await page.user.click(page.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(location.pathname).toBe("/profile"));
  await (await section()).findByText(/Admins need two-step sign-in here/);
});

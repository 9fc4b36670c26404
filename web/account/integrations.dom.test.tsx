import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { Person } from "../../server/testing/people.ts";
import { type Receiver, startReceiver } from "../../server/testing/receiver.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  t = await startServer({ webhookAllowPrivate: true });
  receiver = await startReceiver();
});
afterAll(async () => {
  await t.close();
  await receiver.close();
});

const dialog = async (name: string) => within(await within(document.body).findByRole("dialog", { name }));

// Security: P01
test("an API key is created on the profile page, shown once, listed, renamed and revoked", async () => {
  const account = await signUp(t, { role: "surveyor" });
  const { user, findByRole } = await openPage(t, "/profile", { as: account });
  const section = within(await findByRole("region", { name: "API keys" }));
  await section.findByText("No API keys yet.");
  await user.click(section.getByRole("button", { name: "Create an API key" }));
  const form = await dialog("Create an API key");
  await user.click(form.getByRole("checkbox", { name: "Read" }));
  await user.click(form.getByRole("button", { name: "Create the key" }));
  await form.findByText("Name is required");
  expect(document.activeElement).toBe(form.getByRole("textbox", { name: "Name" }));
  form.getByText("Choose at least one thing the key can do");
  await user.type(form.getByRole("textbox", { name: "Name" }), "Nightly import");
  await user.click(form.getByRole("checkbox", { name: "Read" }));
  await user.click(form.getByRole("checkbox", { name: "Manage your surveys" }));
  await user.click(form.getByRole("button", { name: "Create the key" }));

  const shown = await dialog("Your API key");
  const { value: key } = shown.getByRole<HTMLInputElement>("textbox", { name: "API key" });
  const mine = () => t.send(surveys.listMySurveys, { as: { token: key } as Person, query: { email: account.email } });
  expect((await mine()).statusCode).toBe(200);
  await user.click(shown.getByRole("button", { name: "Done" }));
  await section.findByText("Nightly import");
  section.getByText("Read, Manage your surveys");
  expect(document.body.innerHTML).not.toContain(key);

  await user.click(section.getByRole("button", { name: "Rename: Nightly import" }));
  const rename = await dialog("Rename “Nightly import”");
  await user.clear(rename.getByRole("textbox", { name: "Name" }));
  await user.click(rename.getByRole("button", { name: "Rename" }));
  await rename.findByText("Name is required");
  await user.type(rename.getByRole("textbox", { name: "Name" }), "Weekly import");
  await user.click(rename.getByRole("button", { name: "Rename" }));
  await section.findByText("Weekly import");
  expect((await mine()).statusCode).toBe(200);

  await user.click(section.getByRole("button", { name: "Revoke Weekly import" }));
  await user.click((await dialog("Revoke “Weekly import”?")).getByRole("button", { name: "Revoke" }));
  await section.findByText("No API keys yet.");
  expect((await mine()).statusCode).toBe(401);
});

test("a webhook is added, tested, turned off and on, and deleted; its deliveries are listed and sent again", async () => {
  const account = await signUp(t, { role: "surveyor" });
  const { user, findByRole, findByText, getByRole } = await openPage(t, "/dashboard/webhooks", { as: account });
  await findByText("No webhooks yet");
  await user.click(getByRole("button", { name: "Add a webhook" }));
  const form = await dialog("Add a webhook");
  await user.type(form.getByRole("textbox", { name: "URL" }), "ftp://example.org");
  await user.click(form.getByRole("button", { name: "Add the webhook" }));
  await form.findByText("URL must be an https address without a user name");
  await user.clear(form.getByRole("textbox", { name: "URL" }));
  await user.type(form.getByRole("textbox", { name: "URL" }), receiver.url);
  await user.click(form.getByRole("button", { name: "Add the webhook" }));
  const shown = await dialog("Your webhook's secret");
  expect(shown.getByRole<HTMLInputElement>("textbox", { name: "Secret" }).value).toMatch(/^whsec_/);
  await user.click(shown.getByRole("button", { name: "Done" }));

  const panel = within(await findByRole("article"));
  await panel.findByText("Events of the last 30 days will appear here.");
  await user.click(panel.getByRole("button", { name: "Send a test" }));
  await panel.findByText("Delivered");
  await user.click(panel.getByRole("button", { name: /^Send again: Test, \d/ }));
  await receiver.until(2);

  await user.click(panel.getByRole("button", { name: "Change" }));
  const changing = await dialog("Change the webhook");
  await user.type(changing.getByRole("textbox", { name: "URL" }), "/changed");
  await user.click(changing.getByRole("checkbox", { name: "Published" }));
  await user.click(changing.getByRole("button", { name: "Save the webhook" }));
  await panel.findByText(`${receiver.url}/changed`);
  await findByText("Webhook saved. The secret stays the same.");
  panel.getByText("Unpublished, Result shown, Closed, Outcome");

  await user.click(panel.getByRole("button", { name: "Replace the secret" }));
  const asked = await dialog("Replace the secret?");
  await user.click(asked.getByRole("button", { name: "Replace the secret" }));
  await user.click((await dialog("Your webhook's secret")).getByRole("button", { name: "Done" }));

  await user.click(panel.getByRole("button", { name: "Turn off" }));
  await panel.findByText("Off");
  expect(panel.queryByRole("button", { name: "Send a test" })).toBeNull();
  const on = panel.getByRole("button", { name: "Turn on" });
  // While it is busy, a click does nothing.
  await waitFor(() => expect(on.getAttribute("aria-busy")).toBeNull());
  await user.click(on);
  await panel.findByText("On");
  await user.click(panel.getByRole("button", { name: "Delete" }));
  const requested: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (...request) => {
    requested.push(String(request[0]));
    return fetch(...request);
  };
  await user.click((await dialog("Delete this webhook?")).getByRole("button", { name: "Delete" }));
  await waitFor(async () => expect(await findByText("No webhooks yet")).toBeTruthy());
  globalThis.fetch = fetch;
  expect(requested.filter((url) => url.includes("/webhooks"))).toEqual([
    expect.stringMatching(/webhooks\/[^/]+$/),
    expect.stringMatching(/webhooks$/),
  ]);
});

import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, signUp } from "../../server/testing/accounts.ts";
import { invitedSurveys, secretSettings, untilClose } from "../../server/testing/invitedSurveys.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
let owner: Account;
let admin: Account;
let invited: ReturnType<typeof invitedSurveys>;
beforeAll(async () => {
  t = await startServer();
  owner = await signUp(t, { role: "surveyor" });
  admin = await signUp(t, { role: "admin" });
  invited = invitedSurveys(() => ({ t, surveyor: owner, admin }));
});
afterAll(() => t.close());

const openList = (id: string) => openPage(t, `/dashboard/surveys/${id}/people`, { as: owner });
const labelsOf = async (id: string) => (await invited.list(id)).map(({ label }) => label);

test("people without an address wait on a secret survey's list, an admin allows codes by one press, and they get theirs", async () => {
  const id = await invited.make({ ...secretSettings(), Title: "Do we merge?" });
  const { user, ...page } = await openList(id);
  await user.click(await page.findByLabelText("Names and email addresses"));
  await user.paste("Ada, ada@example.org\nFlat 12\nFlat 13");
  await user.click(page.getByRole("button", { name: "Check the list" }));
  await page.findByText("3 people can be added.");
  page.getByText(/^2 of them don't have an email address and wait until an admin allows codes\./);
  await user.click(page.getByRole("button", { name: "Add 3 people" }));
  const waiting = within(await page.findByRole("region", { name: /^2 people without an email address wait/ }));
  await waiting.findByText("Flat 12");
  waiting.getByText(/No one can be added after the first secret vote/);
  expect(waiting.queryByRole("button", { name: /codes/ })).toBeNull();
  await expectAccessible();
  expect(await labelsOf(id)).toEqual(["Ada"]);

  const { user: asAdmin, ...dashboard } = await openPage(t, "/dashboard", { as: admin });
  const requests = within(await dashboard.findByRole("region", { name: "Codes to allow" }));
  requests.getByText("Do we merge?");
  expect(document.body.textContent).not.toContain("Flat 12");
  await expectAccessible();
  await asAdmin.click(requests.getByRole("button", { name: "Allow codes: Do we merge?" }));
  const dialog = within(await dashboard.findByRole("dialog", { name: "Allow codes for this survey?" }));
  await asAdmin.click(dialog.getByRole("button", { name: "Allow codes" }));
  await dashboard.findByText("Codes allowed: Do we merge?");

  const { user: again, ...allowed } = await openList(id);
  await again.click(await allowed.findByRole("button", { name: "Make and print the codes" }));
  await allowed.findByRole("heading", { name: "2 codes" });
  allowed.getByRole("img", { name: "QR code: Flat 12" });
  expect(await labelsOf(id)).toEqual(["Ada", "Flat 12", "Flat 13"]);
});

test("a list that is pasted again names people without an address who may be on it, and leaves them out unless they are different people", async () => {
  const id = await invited.make();
  await invited.add(id, [{ email: "ada@example.org" }, { label: "Flat 12" }]);
  const { user, ...page } = await openList(id);
  await user.click(await page.findByText("Add people"));
  const check = async () => {
    await user.click(await page.findByLabelText("Names and email addresses"));
    await user.paste("ada@example.org\nFlat 12\nFlat 13");
    await user.click(page.getByRole("button", { name: "Check the list" }));
    await page.findByText(
      "These people without an email address may be on the list already, under the same name: Flat 12",
    );
  };
  await check();
  await expectAccessible();
  await user.click(page.getByRole("button", { name: "Add 1 person" }));
  await page.findByRole("heading", { name: "1 code" });
  expect(await labelsOf(id)).toEqual(["", "Flat 12", "Flat 13"]);
});

test("all codes are replaced after a dialog that names the number that everyone will see", async () => {
  const { id, codes } = await invited.makeOpen(2);
  await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
  const { user, ...page } = await openList(id);
  const ask = async () => {
    await user.click(await page.findByRole("button", { name: "Replace and print all codes" }));
    return within(await page.findByRole("dialog", { name: "Replace all codes?" }));
  };
  const dialog = await ask();
  await dialog.findByText(/^All codes on the list \(2\) will stop working, used and unused/);
  await dialog.findByText(/Everyone will see how many codes were replaced in all: 2\./);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Replace and print all codes" }));
  await page.findByRole("heading", { name: "2 codes" });
  expect((await invited.resultLabel(id)).list?.replaced).toBe(2);
  const former = await t.send(invitations.openInvitation, { body: { token: codes[0] ?? "" } });
  expect(former.json().code).toBe("invitationReplaced");
});

test("before a survey is published, results don't mention replaced codes; under a rule, none can be replaced once someone has voted", async () => {
  const id = await invited.make();
  await invited.makeCodes(id, 2);
  const { user, ...page } = await openList(id);
  await user.click(await page.findByRole("button", { name: "Replace and print all codes" }));
  await page.findByText(/No codes have been handed out yet, so results won't mention this\./);

  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  const ruled = await invited.makeOpen(1, { passRule, ...untilClose() });
  await invited.vote(ruled.id, await invited.open(ruled.codes[0] ?? ""), 1);
  const fixed = await openList(ruled.id);
  await fixed.findByText("Code 1");
  expect(fixed.queryByRole("button", { name: "Replace and print all codes" })).toBeNull();
});

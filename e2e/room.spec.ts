import type { Page } from "@playwright/test";
import { PHONE } from "./adaptations.ts";
import { checkAxe } from "./checkAxe.ts";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { makeLinkSurvey } from "./surveys.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a question on the wall takes 2 presses from its form and 1 field, and the next one in the room 1 press and 1 field", async ({
  newSessionPage,
}) => {
  const host = await newSessionPage();
  await signIn(host.context(), "surveyor");
  await host.goto("/ask?for=room");
  const wall = new Effort();
  await wall.fill(host.getByRole("textbox", { name: "Your question" }), "Test: Shall we begin?");
  await wall.press(host.getByRole("button", { name: "Publish" }));
  await wall.press(host.getByRole("link", { name: "Show on the screen" }));
  await expect(heading(host, "Test: Shall we begin?")).toBeVisible();
  await expect(host.getByRole("img", { name: /^QR code/ })).toBeVisible();
  wall.expectAtMost({ presses: 2, fields: 1 });

  const next = new Effort();
  await host.keyboard.press("n");
  next.presses += 1;
  // A host types for longer than the time in which a press is too early.
  const field = host.getByRole("dialog").getByLabel("Your next question");
  await expect(field).toBeFocused();
  await next.fill(field, "Test: Shall we go on?");
  await host.waitForTimeout(600);
  await host.keyboard.press("Enter");
  await expect(heading(host, "Test: Shall we go on?")).toBeVisible();
  next.expectAtMost({ presses: 1, fields: 1 });
});

test("a room is led from a phone: a screen without a session follows to each question, and so do the voters", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const id = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Is it led from a phone?");
  const phone = await newSessionPage();
  await signIn(phone.context(), "surveyor");
  await phone.setViewportSize(PHONE);
  await phone.goto(`/dashboard/surveys/${id}/share`);
  for (const question of ["Test: Is this prepared?", "Test: Is it the last one?"]) {
    await phone.getByLabel("Prepare a question").fill(question);
    await phone.getByRole("button", { name: "Add", exact: true }).click();
    await expect(phone.getByRole("button", { name: `Edit: ${question}` })).toBeVisible();
  }
  await checkAxe(phone);
  await phone.goto(`/surveys/${id}/lead`);
  const address = await phone.getByText(/\/w\/[0-9A-Z]{6}$/).textContent();
  const code = String(address).slice(-6);
  await checkAxe(phone);

  // The projector's computer, where no one is signed in.
  const wall = await newSessionPage();
  await wall.setViewportSize({ width: 1280, height: 720 });
  await wall.goto("/v");
  await wall.getByRole("textbox", { name: "Code" }).fill(code.toLowerCase());
  await wall.getByRole("button", { name: "Show on this screen" }).click();
  await expect(heading(wall, "Test: Is it led from a phone?")).toBeVisible();
  await expect(wall.getByText(new RegExp(`/v/${code}$`)).last()).toBeVisible();
  await expect(wall.getByRole("button", { name: /^Next question/ })).toHaveCount(0);
  const voter = await newSessionPage();
  await voter.setViewportSize(PHONE);
  await voter.goto(`/surveydetails/${id}`);
  await expect(voter.getByRole("button", { name: /Pause/ })).toBeVisible();
  await voter.getByRole("radio", { name: "Yes", exact: true }).click();
  await voter.getByRole("button", { name: "Vote Yes" }).click();
  await expect(phone.getByText("person has voted")).toBeVisible();
  await expect(wall.getByText("person has voted").first()).toBeVisible();

  await phone.waitForTimeout(600);
  await phone.getByRole("button", { name: "Ask now: Test: Is this prepared?" }).click();
  for (const page of [phone, wall, voter]) await expect(heading(page, "Test: Is this prepared?")).toBeVisible();
  // The wall has this question's code, which it could not create itself.
  await expect(wall.getByText(/\/v\/[0-9A-Z]{6}$/).last()).toBeVisible();
  await expect(wall.getByText(new RegExp(`/v/${code}$`))).toHaveCount(0);

  await phone.getByLabel("Your next question").fill("Test: Is it typed on the phone?");
  await phone.waitForTimeout(600);
  await phone.keyboard.press("Enter");
  for (const page of [phone, wall, voter]) await expect(heading(page, "Test: Is it typed on the phone?")).toBeVisible();
  await expect(phone.getByRole("button", { name: "Ask now: Test: Is it the last one?" })).toBeVisible();

  await phone.getByRole("button", { name: "Close voting" }).click();
  await phone.waitForTimeout(600);
  await phone.getByRole("dialog").getByRole("button", { name: "Close voting" }).click();
  await expect(phone.getByRole("button", { name: "Close voting" })).toHaveCount(0);
  // From an ended question the room goes on.
  await phone.waitForTimeout(600);
  await phone.getByRole("button", { name: "Ask now: Test: Is it the last one?" }).click();
  await expect(heading(wall, "Test: Is it the last one?")).toBeVisible();
  // The first code leads to where the room is.
  await wall.goto(`/w/${code}`);
  await expect(heading(wall, "Test: Is it the last one?")).toBeVisible();
});

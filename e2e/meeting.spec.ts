import type { Page } from "@playwright/test";
import { PHONE } from "./adaptations.ts";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { makeMeeting } from "./meetings.ts";
import { signIn } from "./people.ts";

const vote = async (page: Page, answer: string) => {
  await page.getByRole("radio", { name: answer }).click();
  await page.getByRole("button", { name: `Vote ${answer}` }).click();
};

test("three phones and the wall follow a meeting from question to question, and its owner opens one with N", async ({
  newSessionPage,
  request,
  tokenFor,
}) => {
  const meeting = await makeMeeting(request, await tokenFor("surveyor"), 3);
  const phones: Page[] = [];
  for (const code of meeting.codes) {
    const phone = await newSessionPage();
    await phone.setViewportSize(PHONE);
    await phone.goto(`/i#${code}`);
    await expect(phone.getByText("The meeting hasn't begun.")).toBeVisible();
    phones.push(phone);
  }
  const [ada, bob, cyd] = phones as [Page, Page, Page];
  const wall = await newSessionPage();
  await signIn(wall.context(), "surveyor");
  await wall.goto(`/meetings/${meeting.id}/wall`);
  await expect(wall.getByRole("heading", { name: "Test: Assembly" })).toBeVisible();

  await meeting.open("Shall the membership fee rise from 40 to 48 dollars?");
  for (const page of [...phones, wall])
    await expect(page.getByRole("heading", { name: /^Shall the membership fee/ })).toBeVisible();
  // Nobody scrolls to vote.
  await expect(ada.getByRole("button", { name: "Vote", exact: true })).toBeInViewport({ ratio: 1 });
  await checkAxe(ada);
  await vote(ada, "Yes");
  await expect(ada.getByRole("heading", { name: "Counted." })).toBeVisible();
  await expect(ada.getByText("1 of 3 has voted")).toBeVisible();
  await vote(bob, "No");
  await expect(wall.getByText("of 3 have voted").first()).toBeVisible();
  // Its controls stay while one of them has the focus.
  await wall.keyboard.press("Tab");
  await wall.getByRole("button", { name: /^Letter keys/ }).focus();
  await checkAxe(wall);
  await vote(cyd, "Yes");
  // All have voted.
  for (const page of [...phones, wall])
    await expect(page.getByText("Yes won, 2 to 1").last()).toBeVisible({ timeout: 10_000 });
  await expect(ada.getByText("Counted. You voted in this browser.")).toBeVisible();

  await meeting.draft("Shall we sell the piano?");
  await wall.keyboard.press("n");
  await expect(wall.getByText(/^Question 2 opens in/).first()).toBeVisible();
  await expect(wall.getByText("piano")).toHaveCount(0);
  for (const page of [...phones, wall])
    await expect(page.getByRole("heading", { name: "Shall we sell the piano?" })).toBeVisible({ timeout: 10_000 });
  await expect(ada.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(ada.getByRole("region", { name: /^Question 2/ })).toBeFocused();
});

test.describe("with immediate presses, as programs make them", () => {
  test.use({ looksFirst: false });

  test("a press that was meant for the previous question doesn't vote on the next one", async ({
    newSessionPage,
    request,
    tokenFor,
  }) => {
    const meeting = await makeMeeting(request, await tokenFor("surveyor"), 2);
    const phone = await newSessionPage();
    await phone.setViewportSize(PHONE);
    // However busy the machine is, each press is dated before the question opened, for which it was not meant.
    await phone.addInitScript(() => {
      addEventListener(
        "click",
        (event) => {
          const at = Number(document.body.dataset.pressedAt ?? event.timeStamp);
          Object.defineProperty(event, "timeStamp", { value: at });
        },
        { capture: true },
      );
    });
    await phone.goto(`/i#${meeting.codes[0]}`);
    await expect(phone.getByText("The meeting hasn't begun.")).toBeVisible();
    await phone.evaluate(() => {
      document.body.dataset.pressedAt = String(performance.now());
      const find = (selector: string) => document.querySelector<HTMLElement>(`form ${selector}`);
      new MutationObserver((_, observer) => {
        if (!find("[type=radio]") || !find("[type=submit]")) return;
        observer.disconnect();
        find("[type=radio]")?.click();
        setTimeout(() => find("[type=submit]")?.click(), 50);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await meeting.open("Is it too early?");
    await expect(phone.getByRole("button", { name: /^Press again to vote/ })).toBeVisible();
    await expect(phone.getByText("0 of 2 have voted")).toBeVisible();
  });
});

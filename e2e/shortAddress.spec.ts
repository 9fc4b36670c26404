import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { scanQrCode } from "./scanQrCode.ts";

/** The short address on a presentation or flyer, once it is there. */
const shortAddress = (page: Page) => page.locator("p").filter({ hasText: /\/v\/[0-9A-Z-]+$/ });

test("people in a room type the code on the screen, vote, and the screen counts them", async ({
  page,
  newSessionPage,
  publishSurvey,
  server,
}) => {
  const id = await publishSurvey({ title: "Do we meet on Tuesdays?" });
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, "surveyor");
  await page.goto(`/surveys/${id}/present`);
  const address = String(await shortAddress(page).textContent());
  const code = address.slice(-6);
  expect(address).toBe(`${new URL(server.url).host}/v/${code}`);
  const picture = await page.getByRole("img", { name: /^QR code/ }).screenshot();
  expect(await scanQrCode(page, picture, "image/png")).toBe(`${server.url}/v/${code}`);

  const voter = await newSessionPage();
  await signIn(voter, "user");
  await voter.setViewportSize({ width: 390, height: 664 });
  await voter.goto("/");
  await voter.getByRole("contentinfo").getByRole("link", { name: "Enter a code" }).click();
  const field = voter.getByRole("textbox", { name: "Code" });
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase());
  await field.press("Enter");
  await expect(voter).toHaveURL(`${server.url}/surveydetails/${id}`);
  await expect(voter.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
  for (const answer of ["Yes", "No"]) {
    const radio = voter.getByRole("radio", { name: answer, exact: true });
    await expect(radio).toBeInViewport();
    await expect(radio).not.toBeChecked();
  }
  await expect(page.getByText("people have voted")).toBeVisible();
  await voter.getByRole("radio", { name: "Yes", exact: true }).check();
  await voter.getByRole("button", { name: "Vote Yes" }).click();
  await expect(page.getByText("person has voted").first()).toBeVisible();
});

test("@phone a wrong code can be corrected, also without JavaScript", async ({
  page,
  browser,
  server,
  publishSurvey,
  request,
  tokenFor,
  expectTrouble,
}) => {
  expectTrouble(/404/);
  const id = await publishSurvey({ title: "Was it a typing error?" });
  const headers = { authorization: `Bearer ${await tokenFor("surveyor")}` };
  const renewed = await request.post(`/api/surveys/${id}/short-addresses`, { headers, data: { kind: "presentation" } });
  const { presentation: code } = (await renewed.json()) as { presentation: string };
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  for (const reader of [page, await context.newPage()]) {
    await reader.goto("/v/wrong-1");
    await expect(reader.getByRole("alert")).toHaveText("This code doesn't work. Check it, or ask for a new one.");
    await reader.getByRole("textbox", { name: "Code" }).fill(code);
    await reader.getByRole("button", { name: "Open", exact: true }).click();
    await expect(reader).toHaveURL(`${server.url}/surveydetails/${id}`);
  }
  await context.close();
});

test("an open presentation keeps its code working", async ({ page, publishSurvey }) => {
  const id = await publishSurvey({ title: "Is the talk this long?" });
  await signIn(page, "surveyor");
  await page.clock.install();
  await page.goto(`/surveys/${id}/present`);
  await expect(shortAddress(page)).toBeVisible();
  const renewal = page.waitForRequest(
    (sent) => sent.method() === "POST" && sent.url().endsWith(`/api/surveys/${id}/short-addresses`),
  );
  await page.clock.fastForward("10:01");
  await renewal;
});

/** Expects that a presentation fits without scrolling, and that nothing covers something else. */
async function expectAllInView(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { sideways: scrollWidth - innerWidth, down: scrollHeight - innerHeight };
  });
  expect(overflow, what).toEqual({ sideways: 0, down: 0 });
  await expect(shortAddress(page)).toBeInViewport({ ratio: 1 });
  const [content, keys] = await page.locator(".presentation > div").all();
  const bottom = await content?.evaluate((element) => element.getBoundingClientRect().top + element.scrollHeight);
  expect(bottom, what).toBeLessThanOrEqual((await keys?.boundingBox())?.y ?? 0);
}

test("the address is large on every screen, and nothing is cut off", async ({ page, publishSurvey }) => {
  const long = await publishSurvey({ title: `Is ${"a very long question, ".repeat(8)}still here?`, unsure: true });
  const short = await publishSurvey({ title: "Is it short?" });
  await signIn(page, "surveyor");
  for (const id of [long, short])
    for (const [width, height, least] of [
      [1280, 720, 48],
      [1920, 1080, 72],
      [1024, 768, 48],
      [390, 664, 36],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/surveys/${id}/present`);
      const size = await shortAddress(page).evaluate((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      );
      expect(size, `${width} px`).toBeGreaterThanOrEqual(least);
      await expectAllInView(page, `${width} px`);
      await page.keyboard.press("r");
      await expect(page.getByRole("button", { name: /^Hide result/ })).toBeVisible();
      await expectAllInView(page, `${width} px, revealed`);
    }
});

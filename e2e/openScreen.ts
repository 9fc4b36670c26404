import type { Page } from "@playwright/test";
import { isNightly } from "../tools/test/testFiles.ts";
import { expect, type Fixtures, test } from "./fixtures.ts";
import { followLink } from "./followLink.ts";
import { bearer, type Client, type DemoRole, signUp } from "./people.ts";
import { drawPng } from "./picture.ts";
import type { Screen } from "./screen.ts";
import { fillIds } from "./screenPath.ts";
import { publishSurvey } from "./surveys.ts";

/** The window in which screens are opened. */
export const DESKTOP = { width: 1280, height: 800 };

type Openers = Pick<Fixtures, "sharedPage" | "newSessionPage" | "newClient" | "tokenFor" | "expectTrouble">;

/**
 * Opens a screen as a role, with the data that it requires.
 * @param reload whether the browser loads the page, also where a link on the page before could open it
 * @returns its page, and its address with ids
 */
export async function openScreen(
  screen: Screen,
  role: "visitor" | DemoRole,
  { sharedPage, newSessionPage, newClient, tokenFor, expectTrouble, reload = false }: Openers & { reload?: boolean },
): Promise<{ page: Page; path: string }> {
  if (screen.trouble) expectTrouble(screen.trouble);
  const page = screen.asNewUser ? await newSessionPage() : await sharedPage(role);
  if (screen.asNewUser) await signUp(page.context(), "Nina New");
  if (screen.published) {
    const tokens = { surveyor: await tokenFor("surveyor"), admin: await tokenFor("admin") };
    await publishSurvey(page.request, tokens, screen.published);
  }
  if (screen.asked) await askAs(await newClient(), screen.asked);
  await page.setViewportSize(DESKTOP);
  const path = await fillIds(screen.path, page.request, tokenFor);
  // The server renders a visitor's page. For signed-in users the app's scripts and axe stay loaded; lists that were
  // read before lack new rows.
  const isFirst = role === "visitor" || page.url() === "about:blank" || isNightly || reload;
  if (isFirst || screen.published || screen.asked) await page.goto(path);
  else await followLink(page, path);
  await expect(page.getByRole("heading", { level: 1, name: screen.heading })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  return { page, path };
}

/** Calls `check` on the opened screen, and again in each of its states, with their names. */
export async function inEachState(page: Page, screen: Screen, check: (name: string) => Promise<void>): Promise<void> {
  await check(screen.name);
  for (const { name, act } of screen.states ?? []) {
    await page.setViewportSize(DESKTOP);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await test.step(name, async () => {
      await act(page);
      await check(name);
    });
  }
}

/** Submits a question of a new user for review. */
async function askAs(client: Client, Title: string): Promise<void> {
  const headers = bearer(await signUp(client, "Nora Newcomer"));
  const picture = { name: "stripes.png", mimeType: "image/png", buffer: drawPng(300, 200) };
  const uploaded = await client.request.post("/api/images", { headers, multipart: { image: picture } });
  const image = ((await uploaded.json()) as { data: { display_url: string } }).data.display_url;
  const data = { Title, category: "Cleaning Tools", image };
  const asked = await client.request.post("/api/surveyor-requests", { headers, data });
  await expect(asked).toBeOK();
}

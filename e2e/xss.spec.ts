import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { followLink } from "./followLink.ts";
import { fillWithHostileTexts, names, PICTURES, titles } from "./hostile.ts";
import { inOneLine, payloads } from "./payloads.ts";
import { type DemoRole, PASSWORD, people, signIn } from "./people.ts";

/*
 * Texts that try to become code, in every text field, on every screen that shows them, to every role. None may run, and
 * none may even be tried: a script that the content security policy blocks is reported in the console, which fails the
 * test.
 */

/** The response for every hostile image: an SVG that tries to run a script. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="alert(17)"><script>alert(17)</script></svg>';

let surveys: string[] = [];
let note = "";

test.describe.configure({ mode: "serial" });

test.beforeAll("hostile texts everywhere", async ({ server }) => {
  test.setTimeout(120_000);
  ({ surveys, note } = await fillWithHostileTexts(server));
});

/** Watches a page for anything that runs; a policy violation becomes a console error and fails the test. */
async function watched(page: Page): Promise<{ ran: string[] }> {
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  // Images on other hosts.
  await page.route(/^https:/, (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`);
    });
  });
  return { ran };
}

/** Elements and attributes that only a payload creates. */
const injected = [
  "img[src='x'], img[src=''], img[name], iframe, embed, object, base, marquee, math, template, plaintext, xmp",
  "[onerror], [onload], [onfocus], [ontoggle], [onbegin], [onmouseover], [onstart], [formaction], [srcdoc], [background]",
  "a[href^='javascript:' i], a[href^='data:' i], form[action^='javascript:' i], meta[http-equiv], link[rel='stylesheet'][href*='photos.invalid']",
  "main script, main style, main video, main audio, #attributes, #settings, [contenteditable]",
].join(", ");

/**
 * Opens `path` and expects that this many payloads are shown as plain text.
 * @param isLinked opens it by a link on the open page
 */
async function expectHarmless(page: Page, path: string, shows: number, isLinked = false): Promise<void> {
  if (isLinked) await followLink(page, path);
  else await page.goto(path);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 }), path).toBeVisible();
  await expect.poll(() => shown(page), { message: `${path} shows so many payloads` }).toBeGreaterThanOrEqual(shows);
  expect(await page.locator(injected).count(), `${path}: elements made by a payload`).toBe(0);
}

/** The number of payloads on the page, once all rows of its lists are shown. */
async function shown(page: Page): Promise<number> {
  const more = page.getByRole("button", { name: /^Show (more|all)/ }).first();
  if (await more.isVisible()) await more.click();
  const text = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    return `${document.querySelector("[role=banner], header")?.textContent} ${document.querySelector("main")?.textContent} ${fields.join(" ")}`;
  });
  // Fields of one line drop the payload's line ends.
  return payloads.filter((payload) => text.includes(payload) || text.includes(inOneLine(payload))).length;
}

const ALL = payloads.length;

type Screens = (readonly [path: string, shows: number])[];

const publicScreens = (): Screens => [
  ["/", 30],
  ["/surveysPages?by=newest&sort=desc", ALL],
  [`/surveydetails/${surveys[0]}`, ALL],
  ["/membarShip", 0],
];
/** The bar shows the user's own name, which is at least one payload. */
const OWN_NAME = 1;
/** `own` is what the user's own lists show. */
const signedInScreens = (own: { votes: number; reports: number }): Screens => [
  ["/profile", OWN_NAME],
  ["/dashboard", OWN_NAME],
  ["/dashboard/adminHome", OWN_NAME],
  [`/vote/${surveys.at(-1)}`, 5],
  ["/dashboard/user/surveys", own.votes],
  ["/dashboard/user/my-reports", own.reports],
  ["/dashboard/user/comments", own.votes],
  ["/dashboard/user/pro/paymentHistory", OWN_NAME],
  ["/payment", OWN_NAME],
];
const surveyorScreens = (own: number): Screens => [
  ["/surveys", own],
  ["/dashboard/surveyAdd", OWN_NAME],
  ["/dashboard/surveyor/surveys", own],
  [`/dashboard/surveyor/surveys/${surveys[0]}`, ALL],
  ["/dashboard/surveyor/allupdate", own],
  [`/dashboard/surveyor/update/${surveys[0]}`, ALL],
  ["/dashboard/surveyor/feedbacks", own],
  [`/dashboard/surveyor/feedback/${note}`, ALL / 6],
];
const adminScreens = (): Screens => [
  ["/dashboard/admin/users", 60],
  ["/dashboard/admin/surveys", ALL],
  ["/dashboard/admin/responses", 60],
  ["/dashboard/user/paymentHistory", OWN_NAME],
  ["/dashboard/audit", 20],
];

const NONE = { votes: OWN_NAME, reports: OWN_NAME };
/** Every screen of every role, with its minimum number of payloads. */
const screens: [role: DemoRole | "visitor", paths: () => Screens][] = [
  ["visitor", () => [...publicScreens(), ["/login", 0], ["/signup", 0], ["/forgot-password", 0]]],
  ["user", () => [...publicScreens(), ...signedInScreens({ ...NONE, reports: ALL })]],
  ["pro-user", () => [...publicScreens(), ...signedInScreens({ votes: ALL, reports: ALL })]],
  ["surveyor", () => [...publicScreens(), ...signedInScreens(NONE), ...surveyorScreens(ALL)]],
  ["admin", () => [...publicScreens(), ...signedInScreens(NONE), ...surveyorScreens(OWN_NAME), ...adminScreens()]],
];

for (const [role, paths] of screens) {
  // Security: H09, H13
  test(`@nightly none of 120 payloads runs on any screen of the ${role}`, async ({ page, context }) => {
    const { ran } = await watched(page);
    if (role !== "visitor") await signIn(context, role);
    for (const [path, shows] of paths()) await expectHarmless(page, path, shows);
    expect(ran).toEqual([]);
  });
}

/** A screen for each kind of text: titles, descriptions, comments, reports, notes, names, and texts in forms. */
const kinds: typeof screens = [
  ["visitor", () => publicScreens().slice(1, 3)],
  [
    "pro-user",
    () => [
      ["/dashboard/user/my-reports", ALL],
      ["/dashboard/user/comments", ALL],
    ],
  ],
  ["surveyor", () => surveyorScreens(ALL).slice(3)],
  [
    "admin",
    () => [
      ["/dashboard/admin/users", 10],
      ["/dashboard/audit", 5],
      ["/profile", 2],
      [`/surveydetails/${surveys[1]}`, ALL / 3],
    ],
  ],
];

// Security: H09, H13
test("no payload runs on a screen of each kind of text, in the title, in a dialog, or in a URL", async ({
  page,
  context,
  expectTrouble,
}) => {
  // The 404 page.
  expectTrouble(/status of 40[04]/);
  const { ran } = await watched(page);

  await test.step("a hostile URL is the 404 page", async () => {
    for (const text of titles.filter((_, index) => index % 5 === 0)) {
      await expectHarmless(page, `/${encodeURIComponent(text)}`, 0);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    }
  });

  await test.step("a hostile search stays plain text", async () => {
    // The server's HTML is checked for all of them below; here the browser hydrates it.
    for (const text of titles.filter((_, index) => index % 4 === 0)) {
      await expectHarmless(
        page,
        `/surveysPages?${new URLSearchParams({ q: text, category: text, sort: text, by: text })}`,
        1,
      );
      await expect(page.getByRole("searchbox")).toHaveValue(text);
    }
  });

  await test.step("a hostile email link counts as incomplete", async () => {
    for (const path of ["/verify-email", "/reset-password", "/login"]) {
      const query = new URLSearchParams({ token: names[0] ?? "", returnTo: names[1] ?? "", error: names[2] ?? "" });
      await expectHarmless(page, `${path}?${query}#${query}`, 0);
    }
  });

  for (const [role, paths] of kinds) {
    await test.step(`the texts that the ${role} sees`, async () => {
      if (role !== "visitor") await signIn(context, role);
      for (const [index, [path, shows]] of paths().entries()) await expectHarmless(page, path, shows, index > 0);
      expect(ran, role).toEqual([]);
    });
  }

  await test.step("the document title shows a hostile title as text, and the admin reads hostile reports", async () => {
    await expect(page).toHaveTitle(`Survey App || ${titles[1]}`);
    await expect(page.getByRole("banner")).toContainText(names[1] ?? "");
    await followLink(page, "/dashboard/admin/surveys");
    await page
      .getByRole("button", { name: /^\d+ reports?:/ })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toContainText("alert(1)");
    expect(await page.locator(injected).count()).toBe(0);
  });
  expect(ran).toEqual([]);
});

// Security: H13
test("the server's own HTML contains no payload as markup", async ({ request }) => {
  const markup = payloads.filter((payload) => payload.includes("<"));
  const searches = payloads.map((q) => `/surveysPages?${new URLSearchParams({ q, category: q, sort: q, by: q })}`);
  for (const path of ["/", "/surveysPages", ...surveys.map((id) => `/surveydetails/${id}`), ...searches]) {
    const html = await (await request.get(path)).text();
    expect(
      markup.filter((payload) => html.includes(payload)),
      path,
    ).toEqual([]);
  }
});

for (const returnTo of ["javascript:alert(18)", PICTURES]) {
  test(`@nightly returnTo=${returnTo} ends at the home page`, async ({ page }) => {
    const { ran } = await watched(page);
    await page.goto(`/login?${new URLSearchParams({ returnTo })}`);
    await page.getByLabel("Email").fill(people.user.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL("/");
    expect(ran).toEqual([]);
  });
}

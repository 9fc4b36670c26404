import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { emailOf, fillWithHostileTexts, PICTURES, payloads } from "./hostile.ts";
import { bearer, type DemoRole, PASSWORD, people, signIn } from "./people.ts";

/*
 * Texts that try to become code, in every field that takes text, on every screen that shows it. None may run, and none
 * may even be tried: a script that the page's policy blocked says so in the console, which fails the test by itself.
 */

/** What the browser gets for every hostile picture: one that tries to run by itself. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="alert(17)"><script>alert(17)</script></svg>';

let surveys: string[] = [];
let notes: string[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll("hostile texts everywhere", async ({ browser, server }) => {
  test.setTimeout(120_000);
  ({ surveys, notes } = await fillWithHostileTexts(browser, server.url));
});

/** Watches a page for anything that runs; what the policy stops becomes a console error, and so trouble. */
async function watched(page: Page): Promise<{ ran: string[] }> {
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route(`${PICTURES}/**`, (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`);
    });
  });
  return { ran };
}

/** Elements that only a payload makes. */
const born =
  "img[src='x'], img[src=''], [onerror], [onload], [onfocus], [ontoggle], iframe, math, a[href^='javascript:' i], main script";

/** Opens `path` and expects that what is hostile there stands there as text. */
async function expectHarmless(page: Page, path: string, { shows = true } = {}): Promise<void> {
  await page.goto(path);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 }), path).toBeVisible();
  if (shows) {
    await expect
      .poll(async () => `${await main.textContent()} ${await fieldValues(page)}`, { message: `${path} shows it` })
      .toContain("alert(");
  }
  expect(await page.locator(born).count(), `${path}: elements made by a payload`).toBe(0);
}

const fieldValues = (page: Page) =>
  page
    .locator("main :is(input, textarea)")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join(" "));

test("a visitor reads hostile surveys, names, comments and notes as plain text", async ({ page }) => {
  test.slow();
  const { ran } = await watched(page);
  await expectHarmless(page, "/");
  await expectHarmless(page, "/surveysPages");
  for (const [index, id] of surveys.entries()) {
    await expectHarmless(page, `/surveydetails/${id}`);
    const text = payloads[index] ?? "";
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
    await expect(page).toHaveTitle(`Survey App || ${text}`);
    // Description, note, comment of the pro member, name of the hostile one: all there, all text.
    expect((await page.getByText(text, { exact: true }).all()).length).toBeGreaterThanOrEqual(4);
  }
  expect(ran).toEqual([]);
});

test("the server's own HTML holds no payload as markup", async ({ request }) => {
  for (const path of ["/", "/surveysPages", ...surveys.map((id) => `/surveydetails/${id}`)]) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toMatch(/<script>alert|<img src=x|<svg onload|<body onload|<iframe|<math|<details open on/);
  }
});

test("a hostile search stays a search", async ({ page }) => {
  const { ran } = await watched(page);
  for (const text of payloads) {
    await expectHarmless(
      page,
      `/surveysPages?${new URLSearchParams({ q: text, category: text, sort: text, by: text })}`,
    );
    await expect(page.getByRole("searchbox")).toHaveValue(text);
  }
  expect(ran).toEqual([]);
});

test("a hostile address is the 404 page", async ({ page, expectTrouble }) => {
  expectTrouble(/status of 40[04]/);
  const { ran } = await watched(page);
  for (const text of payloads) {
    const path = `/${encodeURIComponent(text)}`;
    await expectHarmless(page, path, { shows: false });
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  expect(ran).toEqual([]);
});

for (const returnTo of ["javascript:alert(18)", "data:text/html,<script>alert(18)</script>", PICTURES]) {
  test(`returnTo=${returnTo} ends at the home page`, async ({ page }) => {
    const { ran } = await watched(page);
    await page.goto(`/login?${new URLSearchParams({ returnTo })}`);
    await page.getByLabel("Email").fill(people.user.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL("/");
    expect(ran).toEqual([]);
  });
}

const screens: [role: DemoRole, paths: (ids: { survey: string; note: string }) => string[]][] = [
  [
    "user",
    ({ survey }) => ["/", "/surveysPages", `/vote/${survey}`, `/surveydetails/${survey}`, "/dashboard/user/my-reports"],
  ],
  ["pro-user", ({ survey }) => ["/dashboard/user/surveys", "/dashboard/user/comments", `/surveydetails/${survey}`]],
  [
    "surveyor",
    ({ survey, note }) => [
      "/surveys",
      "/dashboard/adminHome",
      "/dashboard/surveyor/surveys",
      "/dashboard/surveyor/allupdate",
      `/dashboard/surveyor/update/${survey}`,
      `/dashboard/surveyor/surveys/${survey}`,
      "/dashboard/surveyor/feedbacks",
      `/dashboard/surveyor/feedback/${note}`,
      `/surveydetails/${survey}`,
    ],
  ],
  [
    "admin",
    ({ survey }) => [
      "/dashboard/admin/users",
      "/dashboard/admin/surveys",
      "/dashboard/admin/responses",
      "/dashboard/audit",
      `/surveydetails/${survey}`,
    ],
  ],
];

for (const [role, paths] of screens) {
  test(`the ${role}'s screens show hostile texts as text`, async ({ page, context }) => {
    test.slow();
    const { ran } = await watched(page);
    await signIn(context, role);
    // The first screens with every list, those of one survey with three of them.
    for (const at of [0, 5, 12]) {
      const all = paths({ survey: surveys[at] ?? "", note: notes[at] ?? "" });
      for (const path of at === 0 ? all : all.filter((each) => /[\w-]{30,}$/.test(each))) {
        await expectHarmless(page, path);
      }
    }
    expect(ran).toEqual([]);
  });
}

test("a hostile name is a name in the bar, the sidebar and the profile", async ({ page, context }) => {
  test.slow();
  const { ran } = await watched(page);
  for (const at of [0, 1, 5, 12]) {
    const data = { email: emailOf(at), password: PASSWORD };
    await expect(await context.request.post("/api/auth/sign-in/email", { data })).toBeOK();
    await expectHarmless(page, "/profile");
    await expect(page.getByRole("banner")).toContainText(payloads[at] ?? "");
    await expectHarmless(page, "/dashboard/user/my-reports");
    await expect(page.getByRole("complementary")).toContainText(payloads[at] ?? "");
  }
  expect(ran).toEqual([]);
});

const badAddresses = [
  "javascript:alert(1)",
  "JaVaScRiPt://example.org/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "http://example.org/a.png",
  "//example.org/a.png",
  "https://name:secret@example.org/a.png",
  "https://example.org/a b.png",
];

test("addresses of pictures that are not https are refused by every call that takes one", async ({ context }) => {
  const token = await signIn(context, "surveyor");
  const headers = bearer(token);
  for (const address of badAddresses) {
    const answers = [
      await context.request.post("/api/surveysForm", {
        headers,
        data: { Title: "T", category: "Cleaning Tools", image: address },
      }),
      await context.request.patch("/api/me", { headers, data: { photoURL: address } }),
      await context.request.post("/api/auth/sign-up/email", {
        data: { name: "N", email: `${crypto.randomUUID()}@example.org`, password: PASSWORD, image: address },
      }),
    ];
    for (const answer of answers) expect(answer.status(), `${answer.url()} took ${address}`).toBe(422);
  }
});

test("the profile's form refuses them too, and says so", async ({ page, context }) => {
  const { ran } = await watched(page);
  await signIn(context, "user");
  await page.goto("/profile");
  const field = page.getByRole("textbox", { name: "Photo address" });
  for (const address of badAddresses) {
    await field.fill(address);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("alert")).toContainText("must be an https address");
  }
  expect(ran).toEqual([]);
});

import { PHONE, setFontSize } from "./adaptations.ts";
import { collisions } from "./collisions.ts";
import { cutOff } from "./cutOff.ts";
import { expect, test } from "./fixtures.ts";
import { DESKTOP } from "./openScreen.ts";
import { bearer } from "./people.ts";
import { sidewaysScroll } from "./sidewaysScroll.ts";
import { demoSurvey, makeLinkSurvey } from "./surveys.ts";

test("with texts twice as large a phone's bar keeps its menu in reach", async ({ sharedPage }) => {
  const page = await sharedPage("visitor");
  // Corresponds to about 390 px with texts of 32 px; marks and margins don't grow with them.
  await page.setViewportSize({ width: 220, height: 422 });
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Menu" })).toBeInViewport({ ratio: 1 });
  expect(await sidewaysScroll(page)).toBe(0);
});

for (const [role, paths] of [
  ["visitor", ["/", "/surveysPages", "/login", "/signup", "/membarShip", "/ask", "/i", "{survey}", "{results}"]],
  ["surveyor", ["/dashboard/surveyor/surveys", "/dashboard/surveyAdd", "/dashboard/surveyor/allupdate", "/profile"]],
  [
    "admin",
    ["/dashboard/adminHome", "/dashboard/admin/surveys", "/dashboard/admin/users", "/dashboard/admin/responses"],
  ],
] as const)
  test(`with texts twice as large no page of the role ${role} scrolls sideways, also on the narrowest screen`, async ({
    sharedPage,
  }) => {
    const page = await sharedPage(role);
    const { _id } = await demoSurvey(page.request, "running");
    const addresses: Record<string, string> = {
      "{survey}": `/surveydetails/${_id}`,
      "{results}": `/surveys/${_id}/results`,
    };
    for (const path of paths) {
      await page.goto(addresses[path] ?? path);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 664 });
        await expect.poll(() => sidewaysScroll(page), `${path} at ${width} px`).toBe(0);
      }
    }
    // Other journeys use the page after this one, and most of them don't load it again.
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  });

test("with a browser's font size of 32 px nothing is lost where people find surveys, vote, ask, read a result and sign in", async ({
  freshPage,
  tokenFor,
}) => {
  const page = await freshPage();
  const { request } = page;
  const running = await demoSurvey(request, "running");
  const ended = await demoSurvey(request, "ended");
  const showOfHands = await makeLinkSurvey(request, await tokenFor("surveyor"), "Test: Can large letters be raised?");
  await setFontSize(page, 32);
  for (const path of [
    "/",
    `/surveydetails/${running._id}`,
    `/surveydetails/${showOfHands}`,
    "/ask",
    `/surveys/${ended._id}/results`,
    "/signup",
  ]) {
    await page.goto(path);
    await expect(page.locator(".skeleton")).toHaveCount(0);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      const where = `${path} at ${size.width} px`;
      await expect.soft.poll(() => sidewaysScroll(page), where).toBe(0);
      expect.soft(await cutOff(page), where).toEqual([]);
      expect.soft(await collisions(page), where).toEqual([]);
    }
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  }
});

/** Long words, long sentences, and the other direction. */
for (const locale of ["de", "pl", "ar"])
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("with texts twice as large nothing is cut off where people find surveys, vote, ask, read a result and sign in", async ({
      sharedPage,
    }) => {
      for (const [role, paths] of [
        ["visitor", ["/", "/login", "/ask", "/surveydetails/{id}", "/surveys/{id}/results"]],
        ["user", ["/vote/{id}"]],
      ] as const) {
        const page = await sharedPage(role);
        const { _id } = await demoSurvey(page.request, "running");
        for (const path of paths) {
          await page.goto(path.replace("{id}", _id));
          await expect(page.locator("html")).toHaveAttribute("lang", locale);
          await expect(page.locator(".skeleton")).toHaveCount(0);
          await page.evaluate(() => {
            document.documentElement.style.fontSize = "200%";
          });
          for (const width of [320, 390, 1280]) {
            await page.setViewportSize({ width, height: 664 });
            if (width < 1000)
              await expect
                .soft(page.locator('header .bar-button[popovertarget="bar-menu"]'))
                .toBeInViewport({ ratio: 1 });
            await expect.soft
              .poll(() => cutOff(page), { message: `${path} at ${width} px`, timeout: 2000 })
              .toEqual([]);
          }
        }
        await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
      }
    });
  });

test("the table of results with Not sure fits a tablet", async ({ sharedPage, publishSurvey, request, tokenFor }) => {
  // The newest surveys are listed first, and the column appears once someone is not sure.
  const data = { SurveyID: await publishSurvey({ unsure: true }), vote: 2 };
  await expect(await request.post("/api/serveyVoting", { headers: bearer(await tokenFor("user")), data })).toBeOK();
  const page = await sharedPage("surveyor");
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/dashboard/surveyor/surveys");
  const table = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Not sure" }) });
  await expect(table).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(
    0,
  );
});

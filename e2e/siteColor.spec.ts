import { isNightly } from "../tools/test/testFiles.ts";
import { checkMoreContrast } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { bearer } from "./people.ts";

/**
 * A color that is barely readable in both themes; at night also the darkest with the lightest, a pale one and a strong
 * one.
 */
const colors = ["#846a00", ...(isNightly ? ["#000000,#ffffff", "#6a6a6a,#ffe9ec", "#b00020"] : [])];

for (const color of colors)
  test.describe(`with SITE_COLOR ${color}`, () => {
    test.use({ serverEnv: { SITE_COLOR: color } });

    test("texts in the site's own color and on it have 7:1 for readers who want more contrast", async ({
      sharedPage,
      publishSurvey,
      request,
      tokenFor,
    }) => {
      const id = await publishSurvey();
      const data = { SurveyID: id, vote: 1 };
      await expect(await request.post("/api/serveyVoting", { headers: bearer(await tokenFor("user")), data })).toBeOK();
      for (const [role, paths] of [
        ["visitor", ["/", "/ask", `/surveys/${id}/flyer`]],
        // The mark "You", and a notice.
        ["user", [`/surveydetails/${id}`, "/dashboard/adminHome", "/membarShip"]],
        // Counts in the menu, and items that need an action.
        ["admin", ["/dashboard/adminHome", "/dashboard/admin/surveys"]],
        ["surveyor", [`/dashboard/surveys/${id}`, "/dashboard/surveyor/feedbacks"]],
      ] as const) {
        const page = await sharedPage(role);
        for (const path of paths) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.locator(".skeleton")).toHaveCount(0);
          await checkMoreContrast(page, path);
        }
      }
    });
  });

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { PASSWORD } from "./people.ts";
import { questionField } from "./questionField.ts";

// An empty installation.
test.use({ demo: false });

const EMAIL = "ada@example.org";
const QUESTION = "Should the office close at noon on Fridays?";
/** The command of `npm run admin`. */
const ADMIN = join(import.meta.dirname, "../server/cli/admin.ts");

test("a new installation's first person becomes its admin, works through the first steps and publishes the first question", async ({
  page,
  newSessionPage,
  server,
}) => {
  const main = page.getByRole("main");
  const firstSteps = page.getByRole("region", { name: "Getting started" });
  const steps = firstSteps.getByRole("heading", { level: 3 });

  await test.step("the home page says that there are no surveys, and shows an example", async () => {
    await page.goto("/");
    await expect(main.getByText("New questions will appear here.")).toBeVisible();
    await expect(main.getByText("Example", { exact: true })).toBeVisible();
  });

  await test.step("sign up, and confirm the address", async () => {
    await page.goto("/signup");
    await page.getByLabel("Name").fill("Ada First");
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL("/");
    await page.goto(await mailedLink(page, EMAIL, "Confirm your email address"));
    await main.getByRole("button", { name: "Confirm" }).click();
    await expect(main.getByRole("group", { name: EMAIL })).toBeFocused();
  });

  await test.step("become the admin by the documented command", async () => {
    await page.goto("/dashboard/adminHome");
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await expect(firstSteps).toHaveCount(0);
    const env = { PATH: process.env.PATH, DATA_DIR: server.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, EMAIL], { env });
    expect(stdout).toBe("Ada First is an admin now.\n");
    await expect(async () => {
      await page.reload();
      await expect(firstSteps).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(steps).toHaveText(["Try the email", "Ask a first question", "Choose who can ask"]);
    await checkAxe(page);
  });

  await test.step("try the email, which the sandbox keeps", async () => {
    // It is said only once.
    await expect(firstSteps.getByText(/^To send emails, set SMTP_URL/)).toHaveCount(1);
    await firstSteps.getByRole("button", { name: "Send a test email" }).click();
    await expect(firstSteps.getByText("The sandbox has kept the test email.")).toBeVisible();
    await expect
      .poll(async () => (await page.request.get("/sandbox/mail")).text())
      .toMatch(new RegExp(`to ${EMAIL},[\\s\\S]*to ${EMAIL},`));
  });

  await test.step("choose who can ask", async () => {
    await firstSteps.getByRole("button", { name: "Keep these settings" }).click();
    await expect(steps).toHaveText(["Try the email", "Ask a first question"]);
  });

  await test.step("ask the first question, and publish it", async () => {
    await firstSteps.getByRole("link", { name: "Ask a question" }).click();
    await questionField(page).fill(QUESTION);
    await page.getByRole("radio", { name: "Open vote" }).check();
    await page.getByLabel("Category").selectOption({ label: "Efficiency" });
    await page.getByRole("button", { name: "Submit for review" }).click();
    await expect(page.getByRole("heading", { name: `${QUESTION} is added to the surveysForm.` })).toBeVisible();
    await page.goto("/dashboard/adminHome");
    await page.getByRole("region", { name: "1 survey awaiting review" }).getByRole("link", { name: "Manage" }).click();
    await page.getByRole("button", { name: `publish: ${QUESTION}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "publish", exact: true }).click();
    await expect(page.getByText(`${QUESTION} is published.`)).toBeVisible();
  });

  await test.step("the first steps are gone, and a visitor can vote", async () => {
    await page.goto("/dashboard/adminHome");
    await expect(page.getByRole("list", { name: "Numbers" })).toContainText("1");
    await expect(firstSteps).toHaveCount(0);
    const visitor = await newSessionPage();
    await visitor.goto("/");
    await visitor
      .getByRole("main")
      .getByRole("link", { name: `Details: ${QUESTION}` })
      .first()
      .click();
    await expect(visitor.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
    await expect(visitor.getByRole("radio", { name: "Yes" })).toBeVisible();
  });
});

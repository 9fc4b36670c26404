import type { Page } from "@playwright/test";
import { checkAxe } from "./checkAxe.ts";
import { Effort } from "./effort.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { castByToken } from "./meetings.ts";
import { signIn } from "./people.ts";

const QUESTIONS = [
  "Test: Shall we renew the roof?",
  "Test: Shall the fee rise?",
  "Test: Is Ada our treasurer?",
] as const;

/** The lines of a list of people whose addresses aren't used by other tests. */
function list(people: number): { text: string; emails: string[] } {
  const mark = crypto.randomUUID().slice(0, 8);
  const emails = Array.from({ length: people }, (_, index) => `member${index + 1}-${mark}@example.org`);
  return { text: emails.map((email, index) => `Member ${index + 1}, ${email}`).join("\n"), emails };
}

async function openForm(page: Page): Promise<void> {
  await signIn(page.context(), "surveyor");
  await page.goto("/dashboard/meetings/new");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
}

const step = (page: Page) => page.getByRole("region", { name: "Next step" });
const running = (page: Page, n: number) => page.getByRole("region", { name: new RegExp(`^Question ${n}\\b`) });

/** Opens the page for the screen, in a window of its own. */
async function show(by: Effort, page: Page): Promise<Page> {
  const [wall] = await Promise.all([
    page.waitForEvent("popup"),
    by.press(step(page).getByRole("link", { name: "Show on the screen" })),
  ]);
  return wall;
}

test("from an empty form to the first question for 40 pasted people: 7 presses and 3 fields, then 1 press each", async ({
  newSessionPage,
}) => {
  test.setTimeout(120_000);
  const page = await newSessionPage();
  await openForm(page);
  const by = new Effort();
  await by.fill(page.getByRole("textbox", { name: "Name" }), "Test: General assembly");
  await by.fill(page.getByLabel("Who can vote?"), list(40).text);
  await expect(page.getByText("40 people, all with an email address")).toBeVisible();
  await by.fill(page.getByRole("textbox", { name: "First question" }), QUESTIONS[0]);
  await page.keyboard.press("Enter");
  await page.keyboard.type(QUESTIONS[1]);
  await by.press(page.getByRole("button", { name: "Continue" }));
  await by.press(page.getByRole("button", { name: "Create meeting with 40 people" }));
  await by.press(step(page).getByRole("button", { name: "Send 40 links" }));
  await by.press(page.getByRole("dialog").getByRole("button", { name: "Send the links" }));
  await show(by, page);
  await by.press(step(page).getByRole("button", { name: "Open question 1" }));
  const dialog = page.getByRole("dialog", { name: "Open question 1" });
  await expect(dialog.getByText(QUESTIONS[0])).toBeVisible();
  await by.press(dialog.getByRole("button", { name: "Open", exact: true }));
  await expect(running(page, 1).getByText("0 of 40 have voted")).toBeVisible();
  by.expectAtMost({ presses: 7, fields: 3 });

  await running(page, 1).getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  const further = new Effort();
  await further.press(step(page).getByRole("button", { name: "Open question 2" }));
  await expect(running(page, 2)).toBeVisible();
  further.expectAtMost({ presses: 1, fields: 0 });
});

test("the same with codes on paper, which an owner may make for votes with names: 9 presses", async ({
  newSessionPage,
}) => {
  test.setTimeout(120_000);
  const page = await newSessionPage();
  // The browser's dialog for printing would wait for a person.
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await openForm(page);
  const by = new Effort();
  await by.fill(page.getByRole("textbox", { name: "Name" }), "Test: General assembly");
  const names = Array.from({ length: 40 }, (_, index) => `Member ${index + 1}`);
  await by.fill(page.getByLabel("Who can vote?"), names.join("\n"));
  await by.fill(page.getByRole("textbox", { name: "First question" }), QUESTIONS[0]);
  await by.press(page.locator("summary").filter({ hasText: "How people vote" }));
  await by.press(page.getByRole("radio", { name: "With names" }));
  await by.press(page.getByRole("button", { name: "Continue" }));
  await by.press(page.getByRole("button", { name: "Create meeting with 40 people" }));
  await by.press(page.getByRole("button", { name: "Print", exact: true }));
  await expect(page.locator("[data-printed]")).toHaveCount(1);
  await by.press(page.getByRole("button", { name: "I have them", exact: true }));
  await show(by, page);
  await by.press(step(page).getByRole("button", { name: "Open question 1" }));
  await by.press(
    page.getByRole("dialog", { name: "Open question 1" }).getByRole("button", { name: "Open", exact: true }),
  );
  await expect(running(page, 1).getByText("0 of 40 have voted")).toBeVisible();
  by.expectAtMost({ presses: 9, fields: 3 });
});

test("twelve people, three motions, one of them secret: from the form to the last verdict", async ({
  newSessionPage,
  newClient,
  request,
}) => {
  test.setTimeout(240_000);
  const page = await newSessionPage();
  await openForm(page);
  const by = new Effort();
  const { text, emails } = list(12);
  const meetingName = `Test: Choir ${crypto.randomUUID().slice(0, 4)}`;
  await by.fill(page.getByRole("textbox", { name: "Name" }), meetingName);
  await by.fill(page.getByLabel("Who can vote?"), text);
  await by.fill(page.getByRole("textbox", { name: "First question" }), QUESTIONS[0]);
  for (const question of QUESTIONS.slice(1)) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(question);
  }
  await page.locator("summary").filter({ hasText: "How people vote" }).click();
  await page.getByRole("radio", { name: "With names" }).check();
  await checkAxe(page);
  await by.press(page.getByRole("button", { name: "Continue" }));
  await checkAxe(page);
  await by.press(page.getByRole("button", { name: "Create meeting with 12 people" }));
  await expect(page.getByRole("heading", { level: 1, name: meetingName })).toBeVisible();
  const meetingId = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await test.step("the second question becomes secret", async () => {
    await page.getByRole("button", { name: `More: ${QUESTIONS[1]}` }).click();
    await page.getByRole("button", { name: `Edit the question: ${QUESTIONS[1]}` }).click();
    const editing = page.getByRole("dialog", { name: "Edit the question" });
    await editing.getByRole("radio", { name: "Secret" }).check();
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(editing).toBeHidden();
  });

  await by.press(step(page).getByRole("button", { name: "Send 12 links" }));
  await by.press(page.getByRole("dialog").getByRole("button", { name: "Send the links" }));
  const voters = await Promise.all(
    emails.map(async (email) => {
      const link = await mailedLink({ request }, email, `Sam Surveyor invites you: ${meetingName}`);
      const client = await newClient();
      const token = link.split("#")[1] ?? "";
      const opened = await client.request.post("/api/invitation", { data: { token } });
      await expect(opened).toBeOK();
      const invitation = (await opened.json()) as { meetingId: string; token: string };
      expect(invitation.meetingId).toBe(meetingId);
      return { request: client.request, token: invitation.token };
    }),
  );
  const wall = await show(by, page);

  for (const [index, yes] of [12, 5, 9].entries()) {
    const n = index + 1;
    await test.step(`question ${n}`, async () => {
      await step(page)
        .getByRole("button", { name: `Open question ${n}` })
        .click();
      if (n === 1) await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
      await expect(running(page, n).getByText("0 of 12 have voted")).toBeVisible();
      await expect(wall.getByRole("heading", { name: QUESTIONS[index] })).toBeVisible();
      await checkAxe(page);
      const { question } = (await (await request.get(`/api/meetings/${meetingId}`)).json()) as {
        question: { surveyId: string };
      };
      await Promise.all(
        voters.map((voter, place) => castByToken(voter.request, question.surveyId, voter.token, place < yes ? 1 : 0)),
      );
      // All have voted, so it ends immediately.
      await expect(page.getByRole("heading", { level: 3, name: new RegExp(`^Question ${n}\\b`) })).toBeVisible();
    });
  }
  for (const verdict of [/^Passed, 12 Yes/, /^Not passed, 5 Yes to 7 No/, /^Passed, 9 Yes to 3 No/])
    await expect(page.getByRole("region", { name: "Asked so far" }).getByText(verdict)).toBeVisible();
  // The chair reads out the last result where the next step was.
  await expect(step(page).getByText(/^Passed, 9 Yes to 3 No/)).toBeVisible();
  await checkAxe(page);
  await step(page).getByRole("button", { name: "End the meeting" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the meeting" }).click();
  await expect(step(page).getByRole("link", { name: "See the record" })).toBeVisible();
});

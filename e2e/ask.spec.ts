import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { Interactions } from "./interactions.ts";
import { bearer, PASSWORD, signUp } from "./people.ts";
import { drawPng } from "./picture.ts";

const QUESTION = "Test: Should the meeting end at five?";
const picture = { name: "clock.png", mimeType: "image/png", buffer: drawPng(600, 400) };

test("a visitor's question is submitted for review within 12 interactions, signing up included @phone-nightly", async ({
  page,
  sharedPage,
}) => {
  const by = new Interactions();
  await page.goto("/");
  await by.press(page.getByRole("banner").getByRole("link", { name: "Ask a question" }));
  await by.fill(page.getByRole("textbox", { name: "Your question" }), QUESTION);
  await by.choose(page.getByLabel("Category"), "Efficiency");
  await by.upload(page.locator('input[type="file"]'), picture);
  await expect(page.getByText("The picture is saved on this device.")).toBeVisible();
  await by.press(page.getByRole("button", { name: "Continue" }));

  await expect(page.getByText("Your question is saved.")).toBeVisible();
  await by.fill(page.getByLabel("Name"), "Nora Newcomer");
  await by.fill(page.getByLabel("Email"), `nora.${crypto.randomUUID().slice(0, 8)}@example.org`);
  await by.fill(page.getByLabel("Password"), PASSWORD);
  await by.press(page.getByRole("button", { name: "Create account" }));

  // Nothing was sent yet: the question is there again, and one press submits it.
  await expect(page.getByText("You're signed in as Nora Newcomer.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveValue(QUESTION);
  await expect(page.getByRole("img", { name: "The chosen picture" })).toHaveAttribute("src", /^\/images\//);
  await by.press(page.getByRole("status").getByRole("button", { name: "Submit for review" }));
  await expect(page.getByRole("heading", { name: "Submitted for review" })).toBeVisible();
  // The button is gone, but the focus does not fall back to the start of the page.
  await expect(page.getByRole("status").filter({ hasText: "Submitted for review" })).toBeFocused();
  expect(by.count).toBeLessThanOrEqual(12);
  await checkAxe(page);

  const admin = await sharedPage("admin");
  await admin.goto("/dashboard/admin/surveys?status=1");
  await admin.getByRole("button", { name: `publish: ${QUESTION}` }).click();
  const dialog = admin.getByRole("dialog", { name: "Accept this person and publish the survey?" });
  await expect(dialog.getByRole("region", { name: "Who asks" })).toContainText("email address not confirmed");
  await checkAxe(admin);
  await dialog.getByRole("button", { name: "Accept and publish" }).click();
  await expect(admin.getByText("Nora Newcomer is an surveyor Now!").first()).toBeVisible();

  // The role shows without signing in again.
  await page.goto("/dashboard");
  await expect(page.getByText("You are signed in as surveyor.")).toBeVisible();
  await page.goto("/dashboard/surveyor/surveys");
  await page.getByRole("link", { name: QUESTION, exact: true }).click();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeVisible();
});

test("a question that was sent back shows the note, and is submitted again after a change", async ({
  page,
  context,
  request,
  tokenFor,
}) => {
  const headers = bearer(await signUp(context, "Olaf Once"));
  const data = { Title: "Test: Is it good, or not?", category: "Cleaning Tools", image: "/images/none.webp" };
  const uploaded = await context.request.post("/api/images", { headers, multipart: { image: picture } });
  const image = ((await uploaded.json()) as { data: { display_url: string } }).data.display_url;
  const asked = await context.request.post("/api/surveyor-requests", { headers, data: { ...data, image } });
  const { insertedId } = (await asked.json()) as { insertedId: string };
  const sentBack = { status: 3, feedback: "Ask one thing only." };
  const admin = bearer(await tokenFor("admin"));
  await expect(await request.patch(`/api/surveys/${insertedId}/status`, { headers: admin, data: sentBack })).toBeOK();

  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Your question needs a change" })).toBeVisible();
  await page.getByRole("link", { name: "View" }).click();
  await expect(page.getByText("Ask one thing only.")).toBeVisible();
  await page.getByRole("textbox", { name: "Your question" }).fill("Test: Is it good?");
  await checkAxe(page);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByRole("heading", { name: "Submitted for review" })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveValue("");
});

test("a surveyor duplicates a survey, and deletes one without votes", async ({ sharedPage, request, tokenFor }) => {
  const page = await sharedPage("surveyor");
  const headers = bearer(await tokenFor("surveyor"));
  const data = {
    Title: "Test: Is it copied?",
    category: "Cleaning Tools",
    Description: "Twice",
    image: "https://example.org/a.png",
  };
  await page.route("https://example.org/**", (route) =>
    route.fulfill({ contentType: "image/png", body: picture.buffer }),
  );
  await expect(await request.post("/api/surveysForm", { headers, data })).toBeOK();
  await page.goto("/dashboard/surveyor/allupdate");
  await page.getByRole("button", { name: "More: Test: Is it copied?" }).click();
  await page.getByRole("button", { name: "Duplicate: Test: Is it copied?" }).click();
  await expect(page.getByText("This is a copy.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your question" })).toHaveValue("Test: Is it copied?");
  await expect(page.getByLabel("Description")).toHaveValue("Twice");
  await page.getByRole("textbox", { name: "Your question" }).fill("Test: Is this the copy?");
  // The preview follows what is typed.
  await expect(page.getByRole("tabpanel").getByText("Test: Is this the copy?")).toBeVisible();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByRole("heading", { name: "Test: Is this the copy? is added" })).toBeVisible();

  await page.goto("/dashboard/surveyor/allupdate");
  for (const title of ["Test: Is it copied?", "Test: Is this the copy?"]) {
    await page.getByRole("button", { name: `More: ${title}` }).click();
    await page.getByRole("button", { name: `Delete: ${title}` }).click();
    await page.getByRole("dialog", { name: "Delete this survey?" }).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
  }
  await page.unrouteAll();
});

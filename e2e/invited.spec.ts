import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { bearer, signIn } from "./people.ts";
import { demoSurvey } from "./surveys.ts";

const QUESTION = "Test: Should we replace the lift?";
const PHONE = { width: 390, height: 844 };

test("an owner invites people, one of them votes on a phone without an account, and the end says what the silent ones could have changed", async ({
  page: owner,
  newSessionPage,
  newClient,
  tokenFor,
}) => {
  test.setTimeout(120_000);
  const headers = bearer(await signIn(owner, "surveyor"));
  const { image } = await demoSurvey(owner.request, "running");
  const data = { Title: QUESTION, category: "Cleaning Tools", image, electorate: "invited" };
  const created = await owner.request.post("/api/surveysForm", { headers, data });
  const { insertedId: id } = (await created.json()) as { insertedId: string };

  // The owner finds the list in the menu of the survey, and adds two people and a code.
  await owner.goto("/dashboard/surveyor/allupdate");
  await owner.getByRole("button", { name: `More: ${QUESTION}` }).click();
  await owner.getByRole("button", { name: `Invited people: ${QUESTION}` }).click();
  // A file that is too large is refused at once, and one of 10 MB read without freezing the page.
  const file = (row: string, bytes: number) => ({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(row.repeat(bytes / row.length)),
  });
  const input = owner.getByLabel("Or choose a CSV file");
  await input.setInputFiles(file("a@example.org\n", 10_000_014));
  await expect(owner.getByText("This list is larger than 10 MB. Split it into several.")).toBeVisible();
  await input.setInputFiles(file("a\n", 10_000_000));
  await expect(owner.getByText("A list holds at most 100,000 people.")).toBeVisible();
  await owner.getByRole("tab", { name: "Codes for print" }).click();
  await expect(owner.getByLabel("How many")).toBeVisible();
  await owner.getByRole("tab", { name: "From a list" }).click();
  const nora = `nora-${id.slice(-8)}@example.org`;
  await owner
    .getByLabel("Names and email addresses")
    .fill(`Nora, ${nora}\nomar-${id.slice(-8)}@example.org\nFlat 3\nx@`);
  await owner.getByRole("button", { name: "Check the list" }).click();
  await expect(owner.getByText("3 people can be added.")).toBeVisible();
  await expect(owner.getByRole("row", { name: /^4 x@/ })).toBeVisible();
  await checkAxe(owner);
  await owner.getByRole("button", { name: "Add 3 people" }).click();
  await expect(owner.getByRole("img", { name: "QR code: Flat 3" })).toBeVisible();
  await owner.emulateMedia({ media: "print" });
  await expect(owner.locator("button, nav, h2").filter({ visible: true })).toHaveCount(0);
  await owner.emulateMedia({ media: null });
  await checkAxe(owner);
  await owner.getByRole("button", { name: "I have them" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "I have them" }).click();
  const admin = await newClient();
  const published = await admin.request.patch(`/api/surveys/${id}/status`, {
    headers: bearer(await tokenFor("admin")),
    data: { status: 2 },
  });
  await expect(published).toBeOK();
  await owner.reload();
  await owner.getByRole("button", { name: "Send the links" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Send the links" }).click();
  await expect(owner.getByText("2 emails are on the way.").first()).toBeVisible();
  await expect(owner.getByRole("row", { name: /Nora/ })).toContainText("Sent", { timeout: 30_000 });
  await checkAxe(owner);

  const phone = await newSessionPage();
  await phone.setViewportSize(PHONE);
  const sent: string[] = [];
  phone.on("request", (request) => void sent.push(`${request.url()} ${request.headers().referer ?? ""}`));
  const link = await mailedLink(phone, nora, `You are invited to vote: ${QUESTION}`);
  const token = link.split("#")[1] ?? "";
  sent.length = 0;
  await phone.goto(link);
  await expect(phone).toHaveURL(`/surveydetails/${id}`);
  await expect(phone.getByText("You vote as Nora.")).toBeVisible();
  await checkAxe(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await phone.getByRole("radio", { name: "Yes" }).check();
  await phone.getByRole("button", { name: "Vote", exact: true }).click();
  await expect(phone.getByText("You voted as Nora.")).toBeVisible();
  // Browsers keep it from the address, the history and the server's log.
  expect(sent.filter((address) => address.includes(token))).toEqual([]);
  await phone.goBack();
  expect(phone.url()).not.toContain(token);

  await expect(await owner.request.post(`/api/surveys/${id}/close`, { headers })).toBeOK();
  await owner.goto(`/surveydetails/${id}`);
  await expect(owner.getByText("1 of 3 invited people (33%) voted on")).toBeVisible();
  const bounds = owner.getByRole("region", { name: "Could the silent ones have changed it?" });
  await expect(bounds).toContainText("Not settled: had both silent people voted No, No would have won 2 to 1.");
  await checkAxe(owner);
});

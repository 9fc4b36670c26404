import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { mailedLink } from "./mail.ts";
import { bearer } from "./people.ts";
import { makeInvitedSurvey } from "./surveys.ts";

const QUESTION = "Test: Should we replace the lift?";
const PHONE = { width: 390, height: 844 };

test("an owner invites people, and one of them votes on a phone without an account; the link's token stays out of every address", async ({
  page: phone,
  sharedPage,
  request,
  tokenFor,
  expectTrouble,
}) => {
  test.setTimeout(120_000);
  const headers = bearer(await tokenFor("surveyor"));
  const id = await makeInvitedSurvey(request, headers, QUESTION);
  const nora = `nora-${id.slice(-8)}@example.org`;

  await test.step("the owner finds the list on the survey's page, and adds two people and a code", async () => {
    const owner = await sharedPage("surveyor");
    await owner.goto("/dashboard/surveyor/allupdate");
    await owner
      .getByRole("link", { name: `Manage: ${QUESTION}` })
      .first()
      .click();
    await owner.getByRole("link", { name: "Add the people who can vote" }).click();
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
    await expect(owner.getByRole("row", { name: /Nora/ })).toBeVisible();
    await checkAxe(owner);
  });

  const admin = bearer(await tokenFor("admin"));
  await expect(await request.patch(`/api/surveys/${id}/status`, { headers: admin, data: { status: 2 } })).toBeOK();
  await expect(await request.post(`/api/surveys/${id}/invitations/send`, { headers })).toBeOK();
  const link = await mailedLink({ request }, nora, `Sam Surveyor asks: ${QUESTION}`);

  await test.step("an invited person votes on a phone", async () => {
    await phone.setViewportSize(PHONE);
    const sent: string[] = [];
    phone.on("request", (each) => void sent.push(`${each.url()} ${each.headers().referer ?? ""}`));
    await phone.goto(link);
    await expect(phone).toHaveURL(`/surveydetails/${id}`);
    await expect(phone.getByText("You're voting as Nora.")).toBeVisible();
    await checkAxe(phone);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await phone.getByRole("radio", { name: "Yes" }).check();
    await phone.getByRole("button", { name: "Vote Yes", exact: true }).click();
    await expect(phone.getByText("You voted as Nora.")).toBeVisible();
    // Reloaded, the page doesn't show the visitor's view first.
    expectTrouble(/ERR_FAILED/);
    await phone.route("**/*.js", (route) => route.abort());
    await phone.reload({ waitUntil: "domcontentloaded" });
    await expect(phone.getByText("This survey is for invited people")).toBeHidden();
    await expect(phone.getByRole("link", { name: "Enter your code" })).toBeHidden();
    await phone.unroute("**/*.js");
    // Browsers keep the token out of the address, the history and the server's log.
    const token = link.split("#")[1] ?? "";
    expect(token).not.toBe("");
    expect(sent.filter((address) => address.includes(token))).toEqual([]);
    await phone.goBack();
    expect(phone.url()).not.toContain(token);
  });
});

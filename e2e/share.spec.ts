import { readFile } from "node:fs/promises";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";
import { scanQrCode } from "./scanQrCode.ts";

test("@phone a survey's link and QR code can be copied, scanned and downloaded, by keyboard and in the dark", async ({
  page,
  context,
  server,
  publishSurvey,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.emulateMedia({ colorScheme: "dark" });
  const path = `/surveydetails/${await publishSurvey({ title: "Is this worth sharing?" })}`;
  await page.goto(path);
  const share = page.getByRole("button", { name: "Share", exact: true });
  await share.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Share this survey" });
  await expect(dialog.getByLabel("Link", { exact: true })).toHaveValue(server.url + path);
  await checkAxe(page);
  await dialog.getByRole("button", { name: "Copy link" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Link copied" })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(server.url + path);

  const code = dialog.getByRole("img", { name: "QR code with the link to: Test: Is this worth sharing?" });
  expect(await scanQrCode(page, await code.screenshot(), "image/png")).toBe(server.url + path);
  for (const [name, type] of [
    ["SVG", "image/svg+xml"],
    ["PNG", "image/png"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: `Download the QR code as ${name}` }).press("Enter");
    const file = await readFile(await (await downloading).path());
    expect(await scanQrCode(page, file, type), name).toBe(server.url + path);
  }

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(share).toBeFocused();
});

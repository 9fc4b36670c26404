import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import { checkAxe } from "./checkAxe.ts";
import { expect, test } from "./fixtures.ts";

/** The width and height at which codes are scanned, in pixels. */
const WIDTH = 200;

/** The text of the QR code in an image file, as a scanner reads it. */
async function scan(page: Page, bytes: Buffer, type: string): Promise<string | undefined> {
  const gray = await page.evaluate(
    async ([source, kind, width]) => {
      const image = new Image();
      image.src = `data:${kind};base64,${source}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = width;
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0, width, width);
      const pixels = context.getImageData(0, 0, width, width).data;
      // One character a pixel, because a list of numbers takes seconds to transfer: the code has no colors.
      return String.fromCharCode(...pixels.filter((_, index) => index % 4 === 0));
    },
    [bytes.toString("base64"), type, WIDTH] as const,
  );
  const pixels = [...gray].flatMap((pixel) => [...Array<number>(3).fill(pixel.charCodeAt(0)), 255]);
  // Inverted codes, which many scanners can't read, don't count.
  return jsQR.default(new Uint8ClampedArray(pixels), WIDTH, WIDTH, { inversionAttempts: "dontInvert" })?.data;
}

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
  expect(await scan(page, await code.screenshot(), "image/png")).toBe(server.url + path);
  for (const [name, type] of [
    ["SVG", "image/svg+xml"],
    ["PNG", "image/png"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: `Download the QR code as ${name}` }).press("Enter");
    const file = await readFile(await (await downloading).path());
    expect(await scan(page, file, type), name).toBe(server.url + path);
  }

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(share).toBeFocused();
});

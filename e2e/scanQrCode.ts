import type { Page } from "@playwright/test";
import jsQR from "jsqr";

/** The width and height at which codes are scanned, in pixels. */
const WIDTH = 200;

/** The text of the QR code in an image file, as a scanner reads it. @param type the file's media type */
export async function scanQrCode(page: Page, bytes: Buffer, type: string): Promise<string | undefined> {
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
  // Inverted codes don't count, because many scanners can't read them.
  return jsQR.default(new Uint8ClampedArray(pixels), WIDTH, WIDTH, { inversionAttempts: "dontInvert" })?.data;
}

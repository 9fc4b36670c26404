import { randomUUID } from "node:crypto";
import { uploadImage } from "@survey-app/contract/surveys/images.ts";
import { IMAGE_WIDTHS, imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { multipart } from "../testing/multipart.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

/** Uploads an image. @returns its URL */
async function keep(width: number, height: number): Promise<string> {
  const content = await sharp({ create: { width, height, channels: 3, background: "#c0392b" } })
    .jpeg()
    .toBuffer();
  const form = multipart([{ name: "image", filename: "a.jpg", type: "image/jpeg", content }]);
  return (await t.send(uploadImage, { as: people.user, ...form })).json().data.display_url;
}
const widthAt = async (url: string) => (await sharp((await t.app.inject({ url })).rawPayload).metadata()).width;

test("an image is also stored in smaller widths, never wider than the original, each cached forever at its URL", async () => {
  const large = await keep(1000, 500);
  expect(await Promise.all(IMAGE_WIDTHS.map((width) => widthAt(imageAt(large, width) ?? "")))).toEqual([480, 800]);
  const shown = await t.app.inject({ url: imageAt(large, 480) ?? "" });
  expect(shown.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const small = await keep(60, 40);
  expect(await widthAt(imageAt(small, 800) ?? "")).toBe(60);
});

test("other widths, and widths of missing images, get 404", async () => {
  const address = await keep(1000, 500);
  for (const url of [
    address.replace(".webp", "-479.webp"),
    address.replace(".webp", "-0480.webp"),
    imageAt(`/images/${randomUUID()}.webp`, 480) ?? "",
  ]) {
    expect((await t.app.inject({ url })).statusCode, url).toBe(404);
  }
});

import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { IMAGE_MAX_BYTES, uploadImage } from "@survey-app/contract/surveys/images.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countRows } from "../testing/countRows.sql.ts";
import { multipart, type Part } from "../testing/multipart.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { bilevelPng } from "../testing/png.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const send = (content: Buffer | string, part: Partial<Part> = {}) =>
  t.send(uploadImage, {
    as: people.user,
    ...multipart([{ name: "image", filename: "a.png", type: "image/png", content, ...part }]),
  });
const stored = () => readdirSync(join(t.dataDir, "images"));
const picture = (width = 60, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#c0392b" } });

/** Expects 422 at the field, and that nothing was stored. */
async function expectRefused(content: Buffer | string, part: Partial<Part> = {}): Promise<void> {
  const [rows, files] = [await countRows(t.database), stored()];
  const response = await send(content, part);
  expect(response.json(), response.payload).toMatchObject({
    status: 422,
    code: "badInput",
    errors: [{ field: "image" }],
  });
  expect([await countRows(t.database), stored()]).toEqual([rows, files]);
}

test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
  "a %s is stored as WebP and served at its URL",
  async (format) => {
    const response = await send(await picture().toFormat(format).toBuffer());
    expect(response.json(), response.payload).toEqual({
      success: true,
      data: { display_url: expect.stringMatching(/^\/images\/[\w-]{36}\.webp$/), width: 60, height: 40 },
    });
    const shown = await t.app.inject({ url: response.json().data.display_url });
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: "webp", width: 60, height: 40 });
  },
);

test("an upload's URL can be a survey's image", async () => {
  const content = await picture().png().toBuffer();
  const parts = multipart([{ name: "image", filename: "a.png", type: "image/png", content }]);
  const { data } = (await t.send(uploadImage, { as: people.surveyor, ...parts })).json();
  const id = await t.makeSurvey(people.surveyor, { image: data.display_url });
  expect(await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).toMatchObject({
    image: data.display_url,
  });
});

// Security: R31
test("the camera's metadata is removed: EXIF, location, XMP, comments", async () => {
  const withPlace = await picture()
    .withExif({ IFD0: { Copyright: "SECRET-NAME" }, IFD3: { GPSLatitude: "47/1 22/1 0/1", GPSLatitudeRef: "N" } })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><!-- SECRET-XMP --></x:xmpmeta>")
    .jpeg()
    .toBuffer();
  expect(withPlace.includes("SECRET-NAME")).toBe(true);
  const { data } = (await send(withPlace)).json();
  const { rawPayload } = await t.app.inject({ url: data.display_url });
  const { exif, xmp, iptc, icc, orientation } = await sharp(rawPayload).metadata();
  expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(rawPayload.includes("SECRET")).toBe(false);
});

test("an image is rotated according to its EXIF orientation, and a large one is scaled down", async () => {
  const onItsSide = await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await send(onItsSide)).json().data).toMatchObject({ width: 40, height: 60 });
  expect((await send(await picture(4000, 2000).jpeg().toBuffer())).json().data).toMatchObject({
    width: 1600,
    height: 800,
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
// Security: H05, R05
test.each([
  ["as it is", svg, "image/svg+xml", "a.svg"],
  ["disguised as a PNG", svg, "image/png", "a.png"],
  ["behind a declaration", `<?xml version="1.0"?>${svg}`, "image/png", "a.png"],
  ["behind a byte order mark", `\ufeff${svg}`, "image/png", "a.png"],
  ["behind blanks", `\n\t  ${svg}`, "image/webp", "a.webp"],
  ["in UTF-16", Buffer.from(`\ufeff${svg}`, "utf16le"), "image/png", "a.png"],
  ["behind GIF's first letters", `GIF89a${svg}`, "image/gif", "a.gif"],
])("SVG is rejected %s", (_, content, type, filename) => expectRefused(content, { type, filename }));

// Security: R27
test("a page after the beginning of an image is rejected; one after a whole image is removed", async () => {
  const html = "<script>alert(1)</script>".repeat(10);
  for (const magic of [
    "GIF89a",
    "\x89PNG\r\n\x1a\n",
    "\xff\xd8\xff\xe0",
    "RIFF\x00\x00\x00\x00WEBPVP8 ",
    "\x00\x00\x00\x20ftypavif",
  ]) {
    await expectRefused(Buffer.concat([Buffer.from(magic, "latin1"), Buffer.from(html)]));
  }
  const polyglot = Buffer.concat([await picture().png().toBuffer(), Buffer.from(html)]);
  const response = await send(polyglot);
  expect(response.statusCode).toBe(200);
  const { rawPayload } = await t.app.inject({ url: response.json().data.display_url });
  expect(rawPayload.includes("script")).toBe(false);
});

// Security: R27
test.each(["jpeg", "png", "webp", "gif", "avif"] as const)("a truncated %s is rejected", async (format) => {
  const noise = sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 120, sigma: 60 },
    },
  });
  const whole = await noise.toFormat(format).toBuffer();
  await expectRefused(whole.subarray(0, whole.length / 2));
});

test.each([
  ["nothing", ""],
  ["one byte", "x"],
  ["text", "not a picture, whatever its name says"],
  ["a PDF", "%PDF-1.7 and so on and so forth"],
  ["a TIFF", Buffer.from("49492a0008000000000000000000000000000000", "hex")],
])("%s is rejected", (_, content) => expectRefused(content));

// Security: R29
test.each(["gif", "webp"] as const)("an animated %s is rejected", async (format) => {
  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  await expectRefused(
    await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer(),
  );
});

// Security: R29
test.each([
  [6000, 4001],
  [30_000, 30_000],
  [2_147_483_647, 1],
  [1, 2_147_483_647],
  [0, 0],
])("a small file of %i × %i pixels is rejected without being decoded", async (width, height) => {
  const before = process.memoryUsage().rss;
  await expectRefused(bilevelPng(width, height));
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test("24 megapixels are accepted", async () => {
  expect((await send(bilevelPng(6000, 4000))).statusCode).toBe(200);
});

test("the file must be in the field `image`", async () => {
  const content = await picture().png().toBuffer();
  await expectRefused(content, { name: "file" });
  const field = multipart([{ name: "image", content: "https://example.org/a.png" }]);
  const both = multipart([
    { name: "file", filename: "a.png", content },
    { name: "image", filename: "a.png", content },
  ]);
  const none = multipart([]);
  for (const form of [field, both, none]) {
    const response = await t.send(uploadImage, { as: people.user, ...form });
    expect([response.statusCode, response.headers["content-type"]], response.payload).toEqual([
      expect.toBeOneOf([400, 413, 422]),
      "application/problem+json; charset=utf-8",
    ]);
  }
});

test("a body that is not multipart gets 415; malformed multipart gets 400", async () => {
  const { body } = multipart([{ name: "image", filename: "a.png", content: await picture().png().toBuffer() }]);
  for (const type of ["application/json", "image/png", "text/plain", "application/octet-stream"]) {
    const response = await t.send(uploadImage, {
      as: people.user,
      headers: { "content-type": type },
      body: type.endsWith("json") ? "{}" : body,
    });
    expect(response.statusCode, type).toBe(415);
  }
  expect((await t.send(uploadImage, { as: people.user })).statusCode).toBe(415);
  for (const [type, sent] of [
    ["multipart/form-data", body],
    ["multipart/form-data; boundary=", body],
    ["multipart/form-data; boundary=other", body],
    ["multipart/form-data; boundary=----form-7c530c0c9d0a", body.subarray(0, 100)],
  ] as const) {
    const response = await t.send(uploadImage, { as: people.user, headers: { "content-type": type }, body: sent });
    expect([400, 415, 422], `${type}: ${response.payload}`).toContain(response.statusCode);
    expect(response.json().code).not.toBe("unexpected");
  }
  const forged = multipart([
    { name: "__proto__", content: "x" },
    { name: "image", filename: "a.png", content: "x" },
  ]);
  expect((await t.send(uploadImage, { as: people.user, ...forged })).statusCode).toBeLessThan(500);
});

// Security: R26
test("5 MB are read, more gets 413", async () => {
  const filled = (bytes: number) => Buffer.concat([bilevelPng(10, 10), Buffer.alloc(bytes)]).subarray(0, bytes);
  expect((await send(filled(IMAGE_MAX_BYTES))).statusCode).toBe(200);
  const response = await send(filled(IMAGE_MAX_BYTES + 1));
  expect(response.json()).toMatchObject({ status: 413, code: "tooLarge" });
});

/**
 * Sends an endless upload until there is a response or the connection is cut.
 * @returns the response ("" if a connection reset lost it) and the bytes sent
 */
async function sendWithoutEnd(port: number): Promise<{ answer: string; sent: number }> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  socket.on("error", () => {}); // the server may close while we write
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST /api/images HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${people.user.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const write = (data: string | Buffer) => {
    socket.write(`${Buffer.byteLength(data).toString(16)}\r\n`);
    socket.write(data);
    return Promise.race([new Promise((resolve) => socket.write("\r\n", resolve)), closed]);
  };
  await write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n');
  const chunk = Buffer.alloc(65_536);
  let sent = 0;
  for (; !answer && sent < 64 * 1024 * 1024 && !socket.destroyed; sent += chunk.length) await write(chunk);
  socket.end();
  await closed;
  return { answer, sent };
}

// Security: H05, R26
test("an endless upload is rejected after 5 MB, while it is still being sent", async () => {
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = t.app.server.address() as { port: number };
  let answer = "";
  // A connection that is closed while its client still sends may be reset before the client has read the response.
  for (let tries = 0; !answer && tries < 10; tries++) {
    const refused = await sendWithoutEnd(port);
    expect(refused.sent).toBeLessThan(32 * 1024 * 1024);
    answer = refused.answer;
  }
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

// Security: R30
test("a visitor's upload gets 401 before it is read, and the server chooses file names", async () => {
  const content = await picture().png().toBuffer();
  const response = await t.send(uploadImage, multipart([{ name: "image", filename: "a.png", content }]));
  expect(response.statusCode).toBe(401);
  await send(content, { filename: "../../../evil.webp" });
  expect(stored().every((name) => /^[\w-]{36}(-\d+)?\.webp$/.test(name))).toBe(true);
});

// Security: R30
test.each([
  "..%2fsession-secret",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e/survey-app.sqlite",
  "..%5csurvey-app.sqlite",
  "../survey-app.sqlite",
  "",
  ".",
  "%00",
  "a.webp%00.png",
  ".hidden.part",
  `${createHash("sha256").digest("hex")}.webp`,
])("/images/%s gets 404", async (name) => {
  const response = await t.app.inject({ url: `/images/${name}` });
  expect([400, 403, 404], response.payload).toContain(response.statusCode);
  expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
});

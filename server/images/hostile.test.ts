import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { IMAGE_BYTES_QUOTA, uploadImage } from "@survey-app/contract/surveys/images.ts";
import { IMAGE_QUOTA } from "@survey-app/contract/text/limits.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { multipart } from "../testing/multipart.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { bilevelPng } from "../testing/png.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { waitFor } from "../testing/waitFor.ts";
import { insertImage } from "./images.sql.ts";

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await testApp();
  person = await makePerson(t.database, t.tokens);
  await t.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => t.close());

const send = (content: Buffer | string, { as = person, type = "image/png", filename = "a.png" } = {}) =>
  t.send(uploadImage, { as, ...multipart([{ name: "image", filename, type, content }]) });
const stored = () => readdirSync(join(t.dataDir, "images"));
const picture = (format: "gif" | "jpeg" | "png" | "webp", width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: "#c0392b" } })
    .toFormat(format)
    .toBuffer();

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Inserts a chunk after a PNG's header. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const afterHeader = 8 + 12 + 13;
  return Buffer.concat([png.subarray(0, afterHeader), pngChunk(type, data), png.subarray(afterHeader)]);
}

const SCRIPT = "<script>alert('HOSTILE')</script>";

// Security: H05
test("an image that is also a script, a page or an archive is stored as the image alone", async () => {
  const gif = await picture("gif");
  const jpeg = await picture("jpeg");
  const png = await picture("png");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), Buffer.from(SCRIPT)]);
  const polyglots = {
    "GIF and script": Buffer.concat([gif, Buffer.from(`*/=1;alert('HOSTILE')//`)]),
    "JPEG and page": Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    "PNG and page": withChunk(png, "tEXt", Buffer.from(`Comment\0${SCRIPT}`)),
    "PNG and compressed page": withChunk(png, "zTXt", Buffer.concat([Buffer.from("C\0\0"), deflateSync(SCRIPT)])),
    "PNG and archive": Buffer.concat([
      png,
      Buffer.from("PK\x03\x04HOSTILE"),
      Buffer.from("PK\x05\x06".padEnd(22, "\0")),
    ]),
    "PNG and PHP": Buffer.concat([png, Buffer.from("<?php system('HOSTILE') ?>")]),
  };
  for (const [name, content] of Object.entries(polyglots)) {
    const response = await send(content);
    expect(response.statusCode, `${name}: ${response.payload}`).toBe(200);
    const shown = await t.app.inject({ url: response.json().data.display_url });
    expect([shown.headers["content-type"], shown.headers["x-content-type-options"]]).toEqual(["image/webp", "nosniff"]);
    expect(/HOSTILE|script|PK\x03/.test(shown.rawPayload.toString("latin1")), name).toBe(false);
    expect((await sharp(shown.rawPayload).metadata()).format).toBe("webp");
  }
});

// Security: R05
test("the declared type and name of an image have no effect, nor does another image after it", async () => {
  const webp = await picture("webp");
  const claims = { type: "text/html", filename: "evil.html" };
  const response = await send(webp, claims);
  expect(response.json().data.display_url).toMatch(/^\/images\/[\w-]{36}\.webp$/);
  for (const disguised of [
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    "<html><svg/onload=alert(1)>",
    "%!PS-Adobe-3.0 EPSF-3.0",
    "BM000000000000000000",
    "8BPS\0\x01\0\0\0\0\0\0\0\x03",
    "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0",
  ]) {
    const refused = await send(disguised, { type: "image/svg+xml", filename: "a.svg" });
    expect([refused.statusCode, refused.json().code], disguised).toEqual([422, "badInput"]);
  }
});

// Security: H05
test("small files that decompress to gigabytes are rejected, or cost no more than their declared size", async () => {
  const before = process.memoryUsage().rss;
  const unfolding = deflateSync(Buffer.alloc(200_000_000));
  const small = bilevelPng(100, 100);
  const end = small.length - 12;
  const bombs = {
    "more pixels than there are": Buffer.concat([
      small.subarray(0, end),
      pngChunk("IDAT", unfolding),
      small.subarray(end),
    ]),
    "a profile": withChunk(small, "iCCP", Buffer.concat([Buffer.from("p\0\0"), unfolding])),
    "a comment": withChunk(small, "zTXt", Buffer.concat([Buffer.from("c\0\0"), unfolding])),
  };
  for (const [name, content] of Object.entries(bombs)) {
    const response = await send(content);
    expect([200, 422], `${name}: ${response.payload}`).toContain(response.statusCode);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

// Security: F03
test("of one user's concurrent uploads two are read, and the others get 429", async () => {
  const png = bilevelPng(2000, 1000);
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(png)));
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([200, 200, ...Array(8).fill(429)]);
  for (const { statusCode, headers } of answers) if (statusCode === 429) expect(headers["retry-after"]).toBe("1");
  // The slots are free again.
  expect((await send(png)).statusCode).toBe(200);
});

/** Sends only the headers and the first bytes of a user's upload of 5 MB, from an address of this machine. */
async function beginUpload({ token }: Person, localAddress = "127.0.0.1"): Promise<Socket> {
  const { headers, body } = multipart([{ name: "image", filename: "a.png", content: Buffer.alloc(5_000_000) }]);
  const { port } = t.app.server.address() as { port: number };
  const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  const lines = { ...headers, host: "localhost", authorization: `Bearer ${token}`, "content-length": body.length };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.resume().write(`POST /api/images HTTP/1.1\r\n${head.join("")}\r\n`);
  socket.write(body.subarray(0, 200));
  return socket;
}

test("forty accounts and addresses with slow uploads don't prevent others from uploading", async () => {
  const slow = await Promise.all(Array.from({ length: 40 }, () => makePerson(t.database, t.tokens)));
  const sockets = await Promise.all(slow.map((each, index) => beginUpload(each, `127.0.1.${index + 1}`)));
  try {
    // When the uploads that have started take too much memory, the oldest are cut.
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThan(0);
    expect((await send(bilevelPng(2000, 1000))).statusCode).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test("uploads aborted at random moments release their slot", async () => {
  const hasty = await makePerson(t.database, t.tokens);
  for (let index = 0; index < 40; index++) {
    const socket = await beginUpload(hasty);
    for (let turn = 0; turn < index % 13; turn++) await new Promise(setImmediate);
    socket.destroy();
  }
  await waitFor(async () => {
    const both = await Promise.all([send(bilevelPng(20, 20), { as: hasty }), send(bilevelPng(20, 20), { as: hasty })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});

const heldBy = ({ id }: Person) =>
  t.database.db.selectFrom("images").select(["id", "bytes"]).where("owner_id", "=", id).execute();

// Security: R28
test("an account's bytes count its images in all stored widths", async () => {
  const collector = await makePerson(t.database, t.tokens);
  await send(await picture("jpeg", 1000), { as: collector });
  const [{ id, bytes } = { id: "", bytes: 0 }] = await heldBy(collector);
  const files = stored().filter((name) => name.startsWith(id));
  expect(files).toHaveLength(3);
  const sizes = files.map((name) => statSync(join(t.dataDir, "images", name)).size);
  expect(Number(bytes)).toBe(sizes.reduce((sum, size) => sum + size));
});

/** Each limit, with images that leave space for one more of this size, but not for two. */
const limits = [
  ["pictures", "imageQuota", /200 pictures/, () => Array<number>(IMAGE_QUOTA - 1).fill(1)],
  ["bytes", "imageBytesQuota", /100 MB/, (bytes: number) => [IMAGE_BYTES_QUOTA - 2 * bytes + 1]],
] as const;

function hold({ id: owner_id }: Person, held: number[]) {
  const rows = held.map((bytes) => ({ id: randomUUID(), owner_id, bytes, created_at: Date.now() }));
  return t.database.db.insertInto("images").values(rows).execute();
}

// Security: H05, R28
test.each(limits)(
  "when the quota of %s has one image left, one concurrent upload gets it, and the others leave nothing behind",
  async (_, code, sentence, fill) => {
    const [collector, png] = [await makePerson(t.database, t.tokens), bilevelPng(2000, 1000)];
    const [, id] = /images\/(.+)\.webp/.exec((await send(png)).json().data.display_url) ?? [];
    const weight = Number((await heldBy(person)).find((image) => image.id === id)?.bytes);
    await hold(collector, fill(weight));
    const before = [(await heldBy(collector)).length, stored().length];
    const answers = await Promise.all([send(png, { as: collector }), send(png, { as: collector })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toMatchObject({ code, detail: expect.stringMatching(sentence) });
    const [rows = 0, files = 0] = before;
    expect([(await heldBy(collector)).length, stored().length]).toEqual([rows + 1, files + 3]);
    // With a full quota no upload is read.
    await hold(collector, [weight - 1]);
    expect((await send("no picture", { as: collector })).json()).toMatchObject({ code });
  },
);

// Security: R28
test.each(limits)("of concurrent writers one gets the last image of a quota of %s", async (_, code, __, fill) => {
  const collector = await makePerson(t.database, t.tokens);
  await hold(collector, fill(1000));
  const store = () => insertImage(t.database, { id: randomUUID(), ownerId: collector.id, bytes: 1000, hash: "" });
  const limitsMet = await Promise.all(Array.from({ length: 8 }, store));
  expect(limitsMet.sort()).toEqual([...Array(7).fill(code), null]);
});

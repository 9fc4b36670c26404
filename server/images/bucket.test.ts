import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import { deleteImage, listMyImages, uploadImage } from "@survey-app/contract/surveys/images.ts";
import { IMAGE_WIDTHS, imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { readConfig } from "../config/config.ts";
import { createArchiveKeys } from "../ops/backups/archiveKeys.ts";
import { checkBackup } from "../ops/backups/checkBackup.ts";
import { IMAGES_AT_ONCE, restoreBackup } from "../ops/backups/restoreBackup.ts";
import { withSnapshot } from "../ops/backups/snapshot.sql.ts";
import { writeBackup } from "../ops/backups/writeBackup.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { type BucketService, bucketSettings, startBucketService } from "../testing/bucket.ts";
import { emptyDatabase } from "../testing/freshDatabase.ts";
import { multipart } from "../testing/multipart.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { startProxy } from "../testing/proxy.ts";
import { runCommand } from "../testing/runCommand.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { SECRET } from "../testing/testConfig.ts";
import { checkBucket } from "./bucketFiles.ts";
import { readImageFile } from "./imageFiles.ts";
import { openImageFiles } from "./openImageFiles.ts";
import { filesOf, idOfImage } from "./store.ts";

const keys = createArchiveKeys([SECRET]);

let service: BucketService;
let t: TestApp;
let me: Person;
beforeAll(async () => {
  service = await startBucketService();
  t = await testApp({ bucket: service.settings }, WITHOUT_POLLS);
  me = await makePerson(t.database, t.tokens, { role: "surveyor" });
});
afterAll(async () => {
  await t.close();
  service.close();
});

async function upload(to: TestApp = t, as: Person = me) {
  const content = await sharp({ create: { width: 1000, height: 500, channels: 3, background: "#c0392b" } })
    .png()
    .toBuffer();
  const parts = multipart([{ name: "image", filename: "a.png", type: "image/png", content }]);
  return to.send(uploadImage, { as, ...parts });
}
const uploaded = async () => (await upload()).json().data.display_url as string;
const idOf = (address: string) => idOfImage(address) ?? "";
const inBucket = (address: string) => service.list().filter((name) => name.startsWith(idOf(address)));

test("an upload is in the bucket in all widths, and nowhere else; every instance serves it at its URL", async () => {
  const address = await uploaded();
  expect(inBucket(address).sort()).toEqual(filesOf(idOf(address)).sort());
  expect(readdirSync(t.dataDir)).not.toContain("images");
  const other = await createApp({ ...t.config, dataDir: join(t.dataDir, "other") }, t.database, WITHOUT_POLLS);
  try {
    for (const width of [null, ...IMAGE_WIDTHS]) {
      const url = width === null ? address : (imageAt(address, width) ?? "");
      const shown = await other.inject({ url });
      expect(shown.headers).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
      });
      expect((await sharp(shown.rawPayload).metadata()).width).toBe(width ?? 1000);
    }
    const { headers } = await other.inject({ method: "HEAD", url: address });
    const again = await other.inject({ url: address, headers: { "if-none-match": String(headers.etag) } });
    expect([again.statusCode, again.payload]).toEqual([304, ""]);
  } finally {
    await other.close();
  }
});

test("images that don't exist are 404, and no other name reaches the bucket", async () => {
  const missing = "/images/00000000-0000-4000-8000-000000000000.webp";
  for (const url of [missing, "/images/..%2f..%2frestored", "/images/%3flist-type=2", "/images/none.webp"])
    expect((await t.app.inject({ url })).statusCode, url).toBe(404);
});

test("a deleted image leaves the bucket in all widths", async () => {
  const address = await uploaded();
  expect(await t.request(deleteImage, { as: me, params: { id: idOf(address) } })).toEqual({ modifiedCount: 1 });
  expect(inBucket(address)).toEqual([]);
  expect((await t.app.inject({ url: address })).statusCode).toBe(404);
});

test("a backup contains the images of the bucket, and restores them into another", async () => {
  const address = await uploaded();
  const path = join(t.dataDir, "backup.tar");
  const written = await withSnapshot(t, (snapshot) =>
    writeBackup(path, snapshot, { images: openImageFiles(t.config), keys }),
  );
  expect(written.missingImages).toEqual([]);
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  const file = await open(path);
  const other = openImageFiles({ dataDir: empty.dataDir, bucket: { ...service.settings, name: "restored" } });
  try {
    await restoreBackup(database, file, await checkBackup(file), { images: other, keys });
    for (const name of filesOf(idOf(address)))
      expect(await readImageFile(other, name)).toEqual(await readImageFile(openImageFiles(t.config), name));
  } finally {
    await file.close();
    await database.close();
    await empty.remove();
  }
});

test("a restore stores a bounded number of images at the same time, and removes all of them if one fails", async () => {
  for (let images = 0; images * filesOf("").length <= IMAGES_AT_ONCE; images++) await uploaded();
  const path = join(t.dataDir, "many.tar");
  const { images } = await withSnapshot(t, (snapshot) =>
    writeBackup(path, snapshot, { images: openImageFiles(t.config), keys }),
  );
  expect(images).toBeGreaterThan(IMAGES_AT_ONCE);
  const empty = await emptyDatabase();
  const database = openDatabase(empty);
  const file = await open(path);
  const folder = openImageFiles({ dataDir: empty.dataDir, bucket: null });
  let [underWay, most] = [0, 0];
  const full = Promise.withResolvers<void>();
  try {
    const failing = restoreBackup(database, file, await checkBackup(file), {
      keys,
      images: {
        ...folder,
        async write(name, bytes) {
          most = Math.max(most, ++underWay);
          if (underWay === IMAGES_AT_ONCE) full.resolve();
          await full.promise;
          await folder.write(name, bytes);
          if (--underWay === 0) throw new Error("The bucket is full");
        },
      },
    });
    await expect(failing).rejects.toThrow("The bucket is full");
    expect([most, underWay]).toEqual([IMAGES_AT_ONCE, 0]);
    expect(readdirSync(join(empty.dataDir, "images"))).toEqual([]);
  } finally {
    await file.close();
    await database.close();
    await empty.remove();
  }
});

describe("without the bucket", () => {
  let away: TestApp;
  let as: Person;
  let state: "refusing" | "silent" | "failing" | "stalling" | "compressing" = "refusing";
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const stalled: Socket[] = [];
  beforeAll(async () => {
    proxy = await startProxy((request, response) => {
      if (state === "refusing") request.socket.destroy();
      if (state === "failing") response.writeHead(503).end("<Code>SlowDown</Code>");
      if (state === "stalling") {
        stalled.push(request.socket);
        response.writeHead(200, { "content-length": 100_000 }).write("RIFF");
      }
      if (state === "compressing") {
        const body = gzipSync(Buffer.alloc(20_000_000));
        response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body);
      }
    });
    away = await testApp({ bucket: bucketSettings(proxy.port) }, WITHOUT_POLLS);
    as = await makePerson(away.database, away.tokens);
  });
  afterAll(async () => {
    await away.close();
    proxy.close();
  });

  test.each(["refusing", "silent", "failing"] as const)(
    "images and uploads are 503 while it is %s, and everything else works",
    async (how) => {
      state = how;
      const url = "/images/00000000-0000-4000-8000-000000000000.webp";
      const [shown, sent] = await Promise.all([away.app.inject({ url }), upload(away, as)]);
      for (const response of [shown, sent]) {
        expect([response.statusCode, response.json().code]).toEqual([503, "busy"]);
        expect(response.headers).toMatchObject({ "retry-after": expect.anything(), "cache-control": "no-store" });
      }
      expect(await away.request(listMyImages, { as, query: {} })).toEqual([]);
      expect((await away.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    },
  );

  test("a deleted image is gone for everyone immediately, including those of a deleted account", async () => {
    state = "refusing";
    const row = { owner_id: as.id, bytes: 1, created_at: Date.now(), removed_at: null };
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await away.database.db
      .insertInto("images")
      .values(ids.map((id) => ({ id, ...row })))
      .execute();
    const statuses = async () => {
      const responses = ids.flatMap((id) => [
        away.app.inject({ url: `/images/${id}.webp` }),
        away.app.inject({ url: `/images/${id}.webp`, headers: { "if-none-match": `"${id}.webp"` } }),
      ]);
      return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
    };
    expect(await statuses()).toEqual([503, 503, 503, 503, 503, 503]);
    const [first = ""] = ids;
    expect(await away.request(deleteImage, { as, params: { id: first } })).toEqual({ modifiedCount: 1 });
    expect(await statuses()).toEqual([404, 404, 503, 503, 503, 503]);
    await away.request(deleteMyAccount, { as, body: { email: as.email } });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404]);
    // The hourly job deletes their files.
    expect(await away.database.db.selectFrom("images").select("id").execute()).toHaveLength(3);
  });

  // Security: H05
  test("a response that would unpack to more bytes than it names is not sent on", async () => {
    state = "compressing";
    const shown = await away.app.inject({ url: "/images/00000000-0000-4000-8000-000000000000.webp" });
    expect([shown.statusCode, shown.json().code]).toEqual([503, "busy"]);
  });

  test("a client that leaves in the middle of an image closes the connection to the bucket", async () => {
    state = "stalling";
    await away.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = away.app.server.address() as AddressInfo;
    const leaving = new AbortController();
    const url = `http://127.0.0.1:${port}/images/00000000-0000-4000-8000-000000000000.webp`;
    expect((await fetch(url, { signal: leaving.signal })).status).toBe(200);
    expect(stalled.at(-1)?.destroyed).toBe(false);
    leaving.abort();
    await expect.poll(() => stalled.at(-1)?.destroyed).toBe(true);
  });
});

describe("wrong settings", () => {
  test("prevent the start, with a sentence that names the cause", async () => {
    const env = {
      DATA_DIR: t.dataDir,
      NODE_ENV: "production",
      PUBLIC_URL: "https://survey.example",
      SESSION_SECRET: SECRET,
      S3_ENDPOINT: service.settings.endpoint,
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "another",
    };
    expect(await runCommand("main", env)).toMatchObject({
      code: 78,
      err: "The bucket at S3_ENDPOINT rejects a GET (403 SignatureDoesNotMatch).\n",
    });
  });

  test("a bucket that doesn't exist is named", async () => {
    await expect(checkBucket({ ...service.settings, name: "none" })).rejects.toThrow(
      "S3_BUCKET: there is no bucket none.",
    );
  });

  test("the settings belong together, and have the service's usual address", () => {
    expect(() => readConfig({ S3_BUCKET: "pictures" })).toThrow(/S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET/);
    const set = { S3_BUCKET: "pictures", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b", S3_REGION: "eu-central-1" };
    expect(readConfig(set).bucket).toMatchObject({ endpoint: "https://s3.eu-central-1.amazonaws.com" });
  });
});

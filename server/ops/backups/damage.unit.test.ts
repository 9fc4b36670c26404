import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openImageFiles } from "../../images/openImageFiles.ts";
import { createArchiveKeys } from "./archiveKeys.ts";
import { BackupError, digest, HEAD, type Head, MANIFEST, type Manifest, SEAL } from "./backupFile.ts";
import { type Checked, checkBackup } from "./checkBackup.ts";
import { requireSpace } from "./requireSpace.ts";
import type { Snapshot } from "./snapshot.sql.ts";
import { type ArchiveEntry, readTar, tarWriter } from "./tar.ts";
import { writeBackup } from "./writeBackup.ts";

const VOTES = "tables/votes/000002.jsonl.gz";
const IMAGE = "00000000-0000-4000-8000-000000000000";
const PICTURE = `images/${IMAGE}-480.webp`;
let folder: string;
let whole: Buffer;

/** Two entries with votes, one with users, two images. */
const snapshot: Snapshot = {
  at: "2026-11-21T12:00:00.000Z",
  fingerprint: { engine: "sqlite", name: null, createdAt: "2026-11-01T12:00:00.000Z" },
  migrations: ["0001-foundation"],
  surveys: 1,
  votes: 2,
  tables: [
    { name: "users", columns: [{ name: "id", type: "text", key: 1 }] },
    { name: "votes", columns: [{ name: "id", type: "text", key: 1 }] },
    { name: "images", columns: [{ name: "id", type: "text", key: 1 }] },
  ],
  async *rows({ name }) {
    if (name === "images") return yield [JSON.stringify([IMAGE])];
    yield Array.from({ length: 40 }, (_, index) => JSON.stringify([`${name} ${index}`]));
    if (name === "votes") yield ['["the last"]'];
  },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
  const images = join(folder, "images");
  mkdirSync(images);
  writeFileSync(join(images, `${IMAGE}.webp`), "a picture");
  writeFileSync(join(images, `${IMAGE}-480.webp`), "the same, smaller");
  await writeBackup(join(folder, "whole.tar"), snapshot, {
    images: openImageFiles({ dataDir: folder, bucket: null }),
    keys: createArchiveKeys(["a secret"]),
  });
  whole = readFileSync(join(folder, "whole.tar"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function check(bytes: Buffer): Promise<Checked> {
  writeFileSync(join(folder, "other.tar"), bytes);
  const file = await open(join(folder, "other.tar"));
  return checkBackup(file).finally(() => file.close());
}

async function partsOf(bytes: Buffer): Promise<ArchiveEntry[]> {
  writeFileSync(join(folder, "parts.tar"), bytes);
  const file = await open(join(folder, "parts.tar"));
  const parts: ArchiveEntry[] = [];
  for await (const part of readTar(file)) parts.push(part);
  await file.close();
  return parts;
}

async function archive(parts: ArchiveEntry[]): Promise<Buffer> {
  const file = await open(join(folder, "made.tar"), "w");
  const tar = tarWriter(file);
  for (const part of parts) await tar.add(part);
  await tar.end();
  await file.close();
  return readFileSync(join(folder, "made.tar"));
}

/** The backup with other entries and an unchanged manifest. */
const changed = async (change: (parts: ArchiveEntry[]) => ArchiveEntry[]) =>
  check(await archive(change(await partsOf(whole))));

test("a complete backup is valid, and lists its content", async () => {
  const { head, manifest } = await check(whole);
  expect(head).toMatchObject({ app: "survey-app", format: 1, engine: "sqlite", migrations: ["0001-foundation"] });
  expect(manifest).toMatchObject({ rows: { users: 40, votes: 41, images: 1 }, images: 2 });
  expect(manifest.parts.map(({ name }) => name)).toContain(VOTES);
});

test("a changed byte is found anywhere, and its entry is named", async () => {
  for (let index = 0; index < whole.length; index += 89) {
    const flipped = Buffer.from(whole);
    flipped[index] = (flipped[index] ?? 0) ^ (1 << (index % 8));
    await expect(check(flipped), `byte ${index}`).rejects.toThrow(/^The backup (is damaged|has data|ends early)/);
  }
  const inVotes = Buffer.from(whole);
  const index = inVotes.indexOf(VOTES) + 512 + 12;
  inVotes[index] = (inVotes[index] ?? 0) ^ 1;
  await expect(check(inVotes)).rejects.toThrow(`The backup is damaged: ${VOTES}, with rows of votes, was changed.`);
});

test("a truncated backup is detected at any length", async () => {
  for (let length = 0; length < whole.length; length += 211)
    await expect(check(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow("The backup ends early");
  const within = whole.indexOf(VOTES) + 520;
  await expect(check(whole.subarray(0, within))).rejects.toThrow(`The backup ends early, within ${VOTES}.`);
});

test("an entry that is missing, unexpected, duplicated or misplaced is named", async () => {
  await expect(changed((parts) => parts.filter(({ name }) => name !== VOTES))).rejects.toThrow(
    `The backup is damaged: ${VOTES}, with rows of votes, is missing.`,
  );
  await expect(changed((parts) => parts.filter(({ name }) => name !== PICTURE))).rejects.toThrow(
    `the image ${PICTURE} is missing.`,
  );
  const surplus = { name: "images/more.webp", bytes: Buffer.from("more") };
  await expect(changed(([head, ...parts]) => [head as ArchiveEntry, surplus, ...parts])).rejects.toThrow(
    "the image images/more.webp is not listed in its manifest",
  );
  await expect(
    changed((parts) => parts.flatMap((part) => (part.name === VOTES ? [part, part] : [part]))),
  ).rejects.toThrow("has a duplicate part");
  await expect(changed(([head, ...parts]) => [head as ArchiveEntry, ...parts.reverse()])).rejects.toThrow(
    "in another order",
  );
  await expect(changed((parts) => parts.filter(({ name }) => name !== MANIFEST))).rejects.toThrow(
    "manifest is missing",
  );
  await expect(changed((parts) => parts.filter(({ name }) => name !== SEAL))).rejects.toThrow(
    "its manifest was changed",
  );
  await expect(changed(([, ...parts]) => parts)).rejects.toThrow("This is not a backup of Survey App.");
});

/** The backup forged by an attacker who knows its format: with a matching manifest. */
async function forged(
  change: (made: { parts: ArchiveEntry[]; head: Head; manifest: Manifest }) => void,
): Promise<Checked> {
  const parts = (await partsOf(whole)).filter(({ name }) => name !== MANIFEST && name !== SEAL);
  const [first] = parts as [ArchiveEntry];
  const made = { parts, head: JSON.parse(String(first.bytes)) as Head, manifest: (await check(whole)).manifest };
  change(made);
  first.bytes = Buffer.from(JSON.stringify(made.head));
  made.manifest.parts &&= parts.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: digest(bytes) }));
  const manifest = { name: MANIFEST, bytes: Buffer.from(JSON.stringify(made.manifest)) };
  const seal = { name: SEAL, bytes: Buffer.from(`${digest(manifest.bytes)}  ${MANIFEST}\n`) };
  return check(await archive([...parts, manifest, seal]));
}

test("a backup of another format is rejected with an error that says so", async () => {
  await expect(forged(({ head }) => Object.assign(head, { format: 2 }))).rejects.toThrow(
    "The backup has format 2, and this version of Survey App reads format 1: restore it with a newer version.",
  );
});

// Security: F06
test.each<[string, Parameters<typeof forged>[0], string]>([
  [
    "a part that leads elsewhere",
    ({ parts }) => add(parts, "images/../../x"),
    "it has images/../../x, which is not part",
  ],
  ["a part with an absolute name", ({ parts }) => add(parts, "/etc/x"), "it has /etc/x, which is not part"],
  ["rows of a table that its head does not have", ({ parts }) => add(parts, "tables/more/1.jsonl.gz"), "is not part"],
  ["a name with control characters", ({ parts }) => add(parts, "images/\u001b[2J"), "no part starts there"],
  ["more pictures than it has", ({ manifest }) => Object.assign(manifest, { images: 9 }), "it has 2 of 9 images"],
  ["no count of a table", ({ manifest }) => Reflect.deleteProperty(manifest.rows, "users"), "does not count users"],
  ["no parts", ({ manifest }) => Reflect.deleteProperty(manifest, "parts"), "its manifest is invalid"],
  ["counts that are none", ({ manifest }) => Object.assign(manifest.rows, { users: -1 }), "its manifest is invalid"],
  ["no migrations", ({ head }) => Object.assign(head, { migrations: [] }), "is invalid"],
  ["an hour that is text", ({ head }) => Object.assign(head, { createdAt: "\u001b[2J" }), "is invalid"],
  ["another program's head", ({ head }) => Object.assign(head, { app: "other" }), "is invalid"],
])("a complete backup with %s is rejected with a sentence", async (_, change, sentence) => {
  const error = await forged(change).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BackupError);
  expect((error as BackupError).message).toContain(sentence);
  expect((error as BackupError).message).not.toMatch(/\p{Cc}/u);
});

const add = (parts: ArchiveEntry[], name: string) => parts.push({ name, bytes: Buffer.from("x") });

test("an entry that declares too large a size is not read", async () => {
  const file = await open(join(folder, "large.tar"), "w");
  await tarWriter(file).add({ name: HEAD, bytes: Buffer.from("{}") });
  const head = Buffer.from(whole.subarray(0, 512));
  head.write("07777777777\0", 124);
  head.fill(" ", 148, 156);
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0`,
    148,
  );
  await file.write(head);
  // A sparse file, which doesn't take disk space.
  await file.truncate(2 ** 31);
  await file.close();
  const large = await open(join(folder, "large.tar"));
  await expect(checkBackup(large)).rejects.toThrow("is larger than any part");
  await large.close();
});

test("a restore that the disk doesn't have space for is refused before it begins, with the sizes needed and free", async () => {
  const file = await open(join(folder, "whole.tar"));
  try {
    const { unpackedBytes } = await checkBackup(file);
    const rows = ["users", "votes"].flatMap((table) =>
      Array.from({ length: 40 }, (_, index) => JSON.stringify([`${table} ${index}`])),
    );
    const lines = [...rows, '["the last"]', JSON.stringify([IMAGE])].map((row) => `${row}\n`);
    expect(unpackedBytes).toBe(lines.join("").length);
    await requireSpace({ unpackedBytes }, folder);
  } finally {
    await file.close();
  }
  const refusal = await requireSpace({ unpackedBytes: 1e18 }, folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BackupError);
  expect(String(refusal)).toMatch(/Restoring takes 4500000000000 MB in .* and \d+ MB are free: free space there/);
});

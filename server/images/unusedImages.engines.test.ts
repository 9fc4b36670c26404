import { existsSync } from "node:fs";
import { join } from "node:path";
import * as account from "@survey-app/contract/account/account.ts";
import { deleteImage, listMyImages, UNUSED_IMAGE_MS, uploadImage } from "@survey-app/contract/surveys/images.ts";
import { IMAGE_WIDTHS, imageAt } from "@survey-app/contract/surveys/imageWidths.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import * as users from "@survey-app/contract/users/users.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endPauses } from "../testing/failedSteps.sql.ts";
import { multipart } from "../testing/multipart.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { openImageFiles } from "./openImageFiles.ts";
import { type ImageStore, idOfImage, openImageStore } from "./store.ts";
import { removeUnused } from "./unusedImages.sql.ts";

const API_ORIGIN = "https://api.survey.example";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let store: ImageStore;
let content: Buffer;

beforeAll(async () => {
  t = await testApp({ apiBase: `${API_ORIGIN}/api` });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  store = openImageStore(openImageFiles(t.config));
  content = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c0392b" } })
    .png()
    .toBuffer();
});

afterAll(() => t.close());

/** Uploads an image. @returns its URL */
async function uploadAs(as: Person): Promise<string> {
  const parts = multipart([{ name: "image", filename: "a.png", type: "image/png", content }]);
  return (await t.send(uploadImage, { as, ...parts })).json().data.display_url;
}
const idOf = (address: string) => idOfImage(address) ?? "";
/** The widths of an upload that are on the disk. */
const filesOf = (address: string) =>
  [address, ...IMAGE_WIDTHS.map((width) => imageAt(address, width) ?? "")].map((each) =>
    existsSync(join(t.dataDir, each)),
  );
const WHOLE = [true, true, true];
const GONE = [false, false, false];

const surveyor = () => makePerson(t.database, t.tokens, { role: "surveyor" });
const INITIALS = avatarPath("Nora New") ?? "";
const setPhoto = (as: Person, photoURL: string) => t.request(users.updateMyProfile, { as, body: { photoURL } });
const deleteAs = (as: Person, address: string) => ({ as, params: { id: idOf(address) } });
const clean = (later: number) =>
  removeUnused(t.database, { reading: t.database.forLists, removeFiles: store.remove, now: Date.now() + later });
const form = { Title: "Is this a question?", category: "Food Preparation" } as const;

test("an upload unused for a day is deleted; one of a deleted account within an hour", async () => {
  const me = await surveyor();
  const left = await surveyor();
  const [photo, shown, unused] = [await uploadAs(me), await uploadAs(me), await uploadAs(me)];
  await setPhoto(me, photo);
  const id = await t.makeSurvey(me, { image: shown });
  await t.request(account.deleteMyAccount, { as: left, body: { email: left.email } });
  // The state after an upload that was in progress while its account was deleted.
  const late = await uploadAs(me);
  await t.database.db.updateTable("images").set({ owner_id: left.id }).where("id", "=", idOf(late)).execute();

  await clean(0);
  expect([photo, shown, unused, late].map(filesOf)).toEqual([WHOLE, WHOLE, WHOLE, GONE]);
  await clean(UNUSED_IMAGE_MS + 1000);
  expect([photo, shown, unused].map(filesOf)).toEqual([WHOLE, WHOLE, GONE]);

  // A survey's former image.
  const body = { ...form, image: "https://example.org/picture.webp" };
  await t.request(surveys.updateSurvey, { as: me, params: { id }, body });
  await clean(UNUSED_IMAGE_MS + 1000);
  expect([photo, shown].map(filesOf)).toEqual([WHOLE, GONE]);
});

test("an upload that is used while it is being deleted is either shown and kept, or rejected and deleted", async () => {
  const me = await surveyor();
  for (let round = 0; round < 15; round++) {
    const image = await uploadAs(me);
    const [added] = await Promise.all([
      t.send(surveys.createSurvey, { as: me, body: { ...form, image } }),
      t.send(deleteImage, deleteAs(me, image)),
      clean(UNUSED_IMAGE_MS + 1000),
    ]);
    expect([200, 422]).toContain(added.statusCode);
    expect(filesOf(image)).toEqual(added.statusCode === 200 ? WHOLE : GONE);
  }
});

test("an image whose files can't be deleted can no longer be used, and a later run deletes both", async () => {
  const me = await surveyor();
  const image = await uploadAs(me);
  const fail = () => Promise.reject(new Error("The disk is away"));
  const failing = { reading: t.database, removeFiles: fail, now: Date.now() + 2 * UNUSED_IMAGE_MS };
  await expect(removeUnused(t.database, failing)).rejects.toThrow("away");
  const rows = () => t.database.db.selectFrom("images").select("id").where("id", "=", idOf(image)).execute();
  expect(await rows()).toHaveLength(1);
  expect(await t.request(listMyImages, { as: me, query: {} })).toEqual([]);
  expect(await t.refused(users.updateMyProfile, { as: me, body: { photoURL: image } })).toMatchObject({ status: 422 });
  expect(await t.refused(deleteImage, deleteAs(me, image))).toMatchObject({ code: "notFound" });
  await endPauses(t.database);
  await clean(0);
  expect([filesOf(image), await rows()]).toEqual([GONE, []]);
});

test("uploads are listed for their owner, newest first, and deleted with all their files unless they are in use", async () => {
  const me = await surveyor();
  const [photo, shown, unused] = [await uploadAs(me), await uploadAs(me), await uploadAs(me)];
  await setPhoto(me, photo);
  await t.makeSurvey(me, { image: shown });
  const list = await t.request(listMyImages, { as: me, query: {} });
  expect(list.map(({ display_url, isInUse }) => [display_url, isInUse])).toEqual([
    [unused, false],
    [shown, true],
    [photo, true],
  ]);

  expect(await t.refused(deleteImage, deleteAs(people.user, unused))).toMatchObject({ code: "notFound" });
  for (const used of [shown, photo])
    expect(await t.refused(deleteImage, deleteAs(me, used))).toMatchObject({ status: 409, code: "imageInUse" });
  expect([photo, shown, unused].map(filesOf)).toEqual([WHOLE, WHOLE, WHOLE]);

  expect(await t.request(deleteImage, deleteAs(me, unused))).toEqual({ modifiedCount: 1 });
  expect(filesOf(unused)).toEqual(GONE);
  expect((await t.app.inject({ url: unused })).statusCode).toBe(404);
  expect(await t.refused(deleteImage, deleteAs(me, unused))).toMatchObject({ code: "notFound" });
  expect(await t.request(listMyImages, { as: me, query: {} })).toHaveLength(2);
});

test("a profile photo that is replaced, also by initials, is deleted immediately, unless a survey uses it", async () => {
  const me = await surveyor();
  const [first, second, third] = [await uploadAs(me), await uploadAs(me), await uploadAs(me)];
  await setPhoto(me, first);
  await setPhoto(me, second);
  expect([first, second].map(filesOf)).toEqual([GONE, WHOLE]);
  await setPhoto(me, INITIALS);
  expect(filesOf(second)).toEqual(GONE);
  await t.makeSurvey(me, { image: third });
  await setPhoto(me, third);
  await setPhoto(me, "https://example.org/me.png");
  expect(filesOf(third)).toEqual(WHOLE);
});

test("deleting an account deletes its photo and unused uploads; images of its surveys stay", async () => {
  const me = await surveyor();
  const [photo, shown, unused] = [await uploadAs(me), await uploadAs(me), await uploadAs(me)];
  await setPhoto(me, photo);
  const id = await t.makeSurvey(me, { image: shown, publishedBy: people.admin });
  await t.request(account.deleteMyAccount, { as: me, body: { email: me.email } });
  expect([photo, unused, shown].map(filesOf)).toEqual([GONE, GONE, WHOLE]);
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ image: shown });
});

test("surveys and profiles accept only their owner's uploads, so users can't keep or show other people's", async () => {
  const [me, other] = [await surveyor(), await surveyor()];
  const [photo, shown] = [await uploadAs(me), await uploadAs(me)];
  await setPhoto(me, photo);
  const id = await t.makeSurvey(me, { image: shown });
  const asImage = (image: string) => ({ as: other, body: { ...form, image } });
  for (const image of [photo, shown, photo.replace(/.{6}\.webp/, "000000.webp")])
    expect(await t.refused(surveys.createSurvey, asImage(image))).toMatchObject({
      status: 422,
      errors: [{ field: "image" }],
    });
  expect(await t.refused(users.updateMyProfile, { as: other, body: { photoURL: photo } })).toMatchObject({
    status: 422,
    errors: [{ field: "photoURL" }],
  });
  const own = await t.makeSurvey(other);
  const stealing = { as: other, params: { id: own }, body: { ...form, image: shown } };
  expect(await t.refused(surveys.updateSurvey, stealing)).toMatchObject({ status: 422, errors: [{ field: "image" }] });

  // Signing up accepts any URL.
  await t.database.db.updateTable("users").set({ photo_url: photo }).where("id", "=", other.id).execute();
  await setPhoto(me, INITIALS);
  expect(filesOf(photo)).toEqual(GONE);

  // The owner of a survey can reuse the image that an admin gave it.
  const chosen = await uploadAs(people.admin);
  await t.request(surveys.updateSurvey, { as: people.admin, params: { id }, body: { ...form, image: chosen } });
  expect(await t.makeSurvey(me, { image: chosen })).toEqual(expect.any(String));
});

test("an upload's absolute URL, in any width, is stored as its path, and is shown and kept like any other", async () => {
  const [me, other] = [await surveyor(), await surveyor()];
  const [photo, shown, changed] = [await uploadAs(me), await uploadAs(me), await uploadAs(me)];
  await setPhoto(me, API_ORIGIN + photo);
  const id = await t.makeSurvey(me, { image: `${API_ORIGIN.toUpperCase()}:443${imageAt(shown, 480)}?copied#here` });
  expect(await t.request(surveys.getSurvey, { as: me, params: { id } })).toMatchObject({ image: shown });
  await clean(UNUSED_IMAGE_MS + 1000);
  expect([photo, shown, changed].map(filesOf)).toEqual([WHOLE, WHOLE, GONE]);
  // Absolute URLs don't let users show other people's or deleted images either.
  for (const image of [API_ORIGIN + photo, API_ORIGIN + changed])
    expect(await t.refused(surveys.createSurvey, { as: other, body: { ...form, image } })).toMatchObject({
      status: 422,
    });
  const elsewhere = `https://example.org${photo}`;
  await t.request(surveys.updateSurvey, { as: me, params: { id }, body: { ...form, image: elsewhere } });
  expect(await t.request(surveys.getSurvey, { as: me, params: { id } })).toMatchObject({ image: elsewhere });
});

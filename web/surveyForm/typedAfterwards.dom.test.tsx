import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bilevelPng } from "../../server/testing/png.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const TYPED = "Who typed this before?";

/** Holds back the drawing of a visitor's picture. @returns a function that lets it finish */
function holdPictures(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(globalThis, {
    createImageBitmap: async () => {
      await promise;
      return { width: 6, height: 4, close() {} };
    },
  });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ fillRect() {}, drawImage() {} }),
    toDataURL: () => "data:image/jpeg;base64,AAAA",
  });
  return resolve;
}

// Security: F17
test("a picture that is ready after a sign-out in another tab brings back nothing that was typed with it", async () => {
  const { user, ...page } = await openPage(t, "/ask");
  const go = holdPictures();
  const field = await page.findByLabelText(/^Your question/);
  await user.type(field, TYPED);
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain(TYPED));
  const file = new File([new Uint8Array(bilevelPng(6, 4))], "a.png", { type: "image/png" });
  await user.upload(document.querySelector("input[type=file]") as HTMLElement, file);
  // As `clearDrafts` does in the other tab.
  localStorage.setItem("visit", String(Date.now()));
  window.dispatchEvent(new Event("storage"));
  await waitFor(() => expect(page.getByLabelText(/^Your question/)).toHaveProperty("value", ""));
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(TYPED);
  go();
  await sleep(200);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(TYPED);
});

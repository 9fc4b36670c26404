import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { bilevelPng } from "../../server/testing/png.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

const file = (name: string) => new File([new Uint8Array(bilevelPng(60, 40))], name, { type: "image/png" });

/** Opens the form of a new survey in a window whose images load, but those of images.invalid. */
async function openForm() {
  const page = await openPage(t, "/dashboard/surveyAdd", { as: await signUp(t, { role: "surveyor" }) });
  globalThis.Image = class {
    // The page removes them when it no longer needs to know.
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    set src(address: string) {
      setTimeout(() => (address.includes("images.invalid") ? this.onerror?.() : this.onload?.()));
    }
  } as never;
  // This DOM doesn't load images, and says that they have failed.
  Object.defineProperty(HTMLImageElement.prototype, "complete", { value: false });
  const submit = () => page.user.click(page.getByRole("button", { name: "Submit for review" }));
  await page.findByLabelText(/^Your question/);
  const choose = (name: string) =>
    page.user.upload(document.querySelector("input[type=file]") as HTMLElement, file(name));
  const write = async (label: string | RegExp, text: string) => {
    const field = page.getByLabelText(label);
    await page.user.clear(field);
    await page.user.click(field);
    await page.user.paste(text);
  };
  return { ...page, submit, choose, write };
}

/**
 * Holds the window's uploads back: each function sends one, unless the page has aborted it, and says whether it did.
 */
function holdUploads(): (() => boolean)[] {
  const held: (() => boolean)[] = [];
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    #isAborted = false;
    override send(body: unknown) {
      held.push(() => {
        if (!this.#isAborted) super.send(body as never);
        return !this.#isAborted;
      });
    }
    override abort() {
      this.#isAborted = true;
      this.dispatchEvent(new Event("abort"));
    }
  };
  return held;
}

const picture = () => document.querySelector("main img[alt='The chosen picture']")?.getAttribute("src") ?? "";

test("a form waits for its image, the last image wins, and the same file can be sent again", async () => {
  const { user, submit, choose, write, ...page } = await openForm();
  const Real = globalThis.XMLHttpRequest;
  const uploads = holdUploads();
  await write(/^Your question/, "x".repeat(201));
  await page.findByText("1 character too many: at most 200");
  await user.selectOptions(page.getByLabelText(/^Category/), "Cleaning Tools");
  await choose("first.png");
  await page.findByRole("progressbar", { name: "Upload" });
  await waitFor(() => expect(uploads).toHaveLength(1));
  const waiting = page.getByRole("button", { name: "Uploading the picture …" });
  expect(waiting).toHaveProperty("disabled", true);
  await user.click(waiting);
  await choose("second.png");
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]?.(), "the last one is sent").toBe(true);
  await waitFor(() => expect(picture()).toMatch(/^\/images\//));
  const second = picture();
  // Users don't need the URL of an upload.
  expect(page.queryByLabelText("Or paste an image URL")).toBeNull();
  expect(uploads[0]?.(), "the first one is sent").toBe(false);
  await page.findByRole("button", { name: "Submit for review" });
  expect(page.queryByRole("group", { name: /attention$/ }), "nothing was sent before").toBeNull();
  await submit();
  await waitFor(() =>
    expect(page.getByRole("group", { name: /attention$/ }).textContent).toContain(
      "Title must be at most 200 characters",
    ),
  );
  expect(page.getByLabelText(/^Your question/)).toHaveProperty("value", "x".repeat(201));
  expect(picture()).toBe(second);

  // Without a connection.
  globalThis.XMLHttpRequest = class extends Real {
    override send() {
      this.dispatchEvent(new Event("error"));
    }
  };
  await choose("second.png");
  await page.findByText(/^We couldn't reach the server\./);
  globalThis.XMLHttpRequest = Real;
  await choose("second.png");
  await waitFor(() => expect(picture()).not.toBe(second));
  expect(picture()).toMatch(/^\/images\//);
  await user.click(page.getByRole("button", { name: "Remove" }));

  await write(/^Your question/, "Is a broken image reported?");
  await write("Or paste an image URL", "https://images.invalid/none.png");
  await page.findByText("This browser couldn't load a picture from this URL.", { exact: false });
  expect(page.getByLabelText("Or paste an image URL").getAttribute("aria-invalid")).toBeNull();
  await submit();
  await waitFor(() => expect(page.getByRole("alert").textContent).toContain("use another URL, or upload a file."));
  expect(location.pathname).toBe("/dashboard/surveyAdd");
  await user.click(page.getByRole("button", { name: "Use it anyway" }));
  await user.click(page.getByRole("checkbox", { name: "The picture is decoration only" }));
  await submit();
  await waitFor(() => expect(page.queryByLabelText(/^Your question/)).toBeNull());
});

test("a file that isn't an image is rejected with the accepted kinds", async () => {
  const { user, ...page } = await openForm();
  const text = new File(["Not a picture at all."], "photo.png", { type: "image/png" });
  await user.upload(document.querySelector("input[type=file]") as HTMLElement, text);
  expect((await page.findByRole("alert")).textContent).toBe("Use a JPEG, PNG, WebP, GIF or AVIF file");
});

test("an image uploaded on the profile is immediately in the user's list of images", async () => {
  const { user, ...page } = await openPage(t, "/profile", { as: await signUp(t) });
  const pictures = within(await page.findByRole("region", { name: "Your pictures" }));
  await pictures.findByText("Pictures you upload will appear here.");
  await user.upload(document.querySelector("input[type=file]") as HTMLElement, file("photo.png"));
  await waitFor(() => expect(pictures.getAllByRole("listitem")).toHaveLength(1));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a code of any length can be typed, and is in no URL", async () => {
  const page = await openPage(t, "/v");
  const field = page.getByRole<HTMLInputElement>("textbox", { name: "Code" });
  expect([field.value, field.form?.method, field.form?.getAttribute("action"), field.name]).toEqual([
    "",
    "post",
    "/v",
    "code",
  ]);
  expect(page.queryByRole("alert")).toBeNull();
  expect(page.getByText(/^6, 8, 12 or 26 letters and digits/)).toBeTruthy();
  const { user } = page;
  await user.type(field, "31SQ-P6B6-0DPC-SRTC-6M96-F00A-03");
  expect(field.value).toBe("31SQ-P6B6-0DPC-SRTC-6M96-F00A-03");
  await expectAccessible();
});

test("a code that leads nowhere can be corrected", async () => {
  const page = await openPage(t, "/v/8k4f2");
  expect(page.getByRole("alert").textContent).toBe("This code doesn't work. Check it, or ask for a new one.");
  expect(page.getByRole<HTMLInputElement>("textbox", { name: "Code" }).value).toBe("8k4f2");
  await expectAccessible();
});

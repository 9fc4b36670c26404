import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import { getUser } from "@survey-app/contract/users/users.ts";
import { waitFor, within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import { multipart } from "../../server/testing/multipart.ts";
import { bilevelPng } from "../../server/testing/png.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { expectAccessible } from "../testing/expectAccessible.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("an unused uploaded image can be deleted on the profile page", async () => {
  const as = await signUp(t);
  const content = bilevelPng(60, 40);
  const { headers, body } = multipart([{ name: "image", content, filename: "a.png", type: "image/png" }]);
  const uploaded = await t.app.inject({
    method: "POST",
    url: "/api/images",
    headers: { ...headers, authorization: `Bearer ${as.token}` },
    payload: body,
  });
  expect(uploaded.statusCode).toBe(200);
  const { user, ...page } = await openPage(t, "/profile", { as });
  const pictures = within(await page.findByRole("region", { name: "Your pictures" }));
  await waitFor(() => expect(pictures.getAllByRole("listitem")).toHaveLength(1));
  await expectAccessible();
  await user.click(pictures.getByRole("button", { name: /^Delete the picture/ }));
  await user.click(within(await page.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await pictures.findByText("Pictures you upload will appear here.");
});

test("the profile's form rejects a photo URL that is not HTTPS, and says so", async () => {
  const as = await signUp(t);
  const { user, ...page } = await openPage(t, "/profile", { as });
  const field = await page.findByRole("textbox", { name: "Or paste an image URL" });
  for (const address of [
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "http://example.org/a.png",
  ]) {
    await user.clear(field);
    await user.click(field);
    await user.paste(address);
    await user.click(page.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(page.getByRole("group", { name: /attention$/ }).textContent).toContain("must be an https address");
  }
  expect(await t.request(getUser, { as, params: { email: as.email } })).toMatchObject({
    photoURL: avatarPath(as.name),
  });
});

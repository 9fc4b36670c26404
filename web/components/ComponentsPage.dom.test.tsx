import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";
import { themeColors } from "../ui/themeColors.ts";

const ui = join(import.meta.dirname, "../ui");

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("every component of web/ui and every color stands on the page of components", async () => {
  const page = await openPage(t, "/sandbox/ui");
  const headings = (await page.findAllByRole("heading", { level: 3 })).map(({ textContent }) => textContent);
  const exported = globSync("*.tsx", { cwd: ui }).flatMap((file) =>
    [...readFileSync(join(ui, file), "utf8").matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name]) => name ?? ""),
  );
  expect(exported).toContain("Button");
  expect(exported.filter((name) => !headings.includes(name))).toEqual([]);

  const roles = [...themeColors(readFileSync(join(ui, "theme.css"), "utf8")).keys()];
  const drawn = document.querySelectorAll(roles.map((role) => `.bg-${role}.h-14`).join());
  expect(drawn).toHaveLength(roles.length);
});

test("the page of components turns dark and around without the rest of the page", async () => {
  const { user, ...page } = await openPage(t, "/sandbox/ui");
  const colors = await page.findByRole("region", { name: "Colors" });
  await user.click(page.getByRole("radio", { name: "Dark" }));
  await user.click(page.getByRole("radio", { name: "Right to left" }));
  expect(colors.closest("[dir=rtl]")?.className).toContain("scheme-dark");
  expect(document.documentElement.dir).not.toBe("rtl");
});

test("an installation in production doesn't have a page of components", async () => {
  const production = await startServer({ sandbox: false });
  try {
    const page = await openPage(production, "/sandbox/ui");
    await page.findByRole("heading", { level: 1, name: /404|not found/i });
    expect(page.queryByRole("heading", { name: "Components" })).toBeNull();
  } finally {
    await production.close();
  }
});

import { expect, test } from "vitest";
import { keepFocus } from "./keepFocus.ts";

const show = (...buttons: [words: string, name: string][]) => {
  document.body.replaceChildren(
    ...buttons.map(([textContent, name]) => Object.assign(document.createElement("button"), { textContent, name })),
  );
  return [...document.querySelectorAll("button")];
};

test("the same control has the focus after a change, also among others that look alike", async () => {
  const before = show(["Vote", "a"], ["Report", "b"], ["Report", "b"]);
  before[2]?.focus();
  let after: HTMLElement[] = [];
  await keepFocus(() => {
    queueMicrotask(() => {
      after = show(["Vote", "a"], ["Report", "b"], ["Report", "b"]);
    });
  });
  expect(document.activeElement).toBe(after[2]);
});

test("nothing takes the focus where the control is gone, or where another one has taken it", async () => {
  show(["Vote", "a"])[0]?.focus();
  await keepFocus(() => void show(["Report", "b"]));
  expect(document.activeElement).toBe(document.body);
  show(["Vote", "a"], ["Report", "b"])[0]?.focus();
  await keepFocus(() => show(["Vote", "a"], ["Report", "b"])[1]?.focus());
  expect((document.activeElement as HTMLButtonElement).name).toBe("b");
});

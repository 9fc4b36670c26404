import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWindow } from "../testing/window.ts";
import { focusHeading } from "./focusHeading.ts";

beforeEach(() => {
  loadWindow("http://localhost/");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A page with a link and a field, whose heading is rendered later. */
function openPage(): { link: HTMLElement; field: HTMLElement; renderHeading: () => void } {
  document.body.innerHTML = "<a href='/'>Home</a><main><input></main>";
  const main = document.body.lastElementChild as HTMLElement;
  return {
    link: document.body.firstElementChild as HTMLElement,
    field: main.firstElementChild as HTMLElement,
    renderHeading: () => main.insertAdjacentHTML("afterbegin", "<h1 tabindex='-1'>Profile</h1>"),
  };
}

test("a heading that is rendered late takes the focus from the link that led to it", () => {
  const { link, renderHeading } = openPage();
  link.focus();
  focusHeading(() => true);
  vi.advanceTimersByTime(1000);
  renderHeading();
  vi.advanceTimersByTime(1000);
  expect(document.activeElement?.textContent).toBe("Profile");
});

test("a heading that is rendered late doesn't take the focus from the field in which the user already types", () => {
  const { link, field, renderHeading } = openPage();
  link.focus();
  focusHeading(() => true);
  field.focus();
  renderHeading();
  vi.advanceTimersByTime(1000);
  expect(document.activeElement).toBe(field);
});

test("a page that is gone focuses nothing", () => {
  const { renderHeading } = openPage();
  let isWanted = true;
  focusHeading(() => isWanted);
  isWanted = false;
  renderHeading();
  vi.advanceTimersByTime(1000);
  expect(document.activeElement).toBe(document.body);
});

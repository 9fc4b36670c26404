import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { focusHiddenBy } from "./focusInView.ts";

/** More stops than any page of the journeys has. */
const STOPS_MAX = 150;

/**
 * A person without a pointer. With a keyboard: Tab, Enter, Space, arrow keys. With one switch: only Tab and Space, so
 * that answers are reached by Tab, too, and text comes from a keyboard on the screen. Each stop of Tab has to be in
 * view.
 */
export class Hand {
  readonly page: Page;
  readonly #isSwitch: boolean;
  readonly #look: (page: Page) => Promise<void>;

  /** @param look is called before each press, and checks the conditions of every page */
  constructor(page: Page, keys: "keyboard" | "switch", look: (page: Page) => Promise<void> = async () => {}) {
    this.page = page;
    this.#isSwitch = keys === "switch";
    this.#look = look;
  }

  /** Presses Tab until `target` has the focus. */
  async reach(target: Locator): Promise<void> {
    await this.#tabUntil(
      () => target.evaluate((element) => element === document.activeElement),
      String(target),
      target,
    );
  }

  /**
   * Presses a button or a link, or picks a box.
   * @param least its minimum width and height in pixels, for trembling fingers
   */
  async press(target: Locator, least = 24): Promise<void> {
    await this.reach(target);
    await expectSize(target, least);
    await this.#look(this.page);
    const isLink = await target.evaluate((element) => element.tagName === "A");
    await this.page.keyboard.press(isLink && !this.#isSwitch ? "Enter" : "Space");
  }

  /** Picks an answer. @param least as for `press` */
  async pick(answer: Locator, least = 24): Promise<void> {
    if (this.#isSwitch) await this.press(answer, least);
    else {
      const isInGroup = () =>
        answer.evaluate(
          (radio: HTMLInputElement) => (document.activeElement as HTMLInputElement | null)?.name === radio.name,
        );
      await this.#tabUntil(isInGroup, `the group of ${answer}`, answer);
      await this.#look(this.page);
      await expectSize(answer, least);
      const hasFocus = () => answer.evaluate((element) => element === document.activeElement);
      for (let presses = 0; presses < 10 && !(await hasFocus()); presses++) await this.page.keyboard.press("ArrowDown");
      if (!(await answer.isChecked())) await this.page.keyboard.press("Space");
    }
    await expect(answer).toBeChecked();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.page.keyboard.type(text);
  }

  /** Chooses in a list by the first letters of `label`. */
  async choose(list: Locator, label: string): Promise<void> {
    await this.reach(list);
    await this.page.keyboard.type(label);
    await expect(list.locator("option:checked")).toHaveText(label);
  }

  async #tabUntil(isThere: () => Promise<boolean>, name: string, target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops < STOPS_MAX; stops++) {
      if (await isThere()) return;
      await this.page.keyboard.press("Tab");
      expect(await focusHiddenBy(this.page), `on the way to ${name}`).toBeNull();
    }
    throw new Error(`Tab never came to ${name}`);
  }
}

/** The element, with its label if it has one, is as wide and as high as fingers need (WCAG 2.5.8, 2.5.5). */
async function expectSize(target: Locator, least: number): Promise<void> {
  const size = await target.evaluate((element) => {
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((each) =>
      each.getBoundingClientRect(),
    );
    return Math.min(Math.max(...boxes.map(({ width }) => width)), Math.max(...boxes.map(({ height }) => height)));
  });
  expect(size, `the size of ${target}`).toBeGreaterThanOrEqual(least);
}

import { expect, type Locator, test } from "@playwright/test";

/** Acts as a person does, and counts the steps. */
export class Effort {
  /** Clicks, taps and choices in lists. */
  presses = 0;
  /** Fields that are typed or pasted into. */
  fields = 0;
  /** How often a person had to scroll, because the next control was not completely in view. */
  scrolls = 0;

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await this.#look(target);
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    await this.#look(field);
    await field.fill(text);
  }

  /** Opens a list, and chooses in it. */
  async choose(field: Locator, label: string): Promise<void> {
    this.presses += 2;
    await this.#look(field);
    await field.selectOption({ label });
  }

  /** Opens the browser's dialog for files, and chooses one in it. */
  async upload(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.presses += 2;
    await input.setInputFiles(file);
  }

  /** Expects that it didn't take more, and prints the counts. */
  expectAtMost(most: { presses: number; fields: number; scrolls?: number }): void {
    const { presses, fields, scrolls } = this;
    process.stdout.write(`${test.info().title}\n  ${presses} presses, ${fields} fields, ${scrolls} scrolls\n`);
    expect(presses).toBeLessThanOrEqual(most.presses);
    expect(fields).toBeLessThanOrEqual(most.fields);
    expect(scrolls).toBeLessThanOrEqual(most.scrolls ?? Number.POSITIVE_INFINITY);
  }

  /** Counts a scroll if the control is not in view. */
  async #look(target: Locator): Promise<void> {
    await target.waitFor();
    const isInView = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    if (!isInView) this.scrolls += 1;
  }
}

import type { Locator } from "@playwright/test";

/** Does what a person does, and counts it: each press and each field that is filled in. */
export class Interactions {
  count = 0;

  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  async choose(field: Locator, label: string): Promise<void> {
    this.count += 1;
    await field.selectOption({ label });
  }

  /** Opens the browser's dialog for files, and chooses one in it. */
  async upload(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.count += 2;
    await input.setInputFiles(file);
  }
}

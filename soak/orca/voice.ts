import { execFile } from "node:child_process";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";

const run = promisify(execFile);

/** After this time without a word, in ms, Orca has finished speaking. */
const SILENCE_MS = 500;
/** The longest time until the first word, in ms: the machine may be busy with other work. */
const THOUGHT_MS = 5000;
/** The longest time until all expected texts were spoken; only failures wait this long. */
const PATIENCE_MS = 20_000;

interface Step {
  /** The pressed key, as `xdotool` spells it, or the other action. */
  does: string;
  /** The texts that Orca spoke then. */
  spoken: string[];
}

/** An expected text, or a pattern that it must match. */
export type Heard = string | RegExp;

/**
 * A person with a keyboard and Orca, who sees nothing. Keys go to the window that has the focus, as from a real
 * keyboard.
 */
export class Voice {
  readonly steps: Step[] = [];
  readonly #log: string;
  readonly #origin: string;
  /** The number of bytes of the log that were read. */
  #read: number;

  /**
   * @param log the file that Orca writes its debug log into
   * @param origin the site's
   */
  constructor(log: string, origin: string) {
    this.#log = log;
    this.#origin = origin;
    this.#read = statSync(log).size;
  }

  /**
   * Types an address into the address bar, as a link from elsewhere would open it; the texts of the address bar are not
   * part of the page.
   */
  async open(page: Page, path: string, ...heard: Heard[]): Promise<void> {
    const { href } = new URL(path, this.#origin);
    const enter = async () => {
      await this.#keys("ctrl+l");
      await this.#listen(null);
      await run("xdotool", ["type", "--delay", "10", href]);
      await this.#listen(null);
      await this.#keys("Return");
    };
    await page.bringToFront();
    await this.#listen(null);
    await this.#step(
      `opens ${path.replace(/[\w-]{20,}/, "…")}`,
      async () => {
        await enter();
        // A new window can lose keys at first.
        const isThere = await page
          .waitForURL((url) => url.origin === this.#origin, { timeout: 5000 })
          .catch(() => false);
        if (isThere === false) await enter();
      },
      heard,
    );
    const spoken = this.steps.at(-1)?.spoken ?? [];
    // The last text that Orca speaks about a page without a key.
    if (!spoken.some((each) => each.startsWith("Page has"))) spoken.push(...(await this.#listen(["Page has"])));
    spoken.splice(
      0,
      spoken.findIndex((each) => OF_DOCUMENT.test(each)),
    );
  }

  /**
   * Presses a key, and listens until each of `heard` was spoken, in this order.
   * @returns all spoken texts
   * @throws if one is not spoken, or if something is spoken twice in a row
   */
  press(key: string, ...heard: Heard[]): Promise<string> {
    return this.#step(key, () => this.#keys(key), heard);
  }

  /** Listens, without a key, until each of `heard` was spoken after `happens` was done elsewhere. */
  notice(happens: string, act: () => Promise<unknown>, ...heard: Heard[]): Promise<string> {
    return this.#step(`(${happens})`, act, heard);
  }

  /** Presses a key until each of `heard` is spoken after one press, in this order; at most 30 times. */
  async reach(key: string, ...heard: Heard[]): Promise<string> {
    for (let presses = 0; presses < 30; presses++) {
      const spoken = await this.press(key);
      if (firstMissing(spoken, heard) === undefined) return spoken;
    }
    throw new Error(`${key} never came to ${heard}:\n${this.transcript()}`);
  }

  /** Types a text. */
  type(text: string): Promise<string> {
    return this.#step(`types “${text}”`, () => run("xdotool", ["type", "--delay", "15", text]), null);
  }

  /** The actions and spoken texts so far, for people to read. */
  transcript(): string {
    return this.steps
      .map(({ does, spoken }, index) => [`${index + 1}. ${does}`, ...spoken.map((each) => `      ${each}`)].join("\n"))
      .join("\n");
  }

  async #keys(key: string): Promise<void> {
    await run("xdotool", ["key", "--clearmodifiers", key]);
  }

  async #step(does: string, act: () => Promise<unknown>, heard: readonly Heard[] | null): Promise<string> {
    // Late texts belong to the step before.
    this.steps.at(-1)?.spoken.push(...this.#next());
    const step: Step = { does, spoken: [] };
    this.steps.push(step);
    await act();
    step.spoken = await this.#listen(heard);
    const missing = firstMissing(step.spoken.join("\n"), heard ?? []);
    if (missing !== undefined) throw new Error(`Not spoken: ${missing}\n${this.transcript()}`);
    const twice = step.spoken.find((each, index) => each.length > 1 && each === step.spoken[index - 1]);
    if (twice !== undefined) throw new Error(`Spoken twice: ${twice}\n${this.transcript()}`);
    return step.spoken.join("\n");
  }

  /**
   * Listens until every expected text was spoken, and then until Orca is silent.
   * @param heard null if no text is expected
   */
  async #listen(heard: readonly Heard[] | null): Promise<string[]> {
    const spoken: string[] = [];
    const began = Date.now();
    let last = began;
    while (Date.now() < began + PATIENCE_MS) {
      await sleep(50);
      const more = this.#next();
      spoken.push(...more);
      if (more.length > 0) last = Date.now();
      const isOver = heard === null || spoken.length > 0 || Date.now() > began + THOUGHT_MS;
      if (isOver && Date.now() > last + SILENCE_MS && firstMissing(spoken.join("\n"), heard ?? []) === undefined) break;
    }
    return spoken;
  }

  /** The texts that were spoken since the last call. */
  #next(): string[] {
    const size = statSync(this.#log).size;
    const buffer = Buffer.alloc(size - this.#read);
    const file = openSync(this.#log, "r");
    readSync(file, buffer, 0, buffer.length, this.#read);
    closeSync(file);
    const end = buffer.lastIndexOf("\n") + 1;
    this.#read += end;
    return spokenIn(buffer.subarray(0, end).toString());
  }
}

/** A line of Orca's debug log; a text can have several lines, and a voice follows. */
const OUTPUT = /SPEECH OUTPUT: '([\s\S]*?)'(?: voice=\w+)? ?(?:[[{].*|None)?$/gm;
/** The first text that Orca speaks about a page. */
const OF_DOCUMENT = /document web\.$|^Loading\. Please wait\.$|^Finished loading (?!Omnibox)/;

/** The texts that Orca speaks, in order. Keys that it repeats during typing are joined into one text. */
function spokenIn(log: string): string[] {
  return [...log.matchAll(OUTPUT)]
    .map(([, text = ""]) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "");
}

function indexOf(spoken: string, heard: Heard, from = 0): number {
  if (typeof heard === "string") return spoken.indexOf(heard, from);
  const index = spoken.slice(from).search(heard);
  return index < 0 ? index : from + index;
}

/** The first of `heard` that was not spoken after the previous ones. */
function firstMissing(spoken: string, heard: readonly Heard[]): Heard | undefined {
  let from = 0;
  for (const each of heard) {
    const index = indexOf(spoken, each, from);
    if (index < 0) return each;
    from = index + 1;
  }
  return undefined;
}

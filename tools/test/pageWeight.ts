import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";

/** The files that a browser fetches for a page. */
export interface Weight {
  /** Requests without images, which load near the viewport. */
  requests: number;
  pictures: number;
  /** Bytes by kind; each file is compressed with gzip, independent of the server. */
  bytes: { page: number; style: number; script: number; calls: number; pictures: number };
  /**
   * The events that the page took for its first use, although nobody used it: they explain scripts that came too early.
   */
  signs: string[];
}

/** Shorter than the time that a page waits for its first use before it loads its deferred parts (`deferredOnUse`). */
const LONG_TIMER_MS = 2000;

const kinds: Record<string, keyof Weight["bytes"]> = {
  document: "page",
  stylesheet: "style",
  script: "script",
  image: "pictures",
};

/** Opens a URL in a page with an empty cache, waits until the network is idle, and adds up the files. */
export async function weighPage(page: Page, address: string): Promise<Weight> {
  const requests: Request[] = [];
  const note = (request: Request) => void requests.push(request);
  await loadOnlyOnUse(page);
  await page.addInitScript(noteSigns);
  page.on("requestfinished", note);
  await page.goto(address, { waitUntil: "networkidle" });
  page.off("requestfinished", note);
  const bytes: Weight["bytes"] = { page: 0, style: 0, script: 0, calls: 0, pictures: 0 };
  for (const request of requests) {
    const kind = kinds[request.resourceType()] ?? "calls";
    const body = await (await request.response())?.body();
    // Images are already compressed.
    bytes[kind] += (kind === "pictures" ? body : body && gzipSync(body, { level: 9 }))?.length ?? 0;
  }
  const pictures = requests.filter((request) => request.resourceType() === "image").length;
  const signs = await page.evaluate(() => (window as { signs?: string[] }).signs ?? []);
  return { requests: requests.length - pictures, pictures, bytes, signs };
}

/** Notes the events for which `deferredOnUse` waits, but not a pointer that rests. */
function noteSigns(): void {
  const signs: string[] = [];
  Object.assign(window, { signs });
  for (const name of ["pointermove", "pointerdown", "scroll", "keydown", "focusin"])
    addEventListener(
      name,
      (event) => {
        const { target } = event;
        if (event instanceof PointerEvent && name === "pointermove" && !event.movementX && !event.movementY) return;
        signs.push(`${name} on ${target instanceof Element ? target.outerHTML.slice(0, 80) : "the page"}`);
      },
      { capture: true, passive: true },
    );
}

/**
 * Makes pages load their deferred parts only when they are used, however long the machine takes. Call it before opening
 * a page.
 */
export const loadOnlyOnUse = (page: Page) => page.addInitScript(dropLongTimers, LONG_TIMER_MS);

/**
 * Drops timers of at least `limit` ms: on a busy machine the page would load its deferred parts, for which it waits
 * some seconds, before the network is idle.
 */
function dropLongTimers(limit: number): void {
  const { setTimeout: start } = window;
  const startShort = (run: TimerHandler, delay = 0, ...args: unknown[]) =>
    delay < limit ? start(run, delay, ...args) : 0;
  window.setTimeout = startShort as typeof setTimeout;
}

/** Bytes of everything except images. */
export function withoutPictures({ bytes }: Weight): number {
  return bytes.page + bytes.style + bytes.script + bytes.calls;
}

import type { CDPSession, Page } from "@playwright/test";
import { contrastOf } from "@survey-app/contract/text/contrast.ts";
import sharp from "sharp";

/** The room around an element in which its focus is shown, in pixels. */
const MARGIN = 8;
/** The contrast that WCAG requires of changes of color (1.4.11, 2.4.13). */
const CONTRAST_MIN = 3;

/** More presses of Tab than any screen needs. */
const STOPS_MAX = 150;

/** The looks of the page in which the focus has to be visible. */
const LOOKS = [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const;
/** The kinds of controls that this process has looked at: on most screens they are the same. */
const seen = new Set<string>();

/**
 * Presses Tab until the focus is back at the start, and checks each new kind of control in light, in dark and with
 * forced colors, with and without its focus ring.
 * @returns the controls whose focus can't be seen: with a contrast of 3:1, less changes than a line of one pixel around
 *   half of them
 */
export async function unseenFocus(page: Page): Promise<string[]> {
  const stops = await newKinds(page);
  if (stops.length === 0) return [];
  await page.evaluate(() => {
    const none = new CSSStyleSheet();
    // Only around the control, because a style for all elements would make the browser style and draw the whole page
    // again. A ring elsewhere would stay, and the control would fail.
    none.replaceSync(
      "[data-ringless], [data-ringless]::before, [data-ringless]::after, [data-ringless] *, [data-ringless] ::before, [data-ringless] ::after { outline-style: none !important }",
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, none];
    Object.assign(window, { withoutRings: none });
  });
  const found: string[] = [];
  const protocol = await page.context().newCDPSession(page);
  // Drawing the page again in each look takes longer than everything else, so the looks come one after the other.
  for (const look of LOOKS) {
    await page.emulateMedia(look);
    for (const stop of stops) {
      await page.evaluate(focusAgain, stop.id);
      const measured = await measureFocused(page);
      if (measured?.id !== stop.id) throw new Error(`${stop.kind} "${stop.name}" lost the focus`);
      const changed = await changedPixels(page, protocol, measured);
      if (changed * 2 < measured.around)
        found.push(
          `${measured.kind} "${measured.name}", ${Object.values(look)[0]}: ${changed} of ${Math.round(measured.around)} pixels`,
        );
    }
    await page.emulateMedia({ colorScheme: null, forcedColors: null });
  }
  await protocol.detach();
  await page.evaluate(() => {
    const { withoutRings } = window as unknown as { withoutRings: CSSStyleSheet };
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== withoutRings);
  });
  return found;
}

type Stop = NonNullable<Awaited<ReturnType<typeof measureFocused>>>;

/** Presses Tab until the focus is back at the start: the first stop at each kind of control that is new. */
async function newKinds(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  let first: string | null = null;
  for (let presses = 0; presses < STOPS_MAX; presses++) {
    await page.keyboard.press("Tab");
    const measured = await measureFocused(page);
    if (measured === null) continue;
    if (measured.id === first) break;
    first ??= measured.id;
    if (seen.has(measured.kind) || measured.clip.width < 4 || measured.clip.height < 4) continue;
    seen.add(measured.kind);
    stops.push(measured);
  }
  return stops;
}

/** In the page: gives the focus to a stop of Tab again, as the keyboard does. */
function focusAgain(id: string): void {
  const element = document.querySelector<HTMLElement>(`[data-stop="${id}"]`);
  element?.focus();
  if (!element?.matches(":focus-visible")) throw new Error(`The focus of stop ${id} is not shown as the keyboard's`);
}

/**
 * The focused element: its kind, the box inside its ring, and the number of pixels of a line around it; null for none.
 */
function measureFocused(page: Page) {
  return page.evaluate((margin) => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || /^(BODY|IFRAME)$/.test(focused.tagName)) return null;
    focused.scrollIntoView({ block: "center" });
    // A link can be as large as its card, through an element that covers the card.
    const cover = getComputedStyle(focused, "::after");
    const isCovering = cover.content !== "none" && cover.position === "absolute" && cover.inset === "0px";
    const ringed = (isCovering && focused.offsetParent) || focused;
    const boxes = [ringed, ...((focused as HTMLInputElement).labels ?? [])].map((each) => each.getBoundingClientRect());
    const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - margin);
    const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - margin);
    const right = Math.min(innerWidth, Math.max(...boxes.map((box) => box.right)) + margin);
    const bottom = Math.min(innerHeight, Math.max(...boxes.map((box) => box.bottom)) + margin);
    const { width, height } = focused.getBoundingClientRect();
    focused.dataset.stop ??= String(performance.now());
    return {
      id: focused.dataset.stop,
      kind: `${focused.tagName} ${focused.className} ${focused.parentElement?.className}`,
      name: (focused.getAttribute("aria-label") ?? focused.textContent ?? focused.id).trim().slice(0, 50),
      clip: { width: right - left, height: bottom - top },
      onPage: { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top },
      around: 2 * (Math.min(width, innerWidth) + Math.min(height, innerHeight)),
    };
  }, MARGIN);
}

/** The number of pixels whose color visibly differs with and without the focus ring. */
async function changedPixels(page: Page, protocol: CDPSession, { id, onPage }: Stop): Promise<number> {
  const take = async (isWithout: boolean) => {
    await page.evaluate(setRingless, [id, isWithout] as const);
    // Smaller and faster than the window's picture, and without Playwright's own steps before and after.
    const { data } = await protocol.send("Page.captureScreenshot", {
      format: "png",
      optimizeForSpeed: true,
      clip: { ...onPage, scale: 1 },
    });
    return sharp(Buffer.from(data, "base64")).removeAlpha().raw().toBuffer();
  };
  const without = await take(true);
  const shown = await take(false);
  let changed = 0;
  for (let index = 0; index + 2 < shown.length; index += 3) {
    // Most pixels are the same.
    if (
      shown[index] === without[index] &&
      shown[index + 1] === without[index + 1] &&
      shown[index + 2] === without[index + 2]
    )
      continue;
    const pixelOf = (pixels: Buffer) => [...pixels.subarray(index, index + 3)];
    if (contrastOf(pixelOf(shown), pixelOf(without)) >= CONTRAST_MIN) changed += 1;
  }
  return changed;
}

/** In the page: removes the rings around a stop of Tab and its labels, or restores them. */
function setRingless([id, isRingless]: readonly [string, boolean]): void {
  const element = document.querySelector<HTMLElement>(`[data-stop="${id}"]`);
  for (const each of [element, ...((element as HTMLInputElement | null)?.labels ?? [])])
    (each?.parentElement?.parentElement ?? each)?.toggleAttribute("data-ringless", isRingless);
}

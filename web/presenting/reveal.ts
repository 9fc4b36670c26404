import { flushSync } from "react-dom";
import { shuffled } from "./dots.ts";

/** The time that a reveal moves, in ms. */
export const REVEAL_MS = 1200;
/**
 * The frames by which a slow computer is known: if two of the first ten take longer than this, in ms, nothing moves.
 */
const FRAMES = { watched: 10, slowMs: 50, slowMax: 2 } as const;

interface Reveal {
  /** Renders the result. @param isMoving whether its parts are about to move */
  show(isMoving: boolean): void;
  /** Called when the motion has ended. */
  end(): void;
}

/**
 * Shows a result on the screen of a room: in one move in which the dots go to their sides, or, where people want less
 * motion or the computer is too slow for it, as a cross-fade.
 */
export function reveal(wall: HTMLElement, { show, end }: Reveal): void {
  // happy-dom has neither.
  if (document.hidden || !("animate" in wall)) {
    show(false);
    return;
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    crossFade(() => show(false));
    return;
  }
  const before = placesIn(wall);
  flushSync(() => show(true));
  const movements = move(wall, before);
  const stopWatching = watchFrames(() =>
    crossFade(() => {
      for (const movement of movements) movement.cancel();
      end();
    }),
  );
  void Promise.allSettled(movements.map(({ finished }) => finished)).then(() => {
    stopWatching();
    end();
  });
}

/** Renders immediately, and fades from what was on the screen, in browsers that can. */
function crossFade(render: () => void): void {
  const update = () => flushSync(render);
  // Rejected if the page is hidden meanwhile, or shown by another fade: it is updated all the same.
  if ("startViewTransition" in document) document.startViewTransition(update).ready.catch(() => undefined);
  else update();
}

/** Calls `onSlow` if too many of the first frames take too long. @returns a function that ends it */
function watchFrames(onSlow: () => void): () => void {
  let last: number | undefined;
  let left: number = FRAMES.watched;
  let slow = 0;
  let frame = requestAnimationFrame(function look(now) {
    if (last !== undefined) {
      if (now - last > FRAMES.slowMs) slow += 1;
      left -= 1;
    }
    last = now;
    if (slow >= FRAMES.slowMax) onSlow();
    else if (left > 0) frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}

/** The places of the moving elements: the QR code, and the dots. */
function placesIn(wall: HTMLElement) {
  const [code] = wall.querySelectorAll(".wall-code");
  const dots = [...wall.querySelectorAll(".wall-dots > span")];
  return { code: code && placeOf(code), dots: dots.map(placeOf) };
}

interface Place {
  element: Element;
  box: DOMRect;
}

const placeOf = (element: Element): Place => ({ element, box: element.getBoundingClientRect() });

/** Moves everything from where it was to where it is, by transforms only, so that nothing is laid out meanwhile. */
function move(wall: HTMLElement, before: ReturnType<typeof placesIn>): Animation[] {
  // All is measured before the first starts: each start would have the next one measured laid out again.
  const after = placesIn(wall);
  const movements: Animation[] = [];
  const animate = (element: Element, frames: Keyframe[], from: number, to: number) =>
    movements.push(
      element.animate(frames, {
        delay: from * REVEAL_MS,
        duration: (to - from) * REVEAL_MS,
        easing: "cubic-bezier(0.4, 0, 0.1, 1)",
        fill: "backwards",
      }),
    );
  const moveFrom = (place: Place | undefined, { element, box }: Place, to: number) => {
    const transform = place ? between(place.box, box) : "scale(0)";
    animate(element, [{ transform, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], 0, to);
  };
  if (before.code && after.code) moveFrom(before.code, after.code, 0.6);
  // By count, in shuffled order: nothing tells which dot was whose vote.
  const order = shuffled(before.dots.length);
  after.dots.forEach((dot, index) => {
    moveFrom(before.dots[order[index] ?? -1], dot, 0.85);
  });
  for (const bar of wall.querySelectorAll(".wall-split")) animate(bar, [{ transform: "scaleX(0)" }, {}], 0.15, 1);
  for (const sentence of wall.querySelectorAll(".wall-sentence"))
    animate(sentence, [{ transform: "scale(0)" }, {}], 0.5, 1);
  return movements;
}

/** The transform that puts an element of `box` where `place` was, in its size. */
const between = (place: DOMRect, box: DOMRect): string =>
  `translate(${place.left - box.left}px, ${place.top - box.top}px) scale(${place.width / box.width})`;

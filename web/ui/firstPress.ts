/**
 * A page and its button are in view for this long, in ms, before a press can count: longer than between the clicks of a
 * double click.
 */
const SIGHT_MS = 500;

/**
 * When the reader got to see the page, or the dialog in front of it, on the clock of events; never, while it is hidden.
 */
let seenSince = Number.POSITIVE_INFINITY;
/** When the pointer went down for a click that has not come yet. */
let pointerDownAt: number | null = null;
/** When Enter or the space bar, which is still held, went down. */
let keyDownAt: number | null = null;
/** When the press began that led to the latest click. */
let pressedAt = Number.NEGATIVE_INFINITY;

/** To be called when the reader gets to see something else: presses on it count a moment later. */
export function startSight(): void {
  seenSince = document.visibilityState === "visible" ? performance.now() : Number.POSITIVE_INFINITY;
}

/** Whether something happened before the reader could have seen the page. @param at on the clock of events */
export const isBeforeSight = (at: number): boolean => at - seenSince < SIGHT_MS;

/** Since when each watched button stands where it is, on the clock of events. */
const standsSince = new WeakMap<Element, number>();

/**
 * Whether the press that led to the click now handled began before its reader could have seen this button there: a
 * double click or a held key that began on another site, or on the page before, or one of the clicks of a game that led
 * here. After an early press the time starts again, so that no series of fast clicks gets through. Clicks by assistive
 * technology come without pointer and keys, and begin when they come. The page's focus doesn't matter: a card field's
 * frame and password managers take it.
 */
export function isEarlyPress(button: Element): boolean {
  const isEarly = pressedAt - Math.max(seenSince, standsSince.get(button) ?? 0) < SIGHT_MS;
  if (isEarly) standsSince.set(button, performance.now());
  return isEarly;
}

/**
 * Notes since when a button stands where it is: from now, and again whenever it is shown or moves, which is when its
 * former middle is no longer within it, neither on the page (where most buttons stand) nor in the window (where bars
 * stand). A button that only gets a longer name stays where it is; a hidden one is nowhere.
 * @returns a function that ends this
 */
export function watchPlace(button: Element): () => void {
  const stand = () => standsSince.set(button, performance.now());
  stand();
  let middle = middleOf(button);
  const observer = new ResizeObserver(() => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const isWithin = (x: number, y: number) => x > left && x < right && y > top && y < bottom;
    const [x, y, fromX, fromY] = middle;
    if (!isWithin(x, y) && !isWithin(x + fromX - scrollX, y + fromY - scrollY)) stand();
    middle = middleOf(button);
  });
  // Anything that moves a button without changing the button's own size changes the size of an ancestor.
  for (let each: Element | null = button; each; each = each.parentElement) observer.observe(each);
  return () => observer.disconnect();
}

/** The middle of a button in the window, and how far the page is scrolled. */
function middleOf(button: Element): [x: number, y: number, scrolledX: number, scrolledY: number] {
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2, scrollX, scrollY];
}

/**
 * Follows visibility, moves to other pages, and presses, before anything else handles them. This file is loaded with
 * the first button that needs it, which no one has seen before.
 */
function watchPresses(): void {
  let page = location.pathname;
  const move = () => {
    if (location.pathname !== page) startSight();
    page = location.pathname;
  };
  startSight();
  addEventListener("visibilitychange", startSight);
  addEventListener("pageshow", ({ persisted }) => persisted && startSight());
  // The router's own events.
  for (const type of ["pushState", "replaceState", "popstate"]) addEventListener(type, move);

  const capture = true;
  addEventListener("pointerdown", ({ timeStamp }) => setPointer(timeStamp), { capture });
  addEventListener("pointercancel", () => setPointer(null), { capture });
  addEventListener("keydown", takeKey, { capture });
  // Later, because letting go of the space bar clicks.
  addEventListener("keyup", ({ key }) => isPressing(key) && setTimeout(() => setKey(null)), { capture });
  addEventListener("blur", ({ target }) => target === window && setKey(null), { capture });
  addEventListener("click", takeClick, { capture });
}

function setPointer(at: number | null): void {
  pointerDownAt = at;
}

function setKey(at: number | null): void {
  keyDownAt = at;
}

const isPressing = (key: string) => key === "Enter" || key === " ";

function takeKey(event: KeyboardEvent): void {
  const { key, repeat, timeStamp, target } = event;
  if (!isPressing(key)) return;
  if (!repeat) keyDownAt = timeStamp;
  // It went down on another page.
  else keyDownAt ??= Number.NEGATIVE_INFINITY;
  // A held Enter would press 30 times a second. In a text it makes lines.
  if (repeat && key === "Enter" && !(target instanceof HTMLTextAreaElement)) event.preventDefault();
}

function takeClick({ detail, timeStamp }: MouseEvent): void {
  // Keys, and most assistive technology, click with a count of 0.
  pressedAt = (detail > 0 ? pointerDownAt : keyDownAt) ?? timeStamp;
  pointerDownAt = null;
}

// The server renders the buttons, too.
if (typeof document !== "undefined") watchPresses();

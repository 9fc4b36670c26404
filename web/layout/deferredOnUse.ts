import { loadDeferred } from "../api/deferred.tsx";
import { isOffline, NoResponse } from "../api/noResponse.ts";
import { toastFailure } from "../api/toastFailure.ts";
import { readSession, senderOf, subscribeToSession } from "../session/session.ts";

/** Events that show that a person uses the page. */
const SIGNS = ["pointermove", "pointerdown", "scroll", "keydown", "focusin"];
/** After this time without a sign the parts load too, in ms: screen readers don't give any while they read. */
const PATIENCE_MS = 3000;

/**
 * Loads the deferred parts of the first page when someone uses it, is signed in and sees more than the server rendered,
 * or after a moment. A button that is pressed before it works, or a link that is replaced while it is pressed, is
 * pressed again, once.
 */
export function loadDeferredOnUse(): void {
  pressEarlier();
  const listening = new AbortController();
  const { signal } = listening;
  const start = () => {
    if (isOffline()) return;
    listening.abort();
    // After an outage the next page loads them; until then the server's HTML can be read.
    Promise.all([loadDeferred(), import("../ui/twoKeys.ts")]).catch(
      (error) => error instanceof NoResponse || toastFailure(error),
    );
  };
  // When a page appears or moves below a resting pointer, Chromium reports a move of zero distance.
  const startOnSign = ({ type, movementX: moved }: Event & Partial<PointerEvent>) =>
    (type !== "pointermove" || moved) && start();
  for (const sign of SIGNS) addEventListener(sign, startOnSign, { signal });
  const timer = setTimeout(start, PATIENCE_MS);
  const unsubscribe = subscribeToSession(() => senderOf(readSession()) && start());
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    unsubscribe();
  });
  // While capturing: events of disabled buttons, as those that don't work yet are, don't bubble in Chromium.
  const capture = true;
  /** The elements that will be pressed again. */
  const waiting = new Set<Element>();
  const pressAgain = ({ target, button: mouseButton, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) => {
    const pressed = controlOf(target);
    // React marks the elements that it handles with properties.
    if (!pressed || waiting.has(pressed) || mouseButton || Object.keys(pressed).length) return;
    const isLink = pressed.localName === "a";
    // The browser opens it elsewhere.
    if (isLink && (ctrlKey || metaKey || shiftKey || altKey)) return;
    waiting.add(pressed);
    const released = new Promise<PointerEvent>((resolve, reject) => {
      // The server's links work. Only one that was replaced under the pointer doesn't get its click.
      const release = (event: PointerEvent) => (isLink && pressed.isConnected ? reject() : resolve(event));
      addEventListener("pointerup", release, { once: true, capture });
      addEventListener("pointercancel", reject, { once: true, capture });
    });
    Promise.all([released, loadDeferred()])
      .then(
        ([{ clientX, clientY }]) => {
          const control = controlOf(document.elementFromPoint(clientX, clientY));
          if (!control || control === pressed || control.textContent !== pressed.textContent) return;
          if (control.getAttribute("href") === pressed.getAttribute("href")) control.click();
        },
        () => {},
      )
      .finally(() => waiting.delete(pressed));
  };
  addEventListener("pointerdown", pressAgain, { capture });
}

/** Presses the button that was pressed before the scripts came (`themeScript`), once it works. */
function pressEarlier(): void {
  const { earlyPress: button } = window as { earlyPress?: HTMLButtonElement };
  if (!button) return;
  const observer = new MutationObserver(() => {
    if ("waiting" in button.dataset) return;
    observer.disconnect();
    // Forms take over what was typed before, in several steps.
    (window.requestIdleCallback ?? setTimeout)(() => button.click());
  });
  observer.observe(button, { attributes: true });
}

const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("button, a[href]") : null;

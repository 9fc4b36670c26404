import { Window } from "happy-dom";
import { populateGlobal } from "vitest/runtime";

declare global {
  /** Removes the process's window. Not in this module, because each test file loads it again. */
  var unloadWindow: (() => void) | undefined;
}

/**
 * Replaces the window of this process with an empty one at `url`. `fetch`, timers and abort signals stay Node's,
 * because the server under test runs in the same process; the DOM, events, forms and files are the window's.
 */
export function loadWindow(url: string): void {
  globalThis.unloadWindow?.();
  const settings = {
    disableErrorCapturing: true,
    disableCSSFileLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  };
  const window = new Window({ url, console, settings });
  // Tests press sooner than people can: each press is dated a second later, as of someone who has seen the page.
  for (const type of ["pointerdown", "keydown", "click"] as const)
    window.addEventListener(
      type,
      (event) => Object.defineProperty(event, "timeStamp", { value: event.timeStamp + 1000 }),
      { capture: true },
    );
  // happy-dom doesn't have a lock manager. The page is the browser's only tab, so it gets each lock immediately; a
  // closed page whose request never ends must not hold one.
  const request = <T>(_name: string, _options: LockOptions, work: () => T) => work();
  Object.defineProperty(window.navigator, "locks", { value: { request } });
  // happy-dom shows all popovers and can't close them.
  Object.assign(window.HTMLElement.prototype, { hidePopover: () => {} });
  // The router patches a window's history once, and notes it in this property of the global object.
  Object.defineProperty(globalThis, Symbol.for("wouter_v3"), { value: undefined, configurable: true });
  const { keys, originals } = populateGlobal(globalThis, window, { bindFunctions: true });
  // Node's channels connect all windows of this process: closed pages would follow what the open one announces.
  const { BroadcastChannel } = globalThis;
  const browser = crypto.randomUUID();
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(`${browser} ${name}`);
    }
  };
  globalThis.unloadWindow = () => {
    Object.assign(globalThis, { BroadcastChannel });
    for (const key of keys) Reflect.deleteProperty(globalThis, key);
    for (const [key, original] of originals) Object.defineProperty(globalThis, key, original);
    window.close();
  };
}

// For each file: React checks once, on import, whether there is a window.
loadWindow("http://localhost/");

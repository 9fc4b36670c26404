import { type ComponentType, Suspense, use, useSyncExternalStore } from "react";
import { isOffline } from "../api/noResponse.ts";
import { readSession, subscribeToSession } from "../session/session.ts";
import { createListeners } from "../ui/listeners.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Events that tell that a person uses the page. */
const SIGNS = ["pointermove", "pointerdown", "scroll", "keydown", "focusin"];
/** After this time without a sign the parts load too, in ms: screen readers give none while they read. */
const PATIENCE_MS = 3000;

const loaders = new Set<() => Promise<void>>();
const { subscribe, emit } = createListeners();

const never = new Promise<never>(() => {});
const Waiting = () => use(never);
/** Always the same element, so that React doesn't render it again and the server's HTML stays. */
const waiting = (
  <Suspense fallback={<Skeleton className="h-64 w-full" />}>
    <Waiting />
  </Suspense>
);

/** A part of a page whose code is loaded later; `read` returns its component from then on. */
interface DeferredPart<Props> {
  read: () => ComponentType<Props> | null;
}

export function deferred<Props>(load: () => Promise<ComponentType<Props>>): DeferredPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  loaders.add(async () => {
    loaded ??= await load();
  });
  return { read: () => loaded };
}

/**
 * A part of a page below the first screen. On the page that is opened first, it stays as the server rendered it until
 * someone uses the page, or a moment has passed: its code is loaded only then, and replaces the HTML.
 */
export function Deferred<Props extends object>({ part: { read }, props }: { part: DeferredPart<Props>; props: Props }) {
  const Part = useSyncExternalStore(subscribe, read, read);
  if (!Part) return waiting;
  return (
    // With its own key it is rendered anew instead of hydrated: the data may have changed since the server rendered it.
    <Suspense key="loaded">
      <Part {...props} />
    </Suspense>
  );
}

/** Loads the deferred parts of the pages whose code is loaded. */
export async function loadDeferred(): Promise<void> {
  await Promise.all([...loaders].map((load) => load()));
  emit();
}

/**
 * Loads the deferred parts of the first page when someone uses it, is signed in and sees more than the server rendered, or
 * after a moment.
 */
export function loadDeferredOnUse(): void {
  const listening = new AbortController();
  const { signal } = listening;
  const start = () => {
    if (isOffline()) return;
    listening.abort();
    // After an outage the next page loads them; until then the server's HTML can be read.
    loadDeferred().catch(() => undefined);
  };
  for (const sign of SIGNS) addEventListener(sign, start, { passive: true, signal });
  const timer = setTimeout(start, PATIENCE_MS);
  signal.addEventListener("abort", () => clearTimeout(timer));
  signal.addEventListener(
    "abort",
    subscribeToSession(() => readSession().phase === "signedIn" && start()),
  );
}

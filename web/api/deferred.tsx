import { type ComponentType, Suspense, use, useSyncExternalStore } from "react";
import { createListeners } from "../ui/listeners.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

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

/** The component of a part; null until its code is loaded. */
export function usePart<Props>({ read }: DeferredPart<Props>): ComponentType<Props> | null {
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * A part of a page below the first screen. On the page that is opened first, it stays as the server rendered it until
 * someone uses the page, or a moment has passed: its code is loaded only then, and replaces the HTML.
 */
export function Deferred<Props extends object>({ part, props }: { part: DeferredPart<Props>; props: Props }) {
  const Part = usePart(part);
  if (!Part) return waiting;
  return (
    // With its own key it is rendered again instead of hydrated: the data may have changed since the server rendered it.
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

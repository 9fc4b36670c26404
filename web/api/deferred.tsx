import { type ComponentType, type ReactNode, Suspense, use, useSyncExternalStore } from "react";
import { createListeners } from "../ui/listeners.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

const loaders = new Set<() => Promise<void>>();
const { subscribe, emit } = createListeners();

const never = new Promise<never>(() => {});
const Waiting = () => use(never);
/** A component whose code is loaded later; `read` returns it from then on. */
interface DeferredComponent<Props> {
  read: () => ComponentType<Props> | null;
  /** Always the same element, so that React doesn't render it again and the server's HTML stays. */
  waiting: ReactNode;
}

/** @param placeholder stands where the server has not rendered the component, in about its height */
export function deferred<Props>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = <Skeleton className="h-64 w-full" />,
): DeferredComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  loaders.add(async () => {
    loaded ??= await load();
  });
  const waiting = (
    <Suspense fallback={placeholder}>
      <Waiting />
    </Suspense>
  );
  return { read: () => loaded, waiting };
}

/** A deferred component; null until its code is loaded. */
export function useDeferred<Props>({ read }: Pick<DeferredComponent<Props>, "read">): ComponentType<Props> | null {
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * A component below the first screen. On the page that is opened first, it stays as the server rendered it until the
 * reader uses the page, or a moment has passed: only then its code is loaded and replaces the HTML.
 */
export function Deferred<Props extends object>({
  component,
  props,
}: {
  component: DeferredComponent<Props>;
  props: Props;
}) {
  const Loaded = useDeferred(component);
  if (!Loaded) return component.waiting;
  return (
    // With its own key it is rendered again instead of hydrated: the data may have changed since the server rendered
    // it.
    <Suspense key="loaded">
      <Loaded {...props} />
    </Suspense>
  );
}

/** Loads all deferred components of the loaded pages. */
export async function loadDeferred(): Promise<void> {
  // `keepFocus` is needed only here, so the first file doesn't contain it.
  const [{ keepFocus }] = await Promise.all([import("../ui/keepFocus.ts"), ...[...loaders].map((load) => load())]);
  await keepFocus(emit);
}

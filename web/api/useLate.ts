import { type ComponentType, useEffect, useState } from "react";
import { toastFailure } from "./toastFailure.ts";

/**
 * A component whose code is loaded when it `isNeeded` for the first time; null until then. A toast says why it can't be
 * loaded.
 */
export function useLate<Props>(isNeeded: boolean, load: () => Promise<ComponentType<Props>>, onFailure?: () => void) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the functions are defined
  useEffect(() => {
    if (isNeeded && !Loaded)
      load().then(
        (component) => setLoaded(() => component),
        (error: unknown) => {
          toastFailure(error);
          onFailure?.();
        },
      );
  }, [isNeeded, Loaded]);
  return Loaded;
}

import { type ComponentType, useEffect, useState } from "react";

/** A component whose code is loaded when it `isNeeded` for the first time; null until then. */
export function useLate<Props>(isNeeded: boolean, load: () => Promise<ComponentType<Props>>, onFailure: () => void) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the functions are defined
  useEffect(() => {
    if (isNeeded && !Loaded) load().then((component) => setLoaded(() => component), onFailure);
  }, [isNeeded, Loaded]);
  return Loaded;
}

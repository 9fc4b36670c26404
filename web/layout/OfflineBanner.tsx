import { useSyncExternalStore } from "react";
import { Icon } from "../ui/Icon.tsx";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-no-soft px-4 py-3 text-center">
          <Icon name="warning" /> You are offline. What you have typed stays here; it can be sent when you are back.
        </p>
      )}
    </div>
  );
}

import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSession } from "./useSession.ts";

/** The thin bar at the top edge of the window until the session is known (specification §4.1). */
export function SessionProgress() {
  if (useSession().phase !== "loading") return null;
  return (
    <div
      role="progressbar"
      aria-label={frameTexts.loadingSession}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-transparent"
    >
      <div className="thin-bar h-full w-full bg-accent" />
    </div>
  );
}

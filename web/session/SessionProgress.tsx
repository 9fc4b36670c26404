import * as frameTexts from "../texts/frameTexts.ts";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { useSession } from "./useSession.ts";

/** The thin progress bar shown until the session is known (spec §4). */
export function SessionProgress() {
  const { phase } = useSession();
  return phase === "loading" && <ProgressBar label={frameTexts.loadingSession} />;
}

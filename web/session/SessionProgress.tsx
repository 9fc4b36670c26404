import { ProgressBar } from "../ui/ProgressBar.tsx";
import { useSession } from "./useSession.ts";

/** The thin bar that shows while nobody knows yet who is there (spec §4). */
export function SessionProgress() {
  const { phase } = useSession();
  return phase === "loading" && <ProgressBar label="Finding out who is signed in" />;
}

import { Deferred, deferred } from "../api/deferred.tsx";
import { useSession } from "./useSession.ts";

// Few visitors have asked a question.
const keepGuest = deferred(async () => (await import("./KeepGuest.tsx")).KeepGuest, null);

/** To guests, on pages where they ask and manage: what becomes of their questions, and the way to keep them. */
export function GuestNote() {
  const session = useSession();
  return session.phase === "visitor" && session.guest ? <Deferred component={keepGuest} props={{}} /> : null;
}

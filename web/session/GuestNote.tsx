import { Deferred, deferred } from "../api/deferred.tsx";
import { useSession } from "./useSession.ts";

// Few visitors have asked a question.
const keepGuest = deferred(async () => (await import("./KeepGuest.tsx")).KeepGuest, null);

/** Tells guests, on pages where they ask and manage, what happens to their questions and how to keep them. */
export function GuestNote() {
  const session = useSession();
  return session.phase === "visitor" && session.guest ? <Deferred component={keepGuest} props={{}} /> : null;
}

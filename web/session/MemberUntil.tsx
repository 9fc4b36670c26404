import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { SentenceDay } from "../ui/SentenceDay.tsx";
import { useUser } from "./useSession.ts";

/** "PRO until 21-11-2027", for members. */
export function MemberUntil() {
  const user = useUser();
  if (!user?.isMember || user.memberUntil === null) return null;
  return sessionTexts.proUntil(<SentenceDay at={user.memberUntil} />);
}

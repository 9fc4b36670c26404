import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { Day } from "../ui/Day.tsx";
import { useUser } from "./useSession.ts";

/** "PRO until 21-11-2027", for members. */
export function MemberUntil() {
  const user = useUser();
  if (!user?.isMember || user.memberUntil === null) return null;
  return sessionTexts.proUntil(<Day at={user.memberUntil} />);
}

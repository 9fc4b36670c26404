import { dayMonthYear } from "@survey-app/contract/time.ts";
import { texts } from "../texts/texts.ts";
import { Day } from "../ui/Day.tsx";
import { useUser } from "./useSession.ts";

/** "PRO until 21-11-2027", for members. */
export function MemberUntil() {
  const user = useUser();
  if (!user?.isMember || user.memberUntil === null) return null;
  return (
    <>
      {texts.proUntil} <Day at={user.memberUntil} format={dayMonthYear} />
    </>
  );
}

import { useSession } from "../session/useSession.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { BAR_MENU } from "./BarMenu.tsx";

/** Opens the bar's menu: the current user's photo and name. Visitors have it where the bar has no room for the links. */
export function MenuButton() {
  const session = useSession();
  return (
    <button
      type="button"
      popoverTarget={BAR_MENU}
      className={classes(
        "flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-lg px-2 text-sm font-medium hover:bg-sunken",
        session.phase === "visitor" && "lg:hidden",
      )}
    >
      <span className="lg:hidden">
        <Icon name="menu" size={24} />
      </span>
      {session.phase === "signedIn" && (
        <>
          <Avatar name={session.user.name} photo={session.user.photoURL} />
          <span dir="auto" className="max-w-40 truncate max-sm:sr-only">
            {session.user.name}
          </span>
        </>
      )}
      {session.phase === "loading" && <Skeleton className="with-token size-8 sm:w-24" />}
      <span className="sr-only">{frameTexts.menu}</span>
      <span className="max-lg:hidden">
        <Icon name="chevron" size={16} />
      </span>
    </button>
  );
}

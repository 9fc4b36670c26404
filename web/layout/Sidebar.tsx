import { useId } from "react";
import { usePath } from "../routing/address.ts";
import { MemberUntil } from "../session/MemberUntil.tsx";
import { endSession } from "../session/session.ts";
import { useSession } from "../session/useSession.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { MenuCount } from "./MenuCount.tsx";
import { menu } from "./menu.ts";

/** The current user, their role and the role's menu. */
export function Sidebar() {
  const session = useSession();
  const path = usePath();
  // The sidebar is on the page twice: also in the drawer of phones.
  const id = useId();
  if (session.phase === "loading") {
    return (
      <div className="space-y-3">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    );
  }
  if (session.phase === "visitor") return <LinkButton href="/login">Login</LinkButton>;
  const { name, role, photoURL } = session.user;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-center gap-3">
        <Avatar name={name} photo={photoURL} size={44} />
        <div className="min-w-0">
          <a
            href="/profile"
            title={name}
            dir="auto"
            className="block truncate font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </a>
          <p className="text-sm text-muted">{role}</p>
          <p className="text-sm text-muted empty:hidden">
            <MemberUntil />
          </p>
        </div>
      </div>
      <nav aria-label="Dashboard">
        <ul className="space-y-1">
          {menu[role].map(({ href, label, icon, within, mark }) => {
            const isPage = path === href || (path === "/dashboard" && href === "/dashboard/adminHome");
            const isHere = isPage || (within !== undefined && path.startsWith(within));
            return (
              <li key={href} className="relative">
                <a
                  href={href}
                  aria-describedby={mark && `${id}-${mark}`}
                  aria-current={isPage ? "page" : isHere || undefined}
                  className={classes(
                    "flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium",
                    isHere ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
                  )}
                >
                  <Icon path={innerIcons[icon]} />
                  {label}
                </a>
                {mark && <MenuCount of={mark} id={`${id}-${mark}`} />}
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="border-t border-line pt-4">
        <Button look="plain" className="-ml-2" onClick={() => void endSession()}>
          <Icon path={innerIcons.logout} /> LogOut
        </Button>
      </div>
    </div>
  );
}

import { useId } from "react";
import { usePath } from "../routing/address.ts";
import { useUser } from "../session/useSession.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { MenuCount } from "./MenuCount.tsx";
import { menu } from "./menu.ts";

/** The menu of the current user's role. */
export function DashboardMenu() {
  const role = useUser()?.role;
  const path = usePath();
  // It is on the page twice: in the sidebar and in the bar's menu.
  const id = useId();
  return (
    <nav aria-label={frameTexts.dashboard}>
      <ul className="space-y-1">
        {role &&
          menu[role].map(({ href, label, icon, within, mark }) => {
            const isPage = path === href || (path === "/dashboard" && href === "/dashboard/adminHome");
            const isHere = isPage || (within !== undefined && path.startsWith(within));
            return (
              <li key={href} className="relative">
                <a
                  href={href}
                  aria-describedby={mark && `${id}-${mark}`}
                  aria-current={isPage ? "page" : isHere || undefined}
                  className="menu-entry"
                >
                  <Icon path={icon} />
                  {label}
                </a>
                {mark && <MenuCount of={mark} id={`${id}-${mark}`} />}
              </li>
            );
          })}
      </ul>
    </nav>
  );
}

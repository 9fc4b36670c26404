import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { GuestNote } from "../session/GuestNote.tsx";
import { MemberUntil } from "../session/MemberUntil.tsx";
import { ownNotices } from "../session/notices.ts";
import { roleNames } from "../session/roleNames.ts";
import { logOut } from "../session/session.ts";
import { useSession, useUser } from "../session/useSession.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { DASHBOARD_ENTRIES } from "./BarMenu.tsx";
import { DashboardMenu } from "./DashboardMenu.tsx";

/** A sidebar beside the page; on small screens its menu is part of the bar's. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const barMenu = useBrowserValue(() => document.getElementById(DASHBOARD_ENTRIES), null);
  return (
    // As high as the window below the bar: while the page loads, the footer would move on the screen.
    <div className="page dashboard frame grid min-h-[calc(100svh-4rem)] content-start gap-x-6 print:min-h-0 lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)] xl:gap-x-10">
      <aside className="sticky top-24 hidden self-start lg:block print:hidden">
        <Sidebar />
      </aside>
      {barMenu && createPortal(<DashboardMenu />, barMenu)}
      <div data-dashboard className="min-w-0">
        <UnwritableNote />
        {children}
        <div className="mt-10 empty:hidden">
          <GuestNote />
        </div>
      </div>
    </div>
  );
}

/** Tells admins that every vote is refused, because nothing can be stored. */
function UnwritableNote() {
  const user = useUser();
  const { data } = useQuery({ ...ownNotices(user?._id ?? ""), enabled: user?.role === "admin" });
  return (
    <div role="status">
      {data?.storesNothing && (
        <p className="mb-6 rounded-xl bg-no-soft px-5 py-4 font-semibold">{frameTexts.storesNothing}</p>
      )}
    </div>
  );
}

/** The current user, their role and the role's menu. */
function Sidebar() {
  const session = useSession();
  if (session.phase === "loading") {
    return (
      <div className="space-y-3">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    );
  }
  if (session.phase === "visitor" && session.guest) return <DashboardMenu />;
  if (session.phase === "visitor") return <LinkButton href="/login">{frameTexts.login}</LinkButton>;
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
            className="block w-fit max-w-full truncate font-semibold underline-offset-4 hover:underline"
          >
            {name}
          </a>
          <p className="text-sm text-muted">{roleNames[role]}</p>
          <p className="text-sm text-muted empty:hidden">
            <MemberUntil />
          </p>
        </div>
      </div>
      <DashboardMenu />
      <div className="border-t border-line pt-4">
        <button type="button" className="menu-entry" onClick={() => void logOut()}>
          <Icon path={innerIcons.logout} />
          {frameTexts.logOut}
        </button>
      </div>
    </div>
  );
}

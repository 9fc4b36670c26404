import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { DASHBOARD_ENTRIES } from "./BarMenu.tsx";
import { DashboardMenu } from "./DashboardMenu.tsx";
import { Sidebar } from "./Sidebar.tsx";

/** A sidebar beside the page; on small screens its menu is part of the bar's. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const barMenu = useBrowserValue(() => document.getElementById(DASHBOARD_ENTRIES), null);
  return (
    <div className="frame grid gap-x-10 pt-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <aside className="sticky top-24 hidden self-start lg:block print:hidden">
        <Sidebar />
      </aside>
      {barMenu && createPortal(<DashboardMenu />, barMenu)}
      <div data-dashboard className="min-w-0">
        {children}
      </div>
    </div>
  );
}

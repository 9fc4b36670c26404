import { type ReactNode, useLayoutEffect, useRef } from "react";
import { usePath } from "../routing/address.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Sidebar } from "./Sidebar.tsx";

/** A sidebar beside the page; a drawer on a phone. */
export function DashboardLayout({ children }: { children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const path = usePath();
  // Before the page's heading takes the focus, which an open drawer would keep.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the page changes
  useLayoutEffect(() => drawer.current?.close(), [path]);
  return (
    <div className="frame grid gap-x-10 pt-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <aside className="sticky top-24 hidden self-start lg:block">
        <Sidebar />
      </aside>
      <div className="mb-6 lg:hidden">
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
          <Icon name="menu" /> Dashboard menu
        </Button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way out, the browser brings it */}
        <dialog
          ref={drawer}
          aria-label="Dashboard menu"
          onClick={(event) => event.target === drawer.current && drawer.current.close()}
          className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-ground p-0 text-ink"
        >
          <div className="flex min-h-full flex-col gap-4 p-5">
            <Button look="plain" small className="self-end" onClick={() => drawer.current?.close()}>
              <Icon name="cross" /> Close
            </Button>
            <Sidebar />
          </div>
        </dialog>
      </div>
      <div data-dashboard className="min-w-0">
        {children}
      </div>
    </div>
  );
}

import { useState } from "react";
import { usePath } from "../routing/address.ts";
import { AccountMenu } from "../session/AccountMenu.tsx";
import { SessionProgress } from "../session/SessionProgress.tsx";
import { useUser } from "../session/useSession.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { AskLink } from "./AskLink.tsx";
import { Brand } from "./Brand.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { topLinks } from "./topLinks.ts";

export function TopBar() {
  const path = usePath();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const links = topLinks(useUser()?.role ?? null);
  // Navigating closes the menu.
  const isOpen = openAt === path;
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-line bg-ground/95 backdrop-blur">
      <SessionProgress />
      <div className="frame flex h-16 items-center gap-2">
        <a href="/" aria-label={`${frameTexts.brand}, home page`} className="-ml-2 rounded-lg px-2 py-2">
          <Brand />
        </a>
        <nav aria-label="Main" className="ml-6 hidden items-center gap-1 lg:flex">
          <TopLinks links={links} path={path} />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
          <AskLink />
          <div className="hidden sm:block">
            <ThemeSwitch />
          </div>
          <div className="hidden min-w-0 lg:block">
            <AccountMenu />
          </div>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="small-menu"
            aria-label={isOpen ? "Close the menu" : "Open the menu"}
            onClick={() => setOpenAt(isOpen ? null : path)}
            onKeyDown={(event) => event.key === "Escape" && setOpenAt(null)}
            className="grid size-11 place-items-center rounded-lg hover:bg-sunken lg:hidden"
          >
            <Icon name={isOpen ? "cross" : "menu"} size={24} />
          </button>
        </div>
      </div>
      {/* Rendered only when open, so that no link is in the page twice. */}
      {isOpen && (
        <div id="small-menu" className="border-t border-line bg-ground lg:hidden">
          <nav aria-label="Main, small screen" className="frame flex flex-col py-3">
            <TopLinks links={links} path={path} />
            <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3">
              <AccountMenu />
              <ThemeSwitch />
            </div>
          </nav>
        </div>
      )}
    </header>
  );
}

function TopLinks({ links, path }: { links: ReturnType<typeof topLinks>; path: string }) {
  return links.map(({ href, label }) => {
    const isHere = href === "/dashboard/adminHome" ? path.startsWith("/dashboard") : path === href;
    return (
      <a
        key={href}
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={classes(
          "inline-flex min-h-11 items-center rounded-lg px-3 font-medium hover:bg-sunken whitespace-nowrap lg:min-h-10",
          isHere ? "text-ink underline decoration-accent decoration-2 underline-offset-8" : "text-muted hover:text-ink",
        )}
      >
        {label}
      </a>
    );
  });
}

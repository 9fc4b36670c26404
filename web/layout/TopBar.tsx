import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSellsPro, useSettings } from "../api/settings.ts";
import { usePath } from "../routing/address.ts";
import { SessionProgress } from "../session/SessionProgress.tsx";
import { SignInLinks } from "../session/SignInLinks.tsx";
import { logOut } from "../session/session.ts";
import { useMayAsk } from "../session/useMayAsk.ts";
import { useSession } from "../session/useSession.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { BAR_MENU, BarMenu } from "./BarMenu.tsx";
import { Brand } from "./Brand.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { type TopLink, topLinks } from "./topLinks.ts";

export function TopBar() {
  const session = useSession();
  const { phase } = session;
  const { name } = useSettings().site;
  const isLoading = phase === "loading";
  const links = topLinks(session, useSellsPro());
  return (
    <header className="bar">
      <SessionProgress />
      <div className="frame flex h-16 items-center gap-2">
        <a href="/" aria-label={frameTexts.homePage(name)} className="-ms-2 min-w-0 rounded-lg px-2 py-2">
          <Brand />
        </a>
        <nav aria-label={frameTexts.mainMenu} className="ms-6 hidden items-center gap-1 bar-lg:flex">
          <TopLinks links={links} />
        </nav>
        <div className="flex shrink-0 grow items-center justify-end gap-1 sm:gap-2">
          <AskLink />
          {phase !== "signedIn" && (
            <div className={classes("hidden bar-lg:block", isLoading && "without-token")}>
              <ThemeSwitch />
            </div>
          )}
          <SignInLinks />
          <MenuButton />
          {phase !== "visitor" && (
            <Button
              look="plain"
              small
              // In its place from the first paint on.
              disabled={isLoading}
              className={classes("bar-log-out max-bar-sm:hidden bar-lg:-me-3", isLoading && "with-token")}
              onClick={() => void logOut()}
            >
              {frameTexts.logOut}
            </Button>
          )}
        </div>
      </div>
      <BarMenu links={links} />
    </header>
  );
}

function TopLinks({ links }: { links: readonly TopLink[] }) {
  const path = usePath();
  return links.map(({ href, label, className }) => {
    const isHere = href === "/dashboard/adminHome" ? path.startsWith("/dashboard") : path === href;
    return (
      <a
        key={href}
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={classes("bar-link tab-word", className)}
      >
        {label}
      </a>
    );
  });
}

/** The top bar's link to the form for a question. */
function AskLink() {
  if (!useMayAsk()) return null;
  return (
    <LinkButton look="quiet" small href="/ask" aria-label={frameTexts.ask}>
      {/* Only one word fits on a phone. */}
      <span className="bar-sm:hidden">{frameTexts.askShort}</span>
      <span className="max-bar-sm:hidden">{frameTexts.ask}</span>
    </LinkButton>
  );
}

/** Opens the bar's menu: the current user's photo and name. Visitors have it where the links don't fit into the bar. */
function MenuButton() {
  const session = useSession();
  return (
    <button
      type="button"
      popoverTarget={BAR_MENU}
      className={classes("bar-button", session.phase === "visitor" && "bar-lg:hidden")}
    >
      <span className="bar-lg:hidden">
        <Icon name="menu" size={24} />
      </span>
      {session.phase === "signedIn" && (
        <>
          <Avatar name={session.user.name} photo={session.user.photoURL} />
          <span dir="auto" className="max-w-40 truncate max-bar-sm:sr-only">
            {session.user.name}
          </span>
        </>
      )}
      {session.phase === "loading" && <Skeleton className="with-token size-8 sm:w-24" />}
      <span className="sr-only">{frameTexts.menu}</span>
      <span className="max-bar-lg:hidden">
        <Icon name="chevron" size={16} />
      </span>
    </button>
  );
}

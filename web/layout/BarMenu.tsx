import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { useEffect, useRef } from "react";
import { usePath } from "../routing/address.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { roleNames } from "../session/roleNames.ts";
import { logOut } from "../session/session.ts";
import { useUser } from "../session/useSession.ts";
import { useSignInAddress } from "../session/useSignInAddress.ts";
import { classes } from "../ui/classes.ts";
import { UserText } from "../ui/UserText.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { enterCode, type TopLink } from "./topLinks.ts";

/** The menu's id, for its button. */
export const BAR_MENU = "bar-menu";
/** The id of the element in which the dashboard renders its own entries. */
export const DASHBOARD_ENTRIES = "dashboard-entries";

const dashboard = "/dashboard/adminHome";
const profile: TopLink = { href: "/profile", label: frameTexts.profile };
/** The specification's sidebar menus don't have an entry for this page. */
const ownTable: TopLink = { href: "/surveys", label: pageTexts.ownSurveys };
const ownVotes: TopLink = { href: "/dashboard/user/surveys", label: frameTexts.ownVotes };

const heading = "px-3 py-1 text-sm font-semibold text-muted";

/**
 * The current user's pages, the theme, and the links that don't fit into the bar of a small screen. It is the browser's
 * popover, which opens without JavaScript, closes on Esc or a click elsewhere, and returns the focus to its button.
 */
export function BarMenu({ links }: { links: readonly TopLink[] }) {
  const user = useUser();
  const login = useSignInAddress("/login");
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const close = () => menu.current?.hidePopover();
    const moves = ["pushState", "popstate"];
    for (const move of moves) addEventListener(move, close);
    return () => {
      for (const move of moves) removeEventListener(move, close);
    };
  }, []);
  return (
    <nav
      ref={menu}
      id={BAR_MENU}
      popover="auto"
      aria-label={frameTexts.menu}
      className="actions-menu bar-menu divide-y divide-line *:py-1.5 sm:w-64"
    >
      {user && (
        <p className="px-3 py-2">
          <span className="block font-semibold">
            <UserText>{user.name}</UserText>
          </span>
          <span className="text-sm text-muted">{roleNames[user.role]}</span>
        </p>
      )}
      <div className="bar-lg:hidden">
        {user && <h2 className={heading}>{frameTexts.site}</h2>}
        <MenuLinks links={[...links, enterCode]} />
      </div>
      <div className={classes(!user && "bar-sm:hidden")}>
        {user && <h2 className={classes(heading, "bar-lg:hidden")}>{frameTexts.dashboard}</h2>}
        <div id={DASHBOARD_ENTRIES} className="peer empty:hidden lg:hidden" />
        {user ? (
          <>
            {/* The dashboard's own entries begin with it. */}
            <a href={dashboard} className="menu-entry bar-lg:hidden peer-[:not(:empty)]:hidden">
              {pageTexts.home}
            </a>
            {/* Where the bar has room for its links, the dashboard's is called ADMIN: this entry says what it is. */}
            <a href={dashboard} className="menu-entry max-bar-lg:hidden">
              {frameTexts.dashboard}
            </a>
            <MenuLinks links={isRequestingSurveyor(user) ? [profile, ownVotes] : [profile, ownTable, ownVotes]} />
          </>
        ) : (
          <MenuLinks links={[{ href: login, label: frameTexts.login }]} />
        )}
      </div>
      <div>
        <ThemeSwitch named />
        {user && (
          <button
            type="button"
            popoverTarget={BAR_MENU}
            onClick={() => void logOut()}
            className="menu-log-out menu-entry bar-sm:hidden"
          >
            {frameTexts.logOut}
          </button>
        )}
      </div>
    </nav>
  );
}

/** Links in the bar's menu. */
function MenuLinks({ links }: { links: readonly TopLink[] }) {
  const path = usePath();
  return (
    <ul>
      {links.map(({ href, label, className: ofLink }) => (
        <li key={href} className={ofLink}>
          <a href={href} aria-current={path === href ? "page" : undefined} className="menu-entry">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

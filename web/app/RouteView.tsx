import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { canReload } from "../api/api.ts";
import { subscribeToNetwork } from "../api/online.ts";
import { useSettings } from "../api/settings.ts";
import type { PageState } from "../api/state.ts";
import { ErrorBoundary } from "../layout/ErrorBoundary.tsx";
import { Failure } from "../layout/Failure.tsx";
import { MissingForVisitors } from "../layout/MissingForVisitors.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import { usePath } from "../routing/address.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { Guard } from "../session/Guard.tsx";
import { usePersonKey, useSession } from "../session/useSession.ts";
import { focusHeading } from "../ui/focusHeading.ts";
import { cameByBack } from "./links.ts";
import type { Route } from "./route.ts";
import { findRoute, loadedPage, loadPage, loadsStripe } from "./routes.tsx";
import { waitingTitles } from "./waitingTitles.ts";

/** The first page, as the server has rendered it. */
type FirstPage = Pick<PageState, "status" | "failure">;

/**
 * The page at the current URL. Each page has its own `main`: if only its content changed, Orca would silently move on
 * to the first text in it, the heading, and not say the heading when it gets the focus. Pages in one frame share a
 * `main`, which begins with the menu.
 */
export function RouteView(first: FirstPage) {
  const path = usePath();
  return (
    <main key={findRoute(path)?.route.frame ? "frame" : path} id="content" tabIndex={-1} className="outline-none">
      {usePage(path, first)}
    </main>
  );
}

function usePage(path: string, { status, failure }: FirstPage): ReactNode {
  // A new key for each user: no vote, report or form of one user is ever shown to the next.
  const person = usePersonKey();
  const match = findRoute(path);
  const refused = usePageError(path, status);
  const { isUnreachable, reload, retry } = useReload(path);
  const { Page, Frame } = useLoaded(match?.route ?? null, reload);
  const needsLoading = useOtherPolicy(path, reload);
  useArrival(path);

  if (isUnreachable) return <Failure onRetry={retry} />;
  if (needsLoading) return <PageSkeleton framed />;
  if (!match) return <NotFound />;
  if (refused === 404) return <MissingForVisitors />;
  if (refused)
    return <Failure onRetry={() => location.reload()} requestId={failure?.requestId} reason={failure?.text} />;
  const { route, params } = match;
  const skeleton = <PageSkeleton framed={!Frame} title={import.meta.env.SSR ? waitingTitles[route.path] : undefined} />;
  const guarded = (
    <ErrorBoundary key={`${person} ${path}`}>
      <Guard access={route.access} takesGuests={route.takesGuests} waiting={skeleton}>
        {Page ? <Page params={params} /> : skeleton}
      </Guard>
    </ErrorBoundary>
  );
  return (
    <>
      {route.title && <PageTitle page={route.title} />}
      {Frame ? <Frame>{guarded}</Frame> : guarded}
    </>
  );
}

/**
 * Why the server could not render the first page; null after the user has navigated. A page missing for visitors may
 * exist for its owner, so signing in loads it again.
 */
function usePageError(path: string, status: number): number | null {
  const [first] = useState(path);
  const [hasLeft, setLeft] = useState(false);
  const { phase } = useSession();
  if (path !== first && !hasLeft) setLeft(true);
  // The page of an unpublished survey says so itself.
  if (status === 200 || status === 410 || hasLeft || path !== first) return null;
  return status === 404 && phase === "signedIn" ? null : status;
}

/**
 * Whether the current page has another content security policy than the loaded document: then the document is reloaded.
 * Links handle this themselves; this is for navigation by code, as after signing in on the way to the payment page.
 */
function useOtherPolicy(path: string, reload: Reload): boolean {
  const settings = useSettings();
  const [first] = useState(path);
  const isOther = loadsStripe(path, settings) !== loadsStripe(first, settings);
  useEffect(() => {
    if (isOther) reload();
  }, [isOther, reload]);
  return isOther;
}

/** Reloads the current URL. Its identity changes with each retry, which runs the effects that depend on it again. */
type Reload = () => void;

/**
 * Reloads the page only while the server can be reached: otherwise the reload would end on the browser's own error
 * page. Until then `isUnreachable` is true; `retry`, or the network's return, tries again.
 */
function useReload(path: string): { isUnreachable: boolean; reload: Reload; retry: () => void } {
  const [unreachable, setUnreachable] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const isUnreachable = unreachable === path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one for each try
  const reload = useCallback(() => {
    void canReload().then((can) => (can ? location.reload() : setUnreachable(path)));
  }, [path, tries]);
  const retry = useCallback(() => {
    setUnreachable(null);
    setTries((before) => before + 1);
  }, []);
  useEffect(() => (isUnreachable ? subscribeToNetwork(retry) : undefined), [isUnreachable, retry]);
  return { isUnreachable, reload, retry };
}

/** Renders the page and its frame only when the code of both is loaded. */
function useLoaded(route: Route | null, reload: Reload): Partial<ReturnType<typeof loadedPage>> {
  const [, drawAgain] = useState(0);
  const { Page, Frame } = route ? loadedPage(route) : {};
  const isHere = Boolean(Page && (Frame || !route?.frame));
  useEffect(() => {
    if (!route || isHere) return;
    let isWanted = true;
    loadPage(route).then(
      () => isWanted && drawAgain((times) => times + 1),
      // After a deployment the code of the old version is gone; reloading the URL brings the new version.
      () => isWanted && reload(),
    );
    return () => {
      isWanted = false;
    };
  }, [isHere, route, reload]);
  return isHere ? { Page, Frame } : { Frame };
}

/** A new page starts at the top with the focus on its heading; for Back the browser restores the scroll position. */
function useArrival(path: string): void {
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!cameByBack()) scrollTo(0, 0);
    let isCurrent = true;
    focusHeading(() => isCurrent && !document.querySelector("dialog:modal"));
    return () => {
      isCurrent = false;
    };
  }, [path]);
}

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { canReload } from "../api/api.ts";
import { subscribeToNetwork } from "../api/online.ts";
import type { PageState } from "../api/state.ts";
import { ErrorBoundary } from "../layout/ErrorBoundary.tsx";
import { Failure } from "../layout/Failure.tsx";
import { MissingForVisitors } from "../layout/MissingForVisitors.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import { usePath } from "../routing/address.ts";
import { Guard } from "../session/Guard.tsx";
import { useSettings } from "../session/settings.ts";
import { usePersonKey, useSession } from "../session/useSession.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { focusHeading } from "../ui/focusHeading.ts";
import { cameByBack } from "./links.ts";
import { findRoute, loadedPage, loadPage, loadsStripe, type Route } from "./routes.tsx";

/** The page at the current address. `status` and `requestId` are what the server made of the first one. */
export function RouteView({ status, requestId }: Pick<PageState, "status" | "requestId">) {
  const path = usePath();
  // No vote, report or form of one person is ever shown to the next one.
  const person = usePersonKey();
  const match = findRoute(path);
  const refused = useRefused(path, status);
  const { isUnreachable, reload, retry } = useReload(path);
  const { Page, Frame } = useLoaded(match?.route ?? null, reload);
  const needsLoading = useOtherPolicy(path, reload);
  useArrival(path);

  if (isUnreachable) return <Failure onRetry={retry} />;
  if (needsLoading) return <PageSkeleton framed />;
  if (!match) return <NotFound />;
  if (refused === 404) return <MissingForVisitors />;
  if (refused) return <Failure onRetry={() => location.reload()} requestId={requestId ?? undefined} />;
  const { route, params } = match;
  const skeleton = <PageSkeleton framed={!Frame} />;
  const guarded = (
    <ErrorBoundary key={`${person} ${path}`}>
      <Guard access={route.access} waiting={skeleton}>
        {Page ? <Page params={params} /> : skeleton}
      </Guard>
    </ErrorBoundary>
  );
  return (
    <>
      {route.title && <title>{frameTexts.pageTitle(route.title)}</title>}
      {Frame ? <Frame>{guarded}</Frame> : guarded}
    </>
  );
}

/**
 * Why the server could not show the page that was arrived at; null once the person went on. What a visitor can't find
 * may be there for its owner, so signing in asks anew.
 */
function useRefused(path: string, status: number): number | null {
  const [first] = useState(path);
  const [hasLeft, setLeft] = useState(false);
  const { phase } = useSession();
  if (path !== first && !hasLeft) setLeft(true);
  if (status === 200 || hasLeft || path !== first) return null;
  return status === 404 && phase === "signedIn" ? null : status;
}

/**
 * Whether the page now at hand has another policy than the document it was come to in: then the document is loaded
 * anew. Links see to that by themselves; this is for code that goes on, like a sign-in on the way to paying.
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

/** Loads the address at hand anew. A new one whenever that is to be tried again. */
type Reload = () => void;

/**
 * Reloads the page only while the server can be reached: a reload without it ends on the browser's own error page, which
 * leads nowhere. Until then `isUnreachable`, and `retry` or the network's return tries all of it again.
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

/** The page and its frame as soon as the code of both is here: the one is never drawn without the other. */
function useLoaded(route: Route | null, reload: Reload): Partial<ReturnType<typeof loadedPage>> {
  const [, drawAgain] = useState(0);
  const { Page, Frame } = route ? loadedPage(route) : {};
  const isHere = Boolean(Page && (Frame || !route?.frame));
  useEffect(() => {
    if (!route || isHere) return;
    let isWanted = true;
    loadPage(route).then(
      () => isWanted && drawAgain((times) => times + 1),
      // The code of an older version is gone after an update: the address itself has the newer one.
      () => isWanted && reload(),
    );
    return () => {
      isWanted = false;
    };
  }, [isHere, route, reload]);
  return isHere ? { Page, Frame } : { Frame };
}

/** A new page starts at its top with the focus on its heading; Back leaves the scroll to the browser. */
function useArrival(path: string): void {
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!cameByBack()) scrollTo(0, 0);
    focusHeading(() => shown.current === path && !document.querySelector("dialog:modal"));
  }, [path]);
}

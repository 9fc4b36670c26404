import type { ReactNode } from "react";
import { useSession } from "../session/useSession.ts";
import { NotFound } from "./NotFound.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

/**
 * A page that visitors can't see, but that may exist for the current user. Until the session is known, browsers that
 * hold a token show a skeleton: by style sheet and `themeScript`, so from the first paint on.
 * @param children what visitors see instead of "not found"
 */
export function MissingForVisitors({ children = <NotFound /> }: { children?: ReactNode }) {
  const { phase } = useSession();
  const isLoading = phase === "loading";
  // The children keep their place: mounted again, deferred parts would lose the server's HTML.
  return (
    <>
      <div className={isLoading ? "without-token" : undefined}>{children}</div>
      {isLoading && (
        <div className="with-token">
          <PageSkeleton />
        </div>
      )}
    </>
  );
}

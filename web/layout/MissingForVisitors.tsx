import { useSession } from "../session/useSession.ts";
import { NotFound } from "./NotFound.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

/**
 * A page that visitors can't see, but that may exist for the current user. Until the session is known, browsers that
 * hold a token show a skeleton: by style sheet and `themeScript`, so from the first paint on.
 */
export function MissingForVisitors() {
  const { phase } = useSession();
  if (phase === "visitor") return <NotFound />;
  return (
    <>
      <div className="without-token">
        <NotFound />
      </div>
      <div className="with-token">
        <PageSkeleton />
      </div>
    </>
  );
}

import { Skeleton } from "../ui/Skeleton.tsx";

/** Keeps the room of `FollowSurvey` for people with an account: on a phone three lines and a button. */
export function FollowPlaceholder() {
  return (
    <div className="with-token print:hidden">
      <Skeleton className="h-30" />
    </div>
  );
}

import { frameTexts } from "../texts/frameTexts.ts";
import { Skeleton } from "../ui/Skeleton.tsx";

interface PageSkeletonProps {
  framed?: boolean;
  /** The window's title for as long, where the page names itself later. */
  title?: string;
}

/** A page's place while its code is on the way or while nobody knows yet who is there. */
export function PageSkeleton({ framed = true, title }: PageSkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className={framed ? "frame space-y-6 py-12" : "space-y-6"}>
      {title && <title>{frameTexts.pageTitle(title)}</title>}
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <Skeleton className="h-5 w-full max-w-lg" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}

import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

interface PageSkeletonProps {
  framed?: boolean;
  /** A temporary document title, where the page sets its own later. */
  title?: string | undefined;
}

/** Placeholder for a page while its code loads or the session is not known yet. */
export function PageSkeleton({ framed = true, title }: PageSkeletonProps) {
  return (
    <div role="status" aria-label={uiTexts.loading} className={framed ? "page frame space-y-6" : "space-y-6"}>
      {title && <PageTitle page={title} />}
      <Skeleton className="h-10 w-2/3 max-w-form" />
      <Skeleton className="h-5 w-full max-w-form" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}

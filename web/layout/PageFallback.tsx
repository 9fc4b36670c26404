import type { FailureMessage } from "../api/failure.ts";
import { Failure } from "./Failure.tsx";
import { NotFound } from "./NotFound.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

interface PageFallbackProps {
  isMissing?: boolean;
  /** Why the page's data could not be loaded. */
  failure: FailureMessage | null;
  retry: () => void;
  /** The document's title while the data is loading. */
  title?: string;
  /** Whether the page is outside of a layout. */
  framed?: boolean;
}

/** In place of a page without its data: it doesn't exist, could not be loaded, or is still loading. */
export function PageFallback({ isMissing, failure, retry, ...skeleton }: PageFallbackProps) {
  if (isMissing) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} reason={failure.text} />;
  return <PageSkeleton {...skeleton} />;
}

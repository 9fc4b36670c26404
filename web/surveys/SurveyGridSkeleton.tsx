import { Skeleton } from "../ui/Skeleton.tsx";

/** Placeholder for the grid while its surveys load. */
export function SurveyGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading surveys" className="@container">
      <div className="grid grid-cols-1 gap-6 @min-[40rem]:grid-cols-2 @min-[56rem]:grid-cols-3">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
          <div key={index} className="overflow-hidden rounded-2xl border border-line bg-surface">
            <Skeleton className="h-48 w-full rounded-none" />
            <div className="space-y-4 p-5">
              <Skeleton className="h-5 w-24" />
              <Skeleton className="h-14 w-full" />
              <Skeleton className="h-8 w-full" />
              <Skeleton className="h-12 w-full" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

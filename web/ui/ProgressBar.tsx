/** A thin bar at the top edge of the window while something loads. */
export function ProgressBar({ label }: { label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-transparent"
    >
      <div className="thin-bar h-full w-full bg-accent" />
    </div>
  );
}

/** A thin line at the window's top edge while something is being found out. */
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

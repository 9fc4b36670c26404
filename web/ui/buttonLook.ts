export type ButtonLook = "main" | "quiet" | "plain" | "danger" | "chip";

const looks: Record<ButtonLook, string> = {
  main: "bg-ink text-on-ink hover:bg-ink/85 off:bg-sunken off:text-muted",
  quiet: "border border-line-strong bg-surface text-ink hover:bg-sunken off:text-muted off:bg-sunken",
  plain: "text-ink hover:bg-sunken off:text-muted",
  danger: "bg-danger text-on-ink hover:bg-danger/85 off:bg-sunken off:text-muted",
  // One of a few that exclude each other; `choice.css` tells which is selected.
  chip: "choice",
};

/** The shared style of buttons and of links that act as one. Small ones are still 36 px high. */
export function buttonLook(look: ButtonLook, isSmall: boolean): string {
  const size = isSmall ? "min-h-9 px-3.5 text-sm" : "min-h-11 px-5 text-base";
  const corners = look === "chip" ? "rounded-full" : "rounded-lg";
  return `inline-flex items-center justify-center py-1 text-center gap-2 ${corners} font-semibold shrink-0 max-w-full transition-colors ${size} ${looks[look]}`;
}

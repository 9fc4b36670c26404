import { classes } from "./classes.ts";
import { Skeleton } from "./Skeleton.tsx";

export interface NumberLink {
  href: string;
  label: string;
  /** Formatted; undefined while it loads. */
  value: string | undefined;
  detail?: string | undefined;
  /** The number asks the user to act. */
  needsAction?: boolean;
}

/** Numbers side by side, each a link to what it counts. */
export function NumberLinks({ name, links }: { name: string; links: readonly NumberLink[] }) {
  return (
    <ul aria-label={name} className="grid grid-cols-2 gap-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {links.map(({ href, label, value, detail, needsAction }) => (
        <li key={label}>
          <a
            href={href}
            className={classes(
              "flex h-full flex-col rounded-xl border px-4 py-3 hover:border-line-strong",
              needsAction ? "border-accent bg-accent-soft" : "border-line bg-surface",
            )}
          >
            <span className="order-1 text-sm text-muted">{label}</span>
            {value === undefined ? (
              <Skeleton className="my-1 h-5 w-16 sm:h-6.5" />
            ) : (
              <span
                translate="no"
                className={classes("text-xl font-bold tabular-nums sm:text-2xl", needsAction && "text-accent")}
              >
                {value}
              </span>
            )}
            {detail && <span className="order-2 text-sm font-medium tabular-nums">{detail}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

import { classes } from "./classes.ts";

/** A placeholder for content that loads, also in a line. `className` sets the size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classes("skeleton", className)} />;
}

import { classes } from "./classes.ts";

/** A placeholder for content that loads. `className` sets the size. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes("skeleton", className)} />;
}

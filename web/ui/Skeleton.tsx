import { classes } from "./classes.ts";

/** A quiet block in the place and size of what is coming. `className` gives the size. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes("skeleton", className)} />;
}

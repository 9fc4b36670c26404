import type { HTMLAttributes } from "react";
import { classes } from "./classes.ts";

interface UserTextProps extends HTMLAttributes<HTMLElement> {
  /** `bdi` stands within a line; the others are blocks, which begin at the side where their text begins. */
  as?: "bdi" | "p" | "h1" | "h2" | "h3" | "blockquote" | "span" | "strong";
}

/** Text that a user wrote. It runs in its own direction and mixes with nothing around it; a word of any length wraps. */
export function UserText({ as: Element = "bdi", className, ...rest }: UserTextProps) {
  return <Element {...rest} dir="auto" className={classes("wrap-anywhere", className)} />;
}

import type { HTMLAttributes } from "react";
import { classes } from "./classes.ts";

interface UserTextProps extends HTMLAttributes<HTMLElement> {
  /** `bdi` is inline; the others are blocks, aligned by the direction of their text. */
  as?: "bdi" | "p" | "h1" | "h2" | "h3" | "blockquote" | "span" | "strong";
}

/** Text that a user wrote. Its direction is isolated from the text around it, and words of any length wrap. */
export function UserText({ as: Element = "bdi", className, ...rest }: UserTextProps) {
  return <Element {...rest} dir="auto" className={classes("wrap-anywhere", className)} />;
}

import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";

interface LinkButtonProps extends ComponentProps<"a"> {
  href: string;
  look?: ButtonLook;
  small?: boolean;
}

/** A link that looks like a button, because it is the main thing to do. */
export function LinkButton({ look = "main", small = false, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classes(buttonLook(look, small), className)} />;
}

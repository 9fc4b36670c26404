import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";

interface LinkButtonProps extends ComponentProps<"a"> {
  href: string;
  look?: ButtonLook;
  small?: boolean;
}

/** A link styled as a button, because it is the main action. */
export function LinkButton({ look = "main", small = false, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={classes(buttonLook(look, small), className)} />;
}

import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";

interface LinkButtonProps extends ComponentProps<"a"> {
  href: string;
  look?: ButtonLook;
  small?: boolean;
}

/** A link styled as a button, because it is the main action. The space bar presses it, too (`twoKeys.ts`). */
export function LinkButton({ look = "main", small = false, className, ...rest }: LinkButtonProps) {
  return <a data-button="" {...rest} className={classes(buttonLook(look, small), className)} />;
}

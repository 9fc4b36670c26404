import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  small?: boolean;
  /** Work is under way: presses do nothing until it is done, and the button keeps the focus. */
  busy?: boolean;
}

export function Button({ look = "main", small = false, busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which would drop the focus and hide the button from those who don't see it.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonLook(look, small), busy && "cursor-progress opacity-70", className)}
    />
  );
}

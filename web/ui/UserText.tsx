import type { Language } from "@survey-app/texts/languages.ts";
import type { HTMLAttributes } from "react";
import { classes } from "./classes.ts";

interface UserTextProps extends Omit<HTMLAttributes<HTMLElement>, "lang"> {
  /**
   * The survey whose title is the text. Nothing else shows one, so that each has its own language, which often is not
   * the page's.
   */
  of?: { Title: string; language: Language | null };
  /** The language of another text, where it is known. */
  lang?: string | null | undefined;
  /**
   * `bdi` is inline. Blocks begin where the page's column does, whatever the direction of their own text (theme.css).
   */
  as?: "bdi" | "p" | "h1" | "h2" | "h3" | "blockquote" | "span" | "strong";
}

/** Text that a user wrote. Its direction is isolated from the text around it, and words of any length wrap. */
export function UserText({ as: Element = "bdi", of, lang = of?.language, className, ...rest }: UserTextProps) {
  return (
    <Element {...rest} lang={lang ?? undefined} dir="auto" className={classes("wrap-anywhere", className)}>
      {of ? of.Title : rest.children}
    </Element>
  );
}

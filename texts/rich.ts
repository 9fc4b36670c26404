import { createElement, Fragment, type ReactNode } from "react";

/** A text with elements in it: rich`Until ${day}.` */
export function rich(texts: TemplateStringsArray, ...elements: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...texts.flatMap((text, index) => [text, elements[index]]));
}

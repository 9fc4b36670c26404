import { createElement, Fragment, type ReactNode } from "react";

/** A text with elements in it, so that catalogs contain whole sentences: rich`Until ${day}.` */
export function rich(texts: TemplateStringsArray, ...elements: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...texts.flatMap((text, at) => [text, elements[at]]));
}

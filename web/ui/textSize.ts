import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { store } from "./browserStorage.ts";

/**
 * The steps of the text size, in the order in which its button goes through them; their factors stand in `theme.css`.
 */
const sizes = ["normal", "large", "larger", "largest"] as const;

export type TextSize = (typeof sizes)[number];

/**
 * The text size that this browser chose. It stands on the document before the first paint
 * (`web/layout/themeScript.ts`).
 */
export function readTextSize(): TextSize {
  const size = document.documentElement.dataset.textSize;
  return sizes.find((each) => each === size) ?? "normal";
}

/** Sets the next text size, and keeps it for later visits; after the largest comes the normal one. */
export function chooseNextTextSize(): void {
  const size = sizes[(sizes.indexOf(readTextSize()) + 1) % sizes.length] as TextSize;
  if (size === "normal") delete document.documentElement.dataset.textSize;
  else document.documentElement.dataset.textSize = size;
  store("local", "text-size", size);
}

/** The name of the button: the present size, and what a press does. */
export const textSizeLabel = (size: TextSize): string => uiTexts.textSizeLabel[size];

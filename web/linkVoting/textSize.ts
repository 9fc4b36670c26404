import { part } from "../sharing/showTotals.ts";
import { chooseNextTextSize, readTextSize, textSizeLabel } from "../ui/textSize.ts";

/** Shows the button that changes the text size, and names it. */
export function startTextSize(): void {
  const button = part<HTMLButtonElement>("textSize");
  const name = () => {
    const label = textSizeLabel(readTextSize());
    button?.setAttribute("aria-label", label);
    button?.setAttribute("title", label);
  };
  button?.addEventListener("click", () => {
    chooseNextTextSize();
    name();
  });
  name();
  button?.classList.remove("invisible");
}

import { type EmbedPart, type EmbedView, embedView } from "./embedView.ts";

/** The element that the server's HTML names, for the scripts that change such pages. */
export function part<E extends Element = HTMLElement>(name: string): E | null {
  return document.querySelector<E>(`[data-part="${name}"]`);
}

/** Writes a text into a part, if it says something else. */
export function write(name: string, text: string): void {
  const found = part(name);
  if (found && found.textContent !== text) found.textContent = text;
}

/** Shows a result in the tally that the server has rendered (`EmbedTally`). @param timeZone the reader's */
export function showTotals(totals: Parameters<typeof embedView>[0], isOver: boolean, timeZone: string): void {
  const { headline, parts, yesShare, unsureShare }: EmbedView = embedView(totals, isOver, timeZone);
  write("headline", headline);
  part("tally")?.toggleAttribute("hidden", parts === null);
  for (const name in parts) write(name, parts[name as EmbedPart]);
  part("yesBar")?.setAttribute("width", `${yesShare}%`);
  const unsureBar = part("unsureBar");
  unsureBar?.setAttribute("x", `${yesShare}%`);
  unsureBar?.setAttribute("width", `${unsureShare}%`);
}

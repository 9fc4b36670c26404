import { STREAMED_MAX } from "./listen.ts";

/**
 * Chooses which of the shown surveys to follow: all, or if they are more than one stream can carry, those in view and
 * the nearest others.
 * @param shown ids in the page's order
 * @param followed the ids followed now: kept while they include everything in view, so that scrolling rarely opens a
 *   new stream
 * @param measure returns the distance in px between a survey and the viewport, 0 if visible; called for long lists only
 * @returns ids in a fixed order
 */
export function chooseFollowed(
  shown: readonly string[],
  followed: readonly string[],
  measure: () => (id: string) => number,
): string[] {
  if (shown.length <= STREAMED_MAX) return [...shown].sort();
  const distanceOf = measure();
  const byDistance = shown.map((id) => ({ id, distance: distanceOf(id) })).sort((a, b) => a.distance - b.distance);
  const [isShown, isFollowed] = [new Set(shown), new Set(followed)];
  const inView = byDistance.filter(({ distance }) => distance === 0).slice(0, STREAMED_MAX);
  const isEnough =
    followed.length === STREAMED_MAX &&
    followed.every((id) => isShown.has(id)) &&
    inView.every(({ id }) => isFollowed.has(id));
  if (isEnough) return [...followed];
  return byDistance
    .slice(0, STREAMED_MAX)
    .map(({ id }) => id)
    .sort();
}

/** Measures how far the cards of a page are from the viewport. Surveys without a card are farthest. */
export function measureDistances(): (id: string) => number {
  const distances = new Map<string, number>();
  for (const card of document.querySelectorAll<HTMLElement>("[data-survey]")) {
    const { top, bottom } = card.getBoundingClientRect();
    const distance = Math.max(0, top - innerHeight, -bottom);
    const id = card.dataset.survey ?? "";
    distances.set(id, Math.min(distance, distances.get(id) ?? Number.POSITIVE_INFINITY));
  }
  return (id) => distances.get(id) ?? Number.MAX_SAFE_INTEGER;
}

import { navigate } from "wouter/use-browser-location";

let moves = 0;

/** Counts a click on a link, or a change of the URL. @returns a function that tells whether another one has followed */
export function countMove(): () => boolean {
  moves += 1;
  const counted = moves;
  return () => moves !== counted;
}

/**
 * For an action that ends on another page.
 * @returns a function that navigates there, unless the user has gone elsewhere meanwhile
 */
export function navigateLater(): typeof navigate {
  const before = moves;
  return (...to) => {
    if (moves === before) navigate(...to);
  };
}

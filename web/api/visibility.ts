/** A hidden page closes its connection after this time, in ms: browsers allow only a few for one origin. */
const HIDDEN_MS = 20_000;

/** Reports whether the page is visible, now and on changes: false once it was left, or hidden for `HIDDEN_MS`. */
export function watchVisibility(listener: (isSeen: boolean) => void): () => void {
  const watching = new AbortController();
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const look = ({ type }: { type: string }) => {
    clearTimeout(leaving);
    if (type === "pagehide") listener(false);
    else if (document.hidden) leaving = setTimeout(listener, HIDDEN_MS, false);
    else listener(true);
  };
  for (const event of ["pagehide", "pageshow", "visibilitychange"]) addEventListener(event, look, watching);
  look({ type: "" });
  return () => {
    watching.abort();
    clearTimeout(leaving);
  };
}

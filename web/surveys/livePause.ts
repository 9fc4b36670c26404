/** Pausing live results lasts for the visit: in this tab, across reloads. */
const KEY = "live";

export function readPaused(): boolean {
  try {
    return sessionStorage.getItem(KEY) === "paused";
  } catch {
    return false;
  }
}

export function storePaused(isPaused: boolean): void {
  try {
    sessionStorage.setItem(KEY, isPaused ? "paused" : "live");
  } catch {
    // Without storage it lasts until the next load.
  }
}

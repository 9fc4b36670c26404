import { readStored, store } from "../ui/browserStorage.ts";

/** Pausing live results lasts for the visit: in this tab, across reloads. */
const KEY = "live";

export const readPaused = (): boolean => readStored("session", KEY) === "paused";

export const storePaused = (isPaused: boolean): void => store("session", KEY, isPaused ? "paused" : "live");

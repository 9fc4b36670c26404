import { onTestFinished, vi } from "vitest";

/** Moves this process, with the pages that it opens, to another time zone until the test ends. */
export function moveToTimeZone(zone: string): void {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

import { checkFaults } from "./checkFaults.ts";
import type { Fault } from "./fault.ts";
import { safetyFaults } from "./safetyFaults.ts";
import { screenFaults } from "./screenFaults.ts";
import { storingFaults } from "./storingFaults.ts";

/** The sources of the built pages. */
const OF_PAGES = /^(web|contract|texts|server\/words)\//;

/**
 * In the order in which they are planted: those in the pages last, because each of them needs another build of the
 * pages.
 */
export const faults: readonly Fault[] = [...checkFaults, ...storingFaults, ...safetyFaults, ...screenFaults].sort(
  (one, other) => Number(OF_PAGES.test(one.file)) - Number(OF_PAGES.test(other.file)),
);

import { checkFaults } from "./checkFaults.ts";
import type { Fault } from "./fault.ts";
import { safetyFaults } from "./safetyFaults.ts";
import { screenFaults } from "./screenFaults.ts";
import { storingFaults } from "./storingFaults.ts";

/** In the order in which they are planted: first those that leave the built pages as they are. */
export const faults: readonly Fault[] = [...checkFaults, ...storingFaults, ...safetyFaults, ...screenFaults];

import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

// Vitest ends its processes before Node would write their coverage.
afterAll(() => takeCoverage());

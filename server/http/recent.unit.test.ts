import { expect, test } from "vitest";
import { Recent } from "./recent.ts";

test("what is used stays, what is not used goes, and there are never more than twice as many as asked for", () => {
  const recent = new Recent<number, string>(10);
  for (let key = 0; key < 1000; key++) {
    recent.set(key, `value ${key}`);
    expect(recent.get(0)).toBe("value 0");
  }
  const kept = Array.from({ length: 1000 }, (_, key) => recent.get(key)).filter((value) => value !== undefined);
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(recent.get(999)).toBe("value 999");
});

test("what was deleted is gone, however old it was", () => {
  const recent = new Recent<string, number>(2);
  for (const key of ["a", "b", "c"]) recent.set(key, 1);
  for (const key of ["a", "c"]) recent.delete(key);
  expect(["a", "b", "c"].map((key) => recent.get(key))).toEqual([undefined, 1, undefined]);
});

import { afterEach, expect, test, vi } from "vitest";
import { readJson, readStored, removeStored, store, storedKeys } from "./browserStorage.ts";

afterEach(() => {
  removeStored("local", "theme");
  vi.unstubAllGlobals();
});

/** A storage that takes values while it has room. */
function storageWith(values: Record<string, string>, hasRoom: () => boolean) {
  return Object.assign(
    Object.create({
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        if (!hasRoom()) throw new DOMException("full", "QuotaExceededError");
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    }),
    values,
  );
}

test("a full storage never brings back the value before, and takes the next one once it has room", () => {
  let hasRoom = false;
  const storage = storageWith({ theme: "light" }, () => hasRoom);
  vi.stubGlobal("localStorage", storage);
  store("local", "theme", "dark");
  expect(readStored("local", "theme")).toBe("dark");
  expect(storage).toEqual({});
  expect(storedKeys("local", "the")).toEqual(["theme"]);
  hasRoom = true;
  store("local", "theme", "light");
  expect(storage).toEqual({ theme: "light" });
  expect(readStored("local", "theme")).toBe("light");
  expect(storedKeys("local", "the")).toEqual(["theme"]);
});

test("where storage is forbidden, values last while the page is open, and each place has its own", () => {
  const forbidden = {
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
    configurable: true,
  };
  const before = ["localStorage", "sessionStorage"].map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name] of before) Object.defineProperty(globalThis, name, forbidden);
  try {
    expect(readStored("local", "theme")).toBeNull();
    store("local", "theme", "dark");
    expect(readStored("local", "theme")).toBe("dark");
    expect(readStored("session", "theme")).toBeNull();
    expect(storedKeys("local", "")).toEqual(["theme"]);
    removeStored("local", "theme");
    expect(readStored("local", "theme")).toBeNull();
    expect(storedKeys("local", "")).toEqual([]);
  } finally {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    }
  }
});

test("a stored value that isn't JSON is ignored", () => {
  store("local", "theme", "{");
  expect(readJson("local", "theme")).toBeNull();
  store("local", "theme", "[1]");
  expect(readJson("local", "theme")).toEqual([1]);
});

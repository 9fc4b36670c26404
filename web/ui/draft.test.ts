import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDraft, clearDrafts, readDraft, setDraftOwner, writeDraft } from "./draft.ts";

/** The part of the Storage interface that drafts use; stored keys are own properties. */
const makeStorage = () =>
  Object.defineProperties({} as Record<string, string>, {
    getItem: {
      value(this: Record<string, string>, name: string) {
        return this[name] ?? null;
      },
    },
    setItem: {
      value(this: Record<string, string>, name: string, text: string) {
        this[name] = text;
      },
    },
    removeItem: {
      value(this: Record<string, string>, name: string) {
        delete this[name];
      },
    },
  });

beforeEach(() => {
  vi.stubGlobal("localStorage", makeStorage());
  vi.stubGlobal("sessionStorage", makeStorage());
});
afterEach(() => {
  setDraftOwner(null);
  vi.unstubAllGlobals();
});

test("a visitor's draft is kept when they sign in", () => {
  writeDraft("session", "vote:1", { vote: "1" });
  setDraftOwner("anna");
  expect(readDraft("session", "vote:1")).toEqual({ vote: "1" });
  setDraftOwner(null);
  expect(readDraft("session", "vote:1")).toBeNull();
});

test("a draft is never shown to another user; its owner finds it again after an expired session", () => {
  setDraftOwner("anna");
  writeDraft("local", "survey", { Title: "Anna's?" });
  setDraftOwner(null);
  expect(readDraft("local", "survey")).toBeNull();
  setDraftOwner("ben");
  expect(readDraft("local", "survey")).toBeNull();
  setDraftOwner("anna");
  expect(readDraft("local", "survey")).toEqual({ Title: "Anna's?" });
  clearDraft("local", "survey");
  expect(readDraft("local", "survey")).toBeNull();
});

test("signing out removes the drafts of the user and of visitors, but no other user's", () => {
  setDraftOwner("ben");
  writeDraft("local", "survey", { Title: "Ben's?" });
  setDraftOwner("anna");
  writeDraft("local", "survey", { Title: "Anna's?" });
  writeDraft("session", "vote:1", { vote: "0" });
  setDraftOwner(null);
  writeDraft("session", "vote:2", { vote: "1" });
  clearDrafts("anna");
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual(["draft:ben:survey"]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDraft, clearDrafts, followVisit, readDraft, SIGN_UP_DRAFT, setDraftOwner, writeDraft } from "./draft.ts";

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

const draftsIn = (storage: object) => Object.keys(storage).filter((name) => name.startsWith("draft:"));

test("a visitor's question is kept in the tab only, and signing in makes it no draft of the account", () => {
  setDraftOwner("");
  writeDraft("local", "survey", { Title: "A visitor's?" });
  writeDraft("session", SIGN_UP_DRAFT, { email: "visitor@example.org" });
  expect(draftsIn(localStorage)).toEqual([]);
  expect(readDraft("local", "survey")).toEqual({ Title: "A visitor's?" });
  setDraftOwner("anna");
  expect(readDraft("local", "survey")).toBeNull();
  // It is only offered, and who signs up has signed up.
  expect(draftsIn(sessionStorage)).toEqual(["draft:anna:survey"]);
  setDraftOwner(null);
  setDraftOwner("ben");
  for (const place of ["local", "session"] as const) expect(readDraft(place, "survey")).toBeNull();
});

test("a sign-out in another tab removes the drafts of a tab that hears of it only later", () => {
  followVisit();
  setDraftOwner("");
  writeDraft("session", "vote:1", { vote: "1" });
  expect(followVisit()).toBe(false);
  // As another tab does it, which shares only the local storage.
  const others = makeStorage();
  const ours = sessionStorage;
  vi.stubGlobal("sessionStorage", others);
  clearDrafts("anna");
  vi.stubGlobal("sessionStorage", ours);
  expect(followVisit()).toBe(true);
  expect(readDraft("session", "vote:1")).toBeNull();
  writeDraft("session", "vote:1", { vote: "0" });
  expect(followVisit()).toBe(false);
  expect(readDraft("session", "vote:1")).toEqual({ vote: "0" });
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
  expect([...draftsIn(localStorage), ...draftsIn(sessionStorage)]).toEqual(["draft:ben:survey"]);
});

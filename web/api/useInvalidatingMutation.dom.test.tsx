import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { loadWindow } from "../testing/window.ts";
import { createQueryClient } from "./queryClient.ts";
import { useInvalidatingMutation } from "./useInvalidatingMutation.ts";

beforeEach(() => loadWindow("http://localhost/"));

function show(page: ReactNode): void {
  const root = createRoot(document.body.appendChild(document.createElement("main")));
  root.render(<QueryClientProvider client={createQueryClient("browser")}>{page}</QueryClientProvider>);
  onTestFinished(() => root.unmount());
}

const press = async (name: string) => {
  const find = () => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  await vi.waitUntil(find);
  find()?.click();
};

interface Sending {
  send: () => Promise<number>;
  onSuccess: (sent: number) => void;
}

function SendButton({ send, onSuccess }: Sending) {
  const sending = useInvalidatingMutation(send, ["sent"], ["elsewhere"]);
  return (
    <button type="button" onClick={() => sending.mutate(undefined, { onSuccess })}>
      Send
    </button>
  );
}

/** Hides the button once `read` says that something was sent. Reads what is elsewhere more slowly. */
function HidingPage({ read, ...sending }: Sending & { read: () => number }) {
  const { data } = useQuery({ queryKey: ["sent"], queryFn: read });
  useQuery({ queryKey: ["elsewhere"], queryFn: () => new Promise((resolve) => setTimeout(resolve, 100, 0)) });
  return data === 0 ? <SendButton {...sending} /> : data;
}

test("a finished action calls back even if the data fetched afterwards has removed its button", async () => {
  let sent = 0;
  const onSuccess = vi.fn();
  show(<HidingPage read={() => sent} send={async () => (sent += 1)} onSuccess={onSuccess} />);
  await press("Send");
  await vi.waitUntil(() => document.body.textContent === "1");
  await expect.poll(() => onSuccess.mock.calls[0]?.[0]).toBe(1);
});

function LeavingPage({ read, ...sending }: Sending & { read: () => number }) {
  const [isLeft, setLeft] = useState(false);
  useQuery({ queryKey: ["sent"], queryFn: read });
  return (
    <>
      {!isLeft && <SendButton {...sending} />}
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
    </>
  );
}

test("a finished action doesn't call back if its component was gone before the response", async () => {
  const onSuccess = vi.fn();
  const read = vi.fn(() => 0);
  const { promise, resolve } = Promise.withResolvers<number>();
  show(<LeavingPage read={read} send={() => promise} onSuccess={onSuccess} />);
  await press("Send");
  await press("Leave");
  await vi.waitUntil(() => document.body.textContent === "Leave");
  read.mockClear();
  resolve(1);
  await expect.poll(() => read.mock.calls.length).toBe(1);
  expect(onSuccess).not.toHaveBeenCalled();
});

function RowsPage({ send, onDone }: { send: (row: string) => Promise<string>; onDone: (row: string) => void }) {
  const sending = useInvalidatingMutation(send, ["sent"]);
  return ["One", "Two"].map((row) => (
    <button type="button" key={row} onClick={() => sending.mutate(row, { onSuccess: () => onDone(row) })}>
      {row}
    </button>
  ));
}

test("of two actions that are pressed one after the other, each calls back for itself", async () => {
  const onDone = vi.fn();
  const responses = { One: Promise.withResolvers<string>(), Two: Promise.withResolvers<string>() };
  show(<RowsPage send={(row) => responses[row as "One" | "Two"].promise} onDone={onDone} />);
  await press("One");
  await press("Two");
  responses.Two.resolve("two");
  await expect.poll(() => onDone.mock.calls).toEqual([["Two"]]);
  responses.One.resolve("one");
  await expect.poll(() => onDone.mock.calls).toEqual([["Two"], ["One"]]);
});

import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient, dropPrivateData, invalidateAndWait } from "./queryClient.ts";

test("after signing out nothing that an admin loaded stays in memory, and visible data is fetched again", async () => {
  const client = createQueryClient("browser");
  let email = "whole@example.org";
  const shown = new QueryObserver(client, { queryKey: ["surveys", "latest"], queryFn: async () => [{ email }] });
  const leave = shown.subscribe(() => undefined);
  await client.fetchQuery({ queryKey: ["surveys", "listing"], queryFn: async () => [{ email }] });
  await client.fetchQuery({ queryKey: ["users"], queryFn: async () => [{ email }], meta: { private: true } });
  await client
    .getMutationCache()
    .build(client, { mutationFn: async () => ({ email }) })
    .execute(undefined);
  const inMemory = () =>
    JSON.stringify([
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.data),
    ]);
  await expect.poll(inMemory).toContain("whole@");
  email = "w•••@e•••.org";
  dropPrivateData(client);
  expect(inMemory()).not.toContain("whole@");
  await expect.poll(() => shown.getCurrentResult().data).toEqual([{ email }]);
  leave();
  client.clear();
});

test("changes by an action show even if their data was still being requested for the first time", async () => {
  const client = createQueryClient("browser");
  const pending: ((votes: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => pending.push(resolve));
  const shown = new QueryObserver(client, { queryKey: ["votes", "own"], queryFn });
  const leave = shown.subscribe(() => undefined);
  const prefetched = client.fetchQuery({ queryKey: ["votes", "table"], queryFn }).catch(() => "dropped");
  const done = invalidateAndWait(client, ["votes"]);
  // The server read both before the vote was stored.
  for (const respond of pending.splice(0, 2)) respond([]);
  for (const respond of pending) respond(["Yes"]);
  await done;
  expect(shown.getCurrentResult().data).toEqual(["Yes"]);
  expect(await prefetched).toBe("dropped");
  expect(client.getQueryData(["votes", "table"])).toBeUndefined();
  leave();
  client.clear();
});

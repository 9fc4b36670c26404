import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient, dropPrivateData } from "./queryClient.ts";

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

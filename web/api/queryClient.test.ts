import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient, dropAnswers } from "./queryClient.ts";

test("nothing of what an admin got stays in memory after signing out; what is on the screen is asked for again", async () => {
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
  dropAnswers(client);
  expect(inMemory()).not.toContain("whole@");
  await expect.poll(() => shown.getCurrentResult().data).toEqual([{ email }]);
  leave();
  client.clear();
});

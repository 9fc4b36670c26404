import type { Request } from "@survey-app/contract/call.ts";
import { cast } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";

/** Stores a vote; totals and lists on the screen follow once the server has acknowledged it. */
export function useCastVote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Request<typeof cast>["body"]) => api(cast, { body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["surveys"] }),
        client.invalidateQueries({ queryKey: ["votes"] }),
      ]),
  });
}

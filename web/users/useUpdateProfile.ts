import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import { updateMyProfile } from "@survey-app/contract/users.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";
import { showIdentity } from "../session/session.ts";

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof updateMyProfile>["body"]) => api(updateMyProfile, { body }),
    onSuccess: (identity) => {
      showIdentity(identity);
      // The name is shown in surveys, votes and lists of users.
      return readAgain(client, []);
    },
  });
}

import type { Request } from "@survey-app/contract/endpoint.ts";
import { updateProfile } from "@survey-app/contract/users.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";
import { showIdentity } from "../session/session.ts";

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Request<typeof updateProfile>["body"]) => api(updateProfile, { body }),
    onSuccess: (identity) => {
      showIdentity(identity);
      // The name stands in surveys, votes and lists of users.
      return readAgain(client, []);
    },
  });
}

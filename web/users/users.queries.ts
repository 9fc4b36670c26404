import { changeRole, list, type Role, type User } from "@survey-app/contract/users.ts";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, apiPage } from "../api.ts";

export interface UsersFilter {
  role: Role | "";
  q: string;
}

export const listedUsers = (filter: UsersFilter) =>
  infiniteQueryOptions({
    queryKey: ["users", filter],
    queryFn: ({ pageParam, signal }) => {
      const { role, q } = filter;
      const query = { ...(role && { role }), ...(q && { q }), ...(pageParam && { cursor: pageParam }) };
      return apiPage(list, { query }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // Others sign up meanwhile.
    staleTime: 0,
    meta: { private: true },
  });

export function useChangeRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, role }: { user: User; role: "surveyor" | "user" }) =>
      // Without a body it promotes to surveyor, as the spec's client does it.
      api(changeRole, { params: { id: user._id }, body: role === "surveyor" ? undefined : { role } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

import { getMyInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The person that `reader` votes as on a survey for invited people; null if their address is not on its list. */
export const ownInvitation = (surveyId: string, reader: string | null) =>
  queryOptions({
    queryKey: ["votes", "invitation", surveyId, reader],
    queryFn: ({ signal }) => api(getMyInvitation, { params: { id: surveyId } }, signal),
    enabled: reader !== null,
    meta: { private: true },
  });

import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import {
  addListedPeople,
  changeListedPerson,
  changeVoterList,
  copyVoterList,
  createVoterList,
  deleteVoterList,
  type ListedPerson,
  listListedPeople,
  listVoterLists,
  removeListedPerson,
  type VoterList,
} from "@survey-app/contract/invitations/voterLists.ts";
import { api } from "../../api/api.ts";
import { setFields } from "../../api/pagination.ts";
import { privateListQuery } from "../../api/privateListQuery.ts";
import { privateQuery } from "../../api/privateQuery.ts";
import { useInvalidatingMutation } from "../../api/useInvalidatingMutation.ts";
import type { ImportTarget } from "../useImport.ts";

/** The lists of the user with this id, and those that others share with them. */
export const voterLists = (userId: string) => privateQuery(["lists", userId], listVoterLists, {});

export interface PeopleFilter {
  group: string;
  q: string;
}

export const peopleOf = (id: string, filter: PeopleFilter) =>
  privateListQuery(["lists", "people", id, filter], listListedPeople, { params: { id }, query: setFields(filter) });

/** Adds people to a saved list: none of them gets a code. */
export const listTarget = (id: string): ImportTarget => ({
  send: async ({ rows, dryRun, total }) => ({
    ...(await api(addListedPeople, { params: { id }, body: { rows, dryRun, total } })),
    sameLabel: [],
    codes: [],
  }),
  changed: [["lists"]],
  hasGroups: true,
  withoutAddress: "listed",
});

type ListedCopy = ResponseOf<typeof copyVoterList>["rows"][number];

/** All people of a list, or of some of its groups. */
export async function readCopy(id: string, groups: readonly string[]): Promise<ListedCopy[]> {
  const people: ListedCopy[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query = {
      ...(groups.length > 0 && { groups: JSON.stringify(groups) }),
      ...(after !== undefined && { after }),
    };
    const { rows, next } = await api(copyVoterList, { params: { id }, query });
    people.push(...rows);
    after = next;
  }
  return people;
}

export const useCreateList = () =>
  useInvalidatingMutation((name: string) => api(createVoterList, { body: { name } }), ["lists"]);

export const useChangeList = ({ _id: id }: VoterList) =>
  useInvalidatingMutation(
    (body: { name: string; sharedWith: string | null }) => api(changeVoterList, { params: { id }, body }),
    ["lists"],
  );

export const useDeleteList = () =>
  useInvalidatingMutation(({ _id: id }: VoterList) => api(deleteVoterList, { params: { id } }), ["lists"]);

export const useChangePerson = (id: string) =>
  useInvalidatingMutation(
    ({ _id: person, email, label, group }: ListedPerson) =>
      api(changeListedPerson, {
        params: { id, person },
        body: { email: email || null, label: label || null, group: group || null },
      }),
    ["lists"],
  );

export const useRemovePerson = (id: string) =>
  useInvalidatingMutation(
    ({ _id: person }: ListedPerson) => api(removeListedPerson, { params: { id, person } }),
    ["lists"],
  );

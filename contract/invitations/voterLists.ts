import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse, paginationQuery } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import {
  GROUP_MAX,
  INVITATION_LABEL_MAX,
  VOTER_LIST_NAME_MAX,
  VOTER_LIST_PEOPLE_MAX,
  VOTER_LISTS_MAX,
} from "../text/limits.ts";
import { id, line, newEmail, search, writtenEmail } from "../text/text.ts";
import { addInvitations, INVITATION_ROWS_MAX } from "./invitations.ts";

/** The most groups of a list that are shown, and that one copy can name. */
export const GROUPS_SHOWN_MAX = 100;
/** The most people that one request copies. */
export const COPIED_MAX = 2000;

const group = line("Group", 1, GROUP_MAX, formErrors.group);

/** A saved list of people, from which surveys take copies. */
export const voterList = z.object({
  _id: z.string(),
  name: z.string(),
  people: z.number(),
  /** Whether the current user owns it; other owners share theirs with them. */
  isOwn: z.boolean(),
  ownerName: z.string(),
  /** The survey whose owners share it; null if nobody else sees it. */
  sharedWith: z.nullable(z.object({ surveyId: z.string(), Title: z.string(), language: z.nullable(language) })),
  groups: z.array(z.object({ name: z.string(), people: z.number() })),
});
export type VoterList = z.infer<typeof voterList>;

export const voterListForm = z.object({
  name: line("Name", 1, VOTER_LIST_NAME_MAX, formErrors.listName),
});

export const listVoterLists = endpoint({
  method: "GET",
  path: "/voter-lists",
  summary: "The current user's lists of people, by name, and those that owners of the same surveys share with them",
  access: "surveyor",
  response: z.array(voterList),
  rateLimit: { max: 240, seconds: 60 },
});

export const createVoterList = endpoint({
  method: "POST",
  path: "/voter-lists",
  summary: `Create a list of people, of whom surveys can take copies; at most ${VOTER_LISTS_MAX}`,
  access: "surveyor",
  body: voterListForm,
  response: insertedResponse,
  errors: ["tooManyLists"],
  rateLimit: { max: 60, seconds: 3600 },
});

export const changeVoterList = endpoint({
  method: "PUT",
  path: "/voter-lists/:id",
  summary:
    "Change the name of a list of the current user, and with the owners of which survey it is shared: they can read and change it. " +
    "`sharedWith` is null for nobody; without it, that stays as it is",
  access: "surveyor",
  params: z.object({ id }),
  body: z.object({ ...voterListForm.shape, sharedWith: z.nullish(id) }),
  response: modifiedResponse,
  rateLimit: { max: 240, seconds: 3600 },
});

export const deleteVoterList = endpoint({
  method: "DELETE",
  path: "/voter-lists/:id",
  summary: "Delete a list of the current user. Surveys keep the copies that they have taken",
  access: "surveyor",
  params: z.object({ id }),
  response: modifiedResponse,
});

/** A person of a list: an address, a label, or both, and a group. Empty texts for none. */
export const listedPerson = z.object({
  _id: z.string(),
  email: writtenEmail,
  label: z.string(),
  group: z.string(),
});
export type ListedPerson = z.infer<typeof listedPerson>;

export const listListedPeople = endpoint({
  method: "GET",
  path: "/voter-lists/:id/people",
  summary: "The people of a list that the current user has or shares, in the order in which they were added",
  access: "surveyor",
  params: z.object({ id }),
  query: z.object({
    /** A part of the label or the address. */
    q: z._default(search, ""),
    group: z.optional(group),
    ...paginationQuery,
  }),
  response: z.array(listedPerson),
  paginated: true,
  rateLimit: { max: 240, seconds: 60 },
});

export const addListedPeople = endpoint({
  method: "POST",
  path: "/voter-lists/:id/people",
  summary:
    `Add people to a list: up to ${INVITATION_ROWS_MAX} rows at a time, ${VOTER_LIST_PEOPLE_MAX} in all. With \`dryRun\` nothing is ` +
    "stored, and the response says what would be. Rows with a problem are left out, also those that are on the list already",
  access: "surveyor",
  params: z.object({ id }),
  body: z.object({
    rows: addInvitations.body.shape.rows,
    dryRun: addInvitations.body.shape.dryRun,
    total: addInvitations.body.shape.total,
  }),
  bodyMax: addInvitations.bodyMax,
  response: z.object({
    added: addInvitations.response.shape.added,
    problems: addInvitations.response.shape.problems,
  }),
  errors: ["voterListFull"],
  rateLimit: { max: 1200, seconds: 3600 },
});

const onePerson = z.object({ id, person: id });

export const changeListedPerson = endpoint({
  method: "PUT",
  path: "/voter-lists/:id/people/:person",
  summary: "Correct a person of a list. Surveys that have taken a copy keep it as it was",
  access: "surveyor",
  params: onePerson,
  body: z
    .object({
      email: z.nullish(newEmail),
      label: z.nullish(line("Label", 1, INVITATION_LABEL_MAX, formErrors.label)),
      group: z.nullish(group),
    })
    .check(z.refine((row) => Boolean(row.email || row.label), formErrors.listRow.empty)),
  response: modifiedResponse,
  errors: ["onListAlready"],
  rateLimit: { max: 600, seconds: 3600 },
});

export const removeListedPerson = endpoint({
  method: "DELETE",
  path: "/voter-lists/:id/people/:person",
  summary: "Remove a person from a list. Surveys that have taken a copy keep it",
  access: "surveyor",
  params: onePerson,
  response: modifiedResponse,
  rateLimit: { max: 600, seconds: 3600 },
});

/** The names of groups that a request lists as JSON; null if the text isn't such a list. */
export function readNames(json: string): string[] | null {
  try {
    const names: unknown = JSON.parse(json);
    const isList = Array.isArray(names) && names.length <= GROUPS_SHOWN_MAX;
    return isList && names.every((name) => typeof name === "string" && !name.includes("\0")) ? names : null;
  } catch {
    return null;
  }
}

export const copyVoterList = endpoint({
  method: "GET",
  path: "/voter-lists/:id/copy",
  summary:
    `The people of a list, or of some of its groups, ${COPIED_MAX} at a time, to be added to a survey with ` +
    "`POST /surveys/:id/invitations`; `next` is the `after` of the following request, null after the last",
  access: "surveyor",
  params: z.object({ id }),
  query: z.object({
    /** The names of groups, as a JSON list; all people without it. */
    groups: z.optional(
      z.string("groups must be text").check(
        z.maxLength(10_000, "groups must be at most 10000 characters"),
        z.refine((text) => readNames(text) !== null, "groups must be a JSON list of texts"),
      ),
    ),
    after: z.optional(id),
  }),
  response: z.object({
    rows: z.array(z.object({ email: writtenEmail, label: z.string(), group: z.string() })),
    next: z.nullable(z.string()),
  }),
  rateLimit: { max: 600, seconds: 3600 },
});

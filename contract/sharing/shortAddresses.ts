import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import type { Survey } from "../surveys/surveys.ts";
import { id } from "../text/text.ts";

/** The beginning of short addresses. Without a code, it is the page on which people type one. */
export const SHORT_PATH = "/v";
/**
 * Followed by a code, the address of a survey for the screen of a room, typed on a computer where nobody is signed in.
 */
export const WALL_PATH = "/w";

/**
 * Where people read a short address: on the screen of a presentation, or on paper and in shared links. The code of the
 * latter is longer, because it works much longer, so that more codes exist at a time that a guess could hit.
 */
export const shortAddressKind = z.enum(["presentation", "flyer"], "kind must be presentation or flyer");
export type ShortAddressKind = z.infer<typeof shortAddressKind>;

/** Characters of a code. */
export const SHORT_CODE_LENGTH = { presentation: 6, flyer: 8 } as const satisfies Record<ShortAddressKind, number>;
/** How long the code of a presentation works after the presentation was last open, in hours. */
export const PRESENTATION_HOURS = 12;
/**
 * How long the code of a flyer or a shared link works after voting ended, in days: links stay in chats for a long time.
 */
export const FLYER_DAYS = 365;

/**
 * Whether a survey can have short addresses. Surveys for invited people can't: they reach only the people to whom the
 * owner sent them, and a code can be guessed.
 */
export const hasShortAddress = ({ electorate }: Pick<Survey, "electorate">): boolean => electorate !== "invited";

/** The codes of a survey that work now; null where there is none. */
const shortAddresses = z.object({ presentation: z.nullable(z.string()), flyer: z.nullable(z.string()) });
export type ShortAddresses = z.infer<typeof shortAddresses>;

export const listShortAddresses = endpoint({
  method: "GET",
  path: "/surveys/:id/short-addresses",
  summary: `The codes with which ${SHORT_PATH}/CODE leads to a public survey, for a screen and for paper; null where there is none`,
  access: "anyone",
  params: z.object({ id }),
  response: shortAddresses,
});

export const renewShortAddress = endpoint({
  method: "POST",
  path: "/surveys/:id/short-addresses",
  summary:
    "Create a short address of a public survey of the current user, or keep the one that exists, with its code; admins for any " +
    `survey. A presentation repeats this while it is open: its code works for ${PRESENTATION_HOURS} hours after the last time. ` +
    `The code of a flyer works until ${FLYER_DAYS} days after voting ended`,
  access: "signedIn",
  takesGuests: true,
  keyScope: "manage",
  params: z.object({ id }),
  body: z.object({ kind: shortAddressKind }),
  response: shortAddresses,
  errors: ["notPublished", "noShortAddress"],
  rateLimit: { max: 60, seconds: 60 },
});

export const keepShortAddress = endpoint({
  method: "POST",
  path: "/surveys/:id/short-addresses/keep",
  summary:
    "Let the code of a presentation that works go on working while the presentation is open, also where nobody is signed in: for " +
    `${PRESENTATION_HOURS} hours, as long as people can vote on the survey by open link. It creates no code, and brings none back`,
  access: "anyone",
  params: z.object({ id }),
  response: shortAddresses,
  rateLimit: { max: 60, seconds: 60 },
});

import { createHmac } from "node:crypto";
import {
  CODE_LENGTH,
  INVITATION_HOURS,
  type IssuedCode,
  LINK_LENGTH,
} from "@survey-app/contract/invitations/invitations.ts";
import { CROCKFORD, inGroups, readCrockford } from "@survey-app/contract/text/crockford.ts";
import { id } from "@survey-app/contract/text/text.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { createSigner, createVerifier } from "fast-jwt";
import type { Secrets } from "../database/secrets.ts";
import { deriveKey, numberOfKey, tokenHash } from "../database/tokenHash.ts";
import type { OpenedInvitation } from "../http/currentUser.ts";

const AUDIENCE = "survey-app-invitation";
const LIFE_MS = INVITATION_HOURS * HOUR_MS;

/**
 * The `code_key` of a code that the operator ended after a leak, and whose successor has not been made yet: it isn't
 * the number of any key.
 */
export const ENDED_CODE = "-";

/**
 * Whether an invitation has a code: one without an address, or one whose replacement was shown to the owner
 * (`replaceLink`).
 */
export const hasCode = ({
  email,
  is_deleted,
  code_key,
}: {
  email: string | null;
  is_deleted: number;
  code_key: string | null;
}): boolean => code_key !== null || (email === null && is_deleted === 0);

/** The columns in which an invitation stores its link or code. */
export interface StoredToken {
  tokenHash: string;
  /** Null for a link. */
  codeKey: string | null;
}

/** An invitation for which a token is made: a code if it doesn't have an address, else a link. */
interface Issue {
  id: string;
  email: string | null;
  issue: number;
}

/** A link's token or a code as it was typed or followed. */
export interface TypedToken {
  /** Whether it has the short form of codes, so that guesses must be limited. */
  isShort: boolean;
  /** The hashes under which it can be stored: one for each key of codes. */
  hashes: readonly string[];
}

export type InvitationTokens = ReturnType<typeof createInvitationTokens>;

/**
 * The links and codes of invitations. They are derived from the invitation's id, its issue and a secret, so that links
 * can be made when emails are sent, and the database only has to store hashes. A thief of the database can try all
 * 60-bit codes, so the hash of a code has a key.
 */
export function createInvitationTokens({ accepted, leaked }: Secrets, issuer: string) {
  const [maker, ...former] = accepted.map(createMaker) as [Maker, ...Maker[]];
  const makers = [maker, ...former];
  const leakedMakers = leaked.map(createMaker);
  const leakedHashesUpTo = (invitationId: string, last: number): string[] =>
    leakedMakers.flatMap(({ linkOf, codeOf, hashOfCode }) =>
      Array.from({ length: last }, (_, before) => before + 1).flatMap((issue) => [
        hashOfLink(linkOf(invitationId, issue)),
        hashOfCode(codeOf(invitationId, issue)),
      ]),
    );
  const tokenOf = ({ id, email, issue }: Issue): string =>
    email === null ? maker.codeOf(id, issue) : maker.linkOf(id, issue);

  return {
    ...createOpenedTokens(accepted[0], issuer),
    /** The link's token, or the code: 26 or 12 signs in groups of four. */
    tokenOf,
    /** A code in the form in which the owner gets it, to hand it out. */
    issued: ({ id, label, issue = 1 }: { id: string; label: string; issue?: number }): IssuedCode => ({
      invitationId: id,
      label,
      code: tokenOf({ id, email: null, issue }),
    }),
    /** The stored form of `tokenOf`. */
    stored(invitation: Issue): StoredToken {
      const token = tokenOf(invitation);
      return invitation.email === null
        ? { tokenHash: maker.hashOfCode(token), codeKey: maker.codeKey }
        : { tokenHash: hashOfLink(token), codeKey: null };
    },
    /** The number of the key that codes are made with now. */
    codeKey: maker.codeKey,
    /** The numbers of the keys with which codes are recognized. */
    codeKeys: makers.map(({ codeKey }) => codeKey),
    /** The token of a link that was sent, whichever accepted secret made it; null if none did. */
    sentLink(invitationId: string, issue: number, hash: string): string | null {
      const links = makers.map(({ linkOf }) => linkOf(invitationId, issue));
      return links.find((link) => hashOfLink(link) === hash) ?? null;
    },
    /** Whether a leaked secret can make the link or code with this hash, of this issue or a former one. */
    isLeaked: (invitationId: string, issue: number, hash: string): boolean =>
      leakedHashesUpTo(invitationId, issue).includes(hash),
    /** The hashes of the links and codes before this issue that a leaked secret can make. */
    formerLeakedHashes: (invitationId: string, issue: number): string[] => leakedHashesUpTo(invitationId, issue - 1),
    /** Reads a typed code or the token of a followed link; null if it can't be either. */
    readTyped(typed: string): TypedToken | null {
      const signs = readCrockford(typed);
      if (signs?.length !== LINK_LENGTH && signs?.length !== CODE_LENGTH) return null;
      const token = inGroups(signs);
      const isShort = signs.length === CODE_LENGTH;
      return { isShort, hashes: isShort ? makers.map((each) => each.hashOfCode(token)) : [hashOfLink(token)] };
    },
  };
}

/** The hash of a request's ticket and content, so that only an equal request matches; null without a ticket. */
export const hashOfTicket = (ticket: string | null | undefined, asked: unknown): string | null =>
  ticket ? tokenHash(`${ticket} ${JSON.stringify(asked)}`) : null;

type Maker = ReturnType<typeof createMaker>;

/** Makes links and codes with one secret. */
function createMaker(secret: string) {
  const linkKey = deriveKey(secret, "invitation");
  const codeKey = deriveKey(secret, "code of an invitation");
  const hashKey = deriveKey(secret, "hash of codes");
  return {
    linkOf: (invitationId: string, issue: number) =>
      encode(digestOf(linkKey, `invitation ${invitationId} ${issue}`).slice(0, 32), LINK_LENGTH),
    codeOf: (invitationId: string, issue: number) =>
      encode(digestOf(codeKey, `code ${invitationId} ${issue}`).slice(0, 15), CODE_LENGTH),
    hashOfCode: (code: string) => digestOf(hashKey, code),
    codeKey: numberOfKey(secret, "codes"),
  };
}

const digestOf = (key: Buffer, text: string): string => createHmac("sha256", key).update(text).digest("hex");

const hashOfLink = tokenHash;

/** The bearer tokens of opened invitations. */
function createOpenedTokens(secret: string, issuer: string) {
  const key = deriveKey(secret, "opened invitation");
  const sign = createSigner({ key, algorithm: "HS256", expiresIn: LIFE_MS, aud: AUDIENCE, iss: issuer });
  const verify = createVerifier({
    key,
    algorithms: ["HS256"],
    allowedAud: AUDIENCE,
    allowedIss: issuer,
    // The library checks allowed values only for claims that are present, so all of them are required.
    requiredClaims: ["aud", "iss", "iat", "exp", "sub", "issue"],
    maxAge: LIFE_MS,
  });
  return {
    /** Signs the bearer token of an opened invitation. */
    sign({ invitationId, listId, isOfMeeting, issue, openedAt }: OpenedInvitation): {
      token: string;
      expiresAt: number;
    } {
      const expiresAt = Date.now() + LIFE_MS;
      const of = isOfMeeting ? { meeting: listId, opened: openedAt } : { survey: listId };
      return { token: sign({ sub: invitationId, ...of, issue }), expiresAt };
    },
    /** Reads such a token; null unless it is ours and has not expired. */
    read(token: string): OpenedInvitation | null {
      try {
        const { sub, survey, meeting, issue, opened, iat } = verify(token) as Record<string, unknown>;
        const isOfMeeting = meeting !== undefined;
        const openedAt = Number(isOfMeeting ? opened : Number(iat) * 1000);
        const listId = id.parse(isOfMeeting ? meeting : survey);
        return { invitationId: id.parse(sub), listId, isOfMeeting, issue: Number(issue), openedAt };
      } catch {
        return null; // the response must not say what is wrong with a token
      }
    },
  };
}

function encode(hexDigits: string, length: number): string {
  let rest = BigInt(`0x${hexDigits}`);
  let signs = "";
  for (let position = 0; position < length; position++) {
    signs = CROCKFORD.charAt(Number(rest & 31n)) + signs;
    rest >>= 5n;
  }
  return inGroups(signs);
}

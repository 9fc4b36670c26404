import { createHmac } from "node:crypto";
import { CROCKFORD, inGroups, readCrockford } from "@survey-app/contract/crockford.ts";
import { INVITATION_HOURS } from "@survey-app/contract/invitations.ts";
import { id } from "@survey-app/contract/text.ts";
import { HOUR_MS } from "@survey-app/contract/time.ts";
import { createSigner, createVerifier } from "fast-jwt";
import { deriveKey, tokenHash } from "../database/tokenHash.ts";
import type { OpenedInvitation } from "../http/currentUser.ts";

const AUDIENCE = "survey-app-invitation";
const LIFE_MS = INVITATION_HOURS * HOUR_MS;

/** Characters of a code: 128 bits, five in each. */
const CODE_LENGTH = 26;

export interface InvitationTokens {
  /**
   * The code of an invitation, also the token in its link: 26 characters in groups of four. It follows from the invitation's id,
   * its issue and the server's secret, so that links can be made when emails are sent, and the database needs only its hash.
   */
  codeOf(invitationId: string, issue: number): string;
  /** Signs the bearer token of an opened invitation. */
  sign(opened: OpenedInvitation): { token: string; expiresAt: number };
  /** Reads such a token; null unless it is ours and has not expired. */
  read(token: string): OpenedInvitation | null;
}

export function createInvitationTokens(secret: string, issuer: string): InvitationTokens {
  const codeKey = deriveKey(secret, "invitation");
  const key = deriveKey(secret, "opened invitation");
  const sign = createSigner({ key, algorithm: "HS256", expiresIn: LIFE_MS, aud: AUDIENCE, iss: issuer });
  const verify = createVerifier({
    key,
    algorithms: ["HS256"],
    allowedAud: AUDIENCE,
    allowedIss: issuer,
    // The library checks allowed values only for claims that are present, so all of them are required.
    requiredClaims: ["aud", "iss", "iat", "exp", "sub", "survey", "issue"],
    maxAge: LIFE_MS,
  });
  return {
    codeOf(invitationId, issue) {
      const digest = createHmac("sha256", codeKey).update(`invitation ${invitationId} ${issue}`).digest("hex");
      return encode(BigInt(`0x${digest.slice(0, 32)}`));
    },
    sign({ invitationId, surveyId, issue }) {
      const expiresAt = Date.now() + LIFE_MS;
      return { token: sign({ sub: invitationId, survey: surveyId, issue }), expiresAt };
    },
    read(token) {
      try {
        const { sub, survey, issue } = verify(token) as { sub: unknown; survey: unknown; issue: unknown };
        return { invitationId: id.parse(sub), surveyId: id.parse(survey), issue: Number(issue) };
      } catch {
        return null; // the response must not say what is wrong with a token
      }
    },
  };
}

/** What is stored of a code. */
export function hashOfCode(code: string): string {
  return tokenHash(code);
}

/** A code as it was typed or followed, in the form of `codeOf`; null if it can't be one. */
export function readCode(typed: string): string | null {
  const characters = readCrockford(typed);
  return characters?.length === CODE_LENGTH ? inGroups(characters) : null;
}

function encode(number: bigint): string {
  let rest = number;
  let characters = "";
  for (let position = 0; position < CODE_LENGTH; position++) {
    characters = CROCKFORD.charAt(Number(rest & 31n)) + characters;
    rest >>= 5n;
  }
  return inGroups(characters);
}

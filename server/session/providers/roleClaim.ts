import type { StoredRole } from "@survey-app/contract/users/users.ts";
import type { OidcProvider } from "./oidcProviders.ts";

type RoleClaim = NonNullable<NonNullable<OidcProvider["rules"]>["roles"]>;

/** The claims of a provider about a user, from the identity token and the userinfo endpoint. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * What a sign-in says about a role.
 * - `carried`: the claim gives this role.
 * - `missing`: there is no such claim.
 * - `tooLong`: the provider says that the claim is too long for a token, and where else it is. We don't ask there.
 * - `unread`: the claim may be at the userinfo endpoint, which did not answer.
 */
export type RoleAnswer = { is: "carried"; role: StoredRole } | { is: "missing" | "tooLong" | "unread" };

/** The role that a claim gives: a text, or a list that has the text. */
export function readRole(
  { claim, admin, surveyor }: RoleClaim,
  claims: Claims,
  { isComplete }: { isComplete: boolean },
): RoleAnswer {
  const value = readClaim(claims, claim);
  if (value === undefined || value === null) {
    if (isElsewhere(claims, claim)) return { is: "tooLong" };
    return { is: isComplete ? "missing" : "unread" };
  }
  const values = [value].flat();
  if (admin !== null && values.includes(admin)) return { is: "carried", role: "admin" };
  return { is: "carried", role: surveyor !== null && values.includes(surveyor) ? "surveyor" : "user" };
}

/**
 * The claim with this exact name, which can have dots: `https://company.example/roles`. Else the one at the end of a
 * path, as in `realm_access.roles`, of which each step can have dots too.
 */
export function readClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const [step, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    const inner = Object.hasOwn(claims, step) ? claims[step] : undefined;
    if (typeof inner !== "object" || inner === null) continue;
    const found = readClaim(inner as Claims, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether a provider names another place for the claim (OpenID Connect Core 5.6.2), as some do for users in many
 * groups.
 */
function isElsewhere(claims: Claims, path: string): boolean {
  const names = claims._claim_names;
  return typeof names === "object" && names !== null && readClaim(names as Claims, path) !== undefined;
}

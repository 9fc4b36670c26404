/**
 * The domain of the addresses that are shown of deleted accounts, which have none (docs/decisions/0081). Names that end in `.invalid`
 * never exist (RFC 2606), so no email reaches them.
 */
export const DELETED_DOMAIN = "deleted.invalid";

/** The address that is shown of a deleted account. */
export const addressOfDeleted = (userId: string): string => `${userId}@${DELETED_DOMAIN}`;

/** Returns the id of the deleted account of which this address is shown, if there is such an account; null for other addresses. */
export function idOfDeleted(address: string): string | null {
  const suffix = `@${DELETED_DOMAIN}`;
  return address.endsWith(suffix) ? address.slice(0, -suffix.length) : null;
}

/** Whether an address is at the domain of deleted accounts or at a subdomain of it. No new account and no new row of a list gets one. */
export function isAtDeletedDomain(address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domain === DELETED_DOMAIN || domain.endsWith(`.${DELETED_DOMAIN}`);
}

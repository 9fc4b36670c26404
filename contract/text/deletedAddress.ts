/**
 * The domain of the addresses that are shown for deleted accounts, which don't have one (docs/decisions/0085). A domain
 * that ends in `.invalid` doesn't exist (RFC 2606), so an email there reaches no one.
 */
export const DELETED_DOMAIN = "deleted.invalid";

/** Returns the id of the deleted account for which this address is shown; null for other addresses. */
export function idOfDeleted(address: string): string | null {
  const suffix = `@${DELETED_DOMAIN}`;
  return address.endsWith(suffix) ? address.slice(0, -suffix.length) : null;
}

/**
 * Whether an address is at the domain of deleted accounts or at a subdomain of it. New accounts and new rows of lists
 * can't have such an address.
 */
export function isAtDeletedDomain(address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domain === DELETED_DOMAIN || domain.endsWith(`.${DELETED_DOMAIN}`);
}

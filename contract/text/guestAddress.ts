/**
 * The domain of the addresses that are shown for guests, who don't have one. Requests name the current user by address,
 * so a guest's is made of the id. As with deleted accounts (deletedAddress.ts), people can't enter it, and no email
 * reaches it.
 */
const GUEST_DOMAIN = "guest.invalid";

/** The end of the address that is shown for a guest, after the id. */
export const GUEST_SUFFIX = `@${GUEST_DOMAIN}`;

export const guestAddress = (id: string): string => id + GUEST_SUFFIX;

/** Whether an address could be one that is shown for a guest. */
export const isGuestAddress = (address: string): boolean => /@(.*\.)?guest\.invalid$/i.test(address);

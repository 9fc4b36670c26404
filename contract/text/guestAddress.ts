/**
 * The domain of the addresses that are shown of guests, who have none. Requests name the current user by address, so that of a guest
 * is made of the id. As with deleted accounts (deletedAddress.ts), people can't enter it, and no email reaches it.
 */
const GUEST_DOMAIN = "guest.invalid";

/** What follows the id in the address that is shown of a guest. */
export const GUEST_SUFFIX = `@${GUEST_DOMAIN}`;

export const guestAddress = (id: string): string => id + GUEST_SUFFIX;

/** Whether an address can be one that is shown of a guest. */
export const isGuestAddress = (address: string): boolean => /@(.*\.)?guest\.invalid$/i.test(address);

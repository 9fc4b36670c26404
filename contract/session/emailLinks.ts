/** The minutes for which a link sent by email is valid (security requirement H12). */
export const EMAIL_LINK_MINUTES = 30;

/**
 * The requests of one network for emailed links, and how many of them may be for one address, so that nobody can flood
 * a mailbox.
 */
export const LINKS = { max: 120, seconds: 3600 } as const;
export const LINKS_TO_ADDRESS = { max: 3, seconds: 3600 } as const;

/**
 * The links from emails that one network can open, and how many of them may be unknown, used or expired. Such links
 * never block one that works: someone who tries invented links must not keep others behind the same address from
 * confirming theirs.
 */
export const OPENED_LINKS = { max: 120, seconds: 60 } as const;
export const SPENT_LINKS = { max: 30, seconds: 3600 } as const;

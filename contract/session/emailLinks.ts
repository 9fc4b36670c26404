/** The minutes for which a link sent by email is valid (security requirement H12). */
export const EMAIL_LINK_MINUTES = 30;

/**
 * Requests of one network for links by email, and among them for links to one address: others must not flood a mailbox.
 */
export const LINKS = { max: 120, seconds: 3600 } as const;
export const LINKS_TO_ADDRESS = { max: 3, seconds: 3600 } as const;

/**
 * Links of emails that one network opens, and among them unknown, used or expired ones. A link that works is never refused because of
 * those: a person who tries invented ones must not keep others behind the same address from confirming theirs.
 */
export const OPENED_LINKS = { max: 120, seconds: 60 } as const;
export const SPENT_LINKS = { max: 30, seconds: 3600 } as const;

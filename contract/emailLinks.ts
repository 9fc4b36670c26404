/** How long a link sent by email is valid, in minutes (security requirement H12). */
export const EMAIL_LINK_MINUTES = 30;

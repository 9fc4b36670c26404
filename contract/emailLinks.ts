/** A link sent by mail works for so many minutes (security 12). */
export const EMAIL_LINK_MINUTES = 30;

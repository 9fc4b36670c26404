/** A URL as people read and type it. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, "");

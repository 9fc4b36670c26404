/** Marks that mail programs and chats take for the end of a link: the full stop, bracket or quotation mark after it. */
const AROUND_LINK = /(?:%[\da-f]{2}|[^\w%/-]){1,30}$/i;

/** A path or fragment of ours without the punctuation that follows its link in a sentence. */
export const withoutSentenceEnd = (link: string): string => link.replace(AROUND_LINK, "");

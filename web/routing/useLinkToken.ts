import { useEffect, useState } from "react";
import { withoutSentenceEnd } from "./aroundLink.ts";

/**
 * The token of the link that opened this page; null without one, undefined until the page has looked. It is in the
 * URL's fragment, which browsers never send, and is removed from the URL as soon as it is read, so that it does not
 * stay in the history, in a screenshot or in a copied URL.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const read = () => {
      const found = withoutSentenceEnd(location.hash.slice(1));
      if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
      // Pasting a second link into the same tab changes only the fragment.
      setToken((before) => found || (before ?? null));
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}

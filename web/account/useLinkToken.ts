import { useEffect, useState } from "react";

/**
 * The secret of the mailed link that led here; null where there is none, undefined until the page has looked. It comes
 * in the address's fragment, which browsers send to nobody, and is taken out of the address as soon as it is read: it
 * must not stay in the history, in a screenshot, or in a copied address.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const read = () => {
      const found = location.hash.slice(1);
      if (found) history.replaceState(history.state, "", location.pathname + location.search);
      // A second link, pasted into the same tab, changes nothing but the fragment.
      setToken((before) => found || (before ?? null));
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return token;
}

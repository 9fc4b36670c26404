import { usePath, useSearchText } from "../routing/address.ts";
import { loginAddress } from "./returnTo.ts";
import { useSession } from "./useSession.ts";

/** The URL of the login or signup page that leads back to the current page. */
export function useSignInAddress(page: "/login" | "/signup"): string {
  const { phase } = useSession();
  const path = usePath();
  const search = useSearchText();
  // The server's HTML is the same for all URLs of a page.
  const isElsewhere = phase === "loading" || path === "/login" || path === "/signup";
  return loginAddress(isElsewhere ? "/" : path + (search && `?${search}`), page);
}

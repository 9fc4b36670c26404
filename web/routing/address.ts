import { createContext, use } from "react";
import { usePathname, useSearch } from "wouter/use-browser-location";

/** The URL during server rendering; the browser uses its own. */
export const ServerAddressContext = createContext<{ path: string; search: string } | null>(null);

/** The current path. */
export function usePath(): string {
  const server = use(ServerAddressContext);
  return usePathname(server ? { ssrPath: server.path } : {});
}

/** The parameters of the current URL's query string. */
export const useSearchParams = (): URLSearchParams => new URLSearchParams(useSearchText());

/** The current URL's query string, without "?". */
export function useSearchText(): string {
  const server = use(ServerAddressContext);
  return useSearch(server ? { ssrSearch: server.search } : {}).replace(/^\?/, "");
}

import type { QueryClient } from "@tanstack/react-query";
import type { PageAccess } from "../session/Guard.tsx";

export interface PreloadContext {
  client: QueryClient;
  params: Record<string, string>;
  search: URLSearchParams;
}

export interface Route {
  /** With `:name` for parameters. */
  path: string;
  /** The document title; null where the page sets it from its data. */
  title: string | null;
  /** The page's component; the file in its feature's folder has the same name. */
  page: string;
  /** The data that the page needs first: fetched before the server renders it, and when a link to it is pointed at. */
  preload?: (context: PreloadContext) => Promise<unknown>[];
  access?: PageAccess;
  /** Guests can open it, too: it is about their own questions. */
  takesGuests?: true;
  /** Search engines leave it out, like pages with `access`: it is for people who have its link. */
  isUnlisted?: true;
  /** Card payments happen here: the only page that may load the payment provider's script. */
  chargesCards?: true;
  /** A layout of `layout/` shared by several pages; it stays mounted when one of them replaces another. */
  frame?: string;
}

import { navigate } from "wouter/use-browser-location";
import { usePath, useSearchText } from "./address.ts";

type Fields<Name extends string> = Record<Name, string>;

/**
 * A list's search and filters, stored in the page's URL: Back and a shared link restore them. Anyone can write such a
 * URL, so callers validate the values.
 */
export function useAddressFields<Name extends string>(
  names: readonly Name[],
): [fields: Fields<Name>, show: (change: Partial<Fields<Name>>) => void] {
  const path = usePath();
  const search = new URLSearchParams(useSearchText());
  const fields = Object.fromEntries(names.map((name) => [name, search.get(name)?.trim() ?? ""])) as Fields<Name>;
  function show(change: Partial<Fields<Name>>) {
    const nonEmpty = Object.entries<string>({ ...fields, ...change }).filter(([, value]) => value !== "");
    const next = new URLSearchParams(nonEmpty).toString();
    navigate(`${path}${next && `?${next}`}`);
  }
  return [fields, show];
}

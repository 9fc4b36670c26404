import { navigate } from "wouter/use-browser-location";
import { usePath, useSearchText } from "./address.ts";

type Fields<Name extends string> = Record<Name, string>;

/**
 * What a list is searched and filtered by, kept in the page's address: Back and a shared link bring it again. The
 * values are anybody's to write, so whoever reads them holds them to what there is.
 */
export function useAddressFields<Name extends string>(
  names: readonly Name[],
): [fields: Fields<Name>, show: (change: Partial<Fields<Name>>) => void] {
  const path = usePath();
  const search = new URLSearchParams(useSearchText());
  const fields = Object.fromEntries(names.map((name) => [name, search.get(name)?.trim() ?? ""])) as Fields<Name>;
  function show(change: Partial<Fields<Name>>) {
    const kept = Object.entries<string>({ ...fields, ...change }).filter(([, value]) => value !== "");
    const next = new URLSearchParams(kept).toString();
    navigate(`${path}${next && `?${next}`}`);
  }
  return [fields, show];
}

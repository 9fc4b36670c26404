import { SEARCH_MAX } from "@survey-app/contract/text/limits.ts";
import { navigate } from "wouter/use-browser-location";
import { usePath, useSearchParams } from "./address.ts";

type Filter<Name extends string, Value extends string> = Record<Name, Value | ""> & { q: string };

/**
 * A list's search and its choice `name`, stored in the page's URL: Back and a shared link restore them. Anyone can
 * write such a URL, so a value that is not among the options counts as none.
 * @returns the props of a `FilterBar`, and whether anything is left out
 */
export function useListFilter<Name extends string, Value extends string>(
  name: Name,
  options: readonly { value: string; label: string }[],
) {
  const path = usePath();
  const search = useSearchParams();
  const chosen = options.find(({ value }) => value === search.get(name))?.value ?? "";
  const q = (search.get("q") ?? "").trim().slice(0, SEARCH_MAX);
  function show(change: Record<string, string>) {
    const nonEmpty = Object.entries({ [name]: chosen, q, ...change }).filter(([, value]) => value !== "");
    const next = new URLSearchParams(nonEmpty).toString();
    navigate(`${path}${next && `?${next}`}`);
  }
  return {
    filter: { [name]: chosen, q } as Filter<Name, Value>,
    isFiltered: chosen !== "" || q !== "",
    bar: {
      text: q,
      onSearch: (text: string) => show({ q: text }),
      chosen,
      options,
      onChoose: (value: string) => show({ [name]: value }),
    },
  };
}

import type { FormEvent } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { innerIcons } from "./innerIcons.ts";
import { isSearchable, SearchInput } from "./SearchInput.tsx";
import { useSearchField } from "./useSearchField.ts";

interface SearchBoxProps {
  label: string;
  /** What is searched for now. */
  text: string;
  onSearch: (text: string) => void;
}

export function SearchBox({ label, text, onSearch }: SearchBoxProps) {
  const { input, send } = useSearchField(text);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSearchable(input.current?.value ?? "")) onSearch(send());
  }

  return (
    <form onSubmit={onSubmit} className="flex items-start gap-2">
      <SearchInput
        ref={input}
        label={label}
        placeholder={label}
        defaultValue={text}
        // The browser's own cross empties the field: that means everything again.
        onChange={(event) => event.target.value === "" && text !== "" && onSearch(send())}
      />
      <Button type="submit" plain look="quiet" aria-label="Search">
        <Icon path={innerIcons.search} />
      </Button>
    </form>
  );
}

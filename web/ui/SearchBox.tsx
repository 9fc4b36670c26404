import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import type { FormEvent } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import * as innerIcons from "./innerIcons.ts";
import { isSearchable, SearchInput } from "./SearchInput.tsx";
import { useSearchField } from "./useSearchField.ts";

interface SearchBoxProps {
  label: string;
  /** The current search text. */
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
        // The browser's own clear button empties the field, which shows all rows again.
        onChange={(event) => event.target.value === "" && text !== "" && onSearch(send())}
      />
      <Button type="submit" plain look="quiet" aria-label={uiTexts.search}>
        <Icon path={innerIcons.search} />
      </Button>
    </form>
  );
}

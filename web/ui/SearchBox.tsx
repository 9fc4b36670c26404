import type { FormEvent } from "react";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { innerIcons } from "./innerIcons.ts";
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
    onSearch(send());
  }

  return (
    <form onSubmit={onSubmit} className="flex gap-2">
      <input
        ref={input}
        type="search"
        dir="auto"
        name="q"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        defaultValue={text}
        // The browser's own cross empties the field: that means everything again.
        onChange={(event) => event.target.value === "" && text !== "" && onSearch(send())}
        className="field min-w-0 flex-1"
      />
      <Button type="submit" plain look="quiet" aria-label="Search">
        <Icon path={innerIcons.search} />
      </Button>
    </form>
  );
}

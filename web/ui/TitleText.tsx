import type { Language } from "@survey-app/texts/languages.ts";
import type { ComponentProps } from "react";
import { UserText } from "./UserText.tsx";

interface TitleTextProps extends Omit<ComponentProps<typeof UserText>, "lang" | "children"> {
  of: { Title: string; language: Language | null };
}

/** The title of a survey. Nothing else shows one, so that each carries its own language, which often is not the page's. */
export function TitleText({ of: { Title, language }, ...rest }: TitleTextProps) {
  return (
    <UserText {...rest} lang={language}>
      {Title}
    </UserText>
  );
}

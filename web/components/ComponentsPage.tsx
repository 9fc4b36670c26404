import { useState } from "react";
import { useSettings } from "../api/settings.ts";
import { NotFound } from "../layout/NotFound.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import { RadioChips } from "../ui/RadioChips.tsx";
import { ButtonSpecimens } from "./ButtonSpecimens.tsx";
import { ContentSpecimens } from "./ContentSpecimens.tsx";
import { FieldSpecimens } from "./FieldSpecimens.tsx";
import { Icons } from "./Icons.tsx";
import { Selected } from "./Selected.tsx";
import { Colors, Columns, Type } from "./Tokens.tsx";

/** Every token and component of `web/ui/`, for engineers. In English only. */
export function ComponentsPage() {
  const { sandbox } = useSettings();
  const [theme, setTheme] = useState<"light" | "dark">("light");
  const [direction, setDirection] = useState<"ltr" | "rtl">("ltr");
  // In production the server doesn't have this page either.
  if (!sandbox) return <NotFound />;
  return (
    <div className="page frame">
      <PageTitle page="Components" />
      <PageHeader title="Components" text="The tokens and components that all screens are made of, in their states." />
      <div className="mb-8 flex flex-wrap gap-x-10 gap-y-4">
        <RadioChips legend="Theme" choices={{ light: "Light", dark: "Dark" }} chosen={theme} onChoose={setTheme} />
        <RadioChips
          legend="Direction"
          choices={{ ltr: "Left to right", rtl: "Right to left" }}
          chosen={direction}
          onChoose={setDirection}
        />
      </div>
      <div
        dir={direction}
        className={`rounded-2xl border border-line bg-ground px-4 text-start text-ink sm:px-8 ${theme === "dark" ? "scheme-dark" : "scheme-light"}`}
      >
        <section aria-label="Colors" className="py-6">
          <h2 className="mb-4 text-2xl">Colors</h2>
          <Colors theme={theme} />
        </section>
        <section aria-label="Type" className="py-6">
          <h2 className="mb-4 text-2xl">Type</h2>
          <Type />
        </section>
        <section aria-label="Columns" className="py-6">
          <h2 className="mb-4 text-2xl">Columns</h2>
          <Columns />
        </section>
        <section aria-label="Selected" className="py-6">
          <h2 className="mb-4 text-2xl">Selected</h2>
          <Selected />
        </section>
        <section aria-label="Icons" className="py-6">
          <h2 className="mb-4 text-2xl">Icons</h2>
          <Icons />
        </section>
        <ButtonSpecimens />
        <FieldSpecimens />
        <ContentSpecimens />
      </div>
    </div>
  );
}

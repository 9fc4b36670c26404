import { useState } from "react";
import { useSearchParams } from "./address.ts";

interface PageMetaProps {
  title: string;
  text: string;
  /** The page's absolute URL without a language, for search engines and shared links. */
  address: string;
  /** The languages in which the page can be read. */
  languages: readonly string[];
  /**
   * Whether search engines leave the page out: then it doesn't have a canonical URL, because they may find it only by a
   * link to it.
   */
  isUnlisted?: boolean;
}

/** A page's metadata for search engines and shared links. */
export function PageMeta({ isUnlisted = false, ...page }: PageMetaProps) {
  const { address, languages } = page;
  return (
    <>
      {!isUnlisted && <Canonical key={address} address={address} languages={languages} />}
      {/* Only in the server's HTML, which others read: browsers don't need code for it. */}
      {import.meta.env.SSR && <Described {...page} />}
      {import.meta.env.SSR && !isUnlisted && <LanguageAlternates address={address} languages={languages} />}
    </>
  );
}

/**
 * The page in the language that its URL asked for is a page of its own for search engines, as its alternates say. It
 * stays so after the browser has removed the language from the URL: search engines run scripts, too.
 */
function Canonical({ address, languages }: Pick<PageMetaProps, "address" | "languages">) {
  const search = useSearchParams();
  const [asked] = useState(() => search.get("lang"));
  const isAsked = asked !== null && languages.length > 1 && languages.includes(asked);
  return <link rel="canonical" href={isAsked ? `${address}?lang=${asked}` : address} />;
}

function Described({ title, text, address }: Pick<PageMetaProps, "title" | "text" | "address">) {
  return (
    <>
      <meta name="description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
    </>
  );
}

/**
 * The page in each language, for search engines: without the parameter, readers get the one that their browser asks
 * for.
 */
function LanguageAlternates({ address, languages }: Pick<PageMetaProps, "address" | "languages">) {
  if (languages.length === 1) return null;
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={`${address}?lang=${language}`} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address} />
    </>
  );
}

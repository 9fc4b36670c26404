interface PageMetaProps {
  title: string;
  text: string;
  /** The page's canonical, absolute URL, for search engines and shared links. */
  address: string;
  /** The languages in which the page can be read. */
  languages: readonly string[];
}

/** A page's metadata for search engines and shared links. */
export function PageMeta({ address, ...described }: PageMetaProps) {
  return (
    <>
      <link rel="canonical" href={address} />
      {/* Only in the server's HTML, which others read: browsers need no code for it. */}
      {import.meta.env.SSR && <Described address={address} {...described} />}
    </>
  );
}

function Described({ title, text, address, languages }: PageMetaProps) {
  return (
    <>
      <LanguageAlternates address={address} languages={languages} />
      <meta name="description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
    </>
  );
}

/** The page in each language, for search engines: without the parameter, readers get the one that their browser asks for. */
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
